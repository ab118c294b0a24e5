// Rootrank: Open Panel. Hovers and the codes in the list of problems name the diagnosis that they belong to, which may
// never have been shown: that of a failed command whose notification was left alone.

import type { Parts } from "../parts";

export interface Named {
  id: string;
  diagnosis: number;
}

export function openPanel({ diagnosing, panel }: Pick<Parts, "diagnosing" | "panel">, given: unknown): void {
  const found = isNamed(given) ? diagnosing.find(given.id) : undefined;
  const newest = panel.state.kind === "empty" ? diagnosing.find() : undefined;
  if (found !== undefined && isNamed(given)) diagnosing.show(found, given.diagnosis);
  else if (newest !== undefined) diagnosing.show(newest);
  else panel.show();
}

/** A link's argument; anybody may call a command with anything. */
export function isNamed(given: unknown): given is Named {
  if (typeof given !== "object" || given === null) return false;
  const { id, diagnosis } = given as Record<string, unknown>;
  return typeof id === "string" && typeof diagnosis === "number" && Number.isInteger(diagnosis) && diagnosis >= 0;
}
