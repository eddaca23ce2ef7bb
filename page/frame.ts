/* The frame of a page: the bar with the views, the view that the address names, and keys. */

import { h, visible } from "./dom";
import * as state from "./state";

/* The view that is in the page now. */
export interface Shown {
   element: HTMLElement;
   results?: HTMLElement;                    /* where Enter in a field leads */
   key?: (event: KeyboardEvent) => void;     /* gets keys that were pressed outside of all controls */
   goBack?: () => void;                      /* where one was in it before */
}

export interface Tab {
   view: state.View;
   text: string;
   key: string;
}

export interface Page {
   tabs: Tab[];
   help: HTMLDialogElement;
   view: () => state.View;                   /* that the address names */
   tabOf: (view: state.View) => state.View;
   place: (view: state.View) => string;      /* another one is shown from its top */
   title: (view: state.View) => string;
   make: (view: state.View) => Shown;
   opened: () => void;                       /* another place is shown */
   keys: (view: state.View) => Record<string, () => void>;
}

function barOf(page: Page, bar: HTMLElement, view: state.View): void {
   bar.replaceChildren(h("span", { class: "brand" }, "aprof"),
      ...page.tabs.map(tab => h("a", {
         href: state.link(tab.view), title: `${tab.text} (${tab.key})`,
         "aria-current": tab.view === page.tabOf(view) ? "page" : null,
      }, tab.text)),
      h("button", { type: "button", class: "help-button", title: "keys (?)", "aria-label": "Help",
                    click: () => page.help.showModal() }, "?"));
}

/* Shows the page. What is returned shows it anew. */
export function showPage(page: Page): () => void {
   const main = h("main", { id: "main", tabindex: "-1" });
   const bar = h("nav", { "aria-label": "Views" });
   let shown: Shown = { element: main };
   let lastPlace = "";

   const render = (): void => {
      const view = page.view();
      const isNew = page.place(view) !== lastPlace;
      const scroll = scrollY;
      const active = document.activeElement;
      const focused = active?.getAttribute("data-value") ?? active?.getAttribute("data-toggle");
      lastPlace = page.place(view);
      barOf(page, bar, view);
      shown = page.make(view);
      main.replaceChildren(shown.element);
      document.title = visible(page.title(view));
      if (isNew) {
         shown.goBack?.();
      }
      scrollTo(0, isNew ? state.place("scroll") as number ?? 0 : scroll);
      if (isNew) {
         page.opened();
      } else if (focused) {
         main.querySelector<HTMLElement>(`[data-value="${focused}"], [data-toggle="${focused}"]`)?.focus();
      }
   };

   const onKeyInField = (event: KeyboardEvent, field: HTMLElement): void => {
      if (event.key === "Escape" || (event.key === "Enter" && shown.results !== undefined)) {
         field.blur();
         shown.results?.focus();
      }
   };

   const onKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || page.help.open) {
         return;
      }
      if (target.matches("input, select, textarea")) {
         onKeyInField(event, target);
         return;
      }
      const tab = page.tabs.find(item => item.key === event.key);
      const action = page.keys(page.view())[event.key];
      if (tab !== undefined) {
         state.go(tab.view);
      } else if (event.key === "?") {
         page.help.showModal();
      } else if (event.key === "/") {
         main.querySelector<HTMLElement>("#search")?.focus();
         event.preventDefault();
      } else if (action !== undefined) {
         action();
      } else if (target === document.body || target === main) {
         shown.key?.(event);
      }
   };

   document.body.append(h("a", { class: "skip", href: "#main",
         click: (event: Event) => { event.preventDefault(); main.focus(); } }, "to the content"),
                        h("header", {}, bar), main, page.help);
   state.onChange(render);
   addEventListener("scroll", () => state.keepPlace("scroll", scrollY));
   addEventListener("keydown", onKey);
   render();
   return render;
}
