#include "model/interpreters.h"

#include <fnmatch.h>
#include <glib.h>
#include <string.h>

#include "util/text.h"

/* Adds up the time between lines by the method that they are in. */
#define RUBY_TIMES  "-e 'h = Hash.new(0); at = nil; c = -> { Process.clock_gettime(1) }; last = c.(); " \
                    "t = TracePoint.new(:line, :return) { |e| now = c.(); h[at] += now - last if at; " \
                    "at = \"#{e.path}: #{e.method_id || \"main\"}\"; last = c.() }; " \
                    "at_exit { t.disable; h.max_by(9) { |k, s| s }.each { |k, s| " \
                    "warn \"%.3f ms in %s\" % [1000 * s, k] } }; " \
                    "t.enable; load($0 = File.expand_path(ARGV.shift))'"

/* Asks at each thousandth instruction which function runs.  Before Lua 5.2, only a userdata can tell the
   end. */
#define LUA_SAMPLES  "-e 'local h, n = {}, 0; " \
                     "debug.sethook(function() local i = debug.getinfo(2, \"nS\"); " \
                     "local k = i.short_src .. \":\" .. i.linedefined .. \" \" .. (i.name or \"main\"); " \
                     "h[k] = (h[k] or 0) + 1; n = n + 1 end, \"\", 1000); " \
                     "aprof = newproxy and newproxy(true) or setmetatable({}, { __gc = true }); " \
                     "getmetatable(aprof).__gc = function() for k, c in pairs(h) do " \
                     "io.stderr:write(math.floor(100 * c / n), \" % in \", k, \"\\n\") end end'"

#define PHP_JIT      "-d opcache.enable_cli=1 -d opcache.jit=function -d opcache.jit_buffer_size=64M " \
                     "-d opcache.jit_debug=32"

#define NO_NAMES(language)  { .says = language " does not tell the names of a script's functions." }

static const Interpreter interpreters[] = {
   { .programs = { "python[0-9]*", "python", "libpython*" }, .endings = { ".py", ".pyc" },
     .loops = { "_PyEval_EvalFrameDefault*" }, .marks = { "perf", "-Xperf" }, .package = "python3-dbg",
     .variable = "PYTHONPERFSUPPORT", .value = "1",
     .for_aprof = { "-X perf", NULL, "`python3 -X perf` names the script's functions." }, .since = 12,
     .alone = { "-m cProfile -s cumulative", " | grep -A 30 ' function calls'",
                "Python's own profiler names them, too." } },
   { .programs = { "pypy*", "libpypy*" }, .endings = { ".py" }, .alone = NO_NAMES("PyPy") },
   { .programs = { "perl", "perl5*", "libperl.so*" }, .endings = { ".pl", ".t", ".pm" },
     .loops = { "Perl_runops_standard", "Perl_runops_debug" },
     .alone = { "-d:NYTProf", " && nytprofhtml", "Perl does not tell the names of a script's functions; its "
                "profiler names them (package libdevel-nytprof-perl)." } },
   { .programs = { "lua", "lua5*", "liblua*" }, .endings = { ".lua" }, .loops = { "luaV_execute" },
     .alone = { LUA_SAMPLES, NULL, "Lua does not tell the names of a script's functions to others, but "
                "samples them itself." } },
   { .programs = { "luajit*", "libluajit*" }, .endings = { ".lua" },
     .alone = { "-joff " LUA_SAMPLES, NULL, "LuaJIT does not tell the names of a script's functions to "
                "others, but samples them itself; so does its profiler (-jp), if the script takes "
                "longer." } },
   { .programs = { "node", "nodejs", "libnode*" }, .endings = { ".js", ".mjs", ".cjs" },
     .loops = { "Builtins_InterpreterEntryTrampoline" }, .marks = { "--perf-basic-prof" },
     .variable = "NODE_OPTIONS", .value = "--perf-basic-prof --interpreted-frames-native-stack",
     .for_aprof = { "--perf-basic-prof --interpreted-frames-native-stack", NULL,
                    "`node --perf-basic-prof --interpreted-frames-native-stack` names the script's "
                    "functions." } },
   { .programs = { "php", "php[0-9]*", "php-cgi*", "libphp*" }, .endings = { ".php", ".phtml" },
     .loops = { "execute_ex", "zend_execute" }, .marks = { "opcache.jit_debug", "-dopcache.jit_debug" },
     .for_aprof = { PHP_JIT, NULL, "PHP's compiler names the script's functions." } },
   { .programs = { "ruby", "ruby[0-9]*", "libruby*" }, .endings = { ".rb" },
     .loops = { "vm_exec_core", "rb_vm_exec", "rb_iseq_eval_main" },
     .alone = { RUBY_TIMES, NULL, "Ruby does not tell the names of a script's functions to others, but times "
                "them itself." } },
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
