// The text of Show Debug Information: versions, the search for an interpreter, the rulebook, the last durations. Nothing
// from a log, and the home folder is written ~. Imports nothing of VS Code.

import { type Choice, describe } from "./interpreter/choice";
import type { StatusResult } from "./protocol";

export interface Facts {
  extension: string;
  editor: string;
  platform: string;
  remote: string | undefined;
  trusted: boolean;
  home: string;
  choice: Choice;
  about: StatusResult | undefined;
  durations: readonly (readonly [string, number])[];
}

export function debugInformation(facts: Facts): string {
  const { about } = facts;
  const text = [
    "# Rootrank debug information",
    "",
    `- extension ${facts.extension}, VS Code ${facts.editor}, ${facts.platform}${facts.remote ? `, remote ${facts.remote}` : ""}`,
    `- workspace ${facts.trusted ? "trusted" : "not trusted"}`,
    ...(about === undefined ? ["- server not started"] : server(about)),
    "",
    "## Search for an interpreter",
    "",
    ...(facts.choice.tried.length === 0 && about === undefined
      ? ["Not searched yet: the server starts when something is diagnosed."]
      : describe(facts.choice).map((line, index) => `${index + 1}. ${line}`)),
    "",
    "## Last requests",
    "",
    ...(facts.durations.length === 0
      ? ["none"]
      : facts.durations.map(([name, ms]) => `- ${name}: ${ms.toFixed(0)} ms`)),
    "",
  ].join("\n");
  return facts.home === "" ? text : text.replaceAll(facts.home, "~");
}

function server(about: StatusResult): string[] {
  return [
    `- server ${about.version}, scan ${about.scan}, code questions ${about.codeQuestions ? "yes" : "no"}`,
    `- rulebook ${about.rulebook.version}, ${about.rulebook.entries} entries, hash ${about.rulebook.hash}`,
    `- interpreter ${about.interpreter}`,
    ...about.problems.map((problem) => `- problem: ${problem}`),
  ];
}
