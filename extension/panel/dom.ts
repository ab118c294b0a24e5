// Elements from data. Text goes in as text nodes only: whatever a log holds, it is never markup.

export type Child = Node | string | null | false | undefined | Child[];

export interface Properties {
  class?: string;
  title?: string;
  role?: string;
  id?: string;
  /** Names the element across redraws, so that focus and open folds survive them. */
  key?: string;
  label?: string;
  hidden?: boolean;
  attributes?: Record<string, string>;
  onclick?: () => void;
}

export function el(tag: string, properties: Properties = {}, ...children: Child[]): HTMLElement {
  const element = document.createElement(tag);
  if (properties.class !== undefined) element.className = properties.class;
  const attributes: Record<string, string | undefined> = {
    title: properties.title,
    role: properties.role,
    id: properties.id,
    "data-key": properties.key,
    "aria-label": properties.label,
    "aria-hidden": properties.hidden === true ? "true" : undefined,
    ...properties.attributes,
  };
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value);
  }
  const { onclick } = properties;
  if (onclick !== undefined) {
    element.addEventListener("click", (event) => {
      event.preventDefault();
      onclick();
    });
  }
  append(element, children);
  return element;
}

function append(parent: Node, children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child);
    else if (typeof child === "string") parent.appendChild(document.createTextNode(child));
    else if (child) parent.appendChild(child);
  }
}

const svgNamespace = "http://www.w3.org/2000/svg";

export function svg(tag: string, attributes: Record<string, string | number>, ...children: Child[]): Element {
  const element = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  append(element, children);
  return element;
}

/** A codicon that only decorates; the words beside it say the same. */
export function icon(name: string, extra = ""): HTMLElement {
  return el("span", { class: `codicon codicon-${name} ${extra}`.trim(), hidden: true });
}

export function unseen(text: string): HTMLElement {
  return el("span", { class: "unseen" }, text);
}

/** Text with `code` in it, as the rulebook writes it. */
export function prose(text: string): Child[] {
  return text.split(/`([^`\n]+)`/).map((part, index) => (index % 2 === 1 ? el("code", {}, part) : part));
}

export function paragraph(text: string, name = ""): HTMLElement {
  return el("p", name === "" ? {} : { class: name }, prose(text));
}
