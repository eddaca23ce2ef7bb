/* aprof convert: a report for other viewers.  The formats are in
   convert/; here is the choice among them. */

#include "cli/subcommands.h"

#include <glib.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/debug_directory.h"
#include "cli/options.h"
#include "cli/report_paths.h"
#include "convert/conversion.h"
#include "model/header.h"
#include "model/loader.h"
#include "util/number.h"
#include "util/output.h"
#include "util/problem.h"
#include "util/text.h"

/* Needs and properties of a format. */
enum {
   NEEDS_SELF_COSTS = 1 << 0,
   NEEDS_CONTEXTS   = 1 << 1,
   IS_BINARY        = 1 << 2,   /* of no use in a terminal */
   HAS_SCALE        = 1 << 3,   /* costs can be divided */
   OF_EXPERIMENT    = 1 << 4,   /* of a directory of aprof grow, not of reports */
};

typedef struct {
   const char* name;
   bool        (*write)(Conversion* conversion);
   const char* opener;    /* a command that opens the file, with {} for its path, or who does */
   unsigned    flags;
   unsigned    version;   /* of the format */
} Format;

#define OPENED_BY_KCACHEGRIND  "kcachegrind {}"
#define OPENED_BY_FLAMEGRAPH   "flamegraph.pl {} > {}.svg"

static const Format formats[] = {
   [CONVERT_TO_CALLGRIND]  = { "callgrind",  convert_callgrind,  OPENED_BY_KCACHEGRIND,
                               NEEDS_SELF_COSTS, 0 },
   [CONVERT_TO_KCACHEGRIND] = { "kcachegrind", convert_callgrind, OPENED_BY_KCACHEGRIND,
                                NEEDS_SELF_COSTS, 0 },
   [CONVERT_TO_WEBGRIND4]  = { "webgrind4",  convert_webgrind,   "webgrind",
                               NEEDS_SELF_COSTS | IS_BINARY, 4 },
   [CONVERT_TO_WEBGRIND5]  = { "webgrind5",  convert_webgrind,   "webgrind",
                               NEEDS_SELF_COSTS | IS_BINARY, 5 },
   [CONVERT_TO_WEBGRIND6]  = { "webgrind6",  convert_webgrind,   "webgrind",
                               NEEDS_SELF_COSTS | IS_BINARY, 6 },
   [CONVERT_TO_WEBGRIND7]  = { "webgrind7",  convert_webgrind,   "webgrind",
                               NEEDS_SELF_COSTS | IS_BINARY, 7 },
   [CONVERT_TO_HPCTOOLKIT] = { "hpctoolkit", convert_hpctoolkit, "hpcviewer", NEEDS_SELF_COSTS, 0 },
   [CONVERT_TO_JSON]       = { "json",       convert_json,       "jq . {}", 0, 0 },
   [CONVERT_TO_CSV]        = { "csv",        convert_csv,        "a spreadsheet", 0, 0 },
   [CONVERT_TO_FOLDED]     = { "folded",     convert_folded,     OPENED_BY_FLAMEGRAPH,
                               NEEDS_SELF_COSTS | NEEDS_CONTEXTS | HAS_SCALE, 0 },
   [CONVERT_TO_FLAMEGRAPH] = { "flamegraph", convert_folded,     OPENED_BY_FLAMEGRAPH,
                               NEEDS_SELF_COSTS | NEEDS_CONTEXTS | HAS_SCALE, 0 },
   [CONVERT_TO_SPEEDSCOPE] = { "speedscope", convert_speedscope, "speedscope {}",
                               NEEDS_SELF_COSTS | NEEDS_CONTEXTS, 0 },
   [CONVERT_TO_FIREFOX]    = { "firefox",    convert_firefox,    "the page profiler.firefox.com",
                               NEEDS_SELF_COSTS | NEEDS_CONTEXTS, 0 },
   [CONVERT_TO_PPROF]      = { "pprof",      convert_pprof,      "go tool pprof -http=: {}",
                               NEEDS_SELF_COSTS | IS_BINARY, 0 },
   [CONVERT_TO_OPENMETRICS] = { "openmetrics", convert_openmetrics, "GitLab", 0, 0 },
   [CONVERT_TO_BMF]        = { "bmf",        convert_bmf,        "Bencher", 0, 0 },
   [CONVERT_TO_SMALLER_IS_BETTER] = { "smaller-is-better", convert_smaller_is_better,
                                      "github-action-benchmark", 0, 0 },
   [CONVERT_TO_EXTRA_P]    = { "extra-p",    NULL,               "Extra-P", OF_EXPERIMENT, 0 },
};

typedef struct {
   const Format*      format;
   char*              out;          /* NULL: not given, and not chosen yet */
   bool               is_chosen;    /* it was not given */
   bool               force;
   uint64_t           scale;        /* 0: not given */
   const char* const* paths;
   size_t             path_count;
} ConvertOptions;

/*--- The file ---*/

/* Chooses a file beside the report, or its directory: REPORT.FORMAT. */
static void choose_output(ConvertOptions* options)
{
   const char* report = options->paths[0];
   size_t      length = strlen(report);
   while (length > 1 && report[length - 1] == '/') {
      length--;
   }
   bool has_name = strcmp(report, "-") != 0 && strspn(report, "./") < length;
   options->is_chosen = true;
   options->out = g_strdup_printf("%.*s.%s", has_name ? (int)length : 5, has_name ? report : "aprof",
                                  options->format->name);
}

/* Says which file was chosen, and what opens it. */
static void print_chosen(const ConvertOptions* options)
{
   g_autoptr(GString) path = g_string_new(NULL);
   text_append_shell_word(path, options->out);
   g_auto(GStrv)    parts = g_strsplit(options->format->opener, "{}", -1);
   g_autofree char* command = g_strjoinv(path->str, parts);
   fputs("File: ", stdout);
   text_print(stdout, options->out);
   fputs(parts[1] == NULL ? ", for " : ", for `", stdout);
   text_print(stdout, command);
   puts(parts[1] == NULL ? "" : "`");
}

/*--- One conversion ---*/

/* Whether the report has what the format needs.  If not, prints a message. */
static bool has_needs(const Report* report, const Format* format, const char* command)
{
   const Header* header = report_header(report);
   if ((format->flags & NEEDS_SELF_COSTS) != 0 && !header->has_self_costs) {
      message_print("%s: --to=%s needs self costs, which the report (of version 1.%" PRIu64 ") does not "
                    "have: its points end before self-sum", command, format->name, header->version);
      return false;
   }
   if ((format->flags & NEEDS_CONTEXTS) != 0 && report_context_count(report) == 0) {
      message_print("%s: --to=%s needs calling contexts, which the report does not have: "
                    "profile with --collect-cct=yes", command, format->name);
      return false;
   }
   return true;
}

/* Whether the output would replace a report that is read. */
static bool is_same_file(const char* out, const char* report)
{
   struct stat a, b;
   if (stat(out, &a) != 0 || !S_ISREG(a.st_mode)) {
      return false;
   }
   bool found = strcmp(report, "-") == 0 ? fstat(STDIN_FILENO, &b) == 0 : stat(report, &b) == 0;
   return found && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static bool write_converted(Report* report, const ConvertOptions* options, const char* command)
{
   Problem problem;
   Output  output;
   if (!output_open(&output, options->out, stdout, &problem)) {
      problem_print(&problem, command);
      return false;
   }
   g_autoptr(GStringChunk) texts = g_string_chunk_new(TEXTS_BLOCK_SIZE);
   Conversion conversion = {
      .report = report, .paths = options->paths, .path_count = options->path_count, .out = output.file,
      .command = command, .texts = texts, .version = options->format->version,
      .scale = options->scale > 0 ? options->scale : 1,
   };
   if (!options->format->write(&conversion)) {
      output_abandon(&output);
      return false;
   }
   bool converted = output_close(&output, &problem);
   if (!converted) {
      problem_print(&problem, command);
   }
   return converted;
}

/* Writes what the runs of an experiment cost.  False, with the problem set, if that is not possible. */
static bool write_experiment(const ConvertOptions* options, const Experiment* experiment, Problem* problem)
{
   Output       output;
   RunSubjects* subjects = run_subjects_of(experiment, RUNS_MEASURED, NULL, problem);
   bool         written = subjects != NULL && output_open(&output, options->out, stdout, problem);
   if (written) {
      convert_extra_p(output.file, subjects);
      written = output_close(&output, problem);
   }
   g_clear_pointer(&subjects, run_subjects_free);
   return written;
}

static int convert_experiment(const ConvertOptions* options, const char* command)
{
   Problem problem;
   g_autoptr(Experiment) experiment = NULL;
   bool        written = false;
   struct stat status;
   if (stat(options->paths[0], &status) == 0 && !S_ISDIR(status.st_mode)) {
      problem_set(&problem, options->paths[0], 0, "is no experiment: --to=%s needs a directory of `aprof "
                  "grow`, whose runs have sizes", options->format->name);
   } else {
      experiment = experiment_open(options->paths[0], &problem);
   }
   if (experiment != NULL && experiment_good_runs(experiment) == 0) {
      problem_set(&problem, options->paths[0], 0, "has no run that counts");
   } else if (experiment != NULL) {
      written = write_experiment(options, experiment, &problem);
   }
   if (!written) {
      problem_print(&problem, command);
   }
   return written ? EXIT_OK : EXIT_USAGE;
}

/* Whether the output would be one of the reports, with a message. */
static bool replaces_report(const ConvertOptions* options, char** paths, const char* command)
{
   for (size_t i = 0; paths[i] != NULL; i++) {
      if (is_same_file(options->out, paths[i])) {
         usage_error(command, "--output=%s: this is a report that is to be converted", options->out);
         return true;
      }
   }
   return false;
}

static int convert_reports(const ConvertOptions* options, const char* command)
{
   Problem problem;
   g_auto(GStrv) paths = report_paths_of_one(options->paths, options->path_count, options->force, &problem);
   if (paths != NULL && replaces_report(options, paths, command)) {
      return EXIT_USAGE;
   }
   g_autoptr(Report) report = paths == NULL ? NULL
                              : report_load((const char* const*)paths, g_strv_length(paths),
                                            (LoadOptions){ .force = options->force, .find_names = true },
                                            &problem);
   if (report == NULL) {
      problem_print(&problem, command);
      return EXIT_USAGE;
   }
   incomplete_warn(report_header(report), command);
   ends_warn(report_header(report), command);
   return has_needs(report, options->format, command) && write_converted(report, options, command)
          ? EXIT_OK : EXIT_USAGE;
}

static int convert(ConvertOptions* options, const char* command)
{
   if (options->out == NULL) {
      choose_output(options);
   }
   bool is_experiment = (options->format->flags & OF_EXPERIMENT) != 0;
   int  status = is_experiment ? convert_experiment(options, command) : convert_reports(options, command);
   if (status == EXIT_OK && options->is_chosen) {
      print_chosen(options);
   }
   return status;
}

/*--- Options ---*/

static bool take_option(void* data, int option, const Argument* argument)
{
   ConvertOptions* options = data;
   switch ((ConvertOption)option) {
      case CONVERT_TO:     options->format = &formats[argument->word]; return true;
      case CONVERT_OUTPUT:
         g_free(options->out);
         options->out = g_strdup(argument->value);
         return true;
      case CONVERT_SCALE:
         return (number_parse(argument->value, &options->scale) && options->scale > 0)
                || argument_refuse(argument, option, "the scale is a whole number from 1 to 2^64-1");
      case CONVERT_DEBUG_DIR: return debug_directory_take(argument, option);
      case CONVERT_FORCE:  options->force = true; return true;
   }
   g_assert_not_reached();
}

/* False, with a message, if the options do not go together. */
static bool check_options(const ConvertOptions* options, const char* command)
{
   const Format* format = options->format;
   if (format == NULL) {
      g_autofree char* words = option_words(&convert_usage.options[CONVERT_TO]);
      usage_error(command, "--to=FORMAT is missing; FORMAT is %s", words);
   } else if (options->scale > 0 && (format->flags & HAS_SCALE) == 0) {
      usage_error(command, "--scale=%" PRIu64 ": only --to=folded has a scale, --to=%s has none",
                  options->scale, format->name);
   } else if (options->out != NULL && options->out[0] == '\0') {
      usage_error(command, "--output= names no file; - stands for standard output");
   } else if (g_strcmp0(options->out, "-") == 0 && (format->flags & IS_BINARY) != 0
              && isatty(STDOUT_FILENO)) {
      usage_error(command, "--to=%s writes binary data: name a file by --output=OUT", format->name);
   } else if (options->path_count == 0) {
      usage_error(command, "no report is named: give the REPORTs to convert, or - for standard input");
   } else if (options->path_count > 1 && (format->flags & OF_EXPERIMENT) != 0) {
      usage_error(command, "--to=%s takes one experiment, the DIRECTORY of `aprof grow`", format->name);
   } else {
      return true;
   }
   return false;
}

static int work(void* data, char** words, size_t count)
{
   ConvertOptions* options = data;
   options->paths = (const char* const*)words;
   options->path_count = count;
   const char* name = convert_usage.name;
   return check_options(options, name) ? convert(options, name) : EXIT_USAGE;
}

int convert_main(int count, char** words)
{
   static const Subcommand subcommand = { .usage = &convert_usage, .take = take_option, .work = work };
   ConvertOptions options = { 0 };
   int status = subcommand_run(&subcommand, &options, count, words);
   g_free(options.out);
   return status;
}
