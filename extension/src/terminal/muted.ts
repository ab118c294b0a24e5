// The kinds of failure that the user does not want to be notified of, kept with the workspace.

import { commands, type Memento } from "vscode";
import { contextKey } from "../ids";

const key = "mutedFailures";

export interface MutedFailure {
  rule: string;
  /** The entry's title, to be recognised by. */
  title: string;
}

export class MutedFailures {
  constructor(private readonly memory: Memento) {
    void this.tell();
  }

  all(): readonly MutedFailure[] {
    return this.memory.get<MutedFailure[]>(key, []);
  }

  rules(): ReadonlySet<string> {
    return new Set(this.all().map(({ rule }) => rule));
  }

  async add(failure: MutedFailure): Promise<void> {
    await this.keep([...this.all().filter(({ rule }) => rule !== failure.rule), failure]);
  }

  async remove(rules: readonly string[]): Promise<void> {
    await this.keep(this.all().filter(({ rule }) => !rules.includes(rule)));
  }

  private async keep(failures: MutedFailure[]): Promise<void> {
    await this.memory.update(key, failures);
    await this.tell();
  }

  private async tell(): Promise<void> {
    await commands.executeCommand("setContext", contextKey.failuresMuted, this.all().length > 0);
  }
}
