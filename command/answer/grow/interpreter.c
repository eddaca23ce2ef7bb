/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "answer/grow/interpreter.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "model/own.h"
#include "util/text.h"

/* The first version of Python that writes a perf map. */
#define PYTHON_WITH_MAP  12

typedef struct {
   const char* programs[4];   /* patterns of names of executables and libraries */
   const char* endings[4];    /* of names of scripts */
   const char* loops[4];      /* routines that run the script; patterns */
   const char* runs;          /* what these run, if that is no file; NULL: a script */
   const char* option;        /* that names the script's functions, or its beginning; NULL: none does */
   const char* advice;        /* what else is to be said */
} Interpreter;

/* Programs of GHC are no interpreters, but their runtime runs what seems to have no callers. */
static const char* const ghc_loops[4] = { "scheduleWaitThread", "schedule", "stg_returnToStackTop", NULL };

#define GHC_RUNS    "the Haskell code"
#define GHC_ADVICE  "GHC's code jumps where that of others calls, so its costs are often those of the " \
                    "routine that it has come from. A build with -prof, run with +RTS -p, tells them apart."

static const Interpreter interpreters[] = {
   { .programs = { "python[0-9]*", "python", "libpython*" }, .endings = { ".py" },
     .loops = { "_PyEval_EvalFrameDefault*" } },
   { .programs = { "perl", "perl5*", "libperl.so*" }, .endings = { ".pl", ".t" },
     .loops = { "Perl_runops_standard", "Perl_runops_debug" },
     .advice = "Perl does not tell the names of a script's functions." },
   { .programs = { "lua", "lua5*", "liblua*" }, .endings = { ".lua" }, .loops = { "luaV_execute" },
     .advice = "Lua does not tell the names of a script's functions." },
   { .programs = { "node", "nodejs", "libnode*" }, .endings = { ".js", ".mjs", ".cjs" },
     .loops = { "Builtins_InterpreterEntryTrampoline" }, .option = "--perf-basic-prof",
     .advice = "`node --perf-basic-prof --interpreted-frames-native-stack` names the script's functions." },
   { .programs = { "ruby*", "libruby*" }, .endings = { ".rb" }, .loops = { "vm_exec_core", "rb_vm_exec" } },
   { .programs = { "tclsh*", "libtcl*" }, .endings = { ".tcl" }, .loops = { "TEBCresume" } },
   { .programs = { "gawk", "mawk", "original-awk" }, .endings = { ".awk" }, .loops = { "r_interpret" } },
   { .programs = { "sqlite3", "libsqlite3*" }, .loops = { "sqlite3VdbeExec" }, .runs = "statements of SQL",
     .advice = "EXPLAIN QUERY PLAN says how a statement of SQL is run." },
};

static bool fits_any(const char* name, const char* const* patterns)
{
   for (size_t i = 0; i < 4 && patterns[i] != NULL; i++) {
      if (fnmatch(patterns[i], name, 0) == 0) {
         return true;
      }
   }
   return false;
}

static const Interpreter* interpreter_named(const char* name)
{
   for (size_t i = 0; i < G_N_ELEMENTS(interpreters); i++) {
      if (fits_any(name, interpreters[i].programs)) {
         return &interpreters[i];
      }
   }
   return NULL;
}

/* Returns the name of the program that was measured: that of its report.  To be freed. */
static char* program_name(const GrowthFacts* facts)
{
   char* name = g_strdup(facts->experiment->program);
   if (name != NULL && g_str_has_suffix(name, ".report")) {
      name[strlen(name) - strlen(".report")] = '\0';
   }
   return name;
}

/* Returns the interpreter that the program is, or else the routine's object; *name is that one's, to be freed
   in any case. */
static const Interpreter* interpreter_of(const GrowthFacts* facts, const RoutineSeries* series, char** name)
{
   const Interpreter* interpreter = NULL;
   *name = program_name(facts);
   if (*name != NULL) {
      interpreter = interpreter_named(*name);
   }
   if (interpreter == NULL) {
      g_free(*name);
      *name = g_strdup(text_file_name(series->image));
      interpreter = interpreter_named(*name);
   }
   return interpreter;
}

static bool has_ending(const Interpreter* interpreter, const char* name)
{
   for (size_t i = 0; i < 4 && interpreter->endings[i] != NULL; i++) {
      if (g_str_has_suffix(name, interpreter->endings[i])) {
         return true;
      }
   }
   return false;
}

/* Returns the name of the script, if one of the words of the command shows it. */
static char* script_name(const GrowthFacts* facts, const Interpreter* interpreter)
{
   for (char* const* word = facts->experiment->command; *word != NULL; word++) {
      if (has_ending(interpreter, *word)) {
         return g_strdup(text_file_name(*word));
      }
   }
   return g_strdup("the script");
}

/* Whether the object is a program of GHC: it has the loop of GHC's runtime. */
static bool is_of_ghc(const GrowthFacts* facts, const char* object)
{
   bool is = false;
   for (guint i = 0; i < facts->series->routines->len && !is; i++) {
      const RoutineSeries* series = &g_array_index(facts->series->routines, RoutineSeries, i);
      is = strcmp(series->name, ghc_loops[0]) == 0 && g_strcmp0(series->image, object) == 0;
   }
   return is;
}

static char* what_runs(const GrowthFacts* facts, const Interpreter* interpreter)
{
   return interpreter->runs != NULL ? g_strdup(interpreter->runs) : script_name(facts, interpreter);
}

char* interpreter_runs(const GrowthFacts* facts, const RoutineSeries* series)
{
   char*              name;
   const Interpreter* interpreter = interpreter_of(facts, series, &name);
   g_free(name);
   if (interpreter != NULL) {
      return fits_any(series->name, interpreter->loops) ? what_runs(facts, interpreter) : NULL;
   }
   return fits_any(series->name, ghc_loops) && is_of_ghc(facts, series->image) ? g_strdup(GHC_RUNS) : NULL;
}

/*------------------------------------------------------------------*/
/*--- What would name the script's functions                     ---*/
/*------------------------------------------------------------------*/

/* Returns the second number of "python3.11", or -1. */
static int python_version(const char* name)
{
   const char* digits = strstr(name, "python3.");
   return digits == NULL ? -1 : atoi(digits + strlen("python3."));
}

static char* python_advice(const char* name)
{
   int version = python_version(name);
   return version < 0 ? g_strdup("Python 3.12 and later names the script's functions (python3 -X perf).")
        : version < PYTHON_WITH_MAP
        ? g_strdup_printf("Python 3.%d does not tell the names of a script's functions; "
                          "Python 3.12 and later does (python3 -X perf).", version)
        : g_strdup("`python3 -X perf` names the script's functions.");
}

/* Whether the script's functions have names already. */
static bool has_option(const GrowthFacts* facts, const char* option)
{
   bool has = false;
   for (char* const* word = facts->experiment->command; *word != NULL; word++) {
      has |= g_str_has_prefix(*word, option);
   }
   return has;
}

/* Debian's Python has no symbols but those that extensions need. */
static char* with_package(char* advice, const char* object)
{
   const char* more = own_is_of_system(object) ? " python3-dbg names more of Python's own routines." : "";
   char*       text = g_strconcat(advice, more, NULL);
   g_free(advice);
   return text;
}

static char* advice_of(const GrowthFacts* facts, const Interpreter* interpreter, const char* name,
                       const char* object)
{
   bool is_python = interpreter == &interpreters[0];
   if (is_python ? has_option(facts, "perf") || has_option(facts, "-Xperf")
                 : interpreter->option != NULL && has_option(facts, interpreter->option)) {
      return NULL;
   }
   return is_python ? with_package(python_advice(name), object) : g_strdup(interpreter->advice);
}

/* Whether this is a function of the script itself, whose object is the script. */
static bool is_of_script(const Interpreter* interpreter, const RoutineSeries* series)
{
   return has_ending(interpreter, series->image);
}

char* interpreter_lacking(const GrowthFacts* facts, const RoutineSeries* culprit)
{
   char*              name;
   const Interpreter* interpreter = interpreter_of(facts, culprit, &name);
   char*              text = NULL;
   if (interpreter == NULL && is_of_ghc(facts, culprit->image)) {
      text = g_strdup(GHC_ADVICE);
   }
   if (interpreter != NULL && !is_of_script(interpreter, culprit)) {
      char* runs = what_runs(facts, interpreter);
      char* advice = advice_of(facts, interpreter, name, culprit->image);
      text = g_strdup_printf("%s is the interpreter of %s, and its own routines were measured.%s%s", name,
                             runs, advice == NULL ? "" : " ",
                             advice == NULL ? "" : advice);
      g_free(advice);
      g_free(runs);
   }
   g_free(name);
   return text;
}
