/* The one place where the page keeps what is shown: the fragment of its address,
   as in #view=routine&id=12&axes=log.  So every view can be sent as a link, and
   the browser's buttons go back and forth.  Everybody else asks here. */

export type View = "overview" | "routines" | "routine" | "contexts" | "flame" | "compare"
                 | "runs";

export type Change = Record<string, string | number | null>;

const keptEverywhere = ["own", "fav"];

let listener = () => {};

function parameters(): URLSearchParams {
   return new URLSearchParams(location.hash.slice(1));
}

export function get(key: string, otherwise = ""): string {
   return parameters().get(key) ?? otherwise;
}

export function getNumber(key: string, otherwise: number): number {
   const text = get(key);
   return text === "" || isNaN(Number(text)) ? otherwise : Number(text);
}

function fragment(changed: URLSearchParams, change: Change): string {
   for (const [key, value] of Object.entries(change)) {
      if (value === null || value === "") {
         changed.delete(key);
      } else {
         changed.set(key, String(value));
      }
   }
   return "#" + changed.toString();
}

/* The address of another view: what the views have in common goes along. */
export function link(view: View, change: Change = {}): string {
   const kept = new URLSearchParams();
   kept.set("view", view);
   for (const key of keptEverywhere) {
      const value = get(key);
      if (value !== "") {
         kept.set(key, value);
      }
   }
   return fragment(kept, change);
}

/* The address of the same view with a change. */
export function linkHere(change: Change): string {
   return fragment(parameters(), change);
}

export function go(view: View, change: Change = {}): void {
   keepWaiting();
   location.hash = link(view, change);
}

/* Changes the view that is shown, and shows it anew. */
export function set(change: Change): void {
   note(change);
   listener();
}

/* Notes a change that the view itself shows. */
export function note(change: Change): void {
   history.replaceState(history.state, "", fragment(parameters(), change));
}

/*--- Places: where one was in what a view shows, so that Back leads there ---*/

type Places = Record<string, unknown>;

export function place(name: string): unknown {
   return (history.state as Places | null)?.[name];
}

let waiting: Places = {};
let timer = 0;

/* Browsers bear a few changes of the history in a second, and scrolling makes many: so places wait, until
   something may lead elsewhere. */
function keepWaiting(): void {
   clearTimeout(timer);
   if (Object.keys(waiting).length > 0) {
      history.replaceState({ ...history.state as Places | null, ...waiting }, "");
      waiting = {};
   }
}

/* Not in the address: a link leads to the top. */
export function keepPlace(name: string, value: unknown): void {
   waiting[name] = value;
   clearTimeout(timer);
   timer = window.setTimeout(keepWaiting, 200);
}

export function onChange(render: () => void): void {
   listener = render;
   addEventListener("click", keepWaiting, true);
   addEventListener("keydown", keepWaiting, true);
   addEventListener("hashchange", () => {
      waiting = {};      /* of the view that was left */
      render();
   });
}

/*--- Favourites: indices of routines ---*/

const noFavourites = "none";
let favouritesOfFile = "";

function favouritesText(indices: Iterable<number>): string {
   return [...new Set(indices)].sort((a, b) => a - b).join(".");
}

/* Takes the favourites of the file, which hold until the fragment says something else. */
export function giveFavourites(indices: number[]): void {
   favouritesOfFile = favouritesText(indices);
}

export function favourites(): Set<number> {
   const text = get("fav", favouritesOfFile);
   return new Set(text === noFavourites ? [] : text.split(".").filter(part => part !== "").map(Number));
}

export function setFavourites(indices: Iterable<number>): void {
   const text = favouritesText(indices);
   note({ fav: text === favouritesOfFile ? null : text === "" ? noFavourites : text });
}

export function toggleFavourite(index: number): boolean {
   const all = favourites();
   const isNew = !all.delete(index);
   if (isNew) {
      all.add(index);
   }
   setFavourites(all);
   return isNew;
}
