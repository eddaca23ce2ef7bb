#include "model/interpreters.h"

#include <fnmatch.h>
#include <glib.h>
#include <string.h>

#include "util/caller.h"
#include "util/text.h"

#define NO_NAMES(language)  { .says = language " does not tell the names of a script's functions." }

static const Interpreter interpreters[] = {
   { .programs = { "python[0-9]*", "python", "libpython*" }, .endings = { ".py", ".pyc" },
     .loops = { "_PyEval_EvalFrameDefault*" }, .marks = { "perf", "-Xperf" }, .package = "python3-dbg",
     .variable = "PYTHONPERFSUPPORT", .value = "1",
     .for_aprof = { "-X perf", NULL, "`python3 -X perf` names the script's functions." }, .since = 12,
     .profiler = "Python's profiler", .preload = { "%s/aprof_functions.py" } },
   { .programs = { "pypy*", "libpypy*" }, .endings = { ".py" }, .alone = NO_NAMES("PyPy") },
   { .programs = { "perl", "perl5*", "libperl.so*" }, .endings = { ".pl", ".t", ".pm" },
     .loops = { "Perl_runops_standard", "Perl_runops_debug" },
     .profiler = "Perl's debugger", .preload = { "-I%s", "-Maprof_functions" } },
   { .programs = { "lua", "lua5*", "liblua*" }, .endings = { ".lua" }, .loops = { "luaV_execute" },
     .profiler = "Lua's hooks", .preload = { "-e", "dofile('%s/aprof_functions.lua')" } },
   { .programs = { "luajit*", "libluajit*" }, .endings = { ".lua" },
     .profiler = "LuaJIT's hooks, without its compiler",
     .preload = { "-e", "dofile('%s/aprof_functions.lua')" } },
   { .programs = { "node", "nodejs", "libnode*" }, .endings = { ".js", ".mjs", ".cjs" },
     .loops = { "Builtins_InterpreterEntryTrampoline" }, .marks = { "--perf-basic-prof" },
     .variable = "NODE_OPTIONS", .value = "--perf-basic-prof --interpreted-frames-native-stack",
     .for_aprof = { "--perf-basic-prof --interpreted-frames-native-stack", NULL,
                    "`node --perf-basic-prof --interpreted-frames-native-stack` names the script's "
                    "functions." },
     .profiler = "V8's profiler", .preload = { "--require", "%s/aprof_functions.js" } },
   { .programs = { "php", "php[0-9]*", "php-cgi*", "libphp*" }, .endings = { ".php", ".phtml" },
     .loops = { "execute_ex", "zend_execute" }, .marks = { "opcache.jit_debug", "-dopcache.jit_debug" },
     .variable = "PHP_INI_SCAN_DIR", .value = ":%s",
     .alone = { .says = "PHP's compiler names the script's functions, if it has the extension opcache." } },
   { .programs = { "ruby", "ruby[0-9]*", "libruby*" }, .endings = { ".rb" },
     .loops = { "vm_exec_core", "rb_vm_exec", "rb_iseq_eval_main" },
     .profiler = "Ruby's TracePoint", .preload = { "-r%s/aprof_functions.rb" } },
   { .programs = { "tclsh*", "libtcl*" }, .endings = { ".tcl" },
     .loops = { "TEBCresume", "TclNRRunCallbacks" }, .alone = NO_NAMES("Tcl") },
   { .programs = { "gawk" }, .endings = { ".awk" }, .loops = { "r_interpret" },
     .alone = { "-p/dev/stderr", " 2>&1 >/dev/null", "gawk itself counts how often each statement runs." } },
   { .programs = { "mawk", "original-awk" }, .endings = { ".awk" }, .alone = NO_NAMES("awk") },
   { .programs = { "guile*", "libguile*" }, .endings = { ".scm" },
     .loops = { "vm_regular_engine", "vm_debug_engine", "scm_call_n" },
     .alone = { .says = "Guile's own profiler names the script's functions: (statprof THUNK)." } },
   { .programs = { "R", "Rscript", "libR.so*" }, .endings = { ".R", ".r" }, .loops = { "bcEval", "Rf_eval" },
     .alone = { .says = "R's own profiler names the script's functions: Rprof(), summaryRprof()." } },
   { .programs = { "octave*", "liboctinterp*" }, .endings = { ".m" },
     .loops = { "octave::tree_evaluator::*" },
     .alone = { .says = "Octave's own profiler names the script's functions: profile on, profshow." } },
   { .programs = { "swipl*", "libswipl*" }, .endings = { ".pl", ".prolog", ".pro" },
     .loops = { "PL_next_solution*" },
     .alone = { .says = "SWI-Prolog's own profiler names the predicates: profile(GOAL)." } },
   { .programs = { "julia*", "libjulia*" }, .endings = { ".jl" }, .marks = { "ENABLE_JITPROFILING" },
     .alone = { .says = "ENABLE_JITPROFILING=1 in the environment names the script's functions (Julia 1.6 "
                        "and later)." } },
   { .programs = { "java", "libjvm.so*" }, .endings = { ".jar", ".class", ".java" }, .is_machine = true,
     .alone = { .says = "Java's own profiler names the methods (java -XX:StartFlightRecording)." } },
   { .programs = { "erl", "beam*" }, .endings = { ".beam", ".erl" }, .is_machine = true,
     .marks = { "+JPperf" },
     .for_aprof = { "+JPperf map", NULL, "`+JPperf map`, an option of erl, names the functions." } },
   { .programs = { "mono*", "libmono*" }, .endings = { ".exe", ".dll" }, .is_machine = true,
     .loops = { "mono_jit_exec", "mono_runtime_exec_main*" },
     .marks = { "--jitmap" }, .for_aprof = { "--jitmap", NULL, "`mono --jitmap` names the methods." } },
   { .programs = { "dotnet", "libcoreclr*" }, .endings = { ".dll" }, .is_machine = true,
     .marks = { "DOTNET_PerfMapEnabled" },
     .alone = { .says = "DOTNET_PerfMapEnabled=1 in the environment names the methods." } },
   { .programs = { "ocamlrun" }, .endings = { ".byte", ".bc" }, .loops = { "caml_interprete" },
     .is_machine = true, .alone = { .says = "Compiled by ocamlopt, its functions have names." } },
   { .programs = { "sqlite3", "libsqlite3*" }, .loops = { "sqlite3VdbeExec" }, .runs = "statements of SQL",
     .alone = { .says = "EXPLAIN QUERY PLAN says how a statement of SQL is run." } },
};

static bool fits_any(const char* name, const char* const* patterns)
{
   for (size_t i = 0; i < INTERPRETER_NAMES && patterns[i] != NULL; i++) {
      if (fnmatch(patterns[i], name, 0) == 0) {
         return true;
      }
   }
   return false;
}

const Interpreter* interpreter_named(const char* name)
{
   for (size_t i = 0; i < G_N_ELEMENTS(interpreters); i++) {
      if (fits_any(name, interpreters[i].programs)) {
         return &interpreters[i];
      }
   }
   return NULL;
}

bool interpreter_has_loop(const Interpreter* interpreter, const char* routine)
{
   return fits_any(routine, interpreter->loops);
}

bool interpreter_has_ending(const Interpreter* interpreter, const char* name)
{
   for (size_t i = 0; i < INTERPRETER_NAMES && interpreter->endings[i] != NULL; i++) {
      if (g_str_has_suffix(name, interpreter->endings[i])) {
         return true;
      }
   }
   return false;
}

/* The script is the first word that is no option, or the first file that is called like one.  Behind -e or
   -c, the first word is code, and no file. */
unsigned interpreter_script(char* const* words)
{
   const Interpreter* interpreter = words[0] == NULL ? NULL : interpreter_named(text_file_name(words[0]));
   bool               has_scripts = interpreter != NULL && interpreter->endings[0] != NULL;
   bool               is_first = true;
   for (unsigned i = 1; has_scripts && words[i] != NULL; i++) {
      bool is_file = g_file_test(words[i], G_FILE_TEST_IS_REGULAR);
      if (is_file && (is_first || interpreter_has_ending(interpreter, words[i]))) {
         return i;
      }
      is_first = is_first && words[i][0] == '-';
   }
   return 0;
}

char* interpreter_helpers(void)
{
   return caller_companion("aprof-functions");
}

char** interpreter_preloaded(char* const* words)
{
   unsigned           script = interpreter_script(words);
   const Interpreter* interpreter = script == 0 ? NULL : interpreter_named(text_file_name(words[0]));
   if (interpreter == NULL || interpreter->profiler == NULL) {
      return NULL;
   }
   g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
   g_autofree char*        directory = interpreter_helpers();
   for (unsigned i = 0; words[i] != NULL; i++) {
      for (const char* const* word = interpreter->preload; i == script && *word != NULL; word++) {
         g_auto(GStrv)    parts = g_strsplit(*word, "%s", 2);
         g_autofree char* whole = g_strjoinv(directory, parts);
         g_strv_builder_add(builder, whole);
      }
      g_strv_builder_add(builder, words[i]);
   }
   return g_strv_builder_end(builder);
}
