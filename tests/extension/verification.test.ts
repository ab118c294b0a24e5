import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readResult, verificationArguments } from "../../extension/src/verification/launch";

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
  const args = verificationArguments([code], { result: "/r.json", record: "/r.log" }, "python train.py --name 'a b'");
  const env = { ...process.env, PYTHONPATH: "/the/users" };
  const [status, stdout] = await new Promise<[unknown, string]>((resolve) => {
    const child = execFile("python3", args, { cwd: run, env }, (error, out) => {
      resolve([error?.code ?? 0, out]);
    });
    child.stdin?.end();
  });
  assert.equal(status, 0);
  const command = ["run", "--record", "/r.log", "--result", "/r.json", "--shell", "python train.py --name 'a b'"];
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
