import assert from "node:assert/strict";
import { test } from "node:test";
import { TerminalCapture } from "../../extension/src/terminal/capture";
import { onlyReads } from "../../extension/src/terminal/commandLine";
import { withoutEscapes } from "../../extension/src/terminal/escapes";
import { Output } from "../../extension/src/terminal/output";
import { type Finished, finished, RecentCommands } from "../../extension/src/terminal/recent";
import { fake } from "./fake-vscode";

test("output: short text is kept whole, whatever its pieces", () => {
  const output = new Output(10, 20);
  for (const piece of ["ab", "cdefgh", "ijklmnop", "q\n"]) output.append(piece);
  assert.equal(output.text(), "abcdefghijklmnopq\n");
});

test("output: of a long text the head and the tail are kept, cut at lines, and the gap is counted", () => {
  const output = new Output(12, 24);
  for (let line = 0; line < 40; line++) output.append(`line ${String(line).padStart(2, "0")}\n`);
  const lines = output.text().split("\n");
  assert.equal(lines[0], "line 00");
  assert.match(lines[1] ?? "", /^\[\.\.\. \d+ characters left out \.\.\.\]$/);
  assert.deepEqual(lines.slice(2), ["line 38", "line 39", ""]);
  const left = Number(/\d+/.exec(lines[1] ?? "")?.[0]);
  assert.equal(left + "line 00\nline 38\nline 39\n".length, 40 * 8);
});

test("output: memory stays bounded for one huge piece and for many small ones", () => {
  const output = new Output();
  output.append("x".repeat(5_000_000));
  for (let at = 0; at < 100_000; at++) output.append("0123456789\n");
  assert.ok(output.text().length < 1.2 * 1024 * 1024);
});

test("escapes: colours, titles, links and shell marks go; text, tabs and carriage returns stay", () => {
  const text =
    "\x1b]633;C\x07\x1b[1;31mRuntimeError\x1b[0m: a\tb\r\n\x1b]8;;file:///x\x1b\\link\x1b]8;;\x1b\\ 10%\r20%\x1b[K\x1b(B";
  assert.equal(withoutEscapes(text), "RuntimeError: a\tb\nlink 10%\r20%");
  assert.equal(withoutEscapes("one\x1b[5;1Htwo"), "one\ntwo");
  assert.equal(withoutEscapes("plain\r\n"), "plain\n");
});

test("a command line that only shows text is no run", () => {
  for (const line of [
    "cat train.log",
    "tail -n 100 train.log | grep Error",
    "cd runs && less a.log",
    "git log",
    "docker logs job",
    "python -m rootrank diagnose x",
    "rootrank diagnose x",
  ])
    assert.ok(onlyReads(line), line);
  for (const line of [
    "python train.py",
    "torchrun train.py 2>&1 | tee log",
    "cd runs && python train.py",
    "CUDA_VISIBLE_DEVICES=0 python train.py",
    "docker run image",
    "kubectl exec pod -- python a.py",
    "make",
    "",
  ])
    assert.ok(!onlyReads(line), line);
});

test("the last failed of the last five commands", () => {
  const recent = new RecentCommands(5);
  const run = (command: string, exitCode: number | null, text = ""): Finished =>
    finished({ command, cwd: null, exitCode }, text);
  assert.equal(recent.lastFailed(), undefined);
  recent.add(run("a", 1));
  recent.add(run("b", null, "Traceback (most recent call last):\n"));
  recent.add(run("c", 0, "done\n"));
  assert.equal(recent.lastFailed()?.command, "b");
  for (const name of ["d", "e", "f", "g"]) recent.add(run(name, 0));
  assert.equal(recent.lastFailed(), undefined);
});

function execution(command: string, chunks: string[]): object {
  return {
    commandLine: { value: command },
    cwd: { scheme: "file", fsPath: "/work" },
    async *read() {
      for (const chunk of chunks) yield await Promise.resolve(chunk);
    },
  };
}

async function captured(run: (capture: TerminalCapture) => void): Promise<Finished[]> {
  const commands: Finished[] = [];
  const capture = new TerminalCapture((command) => commands.push(command));
  run(capture);
  await new Promise((resolve) => setTimeout(resolve, 20));
  capture.dispose();
  return commands;
}

test("capture: what was printed, with the command, its folder and an exit code that may be unknown", async () => {
  const commands = await captured(() => {
    const one = execution("python train.py", ["\x1b[31mTrace", "back\n"]);
    fake.started.fire({ terminal: { name: "bash" }, execution: one });
    fake.ended.fire({ execution: one, exitCode: undefined });
  });
  assert.deepEqual(commands, [
    { command: "python train.py", cwd: "/work", exitCode: null, text: "Traceback\n", failed: false },
  ]);
});

test("capture: our own verification is not listened to, and an end without a start is nothing", async () => {
  const commands = await captured(() => {
    const verification = execution("python train.py", ["Traceback\n"]);
    fake.started.fire({ terminal: { name: "Rootrank: verify" }, execution: verification });
    fake.ended.fire({ execution: verification, exitCode: 1 });
    fake.ended.fire({ execution: execution("before the reload", []), exitCode: 1 });
  });
  assert.deepEqual(commands, []);
});

test("capture: two terminals at once are kept apart", async () => {
  const commands = await captured(() => {
    const [one, two] = [execution("a", ["1"]), execution("b", ["2"])];
    fake.started.fire({ terminal: { name: "bash" }, execution: one });
    fake.started.fire({ terminal: { name: "zsh" }, execution: two });
    fake.ended.fire({ execution: two, exitCode: 0 });
    fake.ended.fire({ execution: one, exitCode: 2 });
  });
  assert.deepEqual(commands.map(({ command, text, failed }) => [command, text, failed]).sort(), [
    ["a", "1", true],
    ["b", "2", false],
  ]);
});
