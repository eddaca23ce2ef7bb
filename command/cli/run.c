/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   aprof run: from a command to an answer.  Here are its options, and what it shows; run/ runs the command
   and adds up the reports. */

#define _GNU_SOURCE   /* TEMP_FAILURE_RETRY */

#include "cli/subcommands.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "run/plan.h"
#include "run/session.h"
#include "util/number.h"
#include "util/problem.h"
#include "util/caller.h"
#include "util/text.h"

#define MAX_JOBS     1000
#define MAX_TIMEOUT  10000000

typedef struct {
   const char* output;          /* directory; NULL: a new one with the usual name */
   const char* valgrind;        /* NULL: see valgrind_find */
   const char* only;
   GPtrArray*  valgrind_options;
   GPtrArray*  values;          /* of --each or --sizes */
   bool        are_files;
   bool        are_numbers;
   WholeInput  input;
   unsigned    jobs;
   unsigned    timeout;
   int         error_status;    /* of --error-exitcode; -1: it was not given */
   bool        by_rank;
   bool        keep;
   bool        html;
   bool        check;
   const char* rules;           /* of --check; NULL: the usual file */
   char**      command;         /* the program and its arguments, up to NULL */
} RunOptions;

/*------------------------------------------------------------------*/
/*--- What is shown                                              ---*/
/*------------------------------------------------------------------*/

static const char* report_of(const GArray* programs, guint index)
{
   return g_array_index(programs, MeasuredProgram, index).report;
}

static void print_programs(const GArray* programs, FILE* out)
{
   fprintf(out, "%u programs were measured.\n\n       cost  processes  report\n", programs->len);
   for (guint i = 0; i < programs->len; i++) {
      const MeasuredProgram* program = &g_array_index(programs, MeasuredProgram, i);
      ShortText cost;
      fprintf(out, "%11s  %9u  ", text_short_number((double)program->cost, cost), program->processes);
      text_print(out, program->report);
      putc('\n', out);
   }
   fputs("\nThe first in detail; `aprof show REPORT` shows another.\n\n", out);
}

static bool write_page(const char* report, FILE* out)
{
   char* page = g_strdup_printf("%.*s.html", (int)(strlen(report) - strlen(".report")), report);
   int   status = html_write(out, report, page);
   g_free(page);
   return status == EXIT_OK;
}

/* The exit status of `aprof check` for all programs together: a rule may be about any of them. */
static int check(const RunOptions* options, const GArray* programs, FILE* out)
{
   GPtrArray* reports = g_ptr_array_new();
   for (guint i = 0; i < programs->len; i++) {
      g_ptr_array_add(reports, (char*)report_of(programs, i));
   }
   int status = check_programs(out, options->rules, (const char* const*)reports->pdata, reports->len);
   g_ptr_array_free(reports, TRUE);
   return status;
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

/* False if something could not be shown; that was told. */
static bool show(const RunOptions* options, const GArray* programs, FILE* out)
{
   bool shown = true;
   if (options->by_rank) {
      for (guint i = 0; i < programs->len; i++) {
         message_print("Report: %s", report_of(programs, i));
      }
   } else {
      putc('\n', out);
      if (programs->len > 1) {
         print_programs(programs, out);
      }
      shown = show_usual(out, report_of(programs, 0)) == EXIT_OK;
   }
   for (guint i = 0; i < programs->len && options->html; i++) {
      shown &= write_page(report_of(programs, i), out);
   }
   return shown;
}

/* Shows the results at the end. Sets *shown if all could be shown. Returns the verdict of --check. */
static int conclude(const RunOptions* options, const GArray* programs, bool* shown)
{
   FILE* out = open_out();
   int   verdict = EXIT_OK;
   *shown = out != NULL && show(options, programs, out);
   if (out != NULL) {
      verdict = options->check ? check(options, programs, out) : EXIT_OK;
      fclose(out);
   }
   return verdict;
}

/*------------------------------------------------------------------*/
/*--- Running                                                    ---*/
/*------------------------------------------------------------------*/

static void say_interrupted(const Session* session, const GArray* plan)
{
   const JobResult* result = session_result(session);
   if (result->interrupted != 0 && plan->len > 1) {
      message_print("aprof run: ended by a signal (%s): %u of %u runs were begun",
                    strsignal(result->interrupted), result->started, plan->len);
   }
}

static int exit_status(const RunOptions* options, const Session* session, guint planned, bool shown,
                       int verdict)
{
   const JobResult* result = session_result(session);
   const Collected* collected = session_collected(session);
   bool nothing = collected->programs->len == 0;
   if (options->error_status >= 0 && (nothing || !shown || collected->problems > 0)) {
      return options->error_status;
   }
   if (result->status != 0) {
      return result->status;
   }
   if (result->interrupted != 0 && result->started < planned) {
      return 128 + result->interrupted;
   }
   return nothing || !shown ? EXIT_USAGE : verdict;
}

/* Runs the plan, shows what was measured, and returns the exit status. */
static int measure(const RunOptions* options, Session* session, const GArray* plan)
{
   const GArray* programs;
   bool          shown = true;
   int           verdict = EXIT_OK;
   session_measure(session);
   jobs_accept_signals();
   say_interrupted(session, plan);
   programs = session_collected(session)->programs;
   if (programs->len == 0) {
      session_say_nothing_measured(session);
   } else {
      verdict = conclude(options, programs, &shown);
   }
   return exit_status(options, session, plan->len, shown, verdict);
}

static int run(const RunOptions* options)
{
   Problem problem;
   GArray* plan = plan_make(options->command, options->values, options->are_files, options->input, &problem);
   const SessionOptions session_options = {
      .plan = plan, .output = options->output, .by_rank = options->by_rank, .valgrind = options->valgrind,
      .valgrind_options = options->valgrind_options, .only = options->only, .input = options->input,
      .jobs = options->jobs, .timeout = options->timeout, .keep = options->keep,
   };
   Session* session = plan == NULL ? NULL : session_begin(&session_options, &problem);
   int      status = options->error_status >= 0 ? options->error_status : EXIT_USAGE;
   if (session == NULL) {
      problem_print(&problem, "aprof run");
   } else {
      status = measure(options, session, plan);
      session_free(session);
   }
   if (plan != NULL) {
      plan_free(plan);
   }
   return status;
}

/*------------------------------------------------------------------*/
/*--- Options                                                    ---*/
/*------------------------------------------------------------------*/

static bool take_number(const Argument* argument, RunOption option, uint64_t low, uint64_t high,
                        unsigned* number)
{
   uint64_t value = 0;
   bool     is_right = argument_number(argument, option, low, high, NULL, &value);
   *number = (unsigned)value;
   return is_right;
}

static bool is_one_list(const RunOptions* options)
{
   if (options->are_files && options->are_numbers) {
      usage_error(run_usage.name, "--each and --sizes: only one of them can stand for {}");
   }
   return !(options->are_files && options->are_numbers);
}

/* The words after --each, up to an option. */
static bool take_each(const Argument* argument, RunOptions* options)
{
   options->are_files = true;
   if (argument->value != NULL) {
      g_ptr_array_add(options->values, g_strdup(argument->value));
      return is_one_list(options);
   }
   size_t count = 0;
   for (const char* file; (file = argument_next_value(argument)) != NULL; count++) {
      g_ptr_array_add(options->values, g_strdup(file));
   }
   if (count == 0) {
      usage_error(run_usage.name, "--each: a FILE is needed, as in: --each *.txt -- PROGRAM {}");
      return false;
   }
   if (argument_is_last(argument)) {
      usage_error(run_usage.name, "--each: the list of files has no end; -- ends it, and PROGRAM follows, "
                  "as in: --each *.txt -- PROGRAM {}");
      return false;
   }
   return is_one_list(options);
}

static bool take_sizes(const Argument* argument, RunOptions* options)
{
   char** numbers = g_strsplit(argument->value, ",", -1);
   bool   correct = numbers[0] != NULL;
   for (size_t i = 0; numbers[i] != NULL && correct; i++) {
      uint64_t number;
      correct = number_parse(numbers[i], &number);
      g_ptr_array_add(options->values, g_strdup(numbers[i]));
   }
   g_strfreev(numbers);
   if (!correct) {
      return argument_refuse(argument, RUN_SIZES,
                              "numbers are needed, separated by commas, as in 100,1000,10000");
   }
   options->are_numbers = true;
   return is_one_list(options);
}

static bool take_status(const Argument* argument, RunOptions* options)
{
   unsigned status;
   bool     is_right = take_number(argument, RUN_ERROR_EXITCODE, 0, 255, &status);
   options->error_status = is_right ? (int)status : -1;
   return is_right;
}

/* Takes an option of Valgrind's or its tool's; but some `aprof run` needs for itself. */
static bool take_other(void* data, const char* option)
{
   const RunOptions* options = data;
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

/* docs/command.md has the words in the order of the enumeration. */
_Static_assert(WHOLE_INPUT_FILE + (int)RUN_INPUT_SIZE_NUMBER == (int)WHOLE_INPUT_NUMBER, "--input-size");

static bool take_option(void* data, int option, const Argument* argument)
{
   RunOptions* options = data;
   const char* value = argument->value;
   switch ((RunOption)option) {
      case RUN_EACH:           return take_each(argument, options);
      case RUN_SIZES:          return take_sizes(argument, options);
      case RUN_INPUT_SIZE:     options->input = WHOLE_INPUT_FILE + (WholeInput)argument->word; return true;
      case RUN_JOBS:           return take_number(argument, option, 1, MAX_JOBS, &options->jobs);
      case RUN_TIMEOUT:        return take_number(argument, option, 1, MAX_TIMEOUT, &options->timeout);
      case RUN_ONLY:           options->only = value; return true;
      case RUN_OUTPUT:         options->output = value; return true;
      case RUN_RANK:           options->by_rank = true; return true;
      case RUN_KEEP:           options->keep = true; return true;
      case RUN_HTML:           options->html = true; return true;
      case RUN_CHECK:          options->check = true; options->rules = value; return true;
      case RUN_ERROR_EXITCODE: return take_status(argument, options);
      case RUN_VALGRIND:       options->valgrind = value; return true;
   }
   g_assert_not_reached();
}

/* Whether the options go together. */
static bool check_options(const RunOptions* options, const char* name)
{
   bool of_number = options->input == WHOLE_INPUT_NUMBER;
   if (options->command[0] == NULL) {
      usage_error(name, "no program is named: aprof run PROGRAM ARGUMENTS");
      return false;
   }
   if (options->input != WHOLE_INPUT_NONE && (of_number ? !options->are_numbers : !options->are_files)) {
      usage_error(name, "--input-size: %s", of_number ? "number needs --sizes=N,..."
                                                      : "file and lines need --each FILE...");
      return false;
   }
   if (options->are_numbers && !plan_has_place(options->command)) {
      usage_error(name, "--sizes: the command has no {}, where the number would stand");
      return false;
   }
   return true;
}

static int work(void* data, char** words, size_t count)
{
   RunOptions* options = data;
   (void)count;
   options->command = words;
   return check_options(options, run_usage.name) ? run(options) : EXIT_USAGE;
}

int run_main(int count, char** words)
{
   static const Subcommand subcommand = {
      .usage = &run_usage, .take = take_option, .work = work, .take_other = take_other,
      .other_letters = "vqd",
   };
   RunOptions options = {
      .jobs = 1, .error_status = -1,
      .valgrind_options = g_ptr_array_new_with_free_func(g_free),
      .values = g_ptr_array_new_with_free_func(g_free),
   };
   int status = subcommand_run(&subcommand, &options, count, words);
   g_ptr_array_unref(options.valgrind_options);
   g_ptr_array_unref(options.values);
   return status;
}
