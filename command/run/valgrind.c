/* Finds Valgrind, and says what it is to do. */

#define _GNU_SOURCE   /* prlimit */

#include "run/valgrind.h"

#include <errno.h>
#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "util/problem.h"
#include "util/text.h"

/* Valgrind takes 12 of the files that a process may have open; a program needs some to begin. */
#define MIN_FILES  16

/* Returns the Valgrind of a build that is not installed, where the tool stands beside the command. */
static char* valgrind_of_build(void)
{
   g_autofree char* command = g_file_read_link("/proc/self/exe", NULL);
   if (command == NULL) {
      return NULL;
   }
   g_autofree char* directory = g_path_get_dirname(command);
   g_autofree char* path = g_build_filename(directory, "..", ".in_place", "valgrind", NULL);
   return access(path, X_OK) == 0 ? g_steal_pointer(&path) : NULL;
}

/* Valgrind looks for tools in its own directory, unless the environment names another. */
static void name_tool_directory(void)
{
   if (strcmp(TOOL_DIRECTORY, VALGRIND_TOOL_DIRECTORY) != 0) {
      g_setenv("VALGRIND_LIB", TOOL_DIRECTORY, FALSE);
   }
}

/* Lets this command judge the complexity tests that run under Valgrind; but who has named another wants
   that. */
static void name_command(void)
{
   g_autofree char* command = g_file_read_link("/proc/self/exe", NULL);
   if (command != NULL) {
      g_setenv("APROF_COMMAND", command, FALSE);
   }
}

bool valgrind_find(Valgrind* valgrind, const char* wanted, Problem* problem)
{
   valgrind->options = g_ptr_array_new_with_free_func(g_free);
   valgrind->programs = g_ptr_array_new_with_free_func(g_free);
   valgrind->refused = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   valgrind->path = wanted != NULL ? g_find_program_in_path(wanted) : valgrind_of_build();
   if (valgrind->path == NULL && wanted != NULL) {
      return problem_set(problem, NULL, 0, "--valgrind=%s: there is no such program", wanted);
   }
   if (valgrind->path == NULL) {
      /* The one that the tool was built for, and installed into. */
      valgrind->path = g_find_program_in_path(access(VALGRIND_PROGRAM, X_OK) == 0 ? VALGRIND_PROGRAM
                                                                                  : "valgrind");
      name_tool_directory();
   }
   if (valgrind->path == NULL) {
      return problem_set(problem, NULL, 0, "there is no program \"valgrind\": install Valgrind (Debian and "
                         "Ubuntu: apt-get install valgrind), or name it with --valgrind=PROGRAM");
   }
   name_command();
   /* The process that runs Valgrind may be in another directory. */
   char* absolute = g_canonicalize_filename(valgrind->path, NULL);
   g_free(valgrind->path);
   valgrind->path = absolute;
   return true;
}

void valgrind_free(Valgrind* valgrind)
{
   g_free(valgrind->path);
   g_clear_pointer(&valgrind->options, g_ptr_array_unref);
   g_clear_pointer(&valgrind->programs, g_ptr_array_unref);
   g_clear_pointer(&valgrind->refused, g_hash_table_unref);
}

/*--- Programs that generate code ---*/

/* A program that generates code, and what it needs. */
typedef struct {
   const char* name;
   const char* option;      /* of Valgrind or its tool, or NULL */
   const char* variables[2];  /* whose being set names functions */
   const char* missing;     /* for a message; NULL: nothing is */
} Generator;

/* Node.js: a value has 8 bytes.  The interpreter reads all of a small number, and compiled code only the half
   that says it; with cells of 8 bytes, the input of a function is the same in both.

   .NET overwrites the code by which methods are called first, in memory that it has mapped from files:
   Valgrind must look for that, or the program calls what compiles the method for ever. */
static const Generator* generator_of(const char* path)
{
   static const Generator generators[] = {
      { "node", "--memory-resolution=8", { NULL }, NULL },
      { "nodejs", "--memory-resolution=8", { NULL }, NULL },
      { "dotnet", "--smc-check=all", { "DOTNET_PerfMapEnabled", "COMPlus_PerfMapEnabled" },
        "DOTNET_PerfMapEnabled=1 in its environment" },
      { "julia", NULL, { "ENABLE_JITPROFILING" }, "ENABLE_JITPROFILING=1 in its environment" },
   };
   const char* file = text_file_name(path);
   for (size_t i = 0; i < G_N_ELEMENTS(generators); i++) {
      if (strcmp(file, generators[i].name) == 0) {
         return &generators[i];
      }
   }
   return NULL;
}

const char* valgrind_names_missing(char* const* command)
{
   const Generator* generator = generator_of(command[0]);
   for (size_t i = 0; generator != NULL && i < G_N_ELEMENTS(generator->variables); i++) {
      if (generator->variables[i] != NULL && g_getenv(generator->variables[i]) != NULL) {
         return NULL;
      }
   }
   return generator == NULL ? NULL : generator->missing;
}

/*--- Command lines ---*/

/* Valgrind expands what follows a percent sign. */
static char* without_expansion(const char* path)
{
   g_auto(GStrv) parts = g_strsplit(path, "%", -1);
   return g_strjoinv("%%", parts);
}

static void add_options(GStrvBuilder* words, const Valgrind* valgrind)
{
   for (guint i = 0; i < valgrind->options->len; i++) {
      g_strv_builder_add(words, g_ptr_array_index(valgrind->options, i));
   }
}

char** valgrind_words(Valgrind* valgrind, unsigned run, const char* path, char* const* own, unsigned* number)
{
   const Generator*        generator = generator_of(path);
   g_autofree char*        directory = without_expansion(valgrind->directory);
   g_autoptr(GStrvBuilder) words = g_strv_builder_new();
   *number = valgrind->programs->len;
   g_autofree char* out = g_strdup_printf("--aprof-out-file=%s/aprof.%u.%u.%%p", directory, run, *number);
   /* Options of the user come later and override these.  A complexity test runs the command aprof. */
   g_strv_builder_add_many(words, valgrind->path, "--tool=aprof", "-q", "--trace-children=yes",
                           "--trace-children-skip=*/aprof", "--collect-cct=yes", NULL);
   if (HAVE_INLINED) {
      g_autofree char* maps = g_strconcat("--inlined-maps=", valgrind->maps, NULL);
      g_strv_builder_add_many(words, "--inlined=own", maps, NULL);
   }
   if (generator != NULL && generator->option != NULL) {
      g_strv_builder_add(words, generator->option);
   }
   add_options(words, valgrind);
   g_strv_builder_add(words, out);
   g_strv_builder_addv(words, (const char**)own);
   g_ptr_array_add(valgrind->programs, g_strdup(path));
   return g_strv_builder_end(words);
}

void valgrind_become(const Valgrind* valgrind, char* const* command, Problem* problem)
{
   g_autofree char*        directory = without_expansion(valgrind->directory);
   g_autofree char*        out = g_strdup_printf("--aprof-out-file=%s/aprof.%%p", directory);
   g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
   g_strv_builder_add_many(builder, valgrind->path, "--tool=aprof", "-q", NULL);
   add_options(builder, valgrind);
   g_strv_builder_add(builder, out);
   g_strv_builder_addv(builder, (const char**)command);
   g_auto(GStrv) words = g_strv_builder_end(builder);
   execv(valgrind->path, words);
   problem_set(problem, valgrind->path, 0, "cannot be run: %s", strerror(errno));
}

/* True if the file gives rights, by Valgrind's own rule, whoever runs it. */
static bool has_rights_of_its_own(const char* file)
{
   struct stat status;
   return (stat(file, &status) == 0 && (status.st_mode & (S_ISUID | S_ISGID)) != 0)
          || getxattr(file, "security.capability", NULL, 0) >= 0;
}

bool valgrind_has_room_for_files(pid_t pid)
{
   struct rlimit limit;
   return prlimit(pid, RLIMIT_NOFILE, NULL, &limit) != 0 || limit.rlim_max >= MIN_FILES;
}

bool valgrind_refuses(Valgrind* valgrind, pid_t pid, const char* file, const char* name)
{
   bool has_rights = has_rights_of_its_own(file);
   if (!has_rights && valgrind_has_room_for_files(pid)) {
      return false;
   }
   if (g_hash_table_add(valgrind->refused, g_strdup(name))) {
      message_print("%s: %s runs without Valgrind, and is not measured: %s", g_get_prgname(), name,
                    has_rights ? "it has rights of its own (setuid, setgid or capabilities), which Valgrind "
                                 "refuses"
                               : "Valgrind needs a hard limit of at least " G_STRINGIFY(MIN_FILES)
                                 " open files (ulimit -Hn)");
   }
   return true;
}

void valgrind_not_used(Valgrind* valgrind, unsigned number)
{
   g_assert(number < valgrind->programs->len);
   g_clear_pointer(&g_ptr_array_index(valgrind->programs, number), g_free);
}

bool valgrind_wants_children(const Valgrind* valgrind)
{
   bool wants = true;
   for (guint i = 0; i < valgrind->options->len; i++) {
      const char* option = g_ptr_array_index(valgrind->options, i);
      if (g_str_has_prefix(option, "--trace-children=")) {
         wants = !g_str_equal(option, "--trace-children=no");
      }
   }
   return wants;
}

bool valgrind_is_tool(const char* executable)
{
   const char* name = text_file_name(executable);
   return g_str_has_prefix(name, "aprof-") && g_str_has_suffix(name, "-linux");
}

bool valgrind_report_name(const char* name, unsigned* run, unsigned* number)
{
   int end = 0;
   return sscanf(name, "aprof.%u.%u.%n", run, number, &end) == 2 && end > 0 && g_ascii_isdigit(name[end]);
}
