// fit_names.js
//
// Names of routines as page/names.ts shortens them, for less and less room.

const { execFileSync } = require("child_process");
const fs = require("fs");
const path = require("path");

const page = path.join(path.dirname(fs.realpathSync(__filename)), "..", "..", "page", "names.ts");
const code = execFileSync("esbuild", [page, "--bundle", "--format=cjs", "--log-level=warning"]);
const names = { exports: {} };
new Function("module", code)(names);

const all = [
   "shop::index(std::vector<std::__cxx11::basic_string<char>, std::allocator<int> > const&)",
   "void shop::detail::order<std::string>(std::vector<std::string>&)",
   "void std::__introsort_loop<Iterator<char*>, long>(Iterator<std::a<char> >, pair<first ...",
   "bool operator< <char>(A<char> const&, B<int> const&)",
   "std::ostream& std::operator<<(std::ostream&, char const*)",
   "Smart<Thing<int>, Deleter>::operator->() const",
   "operator delete(void*, unsigned long)",
   "foo::{lambda(int)#1}::operator()(int) const",
   "auto Table<std::string>::grow(int) [clone .isra.0]",
   "<alloc::vec::Vec<T> as core::iter::Iterator>::next",
   "core::ptr::drop_in_place<alloc::string::String>",
   "main.(*stack).total",
   "a_function_with_a_name_of_more_letters_than_there_is_room",
];
for (const name of all) {
   console.log([60, 36, 20, 9].map(letters => names.exports.fitted(name, letters)).join(" | "));
}
