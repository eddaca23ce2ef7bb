/* Elements.  Everything that is shown becomes text, never markup. */

export type Child = Node | string | number | null | undefined | false;

type Handler = (event: any) => void;

export type Attributes = Record<string, string | number | boolean | null | undefined | Handler>;

/* Characters that nobody sees, and that turn round the text behind them, or end a line. */
const obeyed =
   /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/* Shows such characters instead of obeying them: "⟨U+202E⟩". */
export function visible(text: string): string {
   return text.replace(obeyed, sign =>
      `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/* Attributes that people read, or hear. */
const read = ["title", "aria-label"];

function apply(element: Element, attributes: Attributes): void {
   for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") {
         element.addEventListener(name, value);
      } else if (value === true) {
         element.setAttribute(name, "");
      } else if (value !== false && value !== null && value !== undefined) {
         element.setAttribute(name, read.includes(name) ? visible(String(value)) : String(value));
      }
   }
}

function fill(element: Element, children: Child[]): void {
   for (const child of children) {
      if (child !== null && child !== undefined && child !== false) {
         element.append(child instanceof Node ? child : visible(String(child)));
      }
   }
}

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {},
                                                         ...children: Child[]): HTMLElementTagNameMap[K] {
   const element = document.createElement(tag);
   apply(element, attributes);
   fill(element, children);
   return element;
}

/* Names stand between backquotes in the sentence.  `first`: where the first one leads, if anywhere. */
export function quoted(sentence: string, first: string | null): Child[] {
   return sentence.split("`").map((text, i) =>
      i % 2 === 0 ? text : i === 1 && first !== null ? h("a", { href: first }, text) : h("code", {}, text));
}

export function svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Attributes = {},
                                                          ...children: Child[]): SVGElementTagNameMap[K] {
   const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
   apply(element, attributes);
   fill(element, children);
   return element;
}

/* A small table: the first row of cells is the head.  Where there is little room, it can be scrolled, also by
   keys. */
export function plainTable(caption: string, head: Child[], rows: Child[][], numeric = 1): HTMLElement {
   const style = (column: number) => ({ class: column >= numeric ? "number" : "" });
   const table = h("table", { class: "plain" },
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, ...head.map((cell, i) => h("th", { scope: "col", ...style(i) }, cell)))),
      h("tbody", {}, ...rows.map(row => h("tr", {}, ...row.map((cell, i) =>
         i === 0 ? h("th", { scope: "row" }, cell) : h("td", style(i), cell))))));
   const hasControls = table.querySelector("a, button, input") !== null;
   const focusable = hasControls ? {} : { tabindex: "0", role: "region", "aria-label": caption };
   return h("div", { class: "plain-room", ...focusable }, table);
}

/* One of several: buttons side by side. */
export function choice(label: string, options: [string, string][], chosen: string,
                       choose: (value: string) => void): HTMLElement {
   return h("div", { class: "choice", role: "group", "aria-label": label },
            ...options.map(([value, text]) => h("button", {
               type: "button", "aria-pressed": String(value === chosen), "data-value": value,
               click: () => choose(value),
            }, text)));
}

export function button(text: string, title: string, action: () => void): HTMLButtonElement {
   return h("button", { type: "button", title, click: action }, text);
}
