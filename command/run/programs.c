/* Launchers are known by their names, because many of them are also installed below home directories.
   Shells, and what starts a program in some way, come with the system, or are on the PATH; a program of such
   a name that is elsewhere is somebody's own. */

#include "run/programs.h"

#include <elf.h>
#include <fnmatch.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "input/file.h"
#include "model/own.h"
#include "util/caller.h"
#include "util/pattern.h"
#include "util/suggest.h"
#include "util/text.h"

/* A script of a script of a script: more would be a circle. */
#define MAX_INTERPRETERS  4

static const char* const shells[] = {
   "sh", "bash", "rbash", "dash", "ash", "ksh*", "mksh", "zsh*", "fish", "csh", "tcsh", "busybox*", "expect",
   NULL
};

/* Interpreters of test suites, and of programs. */
static const char* const interpreters[] = {
   "perl*", "python*", "pypy*", "ruby*", "tclsh*", "gawk", "mawk", "awk", NULL
};

/* Programs that start another in some way. */
static const char* const starters[] = {
   "env", "timeout", "nice", "ionice", "nohup", "setsid", "stdbuf", "time", "xargs", "find", "flock",
   "chroot", "taskset", "numactl", "setarch", "unshare", "nsenter", "prlimit", "chrt", "choom", "setpriv",
   "runuser", "dbus-run-session", "git", NULL
};

static const char* const other_launchers[] = {
   /* what builds and tests */
   "make", "gmake", "ninja*", "samu", "cmake*", "ctest*", "meson*", "cargo*", "rustc", "rustdoc", "rustup*",
   "build-script-build", "go", "scons", "bazel*", "libtool",
   /* compilers and linkers, of toolchains below home directories */
   "cc", "gcc*", "g++*", "c++*", "clang*", "cc1*", "collect2", "as", "ld", "ld.*", "lld*", "rust-lld",
   "ccache", "sccache",
   /* what starts a program on many processors */
   "mpirun*", "mpiexec*", "orterun", "orted", "prterun", "prted", "prte", "hydra_*", "srun", "parallel", NULL
};

/*--- The program that the user has named ---*/

/* The nearest name in its directory, for "; did you mean ./prog?".  To be freed. */
static char* near_text(const char* name)
{
   Problem ignored;
   bool    has_directory = strchr(name, '/') != NULL;
   g_autofree char*     directory = g_path_get_dirname(name);
   g_autoptr(GPtrArray) names = listing_read(directory, &ignored);
   Suggestion suggestion = suggestion_for(text_file_name(name));
   for (guint i = 0; names != NULL && i < names->len; i++) {
      g_autofree char* path = g_build_filename(directory, g_ptr_array_index(names, i), NULL);
      if (g_file_test(path, G_FILE_TEST_IS_EXECUTABLE) && g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
         suggestion_offer(&suggestion, g_ptr_array_index(names, i));
      }
   }
   g_autofree char* prefix = has_directory ? g_strndup(name, (gsize)(text_file_name(name) - name))
                                           : g_strdup("./");
   return suggestion_text(prefix, suggestion.nearest);
}

/* Endings of names of source code and scripts, and what makes a program of them, or runs them. */
static const struct {
   const char* ending;
   const char* language;
   const char* interpreter;   /* NULL: it must be compiled */
} kinds[] = {
   { ".c", "C", NULL }, { ".cc", "C++", NULL }, { ".cpp", "C++", NULL }, { ".cxx", "C++", NULL },
   { ".rs", "Rust", NULL }, { ".go", "Go", NULL }, { ".f", "Fortran", NULL }, { ".f90", "Fortran", NULL },
   { ".adb", "Ada", NULL }, { ".pas", "Pascal", NULL }, { ".hs", "Haskell", NULL }, { ".ml", "OCaml", NULL },
   { ".d", "D", NULL }, { ".nim", "Nim", NULL }, { ".zig", "Zig", NULL }, { ".swift", "Swift", NULL },
   { ".java", "Java", NULL }, { ".py", "Python", "python3" }, { ".pl", "Perl", "perl" },
   { ".sh", "the shell", "bash" }, { ".rb", "Ruby", "ruby" }, { ".js", "JavaScript", "node" },
   { ".lua", "Lua", "lua" }, { ".R", "R", "Rscript" }, { ".php", "PHP", "php" },
};

/* Returns what the file is by its name: "source code in C: ..."; NULL: the name does not say it. */
static char* kind_by_name(const char* name)
{
   const char* dot = strrchr(text_file_name(name), '.');
   for (size_t i = 0; i < G_N_ELEMENTS(kinds) && dot != NULL; i++) {
      if (strcmp(dot, kinds[i].ending) == 0) {
         return kinds[i].interpreter == NULL
                ? g_strdup_printf("source code in %s: compile it, and run the program that comes out",
                                  kinds[i].language)
                : g_strdup_printf("a script of %s, without a first line #!: run it as %s %s",
                                  kinds[i].language, kinds[i].interpreter, name);
      }
   }
   return NULL;
}

/* Returns what a file is that could not be executed even if it were allowed; NULL: it is a program or a
   script. */
static char* kind_of_file(const char* name)
{
   char   bytes[512];
   size_t length = file_beginning(name, bytes, sizeof bytes);
   bool   is_program = (length >= SELFMAG && memcmp(bytes, ELFMAG, SELFMAG) == 0)
                       || (length >= 2 && memcmp(bytes, "#!", 2) == 0);
   char*  kind = is_program || length == 0 ? NULL : kind_by_name(name);
   if (kind == NULL && !is_program && length > 0) {
      kind = g_strdup(memchr(bytes, '\0', length) == NULL ? "a file of text, and no program"
                                                          : "neither a program nor a script");
   }
   return kind;
}

/* The file is there, but not to be executed. */
static void explain_file(const char* name, Problem* problem)
{
   g_autofree char* kind = kind_of_file(name);
   if (kind == NULL) {
      problem_set(problem, NULL, 0, "%s is not executable (chmod +x makes it so)", name);
   } else {
      problem_set(problem, NULL, 0, "%s is %s", name, kind);
   }
}

/* Says why there is no such program. */
static void explain_missing(const char* name, Problem* problem)
{
   size_t word = strcspn(name, " ");
   g_autofree char* first = g_strndup(name, word);
   g_autofree char* program = name[word] == '\0' ? NULL : g_find_program_in_path(first);
   g_autofree char* near = near_text(name);
   if (name[word] != '\0' && strpbrk(name, "|&;<>`$") != NULL) {
      g_autofree char* quoted = g_shell_quote(name);
      problem_set(problem, NULL, 0, "there is no program \"%s\": a shell runs such a line, as in bash -c %s",
                  name, quoted);
   } else if (program != NULL) {
      problem_set(problem, NULL, 0, "there is no program \"%s\": without the quotes, it is a program and its "
                  "arguments", name);
   } else if (g_file_test(name, G_FILE_TEST_IS_DIR)) {
      problem_set(problem, NULL, 0, "%s is a directory: a program is needed", name);
   } else if (g_file_test(name, G_FILE_TEST_EXISTS) && !g_file_test(name, G_FILE_TEST_IS_EXECUTABLE)) {
      explain_file(name, problem);
   } else if (strchr(name, '/') == NULL && strchr(name, '=') != NULL) {
      problem_set(problem, NULL, 0, "there is no program \"%s\": variables stand before aprof, as in "
                  "%s aprof ...", name, name);
   } else {
      problem_set(problem, NULL, 0, "there is no program \"%s\"%s%s", name,
                  strchr(name, '/') != NULL ? "" : " on the PATH", near);
   }
}

char* program_find(const char* name, Problem* problem)
{
   char* path = g_find_program_in_path(name);
   if (path == NULL) {
      explain_missing(name, problem);
   }
   return path;
}

/*--- Launchers ---*/

static bool has_name_of(const char* path, const char* const* patterns)
{
   const char* name = text_file_name(path);
   for (size_t i = 0; patterns[i] != NULL; i++) {
      if (fnmatch(patterns[i], name, 0) == 0) {
         return true;
      }
   }
   return false;
}

bool program_is_interpreter(const char* path)
{
   return has_name_of(path, shells) || has_name_of(path, interpreters);
}

/* Whether a shell finds the file by its name; a name alone was found so. */
static bool is_on_path(const char* path)
{
   if (strchr(path, '/') == NULL) {
      return true;
   }
   g_autofree char* found = g_find_program_in_path(text_file_name(path));
   return found != NULL && file_is_same(found, path);
}

static bool is_launcher(const char* path)
{
   if (has_name_of(path, interpreters) || has_name_of(path, other_launchers)) {
      return true;
   }
   return (has_name_of(path, shells) || has_name_of(path, starters))
          && (own_is_of_system(path) || is_on_path(path));
}

/* The path in a first line such as "#! /bin/sh -e", or NULL. */
static char* interpreter_of(const char* path)
{
   char   line[256];
   size_t length = file_beginning(path, line, sizeof line - 1);
   line[length] = '\0';
   if (length < 3 || strncmp(line, "#!", 2) != 0) {
      return NULL;
   }
   const char* begin = line + 2 + strspn(line + 2, " \t");
   return g_strndup(begin, strcspn(begin, " \t\r\n"));
}

char* program_executable(const char* path)
{
   char* program = g_strdup(path);
   char* interpreter;
   for (int i = 0; i < MAX_INTERPRETERS && (interpreter = interpreter_of(program)) != NULL; i++) {
      g_free(program);
      program = interpreter;
   }
   return program;
}

bool program_is_launcher(const char* path)
{
   g_autofree char* executable = program_executable(path);
   return is_launcher(path) || is_launcher(executable);
}

bool program_is_built_tool(const char* word, const char* path)
{
   g_autofree char* executable = program_executable(path);
   bool is_script = strcmp(executable, path) != 0;
   return strchr(word, '/') != NULL && has_name_of(path, other_launchers) && !is_script
          && !own_is_of_system(path);
}

void program_choose_interpreter(ProgramChoice* choice, const char* path)
{
   if (choice->with_script && choice->named == NULL && has_name_of(path, interpreters)) {
      choice->named = g_strdup(path);
   }
}

char** program_files_of(const char* only)
{
   g_auto(GStrv)           words = g_strsplit(only == NULL ? "" : only, ",", -1);
   g_autoptr(GStrvBuilder) files = g_strv_builder_new();
   for (size_t i = 0; words[i] != NULL; i++) {
      g_autofree char* path = g_file_test(words[i], G_FILE_TEST_IS_REGULAR) ? realpath(words[i], NULL) : NULL;
      if (path != NULL) {
         g_strv_builder_add(files, path);
      }
   }
   return g_strv_builder_end(files);
}

bool program_is_measured(const ProgramChoice* choice, const char* path)
{
   if (choice->only != NULL) {
      return pattern_list_matches(choice->only, path)
             || g_strv_contains((const char* const*)choice->files, path);
   }
   if (g_strcmp0(choice->named, path) == 0) {
      return true;
   }
   return !is_launcher(path) && !(choice->by_launcher && own_is_of_system(path));
}

static bool read_header(const char* path, Elf64_Ehdr* header)
{
   return file_beginning(path, (char*)header, sizeof *header) == sizeof *header
          && memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 && header->e_ident[EI_CLASS] == ELFCLASS64;
}

/* The platform of the tool is that of this command. */
bool program_fits_tool(const char* path)
{
   Elf64_Ehdr header, own;
   return read_header(path, &header) && read_header("/proc/self/exe", &own)
          && header.e_machine == own.e_machine;
}
