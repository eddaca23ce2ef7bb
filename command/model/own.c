/* Objects are known by their paths, routines of standard libraries by their names. */

#include "model/own.h"

#include <ctype.h>
#include <glib.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "dwarf/copies.h"
#include "model/interpreters.h"
#include "model/names.h"
#include "util/pattern.h"
#include "util/text.h"

/* Most texts differ in the first byte, for which no function of the library need be called. */
static const char* after(const char* text, const char* beginning)
{
   while (*beginning != '\0' && *text == *beginning) {
      text++;
      beginning++;
   }
   return *beginning == '\0' ? text : NULL;
}

/* The list ends with NULL. */
static bool begins_with_one_of(const char* text, const char* const* beginnings)
{
   for (size_t i = 0; beginnings[i] != NULL; i++) {
      if (after(text, beginnings[i]) != NULL) {
         return true;
      }
   }
   return false;
}

/*--- Standard libraries ---*/

/* Namespaces of C++, and crates that Rust links into each program. */
static const char* const cpp_namespaces[] = {
   "std", "__gnu_cxx", "__cxxabiv1", "__gnu_debug", "__gnu_parallel", "__pstl", NULL
};
static const char* const rust_crates[] = {
   "std", "core", "alloc", "__rustc", "hashbrown", "compiler_builtins", "std_detect", "panic_unwind",
   "rustc_demangle", "addr2line", "gimli", "miniz_oxide", NULL
};

/* Routines that the compilers of C++, Go, Pascal and OCaml call, and modules of OCaml's library. */
static const char* const runtime_names[] = {
   "__cxa_", "_Unwind_", "_rt0_", "fpc_", "FPC_", "caml_", "camlStdlib", "camlStd_exit", "camlCamlinternal",
   NULL
};

/* Free Pascal's units. */
static const char* const pascal_units[] = {
   "SYSTEM", "OBJPAS", "SYSUTILS", "CLASSES", "STRUTILS", "MATH", "TYPINFO", "TYPES", "RTLCONSTS", "SYSCONST",
   "VARIANTS", "VARUTILS", "DATEUTILS", "CONTNRS", "FGL", "GENERICS.COLLECTIONS", "GENERICS.DEFAULTS",
   "BASEUNIX", "UNIX", "UNIXTYPE", "UNIXUTIL", "UNIXCP", "LINUX", "SYSCALL", "CTYPES", "STRINGS", "DOS",
   "SI_PRC", "SI_C", "SI_C21", "SI_C21G", "HEAPTRC", "CMEM", "CTHREADS", "CWSTRING", "LNFODWRF", "LINEINFO",
   "EXEINFO", NULL
};

/* Functions of OCaml's garbage collector that are static, and so have no prefix. */
static const char* const ocaml_collector[] = {
   "bf_add_blocks", "bf_allocate", "bf_allocate_from_tree", "bf_insert_block", "bf_insert_remnant",
   "bf_insert_remnant_small", "bf_insert_sweep", "bf_make_free_blocks", "bf_merge_block", "bf_remove",
   "bf_remove_node", "bf_split", "bf_split_small", "clean_slice", "do_compaction", "expand_heap",
   "ff_allocate", "ff_allocate_block", "ff_make_free_blocks", "ff_merge_block", "init_sweep_phase",
   "mark_ephe_aux", "mark_slice", "mark_slice_darken", "nf_allocate", "nf_allocate_block",
   "nf_make_free_blocks", "nf_merge_block", "realloc_mark_stack", "start_cycle", "sweep_slice",
   "test_and_compact", NULL
};

/* Names of routines of other collectors: of Go's runtime, of D's, and of GHC's. */
static const char* const collector_names[] = {
   "runtime.gc", "runtime.scan", "runtime.grey", "runtime.mark", "runtime.sweep", "runtime.bgsweep",
   "runtime.findObject", "runtime.spanOf", "runtime.heapBits", "runtime.wbBuf", "runtime.tryDefer",
   "runtime.(*gc", "runtime.(*mspan)", "runtime.(*sweep", "runtime.(*wbBuf)", "runtime.(*mheap)",
   "core.internal.gc.", "evacuate", "scavenge_", "caml_oldify_", "caml_darken", "caml_major_collection",
   "caml_empty_minor_heap", NULL
};

/* Packages of D's library. */
static const char* const d_packages[] = { "std", "core", "object", "rt", "etc", "gcc", "ldc", NULL };

/* Directories of Go's library, and functions of its runtime that are written in assembly language. */
static const char* const go_directories[] = {
   "archive", "bufio", "bytes", "cmp", "compress", "container", "context", "crypto", "database", "debug",
   "embed", "encoding", "errors", "expvar", "flag", "fmt", "go", "hash", "html", "image", "index", "internal",
   "io", "iter", "log", "maps", "math", "mime", "net", "os", "path", "plugin", "reflect", "regexp", "runtime",
   "slices", "sort", "strconv", "strings", "sync", "syscall", "testing", "text", "time", "unicode", "unique",
   "unsafe", "vendor", "weak", NULL
};
static const char* const go_assembly[] = {
   "aeshashbody", "callRet", "cmpbody", "countbody", "gcWriteBarrier", "gogo", "gosave_systemstack_switch",
   "indexbody", "indexbytebody", "memeqbody", NULL
};

static bool is_one_of(const char* text, size_t length, const char* const* words)
{
   for (size_t i = 0; words[i] != NULL; i++) {
      if (after(text, words[i]) == text + length) {
         return true;
      }
   }
   return false;
}

/* Go has "encoding/json.Unmarshal", "strings.Fields", "bufio.(*Scanner).Scan".  GCC's "log.part.0" is a part
   of a function. */
static bool is_of_go(const char* name)
{
   static const char* const parts[] = { "part.", "constprop.", "isra.", "cold", "lto_priv.", NULL };
   size_t      length = strcspn(name, "/.");
   const char* dot = strchr(name, '.');
   return is_one_of(name, strlen(name), go_assembly)
          || (dot != NULL && is_one_of(name, length, go_directories) && !begins_with_one_of(dot + 1, parts)
              && !isdigit((unsigned char)dot[1]));
}

/* Skips the signs before a type, as in Rust's `<&mut [T] as ...>`. */
static const char* skip_type_signs(const char* type)
{
   static const char* const signs[] = { "<", "&", "[", "(", "mut ", "*const ", "*mut ", "dyn ", "impl " };
   for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
      const char* rest = after(type, signs[i]);
      if (rest != NULL) {
         return skip_type_signs(rest);
      }
   }
   return type;
}

/* Whether a path of C++ or Rust begins with one of these, as `std::sort`. */
static bool is_path_in(const char* path, const char* const* outermost)
{
   size_t length = strcspn(path, ":");
   return strncmp(path + length, "::", 2) == 0 && is_one_of(path, length, outermost);
}

/* Whether an identifier of a symbol, "3std", is one of these.  In Rust, a `_` may stand before the text. */
static bool is_identifier_in(const char* symbol, const char* const* outermost)
{
   char*  text = NULL;
   size_t length = isdigit((unsigned char)*symbol) ? strtoul(symbol, &text, 10) : 0;
   return length > 0 && length <= strlen(text)
          && (is_one_of(text, length, outermost) || (*text == '_' && is_one_of(text + 1, length, outermost)));
}

/*--- Rust ---*/

/* Whether a type is one of the language, or a parameter: it has no path. */
static bool has_no_path(const char* type)
{
   size_t length = strspn(type, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
   return strncmp(type + length, "::", 2) != 0;
}

/* Returns the trait of `<Type as Trait>`; NULL: there is none. */
static const char* trait_of(const char* name)
{
   int depth = 0;
   for (const char* at = name; *at != '\0'; at++) {
      depth += *at == '<';
      depth -= *at == '>' && at[-1] != '-';
      if (depth <= 1 && after(at, " as ") != NULL) {
         return after(at, " as ");
      }
   }
   return NULL;
}

/* `<Type as Trait>::function` and `<Type>::function`.  Whoever writes it owns the type or the trait. */
static bool is_standard_implementation(const char* name)
{
   const char* type = skip_type_signs(name + 1);
   const char* trait = trait_of(name);
   return (has_no_path(type) || is_path_in(type, rust_crates))
          && (trait == NULL || is_path_in(trait, rust_crates));
}

static bool is_standard_in_rust(const char* name)
{
   return *name == '<' ? is_standard_implementation(name) : is_path_in(name, rust_crates);
}

/* Behind the number that tells what has the same name, "s_" or "s1_", if there is one. */
static const char* skip_disambiguator(const char* symbol)
{
   const char* end = *symbol == 's' ? strchr(symbol, '_') : NULL;
   return end == NULL ? symbol : end + 1;
}

/* Symbols of version 0 begin with the path of the function, or of the implementation that it is in, and that
   with the crate.  The function that a trait has for all types (Y) is the trait's; but the call of a closure
   is the closure's, which is inlined there. */
static bool is_standard_symbol_of_rust(const char* symbol, const char* name)
{
   symbol += strspn(symbol, "0123456789");
   while (*symbol != '\0' && strchr("NIMX", *symbol) != NULL) {
      symbol = *symbol == 'I' ? symbol + 1
               : *symbol == 'N' ? symbol + 1 + (symbol[1] != '\0')
                                : skip_disambiguator(symbol + 1);
   }
   const char* trait = *symbol == 'Y' && *name == '<' ? trait_of(name) : NULL;
   bool is_call = trait != NULL && after(trait, "core::ops::function::Fn") != NULL;
   return *symbol == 'C'              ? is_identifier_in(skip_disambiguator(symbol + 1), rust_crates)
          : trait != NULL && !is_call ? is_path_in(trait, rust_crates)
                                      : is_standard_in_rust(name);
}

/*--- C++ ---*/

/* Symbols begin with the path of the function: the types of the result and of parameters, which demangled
   names begin and end with, follow.  Before it stands that it is local, or of what kind it is. */
static const char* path_of_symbol(const char* symbol)
{
   static const char* const thunks[] = { "Th", "Tv", "Tc", NULL };   /* offsets follow */
   const char* rest;
   while ((rest = after(symbol, "L")) != NULL || (rest = after(symbol, "Z")) != NULL
          || (rest = after(symbol, "TW")) != NULL || (rest = after(symbol, "TH")) != NULL
          || (rest = after(symbol, "GTt")) != NULL || (rest = after(symbol, "GTn")) != NULL) {
      symbol = rest;
   }
   if (begins_with_one_of(symbol, thunks)) {
      return path_of_symbol(symbol + 2 + strspn(symbol + 2, "hvn0123456789_"));
   }
   rest = after(symbol, "N");
   return rest != NULL ? rest + strspn(rest, "rVKRO") : symbol;
}

/* St, and what has a letter of its own as std::string has, is std. */
static bool is_standard_symbol_of_cpp(const char* symbol)
{
   static const char* const operators[] = { "nw", "na", "dl", "da", NULL };
   const char* path = path_of_symbol(symbol);
   return begins_with_one_of(symbol, operators)
          || (path[0] == 'S' && path[1] != '\0' && strchr("tabsiod", path[1]) != NULL)
          || is_identifier_in(path, cpp_namespaces);
}

/*--- Others ---*/

/* Free Pascal has "UNIT_$$_ROUTINE" and "UNIT$_$CLASS_$__$$_METHOD". */
static bool is_of_pascal(const char* name)
{
   size_t length = strcspn(name, "$");
   bool   is_of_class = after(name + length, "$_$") != NULL;
   bool   is_of_unit = after(name + length, "$$_") != NULL && length > 0 && name[length - 1] == '_';
   return (is_of_class || is_of_unit) && is_one_of(name, length - is_of_unit, pascal_units);
}

bool own_is_collector(const char* name)
{
   return begins_with_one_of(name, collector_names) || is_one_of(name, strlen(name), ocaml_collector);
}

/* Names of C++ and Rust are also in debug information, and in reports whose generic routines are folded. */
static bool is_standard_name(const char* name)
{
   return is_path_in(name_behind_result(name), cpp_namespaces) || is_standard_in_rust(name) || is_of_go(name);
}

bool own_is_standard_library(const char* name, const char* mangled)
{
   const char* symbol = mangled == NULL ? name : mangled;
   const char* of_cpp = after(symbol, "_Z");
   const char* of_rust = after(symbol, "_R");
   const char* of_d = after(symbol, "_D");
   if (of_rust != NULL) {
      return is_standard_symbol_of_rust(of_rust, name);
   }
   if (of_cpp != NULL) {
      return symbol_is_of_older_rust(symbol) ? is_standard_in_rust(name) : is_standard_symbol_of_cpp(of_cpp);
   }
   if (of_d != NULL && isdigit((unsigned char)*of_d)) {
      return is_identifier_in(of_d, d_packages);
   }
   return begins_with_one_of(name, runtime_names) || is_of_pascal(name)
          || is_one_of(name, strlen(name), ocaml_collector)
          || (strcmp(symbol, name) == 0 && is_standard_name(name));
}

/*--- Definitions ---*/

/* The libraries of other languages than C++ may have their sources anywhere: their names count, too. */
static Definition definition_of(const Routine* routine, bool is_own_file)
{
   const char* mangled = routine->mangled;
   bool is_standard = own_is_standard_library(routine->name, mangled);
   bool is_cpp = mangled != NULL && after(mangled, "_Z") != NULL && !symbol_is_of_older_rust(mangled);
   return is_standard && is_own_file && is_cpp ? DEFINED_OWN
          : !is_standard && !is_own_file       ? DEFINED_ELSEWHERE
                                               : DEFINED_AS_NAMED;
}

char* own_definition_comment(const Routine* routine, const char* key, bool is_own_file)
{
   Definition definition = definition_of(routine, is_own_file);
   return definition == DEFINED_AS_NAMED || routine_is_start_up(routine)
          ? NULL
          : g_strdup_printf(HEADER_DEFINED ": %s %s", definition == DEFINED_OWN ? "own" : "elsewhere", key);
}

/* Definition by key; NULL: all are as they are named. */
static GHashTable* definitions_in(const Header* header)
{
   GHashTable* definitions = NULL;
   const char* value;
   for (size_t index = 0; (value = header_next_comment(header, HEADER_DEFINED, &index)) != NULL;) {
      const char* key = strchr(value, ' ');
      Definition  definition = after(value, "own ") != NULL ? DEFINED_OWN : DEFINED_ELSEWHERE;
      definitions = definitions != NULL ? definitions : g_hash_table_new(g_str_hash, g_str_equal);
      if (key != NULL) {
         g_hash_table_insert(definitions, (gpointer)(key + 1), GUINT_TO_POINTER(definition));
      }
   }
   return definitions;
}

void own_read_definitions(Routine* routines, uint32_t count, const Header* header)
{
   GHashTable* definitions = definitions_in(header);
   for (uint32_t i = 0; i < count && definitions != NULL; i++) {
      Routine*         routine = &routines[i];
      g_autofree char* key = copies_key(routine->mangled != NULL ? routine->mangled : routine->name);
      routine->definition = (uint8_t)GPOINTER_TO_UINT(g_hash_table_lookup(definitions, key));
   }
   g_clear_pointer(&definitions, g_hash_table_unref);
}

/*--- Objects ---*/

bool own_is_of_system(const char* path)
{
   static const char* const directories[] = {
      "/usr/", "/lib/", "/lib32/", "/lib64/", "/libx32/", "/bin/", "/sbin/", "/opt/", "/nix/store/",
      "/gnu/store/", "/snap/", NULL
   };
   return begins_with_one_of(path, directories);
}

/* JavaScript and Python that is built into the program, and code that V8 has of its own. */
static bool is_of_runtime(const char* path)
{
   static const char* const beginnings[] = { "node:", "<frozen ", NULL };
   return begins_with_one_of(path, beginnings) || strcmp(path, "V8") == 0;
}

/* Valgrind puts one into every program. */
static bool is_of_valgrind(const char* path)
{
   return after(text_file_name(path), "vgpreload_") != NULL;
}

/* The length of a program's name without its version: python3.11 is python. */
static size_t stem_length(const char* program)
{
   size_t length = strlen(program);
   while (length > 0 && (isdigit((unsigned char)program[length - 1]) || program[length - 1] == '.')) {
      length--;
   }
   return length;
}

/* Whether the text is the stem, or goes on after it with something else than a letter. */
static bool begins_with_stem(const char* text, const char* stem, size_t length)
{
   return length > 0 && strncmp(text, stem, length) == 0 && !isalpha((unsigned char)text[length]);
}

/* /usr/lib/PROGRAM/any.so, or libPROGRAM.so. */
static bool has_name_of(const char* path, const char* program)
{
   size_t      length = stem_length(program);
   const char* file = text_file_name(path);
   for (const char* part = path; part < file; part = strchr(part, '/') + 1) {
      if (begins_with_stem(part, program, length)) {
         return true;
      }
   }
   const char* library = after(file, "lib");
   return library != NULL && begins_with_stem(library, program, length);
}

/* Whether many programs share the directory, whose path ends before `end`. */
static bool is_shared_directory(const char* path, const char* end)
{
   static const char* const names[] = { "bin/", "sbin/", "lib/", "lib32/", "lib64/", "libexec/", "games/",
                                        "usr/", "local/", "opt/", "x86_64-linux-gnu/", "aarch64-linux-gnu/",
                                        "riscv64-linux-gnu/", NULL };
   const char* name = end;
   while (name > path && name[-1] != '/') {
      name--;
   }
   return begins_with_one_of(name, names);
}

/* The path's beginning that only one package has: /opt/PACKAGE/ or a package of a store, else the directory
   of the executable if it has no other programs. */
static size_t package_length(const char* application)
{
   static const char* const stores[] = { "/opt/", "/nix/store/", "/gnu/store/", "/snap/" };
   for (size_t i = 0; i < sizeof stores / sizeof *stores; i++) {
      const char* rest = after(application, stores[i]);
      const char* slash = rest == NULL ? NULL : strchr(rest, '/');
      if (slash != NULL) {
         return (size_t)(slash + 1 - application);
      }
   }
   const char* end = text_file_name(application) - 1;
   return end <= application || is_shared_directory(application, end) ? 0 : (size_t)(end + 1 - application);
}

static bool is_own_object(const char* application, const char* path)
{
   if (application != NULL && strcmp(path, application) == 0) {
      return true;
   }
   if (is_of_valgrind(path) || is_of_runtime(path)) {
      return false;
   }
   if (!own_is_of_system(path)) {
      return true;
   }
   if (application == NULL || !own_is_of_system(application)) {
      return false;
   }
   size_t package = package_length(application);
   return (package > 0 && strncmp(path, application, package) == 0)
          || has_name_of(path, text_file_name(application));
}

/*--- Interpreters ---*/

bool own_interprets(const char* application)
{
   const char* file = application == NULL ? NULL : text_file_name(application);
   if (file == NULL || interpreter_named(file) == NULL) {
      return false;
   }
   return own_is_of_system(application)
          || (file - application >= 5 && strncmp(file - 5, "/bin/", 5) == 0);
}

/* Whether the file is in PREFIX/lib, where PREFIX/bin has the executable. */
static bool is_installed_with(const char* application, const char* path)
{
   ptrdiff_t length = text_file_name(application) - application - (ptrdiff_t)strlen("bin/");
   return length > 0 && strncmp(path, application, (size_t)length) == 0
          && after(path + length, "lib/") != NULL;
}

/* Whether a script, or a library for it, is of the user. */
static bool is_of_user(const char* application, const char* path)
{
   static const char* const packages[] = { "/site-packages/", "/dist-packages/", "/node_modules/", "/gems/" };
   for (size_t i = 0; i < G_N_ELEMENTS(packages); i++) {
      if (strstr(path, packages[i]) != NULL) {
         return false;
      }
   }
   return strcmp(path, application) != 0 && !own_is_of_system(path) && !is_of_valgrind(path)
          && !is_of_runtime(path) && !is_installed_with(application, path);
}

/*--- Own code ---*/

bool own_has_object(const OwnCode* own, const char* path)
{
   return own->patterns != NULL ? pattern_list_matches(own->patterns, path)
        : own->interprets       ? is_of_user(own->application, path)
                                : is_own_object(own->application, path);
}

static bool is_defined_in_program(const Routine* routine)
{
   return routine->definition == DEFINED_AS_NAMED ? !own_is_standard_library(routine->name, routine->mangled)
                                                  : routine->definition == DEFINED_OWN;
}

OwnCode own_code_of(const char* application, const char* patterns)
{
   return (OwnCode){ application, patterns, own_interprets(application) };
}

bool own_has(const OwnCode* own, const Routine* routine)
{
   return !routine_is_start_up(routine) && own_has_object(own, routine->image)
          && (own->patterns != NULL || is_defined_in_program(routine))
          && !(own->interprets && own->patterns == NULL && own_is_nameless(routine->name));
}

/*--- Start-up ---*/

/* Start-up routines are known by their names, and the dynamic linker by its file's. */

static bool is_of_dynamic_linker(const Routine* routine)
{
   const char* file = text_file_name(routine->image);
   return g_str_has_prefix(file, "ld-") || g_str_has_prefix(file, "ld64.so")
          || g_str_has_prefix(file, "ld.so");
}

bool own_is_address(const char* name)
{
   return g_str_has_prefix(name, "0x");
}

bool own_parse_address(const char* name, uint64_t* address)
{
   char* end = NULL;
   *address = own_is_address(name) ? g_ascii_strtoull(name + strlen("0x"), &end, 16) : 0;
   return end != NULL && *end == '\0' && g_ascii_isxdigit(name[strlen("0x")]);
}

bool own_is_nameless(const char* name)
{
   return own_is_address(name) || g_str_has_prefix(name, "code at ");
}

/* In a static program, the C library's parts of the dynamic linker are in the executable, and so is what
   reads its settings and asks the processor for its caches: in others, the dynamic linker has that. */
static bool is_of_static_linker(const Routine* routine)
{
   static const char* const beginnings[] = {
      "_dl_", "_dlfo_", "__tunable", "do_tunable", "__libc_init_", "__libc_setup_tls", "__libc_early_init",
      "init_cacheinfo", "init_cpu_features", "get_common_cache_info", "handle_intel", "intel_check_word",
      "handle_amd", "handle_zhaoxin", "fillin_rpath", "expand_dynamic_string_token", NULL
   };
   return !g_str_has_prefix(text_file_name(routine->image), "lib")
          && begins_with_one_of(routine->name, beginnings);
}

/* Also with a version, or as a part: __libc_start_main_impl, __libc_start_main@@GLIBC_2.34. */
static bool has_name(const char* text, const char* name)
{
   if (!g_str_has_prefix(text, name)) {
      return false;
   }
   const char* rest = text + strlen(name);
   return *rest == '\0' || *rest == '@' || strcmp(rest, "_impl") == 0;
}

bool routine_is_main(const Routine* routine)
{
   return strcmp(routine->name, "main") == 0;
}

bool routine_is_start_up(const Routine* routine)
{
   static const char* const names[] = {
      "_start", "__libc_start_main", "__libc_start_call_main", "__libc_csu_init", "call_init", "_init",
      "(below main)", "_fini", "frame_dummy", "register_tm_clones", "deregister_tm_clones",
      "__do_global_dtors_aux"
   };
   if (is_of_dynamic_linker(routine) || is_of_static_linker(routine)) {
      return true;
   }
   for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      if (has_name(routine->name, names[i])) {
         return true;
      }
   }
   return false;
}
