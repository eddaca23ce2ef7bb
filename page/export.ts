/* Saves what is shown as files: SVG and PNG of a plot, CSV of its table. */

import { button, h } from "./dom";

function save(name: string, blob: Blob): void {
   const address = URL.createObjectURL(blob);
   const anchor = document.createElement("a");
   anchor.href = address;
   anchor.download = name;
   anchor.click();
   setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function safeName(name: string): string {
   return name.replace(/[^A-Za-z0-9_.-]+/g, "_").slice(0, 80) || "plot";
}

const drawnBy = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray",
                 "font-family", "font-size", "font-weight", "opacity"];

/* A copy that needs no style sheet. */
function standalone(picture: SVGSVGElement): SVGSVGElement {
   const copy = picture.cloneNode(true) as SVGSVGElement;
   copy.querySelectorAll(".ring").forEach(ring => ring.remove());
   const from = [picture, ...picture.querySelectorAll("*:not(.ring)")];
   const to = [copy, ...copy.querySelectorAll("*")];
   from.forEach((element, i) => {
      const style = getComputedStyle(element);
      for (const property of drawnBy) {
         to[i].setAttribute(property, style.getPropertyValue(property));
      }
      to[i].removeAttribute("class");
   });
   copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
   const background = document.createElementNS("http://www.w3.org/2000/svg", "rect");
   background.setAttribute("width", "100%");
   background.setAttribute("height", "100%");
   background.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
   copy.prepend(background);
   return copy;
}

export function saveText(text: string, name: string): void {
   save(name, new Blob([text], { type: "text/plain" }));
}

function saveSvg(picture: SVGSVGElement, name: string): void {
   const text = new XMLSerializer().serializeToString(standalone(picture));
   save(safeName(name) + ".svg", new Blob([text], { type: "image/svg+xml" }));
}

function savePng(picture: SVGSVGElement, name: string): void {
   const text = new XMLSerializer().serializeToString(standalone(picture));
   const image = new Image();
   const scale = 2;
   image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = picture.clientWidth * scale;
      canvas.height = picture.clientHeight * scale;
      canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob(blob => {
         if (blob !== null) {
            save(safeName(name) + ".png", blob);
         }
      });
   };
   image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
}

/* A cell that a spreadsheet could take for a formula is made text. */
function cell(value: string | number): string {
   if (typeof value === "number") {
      return String(value);
   }
   const text = /^[=+\-@\t\r]/.test(value) ? "'" + value : value;
   return /[",\n\r]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
}

export function csvText(head: string[], rows: (string | number)[][]): string {
   return [head, ...rows].map(row => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

export function saveCsv(head: string[], rows: (string | number)[][], name: string): void {
   save(safeName(name) + ".csv", new Blob([csvText(head, rows)], { type: "text/csv" }));
}

/* Buttons that save a plot, and the table behind it. */
export function exportTools(picture: SVGSVGElement, name: string, head: string[],
                            rows: () => (string | number)[][]): HTMLElement {
   return h("span", { class: "tools" },
            button("SVG", "save the plot as SVG", () => saveSvg(picture, name)),
            button("PNG", "save the plot as PNG", () => savePng(picture, name)),
            button("CSV", "save the table as CSV", () => saveCsv(head, rows(), name)));
}
