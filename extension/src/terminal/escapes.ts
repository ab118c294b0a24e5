// Takes a terminal's control sequences out of what a command printed. Carriage returns stay: the server knows what a
// progress bar's are worth. Imports nothing.

// Cursor jumps stand where ConPTY on Windows prints a line break.
const jump = /\x1b\[\d*(?:;\d*)?[Hf]/g; // eslint-disable-line no-control-regex
const sequences = new RegExp(
  [
    "\\x1b\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\|$)", // OSC: titles, links, shell integration's marks
    "\\x1b[PX^_][^\\x1b]*(?:\\x1b\\\\|$)", // DCS, SOS, PM, APC
    "\\x1b\\[[0-?]*[ -/]*[@-~]", // CSI: colours, cursor
    "\\x1b[ -/]*[0-~]", // two- and three-character sequences
    "[\\x00-\\x07\\x0b\\x0c\\x0e-\\x1a\\x1c-\\x1f]", // lone control characters but \b \t \n \r \x1b
  ].join("|"),
  "g",
);

export function withoutEscapes(text: string): string {
  if (!text.includes("\x1b") && !/[\x00-\x07]/.test(text)) return text.replaceAll("\r\n", "\n"); // eslint-disable-line no-control-regex
  return text.replace(jump, "\n").replace(sequences, "").replaceAll("\r\n", "\n");
}
