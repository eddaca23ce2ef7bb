#include "answer/grow/failures.h"

#include <inttypes.h>
#include <string.h>

#include "experiment/again.h"
#include "run/plan.h"
#include "util/text.h"

/* The program's last words are cut to so many columns. */
#define MOST_WORDS     160

/* If all runs took too long, sizes begin at this part of the smallest one. */
#define SMALLER        100

/* Runs that do not count. */
typedef struct {
   guint                count;
   guint                of_kind;   /* those that ended as most of them */
   const ExperimentRun* example;   /* the largest of these */
} Failures;

/*--- Which have failed ---*/

/* A run that another one of its size has replaced is none. */
static bool is_failure(const ExperimentRun* run, bool with_timeouts)
{
   return !run->good && !run->is_repeated && (with_timeouts || !run_record_is_too_large(run->record));
}

static bool have_same_end(const ExperimentRun* a, const ExperimentRun* b)
{
   return a->record->ending == b->record->ending && a->record->number == b->record->number
          && (a->record->problems > 0) == (b->record->problems > 0);
}

static Failures find_failures(const Experiment* experiment, bool with_timeouts)
{
   Failures found = { 0 };
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      guint                same = 0;
      for (guint k = 0; k <= i && is_failure(run, with_timeouts); k++) {
         const ExperimentRun* other = experiment_run(experiment, k);
         same += is_failure(other, with_timeouts) && have_same_end(other, run);
      }
      if (same > 0 && same >= found.of_kind) {
         found.of_kind = same;
         found.example = run;
      }
      found.count += is_failure(run, with_timeouts);
   }
   return found;
}

guint failures_count(const Experiment* experiment)
{
   return find_failures(experiment, false).count;
}

/*--- Sentences ---*/

/* Adds "were ended by a signal (Aborted)": what several runs, or one, did. */
static void add_end(GString* text, const ExperimentRun* run, bool are_several)
{
   const RunRecord* record = run->record;
   g_autofree char* ending = run_record_ending(record);
   switch (record->ending) {
      case RUN_EXITED:
         if (record->problems > 0) {
            g_string_append(text, "lost a part of what was measured");
         } else if (run->report == NULL && record->number == 0) {
            g_string_append(text, "measured no program");
         } else {
            g_string_append_printf(text, "ended with %s", ending);
         }
         break;
      case RUN_SIGNALLED:
         g_string_append_printf(text, "%s %s", are_several ? "were" : "was", ending);
         break;
      case RUN_TIMED_OUT:
      case RUN_NOT_STARTED:
      case RUN_WITHOUT_MEMORY:
      case RUN_PRINTING:
         g_string_append(text, ending);
         break;
      case RUN_WITHOUT_INPUT:
         g_string_append(text, "had no input, which could not be made");
         break;
   }
}

/* Adds the last words of the run, and a full stop.  Backquotes are for names of routines. */
static void add_words(GString* text, const ExperimentRun* run)
{
   if (run->record->words != NULL) {
      g_autofree char* words = g_strdelimit(text_cut(run->record->words, MOST_WORDS), "`", '\'');
      bool             is_saying = run->record->ending == RUN_EXITED;
      g_string_append_printf(text, "%s: %s", is_saying ? ", and said" : "", words);
   }
   g_string_append(text, text->str[text->len - 1] == '.' ? "" : ".");
}

/* Adds "All 8 runs", "Both runs", "The run". */
static void add_all_runs(GString* text, guint count)
{
   if (count <= 2) {
      g_string_append(text, count == 1 ? "The run" : "Both runs");
   } else {
      g_string_append_printf(text, "All %u runs", count);
   }
}

/* Returns where failures begin, if they are the largest runs; NULL: small ones fail, too. */
static const ExperimentRun* first_of_largest(const Experiment* experiment, guint failures)
{
   guint found = 0, runs = experiment->runs->len;
   while (found < runs && !experiment_run(experiment, runs - 1 - found)->good) {
      found++;
   }
   return found == failures && experiment->parameter_count == 1 ? experiment_run(experiment, runs - found)
                                                                : NULL;
}

/* Adds " (n = 1,280 and more)", if failures begin there. */
static void add_from(GString* text, const Experiment* experiment, guint failures)
{
   const ExperimentRun* first = first_of_largest(experiment, failures);
   bool                 is_number = strcmp(experiment->unit, "number") == 0;
   if (first != NULL) {
      GroupedText room;
      const char* size = text_grouped_number((uint64_t)first->size[0], room);
      g_string_append_printf(text, " (%s%s%s%s%s%s)", is_number ? experiment->parameters[0] : "",
                             is_number ? " = " : "", size, is_number ? "" : " ",
                             is_number ? "" : experiment->unit, failures > 1 ? " and more" : "");
   }
}

/* Adds that it may be why that only a part of a file was the input. */
static void add_parts(GString* text, const Experiment* experiment)
{
   const Settings* settings = experiment->settings;
   if (settings->way == INPUT_CUT) {
      g_string_append_printf(text, " A part of %s may be no valid input: --make makes inputs.",
                             settings->source);
   }
}

/* Adds that some runs do not count. */
static void add_some(GString* text, const Experiment* experiment, const Failures* failures)
{
   bool is_one = failures->count == 1;
   g_string_append_printf(text, "%u of %u runs", failures->count, experiment->runs->len);
   add_from(text, experiment, failures->count);
   g_string_append_printf(text, " do%s not count", is_one ? "es" : "");
   if (failures->of_kind < failures->count) {
      g_string_append_printf(text, "; %u of them ", failures->of_kind);
   } else {
      g_string_append(text, is_one ? ", because it " : ", because they ");
   }
   add_end(text, failures->example, failures->of_kind > 1);
   add_words(text, failures->example);
   add_parts(text, experiment);
}

/* Adds the exit status of runs that count, if that is not 0: by that, programs report mistakes. */
static void add_status(GString* text, const Experiment* experiment)
{
   const ExperimentRun* example = NULL;
   guint                good = 0, count = 0;
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      bool                 is_other = run->good && run->record->number != 0;
      good += run->good;
      count += is_other;
      example = is_other ? run : example;
   }
   if (example == NULL) {
      return;
   }
   g_string_append(text, text->len > 0 ? " " : "");
   if (count == experiment->runs->len) {
      add_all_runs(text, count);
   } else if (count == good) {
      g_string_append(text, "The runs that count");
   } else {
      g_string_append_printf(text, "%u of %u runs", count, experiment->runs->len);
   }
   g_string_append_c(text, ' ');
   add_end(text, example, count > 1);
   add_words(text, example);
   if (count == good) {
      add_parts(text, experiment);
   } else {
      g_string_append(text, " They count, because the others cost as these let expect.");
   }
}

void failures_add(GString* text, const Experiment* experiment)
{
   Failures failures = find_failures(experiment, false);
   if (failures.count > 0) {
      add_some(text, experiment, &failures);
   }
   add_status(text, experiment);
}

/*--- No run counts ---*/

/* Whether the input was the standard input, maybe by mistake. */
static bool is_without_place(const Settings* settings)
{
   return settings->way != INPUT_OF_NUMBER && !plan_has_place(settings->command, PLACE);
}

static bool has_word_of_place(const Settings* settings)
{
   return g_strv_contains((const char* const*)settings->command, PLACE);
}

/* Adds a question about the command with the whole file. */
static void add_whole_file(GString* text, const Settings* settings)
{
   g_auto(GStrv) words = plan_words(settings->command, PLACE, settings->source);
   g_string_append(text, " Does this work:");
   text_append_shell_words(text, words);
   g_string_append_printf(text, "? Only a part of the file may be no valid input: --make makes inputs, --cut "
                          "cuts it otherwise, and --each takes whole files.");
}

/* Adds what is likely wrong if all runs have failed in the same way. */
static void add_cause(GString* text, const Experiment* experiment)
{
   const Settings* settings = experiment->settings;
   if (is_without_place(settings)) {
      g_string_append(text, " The command has no {}: did you forget it?");
   } else if (experiment->is_unread) {
      g_string_append(text, " {} was the name of that file: does the program want its text on standard "
                      "input, or a number (--sizes=A..B)?");
   } else if (settings->way == INPUT_OF_NUMBER) {
      g_string_append(text, " {} was a number, and the standard input was empty: if the program wants a "
                      "file, --input=FILE or --make=COMMAND makes it.");
   } else if (settings->way == INPUT_CUT) {
      add_whole_file(text, settings);
   }
}

char* failures_headline(const Experiment* experiment)
{
   Failures failures = find_failures(experiment, true);
   GString* text = g_string_new(NULL);
   if (failures.count == 0) {
      g_string_append(text, "No run was made yet.");
   } else if (experiment->is_unread) {
      g_string_append(text, "The program does not read its input. ");
      add_all_runs(text, failures.count);
      g_string_append(text, " cost the same, whatever the size.");
   } else if (failures.of_kind < failures.count) {
      g_string_printf(text, "No run counts: %u of %u ", failures.of_kind, failures.count);
      add_end(text, failures.example, failures.of_kind > 1);
      add_words(text, failures.example);
   } else {
      add_all_runs(text, failures.count);
      g_string_append_c(text, ' ');
      add_end(text, failures.example, failures.count > 1);
      g_string_append(text, experiment->has_failed ? ", whatever the size" : "");
      add_words(text, failures.example);
   }
   if (experiment->has_failed) {
      add_cause(text, experiment);
   }
   return g_string_free(text, FALSE);
}

static bool is_too_slow(const Experiment* experiment)
{
   const Failures failures = find_failures(experiment, true);
   return failures.count > 0 && run_record_is_too_large(failures.example->record)
          && experiment->settings->way != INPUT_OF_FILES && experiment->parameter_count == 1;
}

char* failures_advice(const Experiment* experiment)
{
   const Settings* settings = experiment->settings;
   return experiment->has_failed && is_without_place(settings)
          ? g_strdup("With {}, the program gets the name of its input:")
          : experiment->is_unread && has_word_of_place(settings)
          ? g_strdup("Without {}, the program gets its input on standard input:")
          : is_too_slow(experiment) ? g_strdup("Smaller sizes tell:") : NULL;
}

/* Returns the command with {} at its end, or without this word. */
static char* command_with_place(const Settings* settings, bool has_place)
{
   Settings                changed = *settings;
   g_autoptr(GStrvBuilder) words = g_strv_builder_new();
   for (char** word = settings->command; *word != NULL; word++) {
      if (strcmp(*word, PLACE) != 0) {
         g_strv_builder_add(words, *word);
      }
   }
   if (has_place) {
      g_strv_builder_add(words, PLACE);
   }
   changed.command = g_strv_builder_end(words);
   char* command = again_command(&changed, &(Changes){ 0 });
   g_strfreev(changed.command);
   return command;
}

char* failures_next(const Experiment* experiment)
{
   const Settings* settings = experiment->settings;
   bool            is_without = is_without_place(settings);
   if (experiment->has_failed && (is_without || (experiment->is_unread && has_word_of_place(settings)))) {
      return command_with_place(settings, is_without);
   }
   if (!is_too_slow(experiment)) {
      return NULL;
   }
   uint64_t         size = experiment_run(experiment, 0)->record->size[0];
   g_autofree char* sizes = g_strdup_printf("%" PRIu64 "..%" PRIu64, MAX(size / SMALLER, 1), size);
   return again_command(settings, &(Changes){ .sizes = sizes });
}
