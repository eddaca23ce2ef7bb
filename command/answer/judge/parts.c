#include "answer/judge/culprits.h"

#include <math.h>
#include <string.h>

#include "model/loader.h"
#include "subject/limits.h"
#include "subject/names.h"
#include "subject/runs.h"
#include "util/text.h"

/* A report that has the region once: its input, or 0. */
static double size_of(const char* path, const char* region)
{
   Problem problem;
   g_autoptr(Report) report = report_load(&path, 1, (LoadOptions){ .find_names = true }, &problem);
   double size = 0;
   for (uint32_t i = 0; report != NULL && i < report_routine_count(report); i++) {
      const Routine* routine = report_routine(report, i);
      if (strcmp(routine->name, region) == 0) {
         size_t       count;
         const Point* points = report_routine_points(report, routine, &count);
         size = count == 1 && points[0].calls == 1 ? points[0].rms : 0;
      }
   }
   return size;
}

static int compare_sizes(gconstpointer left, gconstpointer right)
{
   double a = ((const ExperimentRun*)left)->size[0], b = ((const ExperimentRun*)right)->size[0];
   return (a > b) - (a < b);
}

/* Makes a run of each report, of its size.  False if one of them has none. */
static bool take_runs(const char* const* paths, const char* region, GArray* runs)
{
   static RunRecord no_record = { .native_moved = NAN, .input_bytes = NAN, .native_memory = NAN };
   bool is_right = true;
   for (size_t i = 0; paths[i] != NULL && is_right; i++) {
      const ExperimentRun run = {
         .size = { size_of(paths[i], region) }, .good = true, .report = (char*)paths[i],
         .record = &no_record
      };
      is_right = run.size[0] > 0;
      g_array_append_val(runs, run);
   }
   g_array_sort(runs, compare_sizes);
   return is_right && runs->len >= FORECAST_LEAST_SIZES && runs->len <= FORECAST_MOST_SIZES;
}

/* "find_name has 98.2% of the cost at 1,000; called n times; a call costs n". */
static char* sentence(const RunSubjects* subjects, const RunSubject* region, RunSubject* culprit)
{
   run_subjects_grow(subjects, culprit);
   GStringChunk* texts = subjects->texts;
   const Curve*  calls = &culprit->growth->calls;
   const Curve*  cost = &culprit->growth->per_call;
   GString*      text = g_string_new(text_printable(compare_name(culprit->name, texts), texts));
   guint         last = subjects->last;
   GroupedText   size;
   ShortText     share;
   /* If an outer call of it has not ended yet, those within have no total. */
   double has = MAX(culprit->total[last], culprit->self[last]);
   g_string_append_printf(text, " has %s of the cost at %s", text_percent(has / region->total[last], share),
                          text_grouped_number((uint64_t)subjects->size[last], size));
   if (calls->is_known && cost->is_known) {
      g_string_append_printf(text, ": called %s times, a call costs %s",
                             calls->term == TERM_CONSTANT ? "equally many" : calls->class,
                             cost->term == TERM_CONSTANT ? "the same" : cost->class);
   }
   return g_string_free(text, FALSE);
}

/* Finds whose code costs most at the largest size: of the program's own, if that has, with what it calls,
   half of the cost; else of all.  NULL: it is the region itself. */
static char* culprit_of(const RunSubjects* subjects, const char* region)
{
   const RunSubject* measured = NULL;
   RunSubject*       own = NULL;
   RunSubject*       culprit = NULL;
   guint             last = subjects->last;
   for (guint i = 0; i < subjects->all->len; i++) {
      RunSubject* routine = g_ptr_array_index(subjects->all, i);
      measured = strcmp(routine->name, region) == 0 ? routine : measured;
      culprit = culprit == NULL || routine->self[last] > culprit->self[last] ? routine : culprit;
      bool is_more = own == NULL || routine->self[last] > own->self[last];
      own = is_more && routine->is_own ? routine : own;
   }
   culprit = own != NULL && own->total[last] >= PART_MOST * subjects->cost[last] ? own : culprit;
   return measured == NULL || culprit == measured ? NULL : sentence(subjects, measured, culprit);
}

static void add_culprit(const Check* check, Result* result, const char* const* paths)
{
   Problem     problem;
   const char* region = check->subjects->list[result->index].routine->name;
   g_autoptr(GArray) runs = g_array_new(FALSE, FALSE, sizeof(ExperimentRun));
   Experiment  experiment = { .runs = runs };
   RunSubjects* subjects = take_runs(paths, region, runs)
                           ? run_subjects_of(&experiment, RUNS_GROWN, NULL, &problem) : NULL;
   char* culprit = subjects == NULL ? NULL : culprit_of(subjects, region);
   if (culprit != NULL) {
      char* found = g_strdup_printf("%s; %s", result->found, culprit);
      g_free(result->found);
      g_free(culprit);
      result->found = found;
      result->from = NULL;   /* this says more */
   }
   g_clear_pointer(&subjects, run_subjects_free);
}

void culprits_find(Check* check, const char* const* paths)
{
   for (guint i = 0; i < check->results->len; i++) {
      Result* result = &g_array_index(check->results, Result, i);
      bool    is_of_sizes = result->limit->kind == LIMIT_GROWS && result->index != NO_INDEX;
      if (is_of_sizes && result->verdict <= VERDICT_MAYBE) {
         add_culprit(check, result, paths);
      }
   }
}
