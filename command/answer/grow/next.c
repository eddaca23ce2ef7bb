#include "answer/grow/next.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "answer/grow/failures.h"
#include "answer/grow/naming.h"
#include "answer/grow/settled.h"
#include "answer/grow/words.h"
#include "experiment/again.h"
#include "experiment/choose.h"
#include "subject/limits.h"
#include "util/caller.h"
#include "util/text.h"

/* The routine that is most of it is named, if it is this part of it at least. */
#define LEAST_NAMED     0.25

/* Parts of the cost that are nearer are the same. */
#define SAME_PART       0.01

/* Sizes that are nearer than this are the same. */
#define SAME_SIZE       1.02

/* Runs that took too long get so many times as long. */
#define MORE_TIME       4

/* Nobody waits for a longer budget than this. */
#define LONGEST_BUDGET  (24 * 3600)

/* Whether the largest size that there is was run. */
static bool is_at_end(const RunSubjects* subjects)
{
   const Settings* settings = subjects->experiment->settings;
   return !settings->is_fixed && subjects->size[subjects->last] * SAME_SIZE >= (double)settings->range.high;
}

static bool is_input_used_up(const RunSubjects* subjects)
{
   return is_at_end(subjects) && subjects->experiment->settings->way == INPUT_CUT;
}

static bool has_end(const RunSubjects* subjects, const char* name)
{
   return strcmp(experiment_end_name(subjects->experiment, subjects), name) == 0;
}

/*--- After failures ---*/

/* Whether failures are why too little is known: more sizes would only fail as well. */
static bool has_failures(const RunSubjects* subjects)
{
   const Experiment* experiment = subjects->experiment;
   return !subjects->program.is_known && 2 * failures_count(experiment) >= experiment->runs->len;
}

/* Whether all runs up to the largest that counts went well, and there are enough sizes up to it. */
static bool is_range_of_good(const RunSubjects* subjects)
{
   const Experiment* experiment = subjects->experiment;
   bool              is_good = experiment->settings->way != INPUT_OF_FILES && subjects->other_size == NULL;
   for (guint i = 0; i < experiment->runs->len && is_good; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      is_good = run->good || run->size[0] > subjects->size[subjects->last];
   }
   return is_good
          && subjects->size[subjects->last] >= 2 * subjects->size[0] + run_subjects_least_sizes(subjects);
}

static char* open_after_failures(const RunSubjects* subjects)
{
   SizeText size;
   if (is_range_of_good(subjects)) {
      return g_strdup_printf("Up to %s, all went well: these sizes tell more.",
                             words_largest(subjects, size));
   }
   return subjects->experiment->settings->way != INPUT_CUT ? NULL
          : g_strdup_printf("A part of %s is not always a valid input. A COMMAND that prints inputs of each "
                            "size makes them; or --cut cuts otherwise, and --each takes whole files of "
                            "several sizes.", subjects->experiment->settings->source);
}

static char* next_after_failures(const RunSubjects* subjects)
{
   const Settings* settings = subjects->experiment->settings;
   if (is_range_of_good(subjects)) {
      g_autofree char* sizes = g_strdup_printf("%.0f..%.0f", subjects->size[0],
                                               subjects->size[subjects->last]);
      return again_command(settings, &(Changes){ .sizes = sizes });
   }
   if (settings->way != INPUT_CUT) {
      return NULL;
   }
   GString* line = caller_line("grow --make='COMMAND {}' --");
   text_append_shell_words(line, settings->command);
   return g_string_free(line, FALSE);
}

/*--- What is open ---*/

static bool has_open(const RunSubjects* subjects)
{
   return subjects->open_share >= SHARE_SMALL && run_subjects_open_matters(subjects);
}

/* Whether larger sizes would change the answer: something is open, or the smaller runs have missed what the
   largest one cost. */
static bool wants_larger(const RunSubjects* subjects)
{
   return has_open(subjects) || curve_miss(&subjects->program) != 0;
}

/* "22 % of the cost is of routines whose growth is open, most of it of `scan`." */
static void add_open(GString* text, const RunSubjects* subjects)
{
   const RunSubject* most = NULL;
   ShortText         share;
   for (guint i = 0; i < subjects->routines->len; i++) {
      const RunSubject* routine = g_ptr_array_index(subjects->routines, i);
      bool is_open = routine->growth->self.state == CURVE_OPEN;
      most = is_open && (most == NULL || routine->self_share > most->self_share) ? routine : most;
   }
   g_string_append_printf(text, "%s of the cost is of routines whose growth is open",
                          text_percent(subjects->open_share, share));
   if (most != NULL && most->self_share >= LEAST_NAMED * subjects->open_share) {
      g_string_append_printf(text, ", above all `%s`", naming_short(subjects, most));
      if (most->self_share < subjects->open_share - SAME_PART) {
         g_string_append_printf(text, " (%s)", text_percent(most->self_share, share));
      }
   }
   g_string_append(text, ". ");
}

char* next_open(const RunSubjects* subjects)
{
   if (has_failures(subjects)) {
      return open_after_failures(subjects);
   }
   if (!subjects->program.is_known) {
      return g_strdup("More sizes tell.");
   }
   if (!wants_larger(subjects)) {
      return NULL;
   }
   SizeText size;
   GString* text = g_string_new(NULL);
   if (has_open(subjects)) {
      add_open(text, subjects);
   } else {
      g_string_append(text, "The smaller runs did not predict the largest. ");
   }
   if (subjects->experiment->settings->way == INPUT_OF_FILES) {
      g_string_append(text, "More files of one kind tell, from small ones to ten times as large.");
   } else if (is_input_used_up(subjects)) {
      g_string_append_printf(text, "%s has no more %s: a larger file tells.",
                             subjects->experiment->settings->source, subjects->experiment->unit);
   } else if (has_end(subjects, "failures")) {
      g_string_append_printf(text, "Larger sizes than %s would tell, but fail.",
                             words_largest(subjects, size));
   } else {
      g_string_append_printf(text, "Larger sizes than %s tell.", words_largest(subjects, size));
   }
   return g_string_free(text, FALSE);
}

/*--- The command ---*/

/* A list or range of sizes stays as it is, so there must be another experiment.  A single size was too large
   to begin with. */
static char* new_experiment(const RunSubjects* subjects, double seconds)
{
   const Settings* settings = subjects->experiment->settings;
   if (settings->way == INPUT_OF_FILES || subjects->other_size != NULL) {
      return NULL;
   }
   g_autofree char* budget = again_budget(seconds);
   double           smallest = subjects->sizes > 1 ? subjects->size[0] : subjects->size[0] / 10;
   g_autofree char* sizes = g_strdup_printf("%.0f..", fmax(smallest, 1));
   return again_command(settings, &(Changes){ .budget = budget, .sizes = sizes });
}

/* Adds the limit that kept larger sizes, or more of them, from being run. */
static void add_limit(GString* line, const RunSubjects* subjects, double seconds)
{
   const Experiment* experiment = subjects->experiment;
   bool needs_sizes = !subjects->program.is_known && !has_end(subjects, "budget");
   if (has_end(subjects, "timeout")) {
      g_autofree char* time = again_time(MORE_TIME * subjects->experiment->settings->timeout);
      g_string_append_printf(line, " --timeout=%s", time);
   }
   if (needs_sizes) {
      g_string_append_printf(line, " --runs=%u", 2 * run_subjects_least_sizes(subjects));
   } else if (!has_end(subjects, "unfinished")) {
      g_autofree char* time = again_time(seconds);
      g_string_append_printf(line, " --budget=%s", time);
   }
   g_string_append_c(line, ' ');
   text_append_shell_word(line, experiment->directory);
}

char* next_command(const RunSubjects* subjects)
{
   double seconds = choose_seconds_for_larger(subjects->experiment);
   if (has_failures(subjects)) {
      return next_after_failures(subjects);
   }
   bool has_enough = subjects->program.is_known && (!wants_larger(subjects) || is_input_used_up(subjects));
   if (has_enough || has_end(subjects, "failures") || !(seconds < LONGEST_BUDGET)) {
      return NULL;
   }
   if (subjects->experiment->settings->is_fixed || (subjects->program.is_known && is_at_end(subjects))) {
      return new_experiment(subjects, seconds);
   }
   GString* line = caller_line("grow");
   add_limit(line, subjects, seconds);
   return g_string_free(line, FALSE);
}
