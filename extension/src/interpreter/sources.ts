// Where interpreters come from, in order: the setting, the Python extensions (both optional, looked up at run time), the
// PATH. In an untrusted workspace an environment that lies in it may not be started, so only the user's own count there.

import { homedir } from "node:os";
import type { PythonExtension } from "@vscode/python-extension";
import { extensions, type Uri, workspace } from "vscode";
import { section, setting } from "../ids";
import { type Candidate, fromPath, type InterpreterSource } from "./choice";

export function interpreterSources(): InterpreterSource[] {
  const path: InterpreterSource = { candidates: () => fromPath(process.platform) };
  const extensionSources = [{ candidates: fromPythonExtension }, { candidates: fromEnvironments }];
  return [{ candidates: fromSetting }, ...(workspace.isTrusted ? extensionSources : []), path];
}

export function configuredInterpreter(): string {
  return workspace.getConfiguration(section).get(setting.interpreter, "").trim();
}

function fromSetting(): Candidate[] {
  const value = configuredInterpreter();
  if (value === "") return [];
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const path = value.replace(/^~(?=[\\/]|$)/, homedir()).replaceAll("${workspaceFolder}", folder);
  return [{ command: [path], from: `setting ${section}.${setting.interpreter}` }];
}

async function fromPythonExtension(): Promise<Candidate[]> {
  const from = "Python extension";
  return withApi<PythonExtension>("ms-python.python", async ({ environments }) => {
    const active = environments.getActiveEnvironmentPath(firstFolder());
    const executable = (await environments.resolveEnvironment(active))?.executable.uri?.fsPath;
    return executable === undefined ? [] : [{ command: [executable], from }];
  });
}

/** The part of the environments extension's interface that is needed here. */
interface EnvironmentsApi {
  getEnvironment(scope: Uri | undefined): Promise<{ execInfo: { run: { executable: string } } } | undefined>;
}

async function fromEnvironments(): Promise<Candidate[]> {
  const from = "Python environments extension";
  return withApi<EnvironmentsApi>("ms-python.vscode-python-envs", async (api) => {
    const executable = (await api.getEnvironment(firstFolder()))?.execInfo.run.executable;
    return executable === undefined ? [] : [{ command: [executable], from }];
  });
}

/** Another extension may be absent, slow or broken: none of that may keep the server from starting. */
// The type of another extension's interface is what its documentation says: there is nothing to check it against.
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
async function withApi<Api>(id: string, ask: (api: Api) => Promise<Candidate[]>): Promise<Candidate[]> {
  const extension = extensions.getExtension<Api>(id);
  if (extension === undefined) return [];
  const late = new Promise<Candidate[]>((resolve) => setTimeout(resolve, 8_000, []));
  const asked = Promise.resolve(extension.activate()).then(ask);
  return Promise.race([asked, late]).catch(() => []);
}

function firstFolder(): Uri | undefined {
  return workspace.workspaceFolders?.[0]?.uri;
}
