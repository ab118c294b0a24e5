// How often a crashed server is started again before the user is told. Imports nothing.

/** Four restarts in three minutes: more often means that the next one will not help either. */
export class RestartBudget {
  private crashes: number[] = [];

  constructor(
    private readonly limit = 4,
    private readonly window = 3 * 60_000,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts a crash; true when the server may be started again. */
  crashed(): boolean {
    const since = this.now() - this.window;
    this.crashes = [...this.crashes.filter((time) => time > since), this.now()];
    return this.crashes.length <= this.limit;
  }

  reset(): void {
    this.crashes = [];
  }
}
