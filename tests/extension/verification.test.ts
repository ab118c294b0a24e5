import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Uri, workspace } from "vscode";
import { environmentOf } from "../../extension/src/verification/environment";
import { readResult, shellCommand, verificationArguments } from "../../extension/src/verification/launch";
import { saveAll } from "../../extension/src/verification/saving";

test("the wrapper is found by an argument; the working folder can't shadow it and the environment stays the user's", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rootrank é "));
  const [code, run] = [join(folder, "server"), join(folder, "run")];
  mkdirSync(join(code, "rootrank"), { recursive: true });
  mkdirSync(run);
  writeFileSync(join(code, "rootrank", "__init__.py"), "");
  const main =
    "import json, os, runpy, sys\nprint(json.dumps([sys.argv, os.getcwd(), os.environ.get('PYTHONPATH')]))\nraise SystemExit(3)\n";
  writeFileSync(join(code, "rootrank", "__main__.py"), main);
  // A file of the user's with the name of a module of the standard library.
  writeFileSync(join(run, "runpy.py"), "raise RuntimeError('shadowed')\n");
  const args = verificationArguments(
    [code],
    { result: "/r.json", record: "/r.log" },
    "/bin/zsh",
    "python train.py --name 'a b'",
  );
  const env = { ...process.env, PYTHONPATH: "/the/users" };
  const [status, stdout] = await new Promise<[unknown, string]>((resolve) => {
    const child = execFile("python3", args, { cwd: run, env }, (error, out) => {
      resolve([error?.code ?? 0, out]);
    });
    child.stdin?.end();
  });
  assert.equal(status, 0);
  const command = [
    "run",
    "--no-card",
    "--record",
    "/r.log",
    "--result",
    "/r.json",
    "--",
    "/bin/zsh",
    "-i",
    "-c",
    "python train.py --name 'a b'",
  ];
  const [argv, cwd, path] = JSON.parse(stdout.split("\n")[0] ?? "") as [string[], string, string];
  assert.deepEqual(argv.slice(1), command);
  assert.equal(cwd, run);
  assert.equal(path, "/the/users");
  assert.match(stdout, /Press Enter to close/);
});

test("a result that is still being written is no result", () => {
  assert.equal(readResult(""), undefined);
  assert.equal(readResult('{"exit_code": 1, "sig'), undefined);
  assert.equal(readResult("{}"), undefined);
  assert.deepEqual(readResult('{"exit_code": null, "signal": 9, "record": "/r"}'), {
    exit_code: null,
    signal: 9,
    record: "/r",
  });
});

test("the user's shell runs the command, with what its rc files set; an unknown one is left to the wrapper", () => {
  assert.deepEqual(shellCommand("/usr/bin/fish", "a b"), ["--", "/usr/bin/fish", "-i", "-c", "a b"]);
  assert.deepEqual(shellCommand("C:\\Program Files\\PowerShell\\7\\pwsh.exe", "a").slice(-2), ["-Command", "a"]);
  assert.deepEqual(shellCommand("C:\\Windows\\System32\\cmd.exe", "a b"), ["--shell", "a b"]);
  assert.deepEqual(shellCommand("/bin/sh", "a b"), ["--shell", "a b"]);
});

test("bash reads the user's rc file, says nothing of its own, and keeps the command's errors and exit code", async () => {
  const home = mkdtempSync(join(tmpdir(), "rootrank-"));
  writeFileSync(join(home, ".bashrc"), "case $- in *i*) ;; *) return ;; esac\nexport FROM_RC=yes\n");
  const [, program = "", ...args] = shellCommand("/bin/bash", "echo \"$FROM_RC\" 'a  b'; echo oops >&2; (exit 3)");
  const seen = await new Promise((resolve) => {
    execFile(program, args, { env: { ...process.env, HOME: home } }, (error, stdout, stderr) => {
      resolve([error?.code, stdout, stderr]);
    });
  });
  assert.deepEqual(seen, [3, "yes a  b\n", "oops\n"]);
});

test("the environment of the failed command is read off its traceback, if it is one of this machine", () => {
  const text = '  File "/home/kim/p/.venv/lib/python3.11/site-packages/torch/_tensor.py", line 623, in backward\n';
  const base = { PATH: "/bin" };
  const venv = environmentOf(text, base, () => true, "linux");
  assert.deepEqual(venv, { PATH: "/home/kim/p/.venv/bin:/bin", VIRTUAL_ENV: "/home/kim/p/.venv" });
  assert.deepEqual(
    environmentOf(text, base, (path) => !path.endsWith("cfg"), "linux"),
    { PATH: "/home/kim/p/.venv/bin:/bin" },
  );
  assert.deepEqual(
    environmentOf(text, base, () => false, "linux"),
    {},
  );
  assert.deepEqual(
    environmentOf('File "train.py", line 1', base, () => true, "linux"),
    {},
  );
});

/** A document as the editor has it; `writable` is false where saving fails. */
function unsaved(path: string, { writable = true, isDirty = true, isUntitled = false, scheme = "file" } = {}) {
  const document = {
    uri: Uri.from({ scheme, path }),
    isDirty,
    isUntitled,
    saves: 0,
    save: () => Promise.resolve(writable && (document.saves += 1) > 0),
  };
  return document;
}

test("what stands unsaved is saved before the command runs, whoever changed it", async () => {
  const [fixed, clean] = [unsaved("/w/train.py"), unsaved("/w/data.py", { isDirty: false })];
  const [draft, preview] = [
    unsaved("Untitled-1", { isUntitled: true, scheme: "untitled" }),
    unsaved("/w/a", { scheme: "git" }),
  ];
  Object.assign(workspace, { textDocuments: [fixed, clean, draft, preview] });
  assert.deepEqual(await saveAll(), ["train.py"]);
  assert.deepEqual(
    [fixed, clean, draft, preview].map((each) => each.saves),
    [1, 0, 0, 0],
  );
});

test("a file that can't be saved is named, and nothing is run on the old one", async () => {
  Object.assign(workspace, { textDocuments: [unsaved("/w/train.py", { writable: false })] });
  await assert.rejects(saveAll(), /Nothing was run: train\.py could not be saved/);
});
