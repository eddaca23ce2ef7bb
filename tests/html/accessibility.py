# Rules of accessibility, computed in the browser from what it shows: those of WCAG 2.1 (level AA) and ARIA 1.2 that a
# program can decide. Each is named after the rule of axe-core that looks for the same.

RULES = r'''
const wrong = [];
const tell = (rule, element) => wrong.push(rule + ": " + (element.outerHTML || "").slice(0, 90));
const all = selector => [...document.querySelectorAll(selector)].filter(shown);
const style = element => getComputedStyle(element);

function shown(element) {
   if (element.closest("dialog:not([open]), script, noscript, style, template") || element.hidden) return false;
   const box = element.getBoundingClientRect();
   return style(element).visibility !== "hidden" && (box.width > 0 || box.height > 0 || element.tagName === "COL");
}
const silent = element => element.closest("[aria-hidden=true]") !== null;

// As assistive software names it: roughly the order of "Accessible Name and Description Computation".
function nameOf(element) {
   const by = (element.getAttribute("aria-labelledby") || "").split(" ").filter(id => id)
      .map(id => document.getElementById(id)?.textContent || "").join(" ");
   const label = element.labels && element.labels[0] ? element.labels[0].textContent : "";
   const title = element.tagName === "svg" ? element.querySelector("title")?.textContent : "";
   const text = element.matches("input, select, textarea, canvas") ? "" : element.textContent;
   return (by || element.getAttribute("aria-label") || label || title || text || element.getAttribute("title") || "").trim();
}

// Names of what is used, and of what is told apart by its name.
const named = {
   "button-name": "button, [role=button]", "link-name": "a[href]", "label": "input:not([type=hidden]), textarea",
   "select-name": "select", "summary-name": "summary", "role-img-alt": "[role=img], svg:not([aria-hidden])",
   "aria-dialog-name": "dialog", "region-name": "[role=region]", "table-name": "table", "group-name": "[role=group]",
};
for (const [rule, selector] of Object.entries(named)) {
   for (const element of all(selector)) {
      const caption = element.tagName === "TABLE" && element.caption ? element.caption.textContent.trim() : "";
      if (!silent(element) && caption === "" && (element.tagName === "TABLE" && !element.getAttribute("aria-label") || nameOf(element) === "")) tell(rule, element);
   }
}

// Text on its background, and marks that say which state something is in.
const channel = c => { c /= 255; return c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4); };
const luminance = c => 0.2126 * channel(c[0]) + 0.7152 * channel(c[1]) + 0.0722 * channel(c[2]);
const rgb = text => (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
const over = (top, below) => { const a = top[3] ?? 1; return [0, 1, 2].map(i => a * top[i] + (1 - a) * below[i]); };
function background(element) {
   const layers = [];
   for (let at = element; at; at = at.parentElement) {
      const colour = rgb(style(at).backgroundColor);
      layers.push(colour);
      if ((colour[3] ?? 1) === 1) break;
   }
   return layers.reverse().reduce((below, top) => over(top, below), rgb(style(document.documentElement).backgroundColor));
}
function contrast(a, b) {
   const [x, y] = [luminance(a), luminance(b)];
   return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}
for (const element of all("body *")) {
   const own = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim() !== "");
   const box = element.getBoundingClientRect();
   if (!own || box.width < 2 || element.closest(".hidden, .skip:not(:focus)")) continue;
   const { color, fill, fontSize, fontWeight } = style(element);
   const ink = rgb(element.ownerSVGElement ? fill : color);
   const below = background(element);
   const large = parseFloat(fontSize) >= 24 || parseFloat(fontSize) >= 18.66 && Number(fontWeight) >= 700;
   const ratio = contrast(over(ink, below), below);
   if (ratio < (large ? 3 : 4.5)) tell(`color-contrast ${ratio.toFixed(2)}`, element);
}

// A link within text is seen without its colour.
for (const element of all("p a, li a, caption a, .read a, .line-call a")) {
   const block = element.closest("p, li, caption, .read, .line-call");
   const beside = [...block.childNodes].some(node => node.nodeType === 3 && node.textContent.trim().length > 3);
   const distinct = style(element).textDecorationLine.includes("underline")
      || contrast(rgb(style(element).color), rgb(style(block).color)) >= 3;
   if (beside && !distinct) tell("link-in-text-block", element);
}

// Ids, and references to them.
const ids = [...document.querySelectorAll("[id]")].map(element => element.id);
ids.filter((id, i) => ids.indexOf(id) !== i).forEach(id => wrong.push("duplicate-id: " + id));
for (const element of document.querySelectorAll("[aria-labelledby], [aria-describedby], [aria-controls], label[for]")) {
   const list = ["aria-labelledby", "aria-describedby", "aria-controls", "for"].map(key => element.getAttribute(key) || "").join(" ");
   if (list.split(" ").some(id => id !== "" && !ids.includes(id))) tell("aria-valid-attr-value", element);
}

// Tables: every cell has a header, and headers say something.
for (const table of all("table")) {
   const rows = [...table.rows].filter(row => !silent(row));
   const head = table.tHead?.rows[0];
   for (const header of table.querySelectorAll("th")) {
      if (silent(header)) continue;
      if (!["col", "row"].includes(header.scope)) tell("scope-attr-valid", header);
      if (header.textContent.trim() === "") tell("empty-table-header", header);
   }
   for (const row of rows) {
      if (row.cells.length > 0 && head && row.cells.length !== head.cells.length) tell("td-has-header", row);
      if (row.parentElement.tagName === "TBODY" && row.cells[0]?.tagName !== "TH") tell("th-has-data-cells", row);
   }
}

// Roles, and the attributes that may go with them.
const roles = ["group", "img", "region", "status", "treegrid", "none"];
const truth = ["true", "false"];
const attributes = {
   "aria-label": null, "aria-labelledby": null, "aria-describedby": null, "aria-controls": null,
   "aria-hidden": truth, "aria-pressed": truth, "aria-expanded": truth, "aria-current": ["page", "true", "false", "location"],
   "aria-sort": ["none", "ascending", "descending"], "aria-live": ["polite", "assertive", "off"],
   "aria-rowcount": /^\d+$/, "aria-rowindex": /^\d+$/, "aria-level": /^[1-9]\d*$/,
};
const only = {
   "aria-pressed": "button", "aria-sort": "th", "aria-rowcount": "table", "aria-rowindex": "tr",
   "aria-level": "[role=treegrid] tr", "aria-expanded": "button, summary, [role=treegrid] tr",
};
for (const element of document.querySelectorAll("*")) {
   const role = element.getAttribute("role");
   if (role !== null && !roles.includes(role)) tell("aria-roles", element);
   for (const { name, value } of element.attributes) {
      if (!name.startsWith("aria-")) continue;
      const allowed = attributes[name];
      if (allowed === undefined) tell("aria-valid-attr", element);
      else if (allowed !== null && !(Array.isArray(allowed) ? allowed.includes(value) : allowed.test(value))) tell("aria-valid-attr-value", element);
      if (only[name] && !element.matches(only[name])) tell("aria-allowed-attr", element);
      if (["aria-label", "aria-labelledby"].includes(name) && element.matches("div:not([role]), span:not([role]), p, tr, td")) tell("aria-allowed-attr", element);
   }
}
const usable = "a[href], button, input, select, textarea, summary, [tabindex]";
for (const element of document.querySelectorAll("[aria-hidden=true]")) {
   for (const inner of [element, ...element.querySelectorAll("*")]) {
      if (inner.matches(usable) && inner.tabIndex >= 0 && shown(inner)) tell("aria-hidden-focus", inner);
   }
}
for (const element of all("a[href] " + usable.replaceAll(", ", ", a[href] ") + ", button " + usable.replaceAll(", ", ", button "))) tell("nested-interactive", element);
for (const element of all("[role=img]")) {
   if (element.querySelector(usable)) tell("nested-interactive", element);
}
for (const element of document.querySelectorAll("[tabindex]")) {
   if (element.tabIndex > 0) tell("tabindex", element);
}
for (const element of all("*")) {
   const { overflowX, overflowY } = style(element);
   const scrolls = /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1
      || /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
   if (scrolls && element !== document.documentElement && element.tabIndex < 0
       && ![...element.querySelectorAll(usable)].some(inner => inner.tabIndex >= 0)) tell("scrollable-region-focusable", element);
}

// Lists, headings, landmarks, the page.
for (const list of all("ul, ol")) {
   if ([...list.children].some(child => child.tagName !== "LI")) tell("list", list);
}
for (const list of all("dl")) {
   if ([...list.children].some(child => !["DT", "DD", "DIV"].includes(child.tagName))) tell("definition-list", list);
}
const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(element => !element.closest("dialog:not([open])"));
headings.forEach((element, i) => {
   const level = Number(element.tagName[1]), before = i === 0 ? 0 : Number(headings[i - 1].tagName[1]);
   if (level > before + 1) tell("heading-order", element);
   if (element.textContent.trim() === "") tell("empty-heading", element);
});
if (headings.filter(element => element.tagName === "H1").length !== 1) wrong.push("page-has-heading-one");
if (document.querySelectorAll("main").length !== 1) wrong.push("landmark-one-main");
const landmarks = all("nav, [role=region], aside, section[aria-label]").map(element => element.tagName + nameOf(element).slice(0, 60));
landmarks.filter((text, i) => landmarks.indexOf(text) !== i).forEach(text => wrong.push("landmark-unique: " + text));
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
   const parent = walker.currentNode.parentElement;
   if (walker.currentNode.textContent.trim() !== "" && shown(parent) && !parent.closest("main, header, nav, dialog, .skip")) tell("region", parent);
}
if (document.documentElement.lang !== "en") wrong.push("html-has-lang");
if (document.title.trim() === "") wrong.push("document-title");
if (/user-scalable\s*=\s*no|maximum-scale/.test(document.querySelector("meta[name=viewport]")?.content || "")) wrong.push("meta-viewport");
if (!document.querySelector("a.skip[href='#main']")) wrong.push("bypass");
return [...new Set(wrong)];
'''

# The element that has the keyboard, or null at the end of the page: its place among all, and whether it can be seen.
FOCUSED = r'''
const element = document.activeElement;
if (element === null || element === document.body || element === document.documentElement) return null;
const style = getComputedStyle(element);
const box = element.getBoundingClientRect();
const outline = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
return { order: [...document.querySelectorAll("*")].indexOf(element), text: element.outerHTML.slice(0, 60),
         visible: outline && box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight };
'''


def broken_rules(browser):
    return browser.run(RULES)


def broken_tab_order(browser, tab, most=60):
    """What is wrong with the elements that the tab key reaches, one after the other, from the beginning of the page."""
    wrong, last, reached = [], -1, 0
    browser.run('document.activeElement.blur(); window.getSelection().removeAllRanges(); document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute("tabindex")')
    while reached < most:
        browser.press(tab)
        element = browser.run(FOCUSED)
        if element is None or element['order'] < last and reached > 3:
            break
        if element['order'] <= last:
            wrong.append('order: ' + element['text'])
        if not element['visible']:
            wrong.append('focus not visible: ' + element['text'])
        last, reached = element['order'], reached + 1
    return wrong if reached > 3 else wrong + [f'only {reached} elements']
