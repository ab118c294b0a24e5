// What the tests put in the place of `vscode`: enough to load the extension and to see what it asks of the editor.
// Functions that a test looks at are properties of `fake`.

export class Disposable {
  static from(...parts: { dispose(): unknown }[]): Disposable {
    return new Disposable(() => parts.map((part) => part.dispose()));
  }
  constructor(readonly dispose: () => unknown = () => undefined) {}
}

export class EventEmitter<T> {
  private readonly listeners = new Set<(event: T) => unknown>();
  readonly event = (listener: (event: T) => unknown): Disposable => {
    this.listeners.add(listener);
    return new Disposable(() => this.listeners.delete(listener));
  };
  fire(event: T): void {
    for (const listener of this.listeners) listener(event);
  }
  dispose(): void {
    this.listeners.clear();
  }
}

export class Uri {
  static file(path: string): Uri {
    return new Uri("file", path);
  }
  static parse(text: string): Uri {
    const at = text.indexOf(":");
    return new Uri(text.slice(0, at), text.slice(at + 1).replace(/^\/\//, ""));
  }
  static from({ scheme, path }: { scheme: string; path: string }): Uri {
    return new Uri(scheme, path);
  }
  static joinPath(base: Uri, ...parts: string[]): Uri {
    return new Uri(base.scheme, [base.path, ...parts].join("/"));
  }
  constructor(
    readonly scheme: string,
    readonly path: string,
  ) {}
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `${this.scheme}:${this.path}`;
  }
}

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}
/** Of two positions, or of four numbers. */
export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(...at: [Position, Position] | [number, number, number, number]) {
    if (at.length === 2) [this.start, this.end] = at;
    else [this.start, this.end] = [new Position(at[0], at[1]), new Position(at[2], at[3])];
  }
}
export class Selection extends Range {}
export class ThemeIcon {
  constructor(readonly id: string) {}
}
export class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
  cancel(): void {
    this.token.isCancellationRequested = true;
  }
  dispose(): void {
    this.cancel();
  }
}
/** What an extension keeps with a workspace or a user. */
export class Memory {
  private readonly kept = new Map<string, unknown>();
  get(key: string, otherwise?: unknown): unknown {
    return this.kept.get(key) ?? otherwise;
  }
  update(key: string, value: unknown): Promise<void> {
    this.kept.set(key, value);
    return Promise.resolve();
  }
}
class Anything {
  readonly made = true;
}
export {
  Anything as CallHierarchyItem,
  Anything as CancellationError,
  Anything as CodeAction,
  Anything as CompletionItem,
  Anything as Diagnostic,
  Anything as DocumentLink,
  Anything as InlayHint,
  Anything as SymbolInformation,
  Anything as TypeHierarchyItem,
};
export const ViewColumn = { One: 1, Beside: -2 };
export const ConfigurationTarget = { Global: 1 };
export const LanguageStatusSeverity = { Information: 0, Warning: 1, Error: 2 };
export const TextEditorRevealType = { InCenter: 2 };
export const version = "1.96.0";

export class CodeLens {
  constructor(
    readonly range: Range,
    readonly command: unknown,
  ) {}
}

const started = new EventEmitter<unknown>();
const ended = new EventEmitter<unknown>();
const changed = new EventEmitter<unknown>();
const saved = new EventEmitter<unknown>();

/** What the editor was asked, and what it answers. */
export const fake = {
  commands: new Map<string, (...args: unknown[]) => unknown>(),
  executed: [] as unknown[][],
  messages: [] as string[],
  shown: [] as unknown[],
  /** The documents that were opened. */
  documents: [] as unknown[],
  /** The lists that were shown to pick from. */
  picks: [] as unknown[][],
  /** What the user picks or types, in order. */
  answers: [] as unknown[],
  clipboard: "",
  status: { busy: false, severity: 0, detail: "", dispose: () => undefined },
  settings: new Map<string, unknown>(),
  started,
  ended,
  /** A document changed, or was saved. */
  changed,
  saved,
  reset(): void {
    this.executed = [];
    this.messages = [];
    this.shown = [];
    this.documents = [];
    this.answers = [];
    this.picks = [];
    this.clipboard = "";
    this.settings.clear();
  },
};

export const commands = {
  registerCommand(id: string, action: (...args: unknown[]) => unknown): Disposable {
    fake.commands.set(id, action);
    return new Disposable();
  },
  executeCommand(...call: unknown[]): Promise<unknown> {
    fake.executed.push(call);
    return Promise.resolve(undefined);
  },
};

function tell(message: string): Promise<unknown> {
  fake.messages.push(message);
  return Promise.resolve(fake.answers.shift());
}

const log = Object.fromEntries(
  ["trace", "debug", "info", "warn", "error", "show", "dispose"].map((name) => [name, () => undefined]),
);

export const window = {
  activeTextEditor: undefined,
  createOutputChannel: () => log,
  createWebviewPanel: () => ({
    webview: {
      html: "",
      cspSource: "https://panel.test",
      asWebviewUri: (uri: Uri) => uri,
      onDidReceiveMessage: () => new Disposable(),
      postMessage: (state: unknown) => fake.shown.push(state),
    },
    onDidDispose: () => new Disposable(),
    reveal: () => undefined,
    dispose: () => undefined,
  }),
  showInformationMessage: tell,
  showWarningMessage: tell,
  showErrorMessage: tell,
  /** An answer is the number of an item, or a list of them where several may be picked. */
  showQuickPick(items: unknown[]): Promise<unknown> {
    fake.picks.push(items);
    const answer = fake.answers.shift();
    if (Array.isArray(answer)) return Promise.resolve(answer.map((index) => items[Number(index)]));
    return Promise.resolve(answer === undefined ? undefined : items[Number(answer)]);
  },
  showInputBox: () => Promise.resolve(fake.answers.shift()),
  showTextDocument: () => Promise.resolve(undefined),
  setStatusBarMessage: tell,
  visibleTextEditors: [] as unknown[],
  createTextEditorDecorationType: (options: unknown) => ({ options, dispose: () => undefined }),
  onDidChangeVisibleTextEditors: () => new Disposable(),
  onDidStartTerminalShellExecution: started.event,
  onDidEndTerminalShellExecution: ended.event,
};

const on = (): Disposable => new Disposable();

export const workspace = {
  isTrusted: true,
  workspaceFolders: undefined,
  textDocuments: [] as unknown[],
  getConfiguration: () => ({
    get: (name: string, otherwise: unknown) => fake.settings.get(name) ?? otherwise,
    update: () => Promise.resolve(),
  }),
  registerTextDocumentContentProvider: () => new Disposable(),
  openTextDocument(options: unknown): Promise<unknown> {
    fake.documents.push(options);
    return Promise.resolve(options);
  },
  asRelativePath: (place: string | Uri) => (typeof place === "string" ? place : (place.path.split("/").pop() ?? "")),
  onDidChangeConfiguration: on,
  onDidGrantWorkspaceTrust: on,
  onDidChangeTextDocument: changed.event,
  onDidSaveTextDocument: saved.event,
  fs: { readFile: () => Promise.reject(new Error("no such file")) },
};

export const languages = {
  registerCodeLensProvider: () => new Disposable(),
  createLanguageStatusItem: () => fake.status,
};

/** Other extensions, by id: what their interface answers. */
export const extensions = {
  installed: new Map<string, { activate(): unknown }>(),
  getExtension: (id: string): unknown => extensions.installed.get(id),
};

export const env = {
  remoteName: undefined,
  clipboard: {
    readText: () => Promise.resolve(fake.clipboard),
    writeText(text: string): Promise<void> {
      fake.clipboard = text;
      return Promise.resolve();
    },
  },
};
