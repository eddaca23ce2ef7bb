/* Objects are known by their paths, routines of standard libraries by their names. */

#include "model/own.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

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

static const char* const standard_names[] = {
   "std::", "core::", "alloc::", "__rustc::", "__gnu_cxx::", "hashbrown::", NULL
};

/* Free Pascal's units, and what its compiler and OCaml's call. */
static const char* const runtime_names[] = {
   "SYSTEM_$$_", "SYSUTILS_$$_", "CLASSES_$$_", "STRUTILS_$$_", "fpc_", "FPC_", "caml_", "camlStdlib", NULL
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

/* Packages of D's library, whose symbols begin with _D. */
static const char* const d_packages[] = { "std.", "core.", "object.", "rt.", "etc.", NULL };

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
   static const char* const signs[] = { "&", "[", "(", "mut ", "*const ", "*mut ", "dyn ", "impl " };
   for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
      const char* rest = after(type, signs[i]);
      if (rest != NULL) {
         return skip_type_signs(rest);
      }
   }
   return type;
}

/* Whether a Rust type is one of the language, or a parameter: it has no path. */
static bool has_no_path(const char* type)
{
   size_t length = strspn(type, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
   return strncmp(type + length, "::", 2) != 0;
}

/* Rust's `<Type as Trait>::function` and `<Type>::function`: it belongs to where the type is from, or of a
   type of the language to where the trait is. */
static bool is_standard_implementation(const char* name)
{
   const char* type = skip_type_signs(name + 1);
   if (!has_no_path(type)) {
      return begins_with_one_of(type, standard_names);
   }
   const char* trait = strstr(type, " as ");
   return trait == NULL || begins_with_one_of(trait + 4, standard_names);
}

/* C++: St, and what has a letter of its own as std::string has, is std. */
static bool is_standard_symbol(const char* mangled)
{
   static const char* const operators[] = { "_Znw", "_Zna", "_Zdl", "_Zda", NULL };
   if (begins_with_one_of(mangled, operators)) {
      return true;
   }
   const char* name = after(mangled, "_Z");
   if (name == NULL) {
      return false;
   }
   if (*name == 'N') {
      name += 1 + strspn(name + 1, "rVKRO");
   }
   return (name[0] == 'S' && name[1] != '\0' && strchr("tabsiod", name[1]) != NULL)
          || after(name, "9__gnu_cxx") != NULL;
}

/* A module of Fortran may be named as a library of Rust. */
static bool is_fortran(const char* mangled)
{
   return mangled != NULL && after(mangled, "__") != NULL && strstr(mangled, "_MOD_") != NULL;
}

/* D has "std.algorithm.sorting.sort!(...)": a template of its library belongs to that. */
static bool is_of_d(const char* name, const char* mangled)
{
   return mangled != NULL && after(mangled, "_D") != NULL && begins_with_one_of(name, d_packages);
}

bool own_is_collector(const char* name)
{
   return begins_with_one_of(name, collector_names) || is_one_of(name, strlen(name), ocaml_collector);
}

bool own_is_standard_library(const char* name, const char* mangled)
{
   bool is_symbol = mangled == NULL || strcmp(mangled, name) == 0;
   return (begins_with_one_of(name, standard_names) && !is_fortran(mangled))
          || begins_with_one_of(name, runtime_names) || is_one_of(name, strlen(name), ocaml_collector)
          || (is_symbol && is_of_go(name)) || is_of_d(name, mangled)
          || (name[0] == '<' && is_standard_implementation(name))
          || (mangled != NULL && is_standard_symbol(mangled));
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

/*--- Own code ---*/

bool own_has_object(const OwnCode* own, const char* path)
{
   return own->patterns != NULL ? pattern_list_matches(own->patterns, path)
                                : is_own_object(own->application, path);
}

bool own_has(const OwnCode* own, const Routine* routine)
{
   return !routine_is_start_up(routine) && own_has_object(own, routine->image)
          && (own->patterns != NULL || !own_is_standard_library(routine->name, routine->mangled));
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
