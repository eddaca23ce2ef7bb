#include "answer/judge/parts.h"

#include <math.h>
#include <string.h>

#include "answer/definition.h"
#include "answer/judge/verdict.h"
#include "model/loader.h"
#include "model/own.h"
#include "subject/limits.h"
#include "subject/names.h"
#include "subject/runs.h"
#include "util/text.h"

/* The least part of the cost at the largest size that can violate a limit alone. */
#define LEAST_OUTGROWN  0.2

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

/* Whether it has the name of a header or module of aprof, or of the region, because what is tested was
   inlined there. */
static bool is_of_test(const RunSubject* routine, const RunSubject* region)
{
   static const char* const own[] = { "aprof::detail::", "aprof::growth::", "aprof::again::" };
   bool is = routine == region;
   for (size_t i = 0; i < G_N_ELEMENTS(own); i++) {
      is = is || g_str_has_prefix(routine->name, own[i]);
   }
   return is;
}

/* Returns the name as it stands in sentences. */
static const char* name_of(const RunSubjects* subjects, const RunSubject* routine, const RunSubject* region)
{
   return is_of_test(routine, region)
          ? "the function of the test"
          : text_printable(compare_name_without_parameters(routine->name, subjects->texts), subjects->texts);
}

/* Adds where it is defined, if that is known: " (names.c:12)". */
static void add_place(GString* text, const RunSubjects* subjects, const RunSubject* routine)
{
   InlinedCode code = definition_find(&subjects->conditions[subjects->last], routine->image,
                                      definition_symbol(routine->name, routine->mangled));
   if (code.file != NULL && code.line > 0) {
      g_string_append_printf(text, " (%s:%d)", text_printable(text_file_name(code.file), subjects->texts),
                             code.line);
   }
   inlined_free(&code);
}

/* "find_name (names.c:12) has 98.2% of the cost at 1,000; called n times; a call costs n". */
static char* sentence(const RunSubjects* subjects, const RunSubject* region, RunSubject* culprit)
{
   run_subjects_grow(subjects, culprit);
   const Curve*  calls = &culprit->growth->calls;
   const Curve*  cost = &culprit->growth->per_call;
   GString*      text = g_string_new(name_of(subjects, culprit, region));
   guint         last = subjects->last;
   GroupedText   size;
   ShortText     share;
   /* If an outer call of it has not ended yet, those within have no total. */
   double has = MAX(culprit->total[last], culprit->self[last]);
   if (!is_of_test(culprit, region)) {
      add_place(text, subjects, culprit);
   }
   g_string_append_printf(text, " has %s of the cost at %s", text_percent(has / region->total[last], share),
                          text_grouped_number((uint64_t)subjects->size[last], size));
   if (calls->is_known && cost->is_known) {
      g_string_append_printf(text, ": called %s times, a call costs %s",
                             calls->term == TERM_CONSTANT ? "equally many" : calls->class,
                             cost->term == TERM_CONSTANT ? "the same" : cost->class);
   }
   return g_string_free(text, FALSE);
}

/* Finds the program's own part that has outgrown the limit, as an experiment does; else whose code costs most
   at the largest size: of the program's own, if that has, with what it calls, half of the cost; else of all.
   NULL: it is the region itself, or has no name. */
static RunSubject* culprit_of(const RunSubjects* subjects, const RunSubject* region, RunSubject* part)
{
   RunSubject* own = NULL;
   RunSubject* culprit = NULL;
   guint       last = subjects->last;
   for (guint i = 0; i < subjects->all->len; i++) {
      RunSubject* routine = g_ptr_array_index(subjects->all, i);
      culprit = culprit == NULL || routine->self[last] > culprit->self[last] ? routine : culprit;
      bool is_more = own == NULL || routine->self[last] > own->self[last];
      own = is_more && routine->is_own ? routine : own;
   }
   culprit = part != NULL && part->is_own ? part
             : own != NULL && own->total[last] >= PART_MOST * subjects->cost[last] ? own : culprit;
   return culprit == region || own_is_nameless(culprit->name) ? NULL : culprit;
}

static RunSubject* region_of(const RunSubjects* subjects, const char* name)
{
   RunSubject* region = NULL;
   for (guint i = 0; i < subjects->all->len && region == NULL; i++) {
      RunSubject* routine = g_ptr_array_index(subjects->all, i);
      region = strcmp(routine->name, name) == 0 ? routine : NULL;
   }
   return region;
}

static Runs runs_of(const RunSubjects* subjects, const double* values)
{
   return (Runs){ .size = subjects->size, .value = values, .count = subjects->run_count };
}

/* Whether what the routine's own code costs has outgrown the limit, and will be most of the cost at ten times
   the size.  What begins only in the last steps, as a garbage collection, follows no law yet. */
static bool will_outgrow(const RunSubjects* subjects, const RunSubject* routine, const Limit* limit)
{
   const Runs runs = runs_of(subjects, routine->self);
   double     share = routine->self[subjects->last] / subjects->cost[subjects->last];
   if (share < LEAST_OUTGROWN || !exponent_is_outgrown(&runs, limit)) {
      return false;
   }
   unsigned from = exponent_outgrown_from(&runs);
   if (routine->self[from] < SHARE_SMALL * subjects->cost[from]) {
      return false;
   }
   double largest = subjects->size[subjects->last];
   double faster = exponent_lately(&runs) - exponent_allowed(limit, largest, FAR_TIMES * largest);
   return share * pow(FAR_TIMES, faster) >= 1 - share;
}

/* Finds a part of the cost that violates the limit, though the whole does not show it yet.  NULL: there is
   none. */
static RunSubject* outgrown_part(const RunSubjects* subjects, const Limit* limit)
{
   RunSubject* part = NULL;
   for (guint i = 0; i < subjects->all->len; i++) {
      RunSubject* routine = g_ptr_array_index(subjects->all, i);
      bool is_more = part == NULL || routine->self[subjects->last] > part->self[subjects->last];
      part = is_more && will_outgrow(subjects, routine, limit) ? routine : part;
   }
   return part;
}

/* The part of the cost that has outgrown the limit, in words. */
static void tell_part(const RunSubjects* subjects, const RunSubject* part, const RunSubject* region,
                      Decision* decision)
{
   const Runs  runs = runs_of(subjects, part->self);
   ShortText   share;
   g_autofree char* lately = sizes_lately(&runs);
   g_autofree char* before = decision->found;
   decision->verdict = VERDICT_VIOLATED;
   decision->found = g_strdup_printf(
      "%s of its cost, that of %s, grows %s",
      text_percent(part->self[subjects->last] / subjects->cost[subjects->last], share),
      name_of(subjects, part, region), lately);
}

static Decision decide(const RunSubjects* subjects, RunSubject* region, const Limit* limit)
{
   const Runs  runs = runs_of(subjects, region->total);
   run_subjects_grow(subjects, region);
   Decision    decision = sizes_verdict(&region->growth->total, &runs, limit);
   RunSubject* part = decision.verdict == VERDICT_PASSED ? NULL : outgrown_part(subjects, limit);
   if (part != NULL && decision.verdict != VERDICT_VIOLATED) {
      tell_part(subjects, part, region, &decision);
   }
   RunSubject* culprit = decision.verdict == VERDICT_VIOLATED ? culprit_of(subjects, region, part) : NULL;
   if (culprit != NULL) {
      g_autofree char* growth = decision.found;
      g_autofree char* routine = sentence(subjects, region, culprit);
      decision.found = g_strdup_printf("%s; %s", growth, routine);
   }
   sizes_add_costs(&decision, &runs);
   return decision;
}

bool parts_decide(const char* const* reports, const char* name, const Limit* limit, Decision* decision)
{
   Problem     problem;
   g_autoptr(GArray) runs = g_array_new(FALSE, FALSE, sizeof(ExperimentRun));
   Experiment  experiment = { .runs = runs };
   RunSubjects* subjects = take_runs(reports, name, runs)
                           ? run_subjects_of(&experiment, RUNS_GROWN, NULL, &problem) : NULL;
   RunSubject* region = subjects == NULL ? NULL : region_of(subjects, name);
   bool        is_of_sizes = region != NULL;
   if (is_of_sizes) {
      *decision = decide(subjects, region, limit);
   }
   g_clear_pointer(&subjects, run_subjects_free);
   return is_of_sizes;
}
