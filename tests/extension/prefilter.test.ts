import assert from "node:assert/strict";
import { test } from "node:test";
import { looksFailed } from "../../extension/src/terminal/prefilter";

const losses = (...values: number[]): string =>
  values.map((value, epoch) => `Epoch ${epoch} | Train Loss: ${value}`).join("\n");

const failures: Record<string, string> = {
  traceback: 'step 3\nTraceback (most recent call last):\n  File "train.py", line 3, in <module>\n',
  "traceback of a rank": "[rank3]: RuntimeError: Connection closed by peer [127.0.0.1]:24769",
  "exception alone": "torch.distributed.DistNetworkError: The server socket has failed to listen",
  "keyboard interrupt": "KeyboardInterrupt",
  "nan loss": "epoch=0 step=13 loss=nan acc=0.188",
  "nan in a dictionary": "{'loss': nan, 'grad_norm': nan, 'epoch': 0.1}",
  "nan in json": '{"loss": NaN}',
  "infinite norm": "step   5 | lr 1 | loss 3.1 | grad_norm inf",
  "nan after a colon": "Epoch 1/4 - loss: nan",
  "metric of early stopping": "Monitored metric val_loss = nan is not finite.",
  killed: "step 10\nKilled\n",
  "killed with a command": "bash: line 1: 4711 Killed                  python train.py",
  "segmentation fault": "Fatal Python error: Segmentation fault",
  "out of memory": "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB.",
  slurm: "slurmstepd: error: *** JOB 42 ON n1 CANCELLED AT 2026-11-30T10:00:00 DUE TO TIME LIMIT ***",
  launcher: "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:",
  "native error": "RuntimeError: [enforce fail at alloc_cpu.cpp:127] err == 0.",
  "a loss that grows": losses(5.0, 8.2, 4.0, 6.9, 6.6, 7.4, 7.7, 8.6, 8.5, 11.4),
  "a loss that stands": losses(1.132, 1.14, 1.153, 1.139, 1.118, 1.124, 1.093, 1.111, 1.149),
};

for (const [name, text] of Object.entries(failures)) {
  test(`a failure: ${name}`, () => {
    assert.ok(looksFailed(text, undefined));
  });
}

const healthy: Record<string, string> = {
  "a falling loss": losses(4.2, 3.1, 2.4, 1.9, 1.5, 1.2, 1.0, 0.8, 0.7),
  "few losses": losses(4.2, 4.3, 4.4),
  tests: "collected 120 items\n\n120 passed in 3.2s\n",
  "words with nan and inf in them": "Installing nanobind\ninference finished: loss 0.3, information gain 2\n",
  "no errors": "0 errors, 2 warnings\nfinished without errors\n",
  list: "train.py  error_rates.csv  nan_tests\n",
  empty: "",
};

for (const [name, text] of Object.entries(healthy)) {
  test(`nothing: ${name}`, () => {
    assert.ok(!looksFailed(text, 0));
  });
}

test("a process that a signal ended says nothing itself", () => {
  assert.ok(looksFailed("step 1\n", 137));
  assert.ok(!looksFailed("", 1));
});

test("hostile text costs no time", () => {
  const start = performance.now();
  looksFailed(`${"loss ".repeat(50_000)}${"a.".repeat(100_000)}${"Error".repeat(50_000)}`, undefined);
  looksFailed(`${"[".repeat(100_000)}${"A".repeat(500_000)}`, undefined);
  assert.ok(performance.now() - start < 1_500);
});
