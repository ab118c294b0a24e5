import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  type Candidate,
  chooseInterpreter,
  describe,
  fromPath,
  type Probe,
} from "../../extension/src/interpreter/choice";
import { judge, probePython } from "../../extension/src/interpreter/probe";

const source = (...candidates: Candidate[]) => ({ candidates: () => candidates });
const one = (path: string, from: string): Candidate => ({ command: [path], from });
const fits = (executable: string): Probe => ({ fits: true, executable, version: "3.12.1" });

test("the first candidate that fits is taken, in the order of the sources", async () => {
  const asked: string[] = [];
  const probe = (command: string[]): Promise<Probe> => {
    asked.push(command.join(" "));
    return Promise.resolve(command[0] === "/b" ? fits("/b") : { fits: false, reason: "not found" });
  };
  const sources = [source(one("/a", "setting")), source(one("/b", "Python extension")), source(one("/c", "PATH"))];
  const choice = await chooseInterpreter(sources, probe);
  assert.deepEqual(choice.chosen, { executable: "/b", version: "3.12.1", from: "Python extension" });
  assert.deepEqual(asked, ["/a", "/b"]);
  assert.deepEqual(describe(choice), ["/a (setting): not found", "/b (Python extension): chosen: Python 3.12.1, /b"]);
});

test("a candidate of two sources is asked once", async () => {
  let asked = 0;
  const probe = (): Promise<Probe> => Promise.resolve({ fits: false, reason: String((asked += 1)) });
  await chooseInterpreter([source(one("python3", "setting")), source(one("python3", "PATH"))], probe);
  assert.equal(asked, 1);
});

test("none: nothing is chosen and the reasons are kept", async () => {
  const choice = await chooseInterpreter([source()], () => Promise.reject(new Error("not asked")));
  assert.equal(choice.chosen, undefined);
  assert.match(describe(choice)[0] ?? "", /no candidate/);
});

test("the PATH is searched for python3 first, and for the launcher on Windows", () => {
  assert.deepEqual(
    fromPath("linux").map(({ command }) => command),
    [["python3"], ["python"]],
  );
  assert.deepEqual(fromPath("win32").at(-1)?.command, ["py", "-3"]);
});

test("judge: version and missing modules", () => {
  const answer = (version: number[], missing: string[] = []): string =>
    JSON.stringify({ version, executable: "/p", missing });
  assert.deepEqual(judge(answer([3, 10, 0])), { fits: true, executable: "/p", version: "3.10.0" });
  assert.deepEqual(judge(answer([3, 9, 18])), { fits: false, reason: "is Python 3.9.18, 3.10 is needed" });
  assert.deepEqual(judge(answer([2, 7, 18])), { fits: false, reason: "is Python 2.7.18, 3.10 is needed" });
  assert.deepEqual(judge(answer([3, 11, 0], ["pygls", "attrs"])), { fits: false, reason: "lacks pygls, attrs" });
  assert.deepEqual(judge("Welcome\n" + answer([3, 11, 0])), { fits: true, executable: "/p", version: "3.11.0" });
  assert.deepEqual(judge("usage: python"), { fits: false, reason: "did not answer like a Python" });
});

test("probe: a missing, a forbidden, a failing and a silent program", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rootrank-"));
  const program = (name: string, script: string, mode = 0o755): string => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), mode);
    return join(folder, name);
  };
  const ask = (path: string, timeout?: number): Promise<Probe> => probePython([path], process.env, folder, timeout);
  assert.deepEqual(await ask("no-such-python"), { fits: false, reason: "not found" });
  assert.deepEqual(await ask(program("text", "", 0o644)), { fits: false, reason: "not executable" });
  assert.deepEqual(await ask(program("bad", "exit 3")), { fits: false, reason: "ended with 3" });
  assert.deepEqual(await ask(program("slow", "exec sleep 20"), 200), { fits: false, reason: "no answer within 0.2 s" });
});
