// Rootrank: Report Issue: a document to fill in and pass on, with the debug information below. Nothing is sent from here,
// and nothing of a log is in it.

import type { Parts } from "../parts";
import { gathered, showMarkdown } from "./showDebugInformation";

const questions = `# What went wrong with Rootrank

What you did:

What you expected:

What you saw instead:

The log that shows it, if it may be passed on: as short as it still shows it. "Copy the report" in the panel gives the
diagnosis with secrets, names and addresses masked.

`;

export async function reportIssue(parts: Parts): Promise<void> {
  await showMarkdown(questions + gathered(parts).replace(/^# /, "## ").replaceAll("\n## ", "\n### "));
}
