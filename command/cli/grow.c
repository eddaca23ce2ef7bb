/* aprof grow: experiments.  Here are its options; grow_experiment.c works on an experiment. */

#include "cli/subcommands.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/debug_directory.h"
#include "cli/grow.h"
#include "cli/misplaced.h"
#include "cli/options.h"
#include "experiment/input_meant.h"
#include "experiment/setup.h"
#include "experiment/sizes_meant.h"
#include "render/terminal.h"
#include "run/directory.h"
#include "run/plan.h"
#include "run/valgrind_options.h"
#include "util/caller.h"
#include "util/problem.h"
#include "util/number.h"
#include "util/suggest.h"
#include "util/text.h"

#define MAX_RUNS        1000
#define MAX_JOBS        1000

/* A range of sizes below this one says little. */
#define SMALL_SIZE      100

typedef struct {
   Settings*   settings;      /* of a new experiment */
   Wanted      wanted;        /* of that */
   GrowWork    work;
   char*       description;   /* an option that only a new experiment takes; NULL: none was given */
   const char* output;
   bool        are_benchmarks;
   const char* benchmarks;    /* a regular expression; NULL: all */
   char**      words;         /* all that follows "aprof" */
} GrowOptions;

/*--- A new experiment ---*/

/* Series need no input sizes, which make runs slower.  The user's options come later.  False, with the
   problem set, if one of them is unknown. */
static bool complete_options(const Settings* settings, Problem* problem)
{
   bool is_right = valgrind_options_check(settings->valgrind, settings->options, grow_usage.options, problem);
   g_ptr_array_insert(settings->options, 0, g_strdup("--rms=no"));
   return is_right;
}

/* A single size says nothing of growth. */
static void say_single_size(const GArray* sizes)
{
   const WantedSizes* first = sizes->len == 1 ? &g_array_index(sizes, WantedSizes, 0) : NULL;
   if (first != NULL && first->list->len == 1) {
      uint64_t size = g_array_index(first->list, uint64_t, 0);
      bool     is_large = size >= SMALL_SIZE;
      message_print("%s: one size says nothing of growth; a range does, as --sizes=%" PRIu64 "..%" PRIu64,
                    grow_usage.name, is_large ? size / 10 : MAX(size, 1), is_large ? size : SMALL_SIZE);
   }
}

static int begin(GrowOptions* options, char** command)
{
   Problem problem;
   g_autofree char* directory = NULL;
   options->wanted.command = command;
   options->wanted.is_plan = options->work.is_plan;
   options->wanted.runs = options->work.limits.runs;
   options->wanted.has_budget = options->work.has_budget;
   options->wanted.budget = options->work.limits.budget;
   options->wanted.timeout = options->work.limits.timeout;
   options->wanted.memory = options->work.limits.memory;
   bool is_right = complete_options(options->settings, &problem)
                   && setup_make(options->settings, &options->wanted, &problem)
                   && directory_make_new(&directory, options->output, GROW_DEFAULT_NAME, &problem)
                   && settings_write(options->settings, directory, &problem);
   int  status = EXIT_USAGE;
   if (is_right) {
      const GrowWork next = {
         .is_plan = options->work.is_plan, .jobs = options->work.jobs, .keep = options->work.keep,
         .format = options->work.format, .all = options->work.all, .html = options->work.html,
      };
      say_single_size(options->wanted.sizes);
      message_print("%s: all is kept in %s", grow_usage.name, directory);
      status = grow_work_on(&next, directory);
   } else {
      problem_print(&problem, grow_usage.name);
      if (directory != NULL) {
         rmdir(directory);
      }
   }
   return status;
}

/*--- Options ---*/

/* The input is cut for each run. */
static bool take_input(const Argument* argument, GrowOptions* options)
{
   options->wanted.input = argument->value;
   return strcmp(argument->value, "-") != 0
          || argument_refuse(argument, GROW_INPUT, "a file is needed, as it is read for each run: write the "
                             "standard input to one, or print it with --make=COMMAND");
}

static bool take_sizes(const Argument* argument, GrowOptions* options)
{
   WantedSizes sizes;
   if (!setup_parse_sizes(argument->value, &sizes)) {
      g_autofree char* sizes_text = sizes_meant(argument->value);
      g_autofree char* meant = suggestion_text("--sizes=", sizes_text);
      argument_refuse(argument, GROW_SIZES, "sizes are needed as in 100..10000, 100.., or 10,100,1000; with "
                      "a name as in a=10..1000%s", meant);
      return false;
   }
   g_array_append_val(options->wanted.sizes, sizes);
   return true;
}

/* The words after --each, up to an option. */
static bool take_each(const Argument* argument, GrowOptions* options)
{
   if (argument->value != NULL) {
      g_ptr_array_add(options->wanted.files, g_strdup(argument->value));
      return true;
   }
   for (const char* file; (file = argument_next_value(argument)) != NULL;) {
      g_ptr_array_add(options->wanted.files, g_strdup(file));
   }
   if (options->wanted.files->len == 0 || argument_is_last(argument)) {
      usage_error(grow_usage.name, "--each: files are needed, and then -- and the program, as in: "
                  "--each *.txt -- PROGRAM {}");
      return false;
   }
   return true;
}

/* Keeps the text for a new experiment. */
static bool take_text(char** text, const char* value)
{
   g_free(*text);
   *text = g_strdup(value);
   return true;
}

/* Takes an option of Valgrind's or its tool's; but some the command needs for itself. */
static bool take_other(void* data, const char* option)
{
   GrowOptions* options = data;
   if (g_str_has_prefix(option, "--aprof-out-file") || g_str_has_prefix(option, "--tool")) {
      usage_error(grow_usage.name, "%s: `aprof grow` sets this option itself", option);
      return false;
   }
   take_text(&options->description, option);
   g_ptr_array_add(options->settings->options, g_strdup(option));
   return true;
}

/* Whether only a new experiment takes the option. */
static bool is_of_new(GrowOption option)
{
   return option != GROW_FORMAT && option != GROW_COLOR && option != GROW_ALL && option != GROW_HTML
          && option != GROW_BUDGET && option != GROW_RUNS && option != GROW_JOBS && option != GROW_TIMEOUT
          && option != GROW_MEMORY
          && option != GROW_PLAN && option != GROW_RUN && option != GROW_NATIVE && option != GROW_KEEP;
}

static bool take_option(void* data, int option, const Argument* argument)
{
   GrowOptions* options = data;
   const char*  value = argument->value;
   if (is_of_new((GrowOption)option)) {
      g_free(options->description);
      options->description = g_strconcat("--", argument->usage->options[option].name, NULL);
   }
   switch ((GrowOption)option) {
      case GROW_SIZES:    return take_sizes(argument, options);
      case GROW_INPUT:    return take_input(argument, options);
      case GROW_CUT:      options->wanted.cut = value; return true;
      case GROW_MAKE:     options->wanted.make = value; return true;
      case GROW_EACH:     return take_each(argument, options);
      case GROW_SIZE:     options->wanted.size = value; return true;
      case GROW_GOOGLE_BENCHMARK: options->are_benchmarks = true;
                          options->benchmarks = value; return true;
      case GROW_BUDGET:   options->work.has_budget = true;
                          return argument_time(argument, option, 0, &options->work.limits.budget);
      case GROW_RUNS:     options->work.has_runs = true;
                          return argument_unsigned(argument, option, 3, MAX_RUNS, &options->work.limits.runs);
      case GROW_JOBS:     return argument_unsigned(argument, option, 1, MAX_JOBS, &options->work.jobs);
      case GROW_TIMEOUT:  return argument_time(argument, option, 1, &options->work.limits.timeout);
      case GROW_MEMORY:   return argument_bytes(argument, option, &options->work.limits.memory);
      case GROW_FORMAT:   options->work.format = argument->word; return true;
      case GROW_ALL:      options->work.all = true; return true;
      case GROW_HTML:     options->work.html = true; return true;
      case GROW_COLOR:    terminal_choose_colours((ColourChoice)argument->word); return true;
      case GROW_DEBUG_DIR: return debug_directory_take(argument, option);
      case GROW_PLAN:     options->work.is_plan = true; return true;
      case GROW_RUN:      options->work.run = value; return true;
      case GROW_NATIVE:   options->work.is_native = true; return true;
      case GROW_ONLY:     return take_text(&options->settings->only, value);
      case GROW_OUTPUT:   options->output = value; return true;
      case GROW_KEEP:     options->work.keep = true; return true;
      case GROW_VALGRIND: return take_text(&options->settings->valgrind, value);
   }
   g_assert_not_reached();
}

/* Returns "; did you mean ...", with the place of the size where a number is now, or a file if no option says
   where inputs come from; or, if the place is there, with sizes; nothing if there is none of these.  To be
   freed. */
static char* command_meant(const GrowOptions* options, char* const* command)
{
   g_auto(GStrv)    words = g_strdupv((char**)command);
   bool             has_input = options->wanted.sizes->len > 0;
   bool             has_place = !has_input && plan_has_place(words, PLACE);
   g_autofree char* option = has_input ? input_meant_number(words) : input_meant(words, NULL);
   guint            own = g_strv_length(options->words) - g_strv_length(words);
   if (option == NULL || options->wanted.sizes->len > 1 || options->wanted.make != NULL) {
      return g_strdup("");
   }
   GString* line = g_string_new(has_place ? "; if {} is a number: " : "; did you mean: ");
   g_string_append_printf(line, "%s grow", caller_name());
   for (guint i = 1; i < own && !g_str_equal(options->words[i], "--"); i++) {
      g_string_append_c(line, ' ');
      text_append_shell_word(line, options->words[i]);
   }
   if (!has_input) {
      g_string_append_c(line, ' ');
      text_append_shell_word(line, option);
   }
   g_string_append(line, " --");
   text_append_shell_words(line, words);
   return g_string_free(line, FALSE);
}

/* Whether options that say where inputs come from stand behind the program.  Names the right command. */
static bool refuse_misplaced(const GrowOptions* options, char* const* command)
{
   guint own = g_strv_length(options->words) - g_strv_length((char**)command);
   g_auto(GStrv)        words = g_strdupv((char**)command);
   g_autoptr(GPtrArray) taken = misplaced_take(grow_usage.options, &words);
   bool  has_input = misplaced_has_input(taken);
   const char* first = has_input ? g_ptr_array_index(taken, 0) : NULL;
   if (has_input) {
      for (guint i = own; i-- > 1;) {
         if (strcmp(options->words[i], "--") != 0) {
            g_ptr_array_insert(taken, 0, g_strdup(options->words[i]));
         }
      }
      g_autofree char* line = misplaced_grow_line(taken, words);
      usage_error(grow_usage.name, "%s stands behind the program, which would get it; options of aprof stand "
                  "before the program: %s", first, line);
   }
   return has_input;
}

/* No option says where inputs come from.  One that is taken for Valgrind's may be meant to. */
static void refuse_no_input(const GrowOptions* options, char* const* command)
{
   const GPtrArray* others = options->settings->options;
   for (guint i = 0; i < others->len; i++) {
      const char* option = g_ptr_array_index(others, i);
      const char* name = option_meant(grow_usage.options, option);
      if (name != NULL) {
         g_autofree char* meant = suggestion_text("--", name);
         usage_error(grow_usage.name, "%s is not an option%s", option, meant);
         return;
      }
   }
   if (refuse_misplaced(options, command)) {
      return;
   }
   g_autofree char* meant = command_meant(options, command);
   usage_error(grow_usage.name, "where does the input come from? --sizes=A..B, --input=FILE, --make=COMMAND "
               "or --each FILE... says it%s", meant);
}

/* Whether the options of a new experiment go together.  Prints what is wrong. */
static bool check_new(const GrowOptions* options, char* const* command)
{
   char missing[40];
   const Wanted* wanted = &options->wanted;
   const char*   name = grow_usage.name;
   unsigned ways = (wanted->files->len > 0) + (wanted->input != NULL) + (wanted->make != NULL);
   if (options->work.run != NULL) {
      usage_error(name, "--run: DIRECTORY is needed, and no program");
   } else if (ways > 1) {
      usage_error(name, "--each, --input and --make: only one of them can make the input");
   } else if (wanted->files->len > 0 && wanted->sizes->len > 0) {
      usage_error(name, "--sizes: the files of --each have sizes of their own");
   } else if (wanted->size != NULL && wanted->files->len == 0) {
      usage_error(name, "--size needs --each FILE...; --sizes=A..B are those to run");
   } else if (wanted->cut != NULL && wanted->input == NULL) {
      usage_error(name, "--cut needs --input=FILE");
   } else if (ways == 0 && wanted->sizes->len == 0) {
      refuse_no_input(options, command);
   } else if ((ways == 0 || wanted->make != NULL)
              && !setup_has_places(wanted->sizes, command, wanted->make, missing)) {
      g_autofree char* meant = command_meant(options, command);
      usage_error(name, "%s has no %s, where the size would stand%s",
                  wanted->make != NULL ? "--make" : "--sizes: the command", missing, meant);
   } else {
      return true;
   }
   return false;
}

/* Prints what is wrong if an option does not go together with benchmarks. */
static int run_benchmarks(const GrowOptions* options, char* const* command)
{
   const char*     name = grow_usage.name;
   const Wanted*   wanted = &options->wanted;
   const GrowWork* grow = &options->work;
   if (wanted->files->len > 0 || wanted->sizes->len > 0 || wanted->input != NULL || wanted->make != NULL
       || wanted->cut != NULL || wanted->size != NULL) {
      return usage_error(name, "--google-benchmark: the sizes are the arguments of the benchmarks");
   }
   if (grow->is_plan || grow->run != NULL || grow->has_runs || grow->html || grow->all
       || grow->format != GROW_FORMAT_TEXT) {
      return usage_error(name, "--google-benchmark goes without --plan, --run, --runs, --html, --all and "
                         "--format; they are for the experiment of a family, DIRECTORY/FAMILY");
   }
   Problem problem;
   if (!complete_options(options->settings, &problem)) {
      problem_print(&problem, name);
      return EXIT_USAGE;
   }
   const BenchmarkWork work = {
      .grow = grow, .settings = options->settings, .chosen = options->benchmarks, .output = options->output
   };
   return grow_benchmarks(&work, command);
}

static bool is_directory(const char* path)
{
   struct stat status;
   return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static int work(void* data, char** words, size_t count)
{
   GrowOptions* options = data;
   if (count == 0) {
      return usage_error(grow_usage.name, "no program is named: %s grow --sizes=100..10000 -- PROGRAM {}",
                         caller_name());
   }
   if (options->work.is_native && options->work.run == NULL) {
      return usage_error(grow_usage.name, "--native needs --run=RUN, and the DIRECTORY of an experiment");
   }
   if (count == 1 && is_directory(words[0])) {
      if (options->description != NULL) {
         return usage_error(grow_usage.name, "%s: %s is an experiment, which has settings of its own",
                            options->description, words[0]);
      }
      return grow_work_on(&options->work, words[0]);
   }
   if (options->are_benchmarks) {
      return run_benchmarks(options, words);
   }
   if (!check_new(options, words)) {
      return EXIT_USAGE;
   }
   misplaced_tell(&grow_usage, options->words, words);
   return begin(options, words);
}

int grow_main(int count, char** words)
{
   static const Subcommand subcommand = {
      .usage = &grow_usage, .take = take_option, .work = work, .take_other = take_other,
      .other_letters = "vqd",
   };
   GrowOptions options = {
      .settings = settings_new(), .work.jobs = 1, .words = g_strdupv(words),
      .wanted.sizes = g_array_new(FALSE, FALSE, sizeof(WantedSizes)),
      .wanted.files = g_ptr_array_new_with_free_func(g_free),
   };
   g_array_set_clear_func(options.wanted.sizes, (GDestroyNotify)setup_free_sizes);
   int status = subcommand_run(&subcommand, &options, count, words);
   settings_free(options.settings);
   g_strfreev(options.words);
   g_free(options.description);
   g_array_unref(options.wanted.sizes);
   g_ptr_array_unref(options.wanted.files);
   return status;
}
