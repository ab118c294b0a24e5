// A cheap look at a command's output, so that the server is not even started for a healthy one. It may say yes to a
// healthy text (the server then says so, silently), it should not say no to a failure. Imports nothing.

const anywhere = [
  "Traceback (most recent call last)",
  "CUDA out of memory",
  "CUDA error",
  "NCCL WARN",
  "NCCL error",
  "ProcessGroupNCCL",
  "Watchdog caught",
  "core dumped",
  "Segmentation fault",
  "Bus error",
  "oom-kill",
  "Out of memory",
  "out of memory",
  "terminate called",
  "slurmstepd: error",
  "srun: error",
  "DUE TO TIME LIMIT",
  "No space left on device",
  "Connection reset by peer",
  "Connection refused",
  "ChildFailedError",
  "SIGKILL",
  "SIGTERM",
  "SIGSEGV",
  "SIGABRT",
  "AssertionError",
  "non-finite",
  "Gradient overflow",
  "found_inf",
  "enforce fail",
];
const shaped = [
  /^(?:\[?[\w.:-]{1,40}\]?:? ?){0,3}(?:[\w.]{1,200}\.)?[A-Z]\w{0,60}(?:Error|Exception|Interrupt|Exit)\b/m,
  /^(?:[\w ./:-]{0,60}: )?(?:\d{1,9} +)?(?:Killed|Aborted|Terminated)\b/m,
  /\b(?:ERROR|FATAL|CRITICAL|Error|error):? /,
  // A metric that stopped being a number, in any of the usual ways to print one.
  /(?:loss|grad|norm|ppl|perplexity|acc|score|nll|mse|mae|metric)[\w/]{0,20}["']?\s{0,8}[:=|]?\s{0,8}["']?[-+]?(?:nan|inf|infinity)\b/i,
  /\b(?:nan|NaN)\b.{0,40}\b(?:loss|grad|value|output|tensor)/,
];
/** Exit codes of a signal: 128 + its number. A killed process says nothing itself. */
const signals = new Set([132, 134, 135, 136, 137, 139, 143]);

export function looksFailed(text: string, exitCode: number | undefined): boolean {
  if (exitCode !== undefined && signals.has(exitCode)) return true;
  return anywhere.some((words) => text.includes(words)) || shaped.some((shape) => shape.test(text)) || stuck(text);
}

/** A loss that did not fall over at least eight prints: eleven of fifty real failures end with exit code 0 and no error. */
function stuck(text: string): boolean {
  const values: number[] = [];
  for (const match of text.matchAll(/\bloss["']?\s{0,4}[:=|]?\s{0,4}["']?(\d+(?:\.\d+)?(?:e[-+]?\d+)?)/gi)) {
    values.push(Number(match[1]));
    if (values.length === 4000) break;
  }
  if (values.length < 8) return false;
  const third = Math.floor(values.length / 3);
  return median(values.slice(-third)) > 0.9 * median(values.slice(0, third));
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
