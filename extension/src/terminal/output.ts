// What one command printed, in bounded memory: its beginning (versions, launcher, first warnings) and its end (the
// traceback). Imports nothing.

export const headLimit = 64 * 1024;
export const tailLimit = 1024 * 1024;

export class Output {
  private head = "";
  private tail: string[] = [];
  private tailLength = 0;
  private dropped = 0;

  constructor(
    private readonly head_max = headLimit,
    private readonly tail_max = tailLimit,
  ) {}

  append(chunk: string): void {
    const room = this.head_max - this.head.length;
    // Once something went to the tail, the head is complete.
    if (room > 0 && this.tailLength === 0 && this.dropped === 0) {
      this.head += chunk.slice(0, room);
      chunk = chunk.slice(room);
    }
    if (chunk === "") return;
    this.tail.push(chunk);
    this.tailLength += chunk.length;
    this.trim();
  }

  /** The text kept, cut at line ends, with one line that says what is left out. */
  text(): string {
    const tail = this.tail.join("");
    if (this.dropped === 0) return this.head + tail;
    const head = this.head.slice(0, this.head.lastIndexOf("\n") + 1);
    const rest = tail.slice(tail.indexOf("\n") + 1);
    const left = this.dropped + (this.head.length - head.length) + (tail.length - rest.length);
    return `${head}[... ${left} characters left out ...]\n${rest}`;
  }

  private trim(): void {
    while (this.tailLength > this.tail_max) {
      const first = this.tail[0] ?? "";
      const excess = this.tailLength - this.tail_max;
      if (first.length <= excess) {
        this.tail.shift();
        this.tailLength -= first.length;
        this.dropped += first.length;
      } else {
        this.tail[0] = first.slice(excess);
        this.tailLength -= excess;
        this.dropped += excess;
      }
    }
  }
}
