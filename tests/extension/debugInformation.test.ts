import assert from "node:assert/strict";
import { test } from "node:test";
import { debugInformation } from "../../extension/src/debugInformation";

test("versions, search and durations, with the home folder as ~", () => {
  const text = debugInformation({
    extension: "0.1.0",
    editor: "1.96.0",
    platform: "linux-x64",
    remote: "ssh-remote",
    trusted: true,
    home: "/home/kim",
    choice: {
      chosen: undefined,
      tried: [
        {
          candidate: { command: ["/home/kim/.venv/bin/python"], from: "Python extension" },
          outcome: { fits: false, reason: "lacks pygls" },
        },
        {
          candidate: { command: ["python3"], from: "PATH" },
          outcome: { fits: true, executable: "/usr/bin/python3", version: "3.11.7" },
        },
      ],
    },
    about: {
      version: "0.1.0",
      rulebook: { version: "2026.12", hash: "abc", entries: 142 },
      interpreter: "/usr/bin/python3",
      scan: "hyperscan",
      codeQuestions: true,
      lastMs: 12,
      problems: ["none of note"],
    },
    durations: [["rootrank/diagnose", 21.4]],
  });
  for (const part of [
    "remote ssh-remote",
    "142 entries, hash abc",
    "1. ~/.venv/bin/python (Python extension): lacks pygls",
    "2. python3 (PATH): chosen: Python 3.11.7",
    "rootrank/diagnose: 21 ms",
    "problem: none of note",
  ])
    assert.ok(text.includes(part), part);
  assert.ok(!text.includes("/home/kim"));
});

test("before anything ran", () => {
  const text = debugInformation({
    extension: "0.1.0",
    editor: "1.96.0",
    platform: "linux-x64",
    remote: undefined,
    trusted: false,
    home: "",
    choice: { chosen: undefined, tried: [] },
    about: undefined,
    durations: [],
  });
  assert.match(text, /server not started/);
  assert.match(text, /Not searched yet/);
  assert.match(text, /not trusted/);
});
