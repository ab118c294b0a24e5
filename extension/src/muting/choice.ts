// What can be muted and for how long. Imports nothing of VS Code.

import type { SuppressParams } from "../protocol";

export type Target = Pick<SuppressParams, "id" | "diagnosis" | "scope">;

/** A code action's argument; anybody may call a command with anything. */
export function isTarget(given: unknown): given is Target {
  if (typeof given !== "object" || given === null) return false;
  const { id, diagnosis, scope } = given as Record<string, unknown>;
  return typeof id === "string" && Number.isInteger(diagnosis) && (scope === "finding" || scope === "entry");
}

export interface Duration {
  label: string;
  description?: string;
  /** The last day; undefined for good. */
  until: string | undefined;
}

export function durations(today: Date): Duration[] {
  const after = (days: number): string => {
    const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() + days);
    const two = (number: number): string => String(number).padStart(2, "0");
    return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
  };
  const limited = (label: string, days: number): Duration => {
    const until = after(days);
    return { label, description: `until ${until}`, until };
  };
  return [{ label: "For good", until: undefined }, limited("Two weeks", 14), limited("Three months", 91)];
}
