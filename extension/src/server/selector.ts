// Which documents the server gets: those with a scheme that we know. Never `output`: our own log channel is a document
// of language `log` and would feed itself. Imports nothing of VS Code.

export const schemes = ["file", "untitled"] as const;
const languages = ["python", "log", "plaintext"] as const;
const patterns = ["**/*.log", "**/*.out", "**/*.err"] as const;

export const selector: ({ scheme: string; language: string } | { scheme: string; pattern: string })[] = schemes.flatMap(
  (scheme) => [
    ...languages.map((language) => ({ scheme, language })),
    ...patterns.map((pattern) => ({ scheme, pattern })),
  ],
);

/** Logs by language or name: a plain text of another name may be anything. */
export const logs = schemes.flatMap((scheme) => [
  { scheme, language: "log" },
  ...patterns.map((pattern) => ({ scheme, pattern })),
]);

/** Characters; above it the document stays with the editor and the server is given its path. */
export const syncLimit = 2 * 1024 * 1024;
