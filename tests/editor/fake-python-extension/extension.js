// Stands in for ms-python.python: the part of its interface that other extensions ask for the active interpreter.
"use strict";
const vscode = require("vscode");

const setting = "fakePython.interpreter";

function interpreter() {
  return vscode.workspace.getConfiguration().get(setting) || process.env.FAKE_PYTHON || "";
}

exports.activate = (context) => {
  const changed = new vscode.EventEmitter();
  context.subscriptions.push(
    changed,
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(setting))
        changed.fire({ id: interpreter(), path: interpreter(), resource: undefined });
    }),
  );
  return {
    ready: Promise.resolve(),
    environments: {
      known: [],
      getActiveEnvironmentPath: () => ({ id: interpreter() || "DEFAULT_PYTHON", path: interpreter() || "python" }),
      onDidChangeActiveEnvironmentPath: changed.event,
      resolveEnvironment: (environment) => {
        const path = typeof environment === "string" ? environment : environment.path;
        if (path === "" || path === "python") return Promise.resolve(undefined);
        return Promise.resolve({ id: path, path, executable: { uri: vscode.Uri.file(path) } });
      },
    },
  };
};
