// The names that package.json declares and the code uses. A test compares the two, both ways. Imports nothing.

export const command = {
  diagnoseSelection: "rootrank.diagnoseSelection",
  diagnoseFile: "rootrank.diagnoseFile",
  diagnoseClipboard: "rootrank.diagnoseClipboard",
  diagnoseTerminalSelection: "rootrank.diagnoseTerminalSelection",
  diagnoseLastFailedCommand: "rootrank.diagnoseLastFailedCommand",
  openPanel: "rootrank.openPanel",
  mute: "rootrank.mute",
  goToInitiatingFailure: "rootrank.goToInitiatingFailure",
  dimOtherRanks: "rootrank.dimOtherRanks",
  selectInterpreter: "rootrank.selectInterpreter",
  resetMutedFailures: "rootrank.resetMutedFailures",
  restartServer: "rootrank.restartServer",
  showLog: "rootrank.showLog",
  showDebugInformation: "rootrank.showDebugInformation",
  reportIssue: "rootrank.reportIssue",
} as const;

/** Settings, without the section's name. */
export const section = "rootrank";
export const setting = {
  interpreter: "interpreter",
  notify: "terminal.notify",
  /** Read by the server. */
  findings: "findings",
  hover: "hover",
  codeLens: "codeLens",
  /** Read by the language client itself. */
  trace: "trace.server",
} as const;

/** Context keys that `when` clauses read. Each has one owner that sets it. */
export const contextKey = {
  /** A command that failed is remembered. */
  commandFailed: "rootrank.commandFailed",
  /** A diagnosis says where the run began to fail. */
  failureKnown: "rootrank.failureKnown",
  /** At least one kind of failure is muted. */
  failuresMuted: "rootrank.failuresMuted",
  /** The server was needed at least once. */
  serverWanted: "rootrank.serverWanted",
} as const;

export const verifyTerminal = "Rootrank: verify";
export const panelView = "rootrank.panel";
export const scheme = {
  /** A text that was diagnosed and lies in no file: clipboard, terminal. */
  log: "rootrank-log",
  /** A file as it would be after a fix. */
  preview: "rootrank-preview",
} as const;
