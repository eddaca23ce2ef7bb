/* aprof run: from a command to an answer.  Here are its options, and what it shows; run/ runs the command
   and adds up the reports. */

#define _GNU_SOURCE   /* TEMP_FAILURE_RETRY */

#include "cli/subcommands.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer/interpreted.h"
#include "cli/misplaced.h"
#include "cli/options.h"
#include "experiment/input_meant.h"
#include "run/plan.h"
#include "run/programs.h"
#include "run/session.h"
#include "run/valgrind.h"
#include "run/valgrind_options.h"
#include "util/number.h"
#include "util/problem.h"
#include "util/caller.h"
#include "util/text.h"

#define PROCESSES_WIDTH  12

/* The exit status of what could not be started; those of signals are larger. */
#define NOT_STARTED  127

/* More is no sample. */
#define MOST_PER_PROGRAM 100000

typedef struct {
   const char* output;          /* directory; NULL: a new one with the usual name */
   const char* valgrind;        /* NULL: see valgrind_find */
   const char* only;
   GPtrArray*  valgrind_options;
   unsigned    timeout;
   unsigned    per_program;     /* processes to measure of each program; 0: all */
   int         error_status;    /* of --error-exitcode; -1: it was not given */
   bool        by_rank;
   bool        exec;
   bool        estimate;
   StatusChoice status;
   bool        keep;
   bool        html;
   bool        check;
   const char* rules;           /* of --check; NULL: the usual file */
   char**      command;         /* the program and its arguments, up to NULL */
   char**      words;           /* all that follows "aprof" */
   GPtrArray*  of_grow;         /* texts: options of `aprof grow` */
} RunOptions;

/*--- What is shown ---*/

static const char* report_of(const GArray* programs, guint index)
{
   return g_array_index(programs, MeasuredProgram, index).report;
}

static void print_processes(FILE* out, const MeasuredProgram* program)
{
   g_autofree char* text = program->begun == 0
                           ? g_strdup_printf("%u", program->processes)
                           : g_strdup_printf("%u of %u", program->processes, program->begun);
   fprintf(out, "%*s  ", PROCESSES_WIDTH, text);
}

/* Prints the list of programs.  `ended` says how the command ended, ahead of the full stop. */
static void print_programs(const GArray* programs, const char* ended, FILE* out)
{
   fprintf(out, "%u programs were measured%s.\n\n       cost  %*s  report\n", programs->len, ended,
           PROCESSES_WIDTH, "processes");
   for (guint i = 0; i < programs->len; i++) {
      const MeasuredProgram* program = &g_array_index(programs, MeasuredProgram, i);
      ShortText cost;
      fprintf(out, "%11s  ", text_short_number((double)program->cost, cost));
      print_processes(out, program);
      text_print(out, program->report);
      putc('\n', out);
   }
   fputs("\nThe first in detail; `", out);
   text_print(out, caller_name());
   fputs(" show REPORT` shows another.\n\n", out);
}

static bool write_page(const char* report, FILE* out)
{
   g_autofree char* page = g_strdup_printf("%.*s.html", (int)(strlen(report) - strlen(".report")), report);
   return html_write(out, report, page) == EXIT_OK;
}

/* The exit status of `aprof check` for all programs together: a rule may be about any of them. */
static int check(const RunOptions* options, const GArray* programs, FILE* out)
{
   g_autoptr(GPtrArray) reports = g_ptr_array_new();
   for (guint i = 0; i < programs->len; i++) {
      g_ptr_array_add(reports, (char*)report_of(programs, i));
   }
   return check_programs(out, options->rules, (const char* const*)reports->pdata, reports->len);
}

/* Opens standard error, because standard output is the program's; if it is closed, nothing is to be seen.
   The stream has a buffer, which stderr has not.  NULL, with a message, if that is not possible. */
static FILE* open_out(void)
{
   bool  is_open = standard_file_is_open(STDERR_FILENO);
   int   file = is_open ? fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0) : open("/dev/null", O_WRONLY | O_CLOEXEC);
   FILE* out = file >= 0 ? fdopen(file, "w") : NULL;
   if (out == NULL) {
      message_print("aprof run: nothing can be shown: %s", strerror(errno));
   }
   return out;
}

/* Returns what the list says of a command that did not end with 0; to be freed. */
static char* end_text(const RunOptions* options, int status)
{
   return status == 0 ? g_strdup("")
          : g_strdup_printf("; the exit status of %.80s is %d", text_file_name(options->command[0]), status);
}

/* False if something could not be shown; that was told. */
static bool show(const RunOptions* options, const GArray* programs, int status, FILE* out)
{
   bool shown = true;
   g_assert(programs->len > 0 && options->command[0] != NULL);
   g_autofree char* ended = end_text(options, status);
   if (options->by_rank) {
      for (guint i = 0; i < programs->len; i++) {
         message_print("Report: %s%s", report_of(programs, i), ended);
      }
   } else {
      putc('\n', out);
      if (programs->len > 1) {
         print_programs(programs, ended, out);
      }
      shown = show_usual(out, report_of(programs, 0)) == EXIT_OK;
   }
   for (guint i = 0; i < programs->len && options->html; i++) {
      shown &= write_page(report_of(programs, i), out);
   }
   return shown;
}

/* Shows the results at the end. Sets *shown if all could be shown. Returns the verdict of --check. */
static int conclude(const RunOptions* options, const GArray* programs, int status, bool* shown)
{
   FILE* out = open_out();
   int   verdict = EXIT_OK;
   *shown = out != NULL && show(options, programs, status, out);
   if (out != NULL) {
      fflush(out);   /* before messages */
      verdict = options->check ? check(options, programs, out) : EXIT_OK;
      fclose(out);
   }
   return verdict;
}

/*--- Running ---*/

static int exit_status(const RunOptions* options, const Session* session, bool shown, int verdict)
{
   const JobResult* result = &session_results(session)->jobs;
   const Collected* collected = &session_results(session)->collected;
   bool nothing = collected->programs->len == 0;
   g_assert(!nothing || verdict == EXIT_OK);
   /* A program that ends by itself leaves a report: so the status is Valgrind's, which could not run it. */
   bool is_valgrinds = nothing && collected->problems > 0 && result->status < NOT_STARTED
                       && !program_is_launcher(options->command[0]);
   if (options->error_status >= 0 && (nothing || !shown || collected->problems > 0)) {
      return options->error_status;
   }
   if (result->status != 0 && !is_valgrinds) {
      return result->status;
   }
   if (result->interrupted != 0 && result->started == 0) {
      return 128 + result->interrupted;
   }
   return nothing || !shown ? EXIT_USAGE : verdict;
}

/* Returns the command with this value of --only. */
static char* line_with_only(const RunOptions* options, const char* pattern)
{
   GString*         line = caller_line("run ");
   g_autofree char* option = g_strconcat("--only=", pattern, NULL);
   text_append_shell_word(line, option);
   text_append_shell_words(line, options->words + 1);
   return g_string_free(line, FALSE);
}

/* Says what the interpreter of a script would have to be asked. */
static void say_of_script(const RunOptions* options, const char* pattern)
{
   g_autofree char*  name = g_strndup(pattern, strcspn(pattern, ","));
   const Interpreted interpreted = {
      .interpreter = interpreter_named(text_file_name(options->command[0])), .name = name,
      .words = options->command,
   };
   g_auto(GStrv)      words = g_strdupv(options->command);
   g_autofree char*   what = interpreted_what(&interpreted);
   g_autofree char*   input = input_meant(words, NULL);
   g_autofree char*   experiment = input_meant_line(NULL, input, words);
   g_autoptr(GString) advice = g_string_new(NULL);
   bool is_alone = interpreted_option(&interpreted) == &interpreted.interpreter->alone;
   g_autofree char* line = is_alone ? interpreted_line(&interpreted, options->command)
                                    : line_with_only(options, pattern);
   if (is_alone && input == NULL) {
      interpreted_add_advice(advice, &interpreted);
   }
   message_print("%s: nothing was measured: %s is the interpreter of %s, and has started no program of "
                 "yours.%s", run_usage.name, name, what, advice->str);
   if (input == NULL && line != NULL) {
      message_print("To %s of %s: %s", is_alone ? "time the functions" : "measure the functions", what, line);
   }
   message_print("To see how its cost grows, and which function's: %s", experiment);
}

/* Says it, and prints the command that measures something.  Of a script, that is no such run, or one that
   names its functions: the interpreter's own say little of it. */
static void say_nothing_measured(const RunOptions* options, const Session* session)
{
   g_autofree char* pattern = session_pattern_meant(session);
   if (pattern != NULL && interpreter_script(options->command) > 0) {
      say_of_script(options, pattern);
      return;
   }
   session_say_nothing_measured(session);
   if (pattern != NULL) {
      g_autofree char* line = line_with_only(options, pattern);
      message_print("To measure them: %s", line);
   }
}

/* Runs the program, shows what was measured, and returns the exit status. */
static int measure(const RunOptions* options, Session* session)
{
   bool shown = true;
   int  verdict = EXIT_OK;
   session_measure(session);
   jobs_accept_signals();
   const SessionResults* results = session_results(session);
   const GArray*         programs = results->collected.programs;
   if (programs->len == 0) {
      say_nothing_measured(options, session);
   } else {
      verdict = conclude(options, programs, results->jobs.status, &shown);
   }
   return exit_status(options, session, shown, verdict);
}

static int run(const RunOptions* options)
{
   Problem problem;
   g_autoptr(GArray) plan = plan_of_command(options->command);
   const SessionOptions session_options = {
      .plan = plan, .output = options->output, .by_rank = options->by_rank, .valgrind = options->valgrind,
      .valgrind_options = options->valgrind_options, .only = options->only,
      .per_program = options->per_program,
      .jobs = 1, .timeout = options->timeout, .keep = options->keep,
      .status = options->by_rank ? NULL : &options->status, .estimate = options->estimate,
   };
   bool     is_right = valgrind_options_check(options->valgrind, options->valgrind_options, run_usage.options,
                                              &problem);
   Session* session = is_right ? session_begin(&session_options, &problem) : NULL;
   int      status = options->error_status >= 0 ? options->error_status : EXIT_USAGE;
   if (session == NULL) {
      problem_print(&problem, "aprof run");
   } else {
      status = measure(options, session);
      session_free(session);
   }
   return status;
}

/* For --exec.  Returns only if it fails.  Lets the C library copy and fill memory by vectors only: beyond
   some size, it would use an instruction that Valgrind executes byte by byte, in 20 times the time. */
static int become_valgrind(const RunOptions* options)
{
   static const char never[] = "glibc.cpu.x86_rep_movsb_threshold=0x100000000000:"
                               "glibc.cpu.x86_rep_stosb_threshold=0x100000000000";
   Problem problem;
   g_setenv("GLIBC_TUNABLES", never, FALSE);
   g_auto(Valgrind) valgrind = { 0 };
   const char* output = options->output == NULL ? "." : options->output;
   g_autofree char* directory = g_canonicalize_filename(output, NULL);
   if (valgrind_find(&valgrind, options->valgrind, &problem)) {
      g_ptr_array_unref(valgrind.options);
      valgrind.options = g_ptr_array_ref(options->valgrind_options);
      valgrind.directory = directory;
      valgrind_become(&valgrind, options->command, &problem);
   }
   problem_print(&problem, "aprof run");
   return EXIT_USAGE;
}

/*--- Options ---*/

static bool take_status(const Argument* argument, RunOptions* options)
{
   unsigned status;
   bool     is_right = argument_unsigned(argument, RUN_ERROR_EXITCODE, 0, 255, &status);
   options->error_status = is_right ? (int)status : -1;
   return is_right;
}

/* Whether the option is one of `aprof grow` that says which runs there are. */
static bool is_of_grow(const char* word)
{
   static const GrowOption runs[] = {
      GROW_SIZES, GROW_INPUT, GROW_CUT, GROW_MAKE, GROW_EACH, GROW_SIZE, GROW_BUDGET, GROW_RUNS
   };
   const Option* option = option_named(grow_usage.options, word);
   for (size_t i = 0; i < G_N_ELEMENTS(runs); i++) {
      if (option == &grow_usage.options[runs[i]]) {
         return true;
      }
   }
   return false;
}

/* Takes an option of Valgrind's or its tool's; but some `aprof run` needs for itself. */
static bool take_other(void* data, const char* option)
{
   const RunOptions* options = data;
   if (is_of_grow(option)) {
      g_ptr_array_add(options->of_grow, g_strdup(option));
      return true;
   }
   if (g_str_has_prefix(option, "--aprof-out-file")) {
      usage_error(run_usage.name, "%s: `aprof run` names the reports; --output=DIRECTORY says where they go",
                  option);
      return false;
   }
   if (g_str_has_prefix(option, "--tool")) {
      usage_error(run_usage.name, "%s: `aprof run` runs the tool aprof", option);
      return false;
   }
   g_ptr_array_add(options->valgrind_options, g_strdup(option));
   return true;
}

static bool take_option(void* data, int option, const Argument* argument)
{
   RunOptions* options = data;
   const char* value = argument->value;
   switch ((RunOption)option) {
      case RUN_TIMEOUT:        return argument_time(argument, option, 1, &options->timeout);
      case RUN_ONLY:           options->only = value; return true;
      case RUN_PER_PROGRAM:    return argument_unsigned(argument, option, 1, MOST_PER_PROGRAM,
                                                  &options->per_program);
      case RUN_OUTPUT:         options->output = value; return true;
      case RUN_RANK:           options->by_rank = true; return true;
      case RUN_EXEC:           options->exec = true; return true;
      case RUN_STATUS:         options->status = (StatusChoice)argument->word; return true;
      case RUN_ESTIMATE:       options->estimate = true; return true;
      case RUN_KEEP:           options->keep = true; return true;
      case RUN_HTML:           options->html = true; return true;
      case RUN_CHECK:          options->check = true; options->rules = value; return true;
      case RUN_ERROR_EXITCODE: return take_status(argument, options);
      case RUN_VALGRIND:       options->valgrind = value; return true;
   }
   g_assert_not_reached();
}

/* Whether there is an option about what follows the run, or about other processes than Valgrind. */
static bool wants_more_than_exec(const RunOptions* options)
{
   return options->timeout != 0 || options->only != NULL || options->per_program != 0 || options->by_rank
          || options->estimate || options->keep || options->html || options->check
          || options->error_status >= 0;
}

/* Whether Valgrind is told which children to leave out: it follows none if there is a sample. */
static bool has_skip_option(const RunOptions* options)
{
   for (guint i = 0; i < options->valgrind_options->len; i++) {
      if (g_str_has_prefix(g_ptr_array_index(options->valgrind_options, i), "--trace-children-skip")) {
         return true;
      }
   }
   return false;
}

/* Moves the value of the last option of `aprof grow`, which this command does not know, from the words to the
   option: the next word, or all up to "--". */
static char** take_values(const RunOptions* options, char** words)
{
   const char*   last = g_ptr_array_index(options->of_grow, options->of_grow->len - 1);
   const Option* option = option_named(grow_usage.options, last);
   char**        end = words;
   while (*end != NULL && strcmp(*end, "--") != 0) {
      end++;
   }
   bool has_list = *end != NULL && end > words;
   bool has_value = !has_list && strchr(last, '=') == NULL && option->takes == required_argument
                    && *words != NULL;
   if (option == &grow_usage.options[GROW_EACH] && !has_list && strchr(last, '=') == NULL) {
      g_ptr_array_add(options->of_grow, g_strdup("FILE..."));
   }
   for (char** behind = has_list ? end : has_value ? words + 1 : words; words < behind; words++) {
      g_ptr_array_add(options->of_grow, g_strdup(*words));
   }
   return words + (*words != NULL && strcmp(*words, "--") == 0);
}

/* There are options of `aprof grow`: names its command. */
static int refuse_grow(const RunOptions* options, char** words)
{
   g_autofree char* first = g_strdup(g_ptr_array_index(options->of_grow, 0));
   char** command = take_values(options, words);
   for (guint i = 0; i < options->valgrind_options->len; i++) {
      g_ptr_array_add(options->of_grow, g_strdup(g_ptr_array_index(options->valgrind_options, i)));
   }
   char* const any_command[] = { (char*)"PROGRAM", (char*)PLACE, NULL };
   g_autofree char* line = misplaced_grow_line(options->of_grow, *command == NULL ? any_command : command);
   return usage_error(run_usage.name, "%s: `aprof run` runs a program once; `aprof grow` runs it "
                      "with inputs of several sizes: %s", first, line);
}

/* Says what the program gets that was hardly meant for it. */
static void tell_misplaced(const RunOptions* options)
{
   misplaced_tell(&run_usage, options->words, options->command);
   if (g_strv_contains((const char* const*)options->command, PLACE)
       && !program_is_launcher(options->command[0])) {
      g_auto(GStrv)        words = g_strdupv(options->command);
      g_autoptr(GPtrArray) taken = misplaced_take(grow_usage.options, &words);
      g_autofree char*     line = misplaced_grow_line(taken, words);
      message_print("%s: %s gets {} as it is; `aprof grow` puts sizes and files there: %s", run_usage.name,
                    options->command[0], line);
   }
}

/* For --estimate.  Says why not. */
static bool may_run_twice(const RunOptions* options)
{
   struct stat status;
   if (options->by_rank) {
      usage_error(run_usage.name, "--estimate: a rank cannot run twice, because the others run once");
      return false;
   }
   if (fstat(STDIN_FILENO, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode))) {
      usage_error(run_usage.name, "--estimate: the program runs twice, and its standard input is a pipe, "
                  "which can be read once; give it a file, or < /dev/null");
      return false;
   }
   return true;
}

static int work(void* data, char** words, size_t count)
{
   RunOptions* options = data;
   if (options->of_grow->len > 0) {
      return refuse_grow(options, words);
   }
   if (count == 0) {
      return usage_error(run_usage.name, "no program is named: %s run PROGRAM ARGUMENTS", caller_name());
   }
   if (options->exec && wants_more_than_exec(options)) {
      return usage_error(run_usage.name, "--exec: only --output, --valgrind and Valgrind's options may stand "
                         "beside it, because Valgrind ends nobody, and adds up, shows and checks nothing");
   }
   if (options->per_program > 0 && has_skip_option(options)) {
      return usage_error(run_usage.name, "--per-program: --only says which programs are measured, and not "
                         "--trace-children-skip");
   }
   if (options->estimate && !may_run_twice(options)) {
      return EXIT_USAGE;
   }
   options->command = words;
   tell_misplaced(options);
   return options->exec ? become_valgrind(options) : run(options);
}

int run_main(int count, char** words)
{
   static const Subcommand subcommand = {
      .usage = &run_usage, .take = take_option, .work = work, .take_other = take_other,
      .other_letters = "vqd",
   };
   RunOptions options = {
      .error_status = -1,
      .valgrind_options = g_ptr_array_new_with_free_func(g_free),
      .of_grow = g_ptr_array_new_with_free_func(g_free),
   };
   options.words = g_strdupv(words);
   int status = subcommand_run(&subcommand, &options, count, words);
   g_strfreev(options.words);
   g_ptr_array_unref(options.valgrind_options);
   g_ptr_array_unref(options.of_grow);
   return status;
}
