/* A table of any length: only the rows that can be seen are in the document. */

import { Child, h } from "./dom";
import * as state from "./state";

export interface Column<Row> {
   key: string;
   head: string;
   title: string;
   numeric: boolean;
   cell: (row: Row, letters: number) => Child;   /* `letters`: for which a wide column has room */
   wide?: boolean;               /* takes the room that is left */
   sortable?: boolean;           /* unless false */
}

export interface TableSpec<Row> {
   label: string;
   role?: "treegrid";            /* rows have levels, and can be opened */
   columns: Column<Row>[];
   rowHeight: number;
   sortKey?: string;                   /* what rows are sorted by if the address does not say it */
   onSort?: (key: string) => void;     /* none: nothing can be sorted */
   open: (row: Row) => void;
   rowAttributes?: (row: Row) => Record<string, string>;
   onKey?: (row: Row, event: KeyboardEvent) => void;
}

/* Returns what the address says when a head is clicked.  Numbers begin at the largest, and names (`isUp`) at
   a; the second click turns that round, and with the third, rows are as if none had been. */
export function nextOrder(key: string, isUp = false): state.Change {
   const first = isUp ? "up" : "";
   return state.get("sort") !== key  ? { sort: key, dir: first }
        : state.get("dir") === first ? { dir: isUp ? null : "up" }
        : { sort: null, dir: null };
}

const extraRows = 12;

/* Wider than a letter is on average, in pixels; and what else is in a wide cell: paddings, and a star. */
const letterWidth = 7.6;
const besideName = 48;

/* A place in a table: the row at its top, in pixels, and the chosen one. */
interface Place {
   top: number;
   current: number;
}

export class Table<Row> {
   readonly element: HTMLElement;
   private rows: Row[] = [];
   private body: HTMLTableSectionElement;
   private head: HTMLTableRowElement;
   private table: HTMLTableElement;
   private current = -1;
   private drawn: [number, number] = [-1, -1];
   private letters = Infinity;

   constructor(private spec: TableSpec<Row>) {
      this.head = h("tr");
      this.body = h("tbody");
      this.table = h("table", { class: "rows", role: spec.role, "aria-label": spec.label },
                     h("thead", {}, this.head), this.body);
      this.element = h("div", { class: "table-room", tabindex: "0", role: "region",
                                "aria-label": spec.label }, this.table);
      this.element.addEventListener("scroll", () => { this.draw(); this.keepPlace(); });
      this.element.addEventListener("keydown", event => this.key(event));
      new ResizeObserver(() => this.resize()).observe(this.element);
   }

   setRows(rows: Row[], current = -1): void {
      this.rows = rows;
      this.current = Math.min(current, rows.length - 1);
      this.drawn = [-1, -1];
      this.table.setAttribute("aria-rowcount", String(rows.length + 1));
      this.drawHead();
      this.draw();
   }

   /* Back from another view: where one was before. */
   goBack(): void {
      const place = state.place(this.spec.label) as Place | undefined;
      if (place !== undefined) {
         this.current = Math.min(place.current, this.rows.length - 1);
         this.redraw();
         this.element.scrollTop = place.top;
         this.redraw();
      }
   }

   private keepPlace(): void {
      state.keepPlace(this.spec.label, { top: this.element.scrollTop, current: this.current });
   }

   /* Names are as long as their column is wide, whatever is in it. */
   private resize(): void {
      const column = this.spec.columns.findIndex(({ wide }) => wide);
      const cell = this.head.children[column];
      if (cell !== undefined && cell.clientWidth > 0) {
         const letters = Math.floor((cell.clientWidth - besideName) / letterWidth);
         this.drawn = letters === this.letters ? this.drawn : [-1, -1];
         this.letters = letters;
      }
      this.draw();
   }

   get currentRow(): Row | undefined {
      return this.rows[this.current];
   }

   choose(index: number): void {
      if (this.rows.length === 0) {
         return;
      }
      this.current = Math.max(0, Math.min(index, this.rows.length - 1));
      const top = this.current * this.spec.rowHeight;
      const room = this.element.clientHeight - 2 * this.spec.rowHeight;
      if (top < this.element.scrollTop) {
         this.element.scrollTop = top;
      } else if (top > this.element.scrollTop + room) {
         this.element.scrollTop = top - room;
      }
      this.redraw();
      this.keepPlace();
   }

   redraw(): void {
      this.drawn = [-1, -1];
      this.draw();
   }

   private drawHead(): void {
      const key = state.get("sort", this.spec.sortKey);
      const isDescending = state.get("dir") !== "up";
      this.head.replaceChildren(...this.spec.columns.map(column => {
         const sortable = column.sortable !== false && this.spec.onSort !== undefined;
         const sorted = column.key === key;
         const order = !sorted ? "none" : isDescending ? "descending" : "ascending";
         const text = column.head === "" ? h("span", { class: "hidden" }, column.title) : column.head;
         const content = !sortable ? text : h("button", {
            type: "button", title: column.title, "data-sort": column.key,
            click: () => this.spec.onSort?.(column.key),
         }, text, h("span", { class: "arrow", "aria-hidden": "true" },
                           !sorted ? "" : isDescending ? " ▾" : " ▴"));
         return h("th", {
            scope: "col", class: (column.numeric ? "number" : "") + (column.wide ? " wide" : ""),
            title: column.title,
            "aria-sort": sortable ? order : null,
         }, content);
      }));
   }

   private draw(): void {
      const height = this.spec.rowHeight;
      const printing = matchMedia("print").matches;
      const first = Math.max(0, Math.floor(this.element.scrollTop / height) - extraRows);
      const seen = Math.ceil((this.element.clientHeight || 600) / height) + 2 * extraRows;
      const end = Math.min(this.rows.length, printing ? first + 500 : first + seen);
      if (this.drawn[0] === first && this.drawn[1] === end) {
         return;
      }
      this.drawn = [first, end];
      const rows = [this.space(first)];
      for (let i = first; i < end; i++) {
         rows.push(this.row(i));
      }
      rows.push(this.space(this.rows.length - end));
      this.body.replaceChildren(...rows);
   }

   /* Browsers limit the height of an element: a million rows still fit, and more are scrolled to by keys. */
   private space(count: number): HTMLTableRowElement {
      const cell = h("td", { colspan: this.spec.columns.length });
      cell.style.height = Math.min(count * this.spec.rowHeight, 30_000_000) + "px";
      return h("tr", { class: "space", "aria-hidden": "true" }, cell);
   }

   private row(index: number): HTMLTableRowElement {
      const row = this.rows[index];
      const cells = this.spec.columns.map((column, i) => {
         const style = { class: (column.numeric ? "number" : "") + (column.wide ? " wide" : "") };
         return i === 0 ? h("th", { scope: "row", ...style }, column.cell(row, this.letters))
                        : h("td", style, column.cell(row, this.letters));
      });
      const element = h("tr", {
         "aria-rowindex": index + 2, "aria-current": index === this.current ? "true" : null,
         class: index === this.current ? "current" : "",
         ...this.spec.rowAttributes?.(row),
         click: (event: MouseEvent) => {
            if (!(event.target as Element).closest("a, button")) {
               this.current = index;
               this.keepPlace();
               this.spec.open(row);
            }
         },
      }, ...cells);
      element.style.height = this.spec.rowHeight + "px";
      return element;
   }

   /* Also called for keys that were pressed elsewhere on the page. */
   key(event: KeyboardEvent): void {
      const page = Math.max(1, Math.floor(this.element.clientHeight / this.spec.rowHeight) - 2);
      const moves: Record<string, number> = {
         ArrowDown: this.current + 1, j: this.current + 1, ArrowUp: this.current - 1, k: this.current - 1,
         PageDown: this.current + page, PageUp: this.current - page, Home: 0, End: this.rows.length - 1,
      };
      const row = this.rows[this.current];
      if (event.key in moves && !event.ctrlKey && !event.metaKey && !event.altKey) {
         this.choose(moves[event.key]);
         event.preventDefault();
         event.stopPropagation();
      } else if (event.key === "Enter" && row !== undefined
            && !(event.target as Element).closest("a, button")) {
         this.spec.open(row);
         event.preventDefault();
      } else if (row !== undefined) {
         this.spec.onKey?.(row, event);
      }
   }
}
