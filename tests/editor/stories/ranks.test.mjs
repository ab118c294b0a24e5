// A log of several ranks: where it began is one click away, and the ranks that only lost their peer step back.
import assert from "node:assert/strict";
import { story } from "../harness/story.mjs";

const log = `[rank0]: step 118 loss 2.1931
[rank1]: step 118 loss 2.1907
[rank2]: step 118 loss 2.1944
[rank2]: Traceback (most recent call last):
[rank2]:   File "/job/train.py", line 42, in <module>
[rank2]:     main()
[rank2]:   File "/job/train.py", line 31, in main
[rank2]:     batch = shards[index]
[rank2]: KeyError: 'shard-0007'
[rank0]: Traceback (most recent call last):
[rank0]:   File "/job/train.py", line 42, in <module>
[rank0]:     main()
[rank0]:   File "/job/train.py", line 35, in main
[rank0]:     dist.all_reduce(loss)
[rank0]: RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:538] Connection closed by peer [127.0.0.1]:21345
[rank1]: Traceback (most recent call last):
[rank1]:   File "/job/train.py", line 42, in <module>
[rank1]:     main()
[rank1]:   File "/job/train.py", line 35, in main
[rank1]:     dist.all_reduce(loss)
[rank1]: RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:538] Connection closed by peer [127.0.0.1]:21346
`;

story("the rank that failed first stands out in its log", { files: { "job.log": log } }, async (editor) => {
  await editor.openFile("job.log");
  await editor.lens("Diagnose this log").click();
  const panel = await editor.webview(".panel.answer");
  assert.match(await panel.locator(".ranks-line").innerText(), /rank 2 failed first; ranks 0, 1 only lost their peer/);
  await editor.lens("Initiating failure: rank 2").waitFor();

  const faint = editor.line("Connection closed by peer").locator("span span[class*=ced-]").first();
  await faint.waitFor();
  assert.equal(await faint.evaluate((span) => globalThis.getComputedStyle(span).opacity), "0.45");
  await editor.screenshot("ranks-1-in-the-log");
  await editor.lens("Show all ranks alike").click();
  await editor.lens("Dim the ranks that only lost their peer").waitFor();
  await faint.waitFor({ state: "detached" });

  await editor.lens("Go to the initiating failure, line 9").click();
  await editor.statusBarShows("Ln 9,");
  // Each rank that said something leads to its words, by keyboard too.
  await panel.locator('[data-key="rank-2"]').focus();
  await editor.page.keyboard.press("ArrowLeft");
  await editor.page.keyboard.press("Enter");
  await editor.statusBarShows("Ln 21,");
  await panel.locator('[data-key="rank-0"]').click();
  await editor.statusBarShows("Ln 15,");

  // Each event of the timeline leads to its line.
  await panel.locator('[data-key="summary-timeline"]').click();
  await panel.locator(".timeline .place", { hasText: "job.log:21" }).click();
  await editor.statusBarShows("Ln 21,");
  await editor.screenshot("ranks-2-timeline");
});
