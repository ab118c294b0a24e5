// What a command line says about itself: whether it is a run at all, or only shows text that others wrote. Imports nothing.

// A person who prints a log is reading it already; a notification about it would be about someone else's run.
const readers = new Set(
  "ag awk bat cat cd code diff docker echo emacs fg file find git grep head history jq journalctl kubectl less ls man more nano nvim printf pwd rg rootrank sed sort source tail tee uniq vi vim watch wc which xargs zcat zless".split(
    " ",
  ),
);
const wrappers = new Set(["sudo", "time", "nohup", "env", "command", "exec", "stdbuf"]);

/** True when every part of the command line only reads text, or is Rootrank itself. */
export function onlyReads(line: string): boolean {
  if (/(^|\s)-m\s+rootrank(\s|$)/.test(line)) return true;
  const parts = line.split(/\|\|?|&&|;|\n/).map(program);
  const named = parts.filter((name) => name !== "");
  return named.length > 0 && named.every((name) => readers.has(name)) && !startsJob(line);
}

/** `docker run` and `kubectl exec` start something, `docker logs` shows it. */
function startsJob(line: string): boolean {
  return /\b(?:docker|kubectl)\s+(?:run|exec|compose)\b/.test(line);
}

function program(part: string): string {
  for (const word of part.trim().split(/\s+/)) {
    if (/^[A-Za-z_]\w*=/.test(word) || wrappers.has(word) || word.startsWith("-")) continue;
    return word.replace(/^.*[\\/]/, "").replace(/\.exe$/i, "");
  }
  return "";
}
