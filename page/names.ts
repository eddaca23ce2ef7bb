/* Names of routines, as long as there is room.  What says least goes first: template arguments,
   parameters, the type of the result, and the scopes around; the function itself stays as long as anything
   does. */

import { shortened } from "./format";

/* The signs of an operator's name are no brackets: those of "operator<", "operator->" and the like. */
const operator = /operator[<>=-]+/y;

/* Puts an ellipsis in the place of template arguments: "map<…>::insert".  A name that begins with a
   bracket is Rust's "<Vec<u8> as Write>::flush": what this bracket holds says which routine it is. */
export function folded(name: string): string {
   const outermost = name.startsWith("<") ? 1 : 0;
   let text = "";
   let depth = 0;
   for (let at = 0; at < name.length; at++) {
      operator.lastIndex = at;
      const [sign] = operator.exec(name) ?? [""];
      if (sign !== "") {
         text += depth <= outermost ? sign : "";
         at += sign.length - 1;
      } else if (name[at] === "<" && ++depth > outermost) {
         text += depth === outermost + 1 ? "<…>" : "";
      } else if (name[at] === ">" && name[at - 1] !== "-" && depth > outermost) {
         depth--;
      } else if (depth <= outermost) {
         text += name[at];
      }
   }
   return text;
}

/* Matches what may stand behind the parameters. */
const behindParameters = /^( const| volatile| &&?| \[.*\]| \(\.\w+\))*$/;

/* Returns where the parameters begin; -1: the name has none. "operator()" is a name, and so is "(*stack)". 
   Of a name that the tool has cut, the bracket is open. */
function parametersAt(name: string): number {
   let opened = -1;
   let closed = -1;
   let depth = 0;
   for (let at = 0; at < name.length; at++) {
      if (name[at] === "(" && depth++ === 0) {
         [opened, closed] = [at, name.length];
      } else if (name[at] === ")" && --depth === 0) {
         closed = at + 1;
      }
   }
   return opened > 0 && !name.slice(0, opened).endsWith("operator")
          && behindParameters.test(name.slice(closed)) ? opened : -1;
}

/* The text behind the last of these separators that no bracket encloses. */
function behindLast(name: string, separator: string): string {
   const word = name.search(/\boperator\b/);
   let depth = 0;
   for (let at = (word < 0 ? name.length : word) - 1; at >= 0; at--) {
      depth += ")>}".includes(name[at]) ? 1 : "(<{".includes(name[at]) ? -1 : 0;
      if (depth === 0 && name.startsWith(separator, at)) {
         return name.slice(at + separator.length);
      }
   }
   return name;
}

/* The name in at most so many letters, if that leaves anything. */
export function fitted(name: string, letters: number): string {
   if (name.length <= letters) {
      return name;
   }
   const short = folded(name);
   const parameters = parametersAt(short);
   const bare = parameters < 0 ? short : short.slice(0, parameters);
   const plain = behindLast(bare, " ");
   const dots = bare === short ? "" : "(…)";
   const inner = behindLast(plain, "::");
   const tries = [short, bare + dots, plain + dots, plain, inner === plain ? plain : "…" + inner];
   return tries.find(text => text.length <= letters) ?? shortened(inner, letters);
}
