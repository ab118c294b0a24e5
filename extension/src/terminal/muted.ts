// The kinds of failure that the user does not want to be notified of, kept with the workspace.

import { commands, type Memento } from "vscode";
import { contextKey } from "../ids";

const key = "mutedFailures";

export class MutedFailures {
  constructor(private readonly memory: Memento) {
    void this.tell();
  }

  all(): ReadonlySet<string> {
    return new Set(this.memory.get<string[]>(key, []));
  }

  async add(rule: string): Promise<void> {
    await this.memory.update(key, [...this.all(), rule]);
    await this.tell();
  }

  /** Returns how many there were. */
  async reset(): Promise<number> {
    const count = this.all().size;
    await this.memory.update(key, undefined);
    await this.tell();
    return count;
  }

  private async tell(): Promise<void> {
    await commands.executeCommand("setContext", contextKey.failuresMuted, this.all().size > 0);
  }
}
