#include "answer/compare/size_work.h"

#include <string.h>

#include "answer/grow/words.h"
#include "model/conditions.h"

/* Takes the text over. */
static char* at_size_text(const RunSubjects* subjects, double size, char* what)
{
   SizeText words;
   char*    text = what == NULL ? NULL
                   : g_strdup_printf("at %s, %s", words_size(subjects, size, words), what);
   g_free(what);
   return text;
}

/*--- Ends ---*/

static char* other_end(const RunRecord* before, const RunRecord* now)
{
   if (before->ending == now->ending && before->number == now->number) {
      return NULL;
   }
   g_autofree char* end_before = run_record_ending(before);
   g_autofree char* end_now = run_record_ending(now);
   return g_strdup_printf("%s now, and %s before", end_now, end_before);
}

/* The run of that name, which has the size; of several runs of one size, the number of the run, too.  NULL:
   there is none. */
static const ExperimentRun* run_of(const Experiment* experiment, const char* name)
{
   const ExperimentRun* found = NULL;
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      found = strcmp(run->name, name) == 0 ? run : found;
   }
   return found;
}

/* The largest size is told: most people look at it. */
char* size_work_other_end(const RunSubjects* before, const RunSubjects* now)
{
   const GArray* runs = now->experiment->runs;
   char*         text = NULL;
   for (guint i = runs->len; i-- > 0 && text == NULL;) {
      const ExperimentRun* run = &g_array_index(runs, ExperimentRun, i);
      const ExperimentRun* other = run_of(before->experiment, run->name);
      text = other == NULL ? NULL : at_size_text(now, run->size[0], other_end(other->record, run->record));
   }
   return text;
}

/*--- Work ---*/

/* Says what the settings tell.  The command that makes inputs has no program before it that may be called
   otherwise, but its directory may be another. */
static char* other_settings(const Settings* before, const Settings* now)
{
   char* commands[] = { g_strjoinv(" ", before->command), g_strjoinv(" ", now->command) };
   char* sources[] = { g_strconcat("- ", before->source, NULL), g_strconcat("- ", now->source, NULL) };
   char* text = conditions_other_command(commands[0], commands[1]);
   if (text == NULL && (before->way != now->way || before->cut != now->cut)) {
      text = g_strdup("inputs are made in another way");
   }
   if (text == NULL) {
      g_autofree char* difference = conditions_other_command(sources[0], sources[1]);
      text = difference == NULL ? NULL : g_strdup_printf("of what makes the input, %s", difference);
   }
   for (int i = 0; i < 2; i++) {
      g_free(commands[i]);
      g_free(sources[i]);
   }
   return text;
}

char* size_work_other(const RunSubjects* before, const RunSubjects* now)
{
   char* text = NULL;
   bool  has_common = false;
   for (guint i = now->run_count; i-- > 0 && text == NULL;) {
      for (guint k = before->run_count; k-- > 0 && text == NULL;) {
         if (strcmp(before->runs[k]->name, now->runs[i]->name) == 0) {
            has_common = true;
            text = at_size_text(now, now->size[i],
                                conditions_other_work(&before->conditions[k], &now->conditions[i]));
         }
      }
   }
   return has_common ? text : other_settings(before->experiment->settings, now->experiment->settings);
}
