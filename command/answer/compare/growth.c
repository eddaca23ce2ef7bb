/* The comparison begins with two reports.  Then their routines get the costs of the size, and curves. */

#include "answer/compare/growth.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "answer/compare/size_work.h"
#include "answer/compare/total.h"
#include "answer/grow/words.h"
#include "subject/limits.h"
#include "util/text.h"

/* A size that both have run is large enough from this part of the largest that both reach on. */
#define LARGE_ENOUGH  0.5

/* One of the experiments, at the size. */
typedef struct {
   const RunSubjects* subjects;
   Report*            report;
   char*              paths[2];   /* of the report; NULL */
   RunSubject**       routines;   /* by routine of the side; NULL: none */
   GPtrArray*         sums;       /* RunSubject of routines that are one in the comparison */
} GrowthSide;

struct GrowthComparison {
   GrowthSide     sides[2];
   Sizes          sizes;
   SizePair*      pairs;
   Comparison*    comparison;
   CompareOptions options;
   GStringChunk*  texts;
};

/*--- Whether they can be compared ---*/

static double least(const RunSubjects* subjects)
{
   return subjects->size[0];
}

static double largest(const RunSubjects* subjects)
{
   return subjects->size[subjects->last];
}

static bool refuse(Problem* problem, const RunSubjects* before, const RunSubjects* now, const char* what,
                   const char* of_before, const char* of_now)
{
   problem_set(problem, now->experiment->directory, 0, "cannot be compared with %s: %s %s there, and %s here",
               before->experiment->directory, what, of_before, of_now);
   return false;
}

bool growth_is_comparable(const RunSubjects* subjects, Problem* problem)
{
   const Experiment* experiment = subjects->experiment;
   if (experiment->parameter_count > 1) {
      return problem_set(problem, experiment->directory, 0,
                         "has two sizes, %s and %s: experiments of one are compared",
                         experiment->parameters[0], experiment->parameters[1]);
   }
   return subjects->sizes >= FORECAST_LEAST_SIZES
          || problem_set(problem, experiment->directory, 0,
                         "has runs of %u sizes that count, and %u sizes are needed", subjects->sizes,
                         FORECAST_LEAST_SIZES);
}

static bool can_compare(const RunSubjects* before, const RunSubjects* now, Problem* problem)
{
   const Experiment* a = before->experiment;
   const Experiment* b = now->experiment;
   if (!growth_is_comparable(before, problem) || !growth_is_comparable(now, problem)) {
      return false;
   }
   if (strcmp(a->unit, b->unit) != 0) {
      return refuse(problem, before, now, "sizes are of the unit", a->unit, b->unit);
   }
   if (strcmp(a->parameters[0], b->parameters[0]) != 0) {
      return refuse(problem, before, now, "the size is called", a->parameters[0], b->parameters[0]);
   }
   if (g_strcmp0(before->metric, now->metric) != 0) {
      return refuse(problem, before, now, "costs are of the metric", before->metric, now->metric);
   }
   if (fmin(largest(before), largest(now)) < fmax(least(before), least(now))) {
      problem_set(problem, b->directory, 0, "has no size in common with %s", a->directory);
      return false;
   }
   return true;
}

/* Reports that measured other things, or are of other programs, are refused as such. */
static bool fit_together(const GrowthComparison* growth, Problem* problem)
{
   char        why[500];
   const char* before = growth->sides[0].subjects->experiment->directory;
   const char* now = growth->sides[1].subjects->experiment->directory;
   if (comparison_differs(growth->sides[0].report, growth->sides[1].report, why, sizeof why)) {
      return problem_set(problem, now, 0, "cannot be compared with %s: %s", before, why);
   }
   return growth->options.other_program || !total_is_of_other_program(growth->comparison, why, sizeof why)
          || problem_set(problem, now, 0, "is not compared with %s: %s (--other-program compares all the "
                         "same)", before, why);
}

/*--- The size ---*/

/* Returns the largest size that both have run; 0: none. */
static double common_size(const RunSubjects* before, const RunSubjects* now)
{
   double common = 0;
   for (guint i = 0; i <= before->last; i++) {
      for (guint k = 0; k <= now->last; k++) {
         common = before->size[i] == now->size[k] ? fmax(common, before->size[i]) : common;
      }
   }
   return common;
}

/* Returns the run whose size is nearest; of several of one size, the last, as at_size() does. */
static guint nearest_run(const RunSubjects* subjects, double size)
{
   assert(subjects->run_count > 0);
   guint nearest = 0;
   for (guint run = 0; run < subjects->run_count; run++) {
      if (fabs(log(subjects->size[run] / size)) <= fabs(log(subjects->size[nearest] / size))) {
         nearest = run;
      }
   }
   return nearest;
}

static const char* size_words(GrowthComparison* growth, double size)
{
   SizeText text;
   return g_string_chunk_insert(growth->texts, words_size(growth->sides[1].subjects, size, text));
}

static void choose_size(GrowthComparison* growth)
{
   const RunSubjects* before = growth->sides[0].subjects;
   const RunSubjects* now = growth->sides[1].subjects;
   double most = fmin(largest(before), largest(now));
   double common = common_size(before, now);
   bool   is_measured = common >= LARGE_ENOUGH * most;
   growth->sizes.source = is_measured ? COSTS_MEASURED : COSTS_BETWEEN;
   growth->sizes.size = is_measured ? common : most;
   growth->sizes.words = size_words(growth, growth->sizes.size);
}

static bool load_report(GrowthSide* side, double size, Problem* problem)
{
   const ExperimentRun* run = side->subjects->runs[nearest_run(side->subjects, size)];
   side->paths[0] = g_strdup(run->report);
   side->report = experiment_load(side->subjects->experiment, run, problem);
   return side->report != NULL;
}

/*--- Routines ---*/

static void add_arrays(double* to, const double* a, const double* b, guint count)
{
   for (guint i = 0; i < count; i++) {
      to[i] = a[i] + b[i];
   }
}

/* Returns the sum of two; the input of its calls is not looked at. */
static RunSubject* sum_of(GrowthSide* side, const RunSubject* a, const RunSubject* b)
{
   guint const count = side->subjects->run_count;
   RunSubject* sum = g_memdup2(a, sizeof *a);
   double*     numbers = g_new(double, 3 * count);
   sum->total = numbers;
   sum->self = numbers + count;
   sum->calls = numbers + 2 * count;
   sum->growth = NULL;
   sum->is_listed = false;
   add_arrays(sum->total, a->total, b->total, count);
   add_arrays(sum->self, a->self, b->self, count);
   add_arrays(sum->calls, a->calls, b->calls, count);
   g_ptr_array_add(side->sums, sum);
   return sum;
}

static void find_routines(GrowthSide* side, const Subjects* compared)
{
   /* Two routines may have all names in common. */
   g_autoptr(GHashTable) added = g_hash_table_new(NULL, NULL);
   side->routines = g_new0(RunSubject*, compared->count + 1);
   for (uint32_t i = 0; i < report_routine_count(side->report); i++) {
      uint32_t    at = compared->index_of[i];
      RunSubject* found = at == NO_ROUTINE ? NULL
                          : run_subjects_find(side->subjects, report_routine(side->report, i));
      if (found != NULL && g_hash_table_add(added, found)) {
         side->routines[at] = side->routines[at] == NULL ? found : sum_of(side, side->routines[at], found);
      }
   }
}

/* Returns the routine of a pair in one of the experiments; NULL: it is not there. */
static RunSubject* routine_of(const GrowthComparison* growth, int k, const Pair* pair)
{
   const Named* routine = k == 0 ? pair->before : pair->now;
   return routine == NULL ? NULL
                          : growth->sides[k].routines[routine - growth->comparison->sides[k]->named];
}

/* Whether it has a good part of the program's cost in the largest run, or will have. */
static bool matters(const RunSubjects* subjects, const RunSubject* routine)
{
   return routine->is_listed
          || routine->total[subjects->last] >= SHARE_TOLD * run_subjects_cost(subjects);
}

/* Finds the growth of those routines that matter in one of the experiments. */
static void find_growths(GrowthComparison* growth)
{
   for (uint32_t i = 0; i < growth->comparison->count; i++) {
      RunSubject* routines[2];
      bool        does_matter = false;
      for (int k = 0; k < 2; k++) {
         routines[k] = routine_of(growth, k, &growth->comparison->pairs[i]);
         does_matter |= routines[k] != NULL && matters(growth->sides[k].subjects, routines[k]);
      }
      for (int k = 0; k < 2 && does_matter; k++) {
         if (routines[k] != NULL) {
            run_subjects_grow(growth->sides[k].subjects, routines[k]);
         }
      }
   }
}

/*--- Curves of pairs ---*/

static Factor ratio(const Estimate* now, const Estimate* before, bool is_exact)
{
   double value = now->value / before->value;
   return (Factor){ isfinite(value) && value > 0, is_exact, value, now->low / before->high,
                    now->high / before->low };
}

/* The curves are known or not, and so is all of them. */
static void judge_curves(SizePair* pair)
{
   const Curve* before = &pair->curves[0];
   const Curve* now = &pair->curves[1];
   bool         are_known = before->is_known && now->is_known;
   pair->state = are_known                  ? MAX(before->state, now->state)
               : !pair->is_there[0] && now->is_known    ? now->state
               : !pair->is_there[1] && before->is_known ? before->state : CURVE_OPEN;
   double distance = now->exponent - before->exponent;
   bool   is_other = are_known && pair->state != CURVE_OPEN && strcmp(before->class, now->class) != 0
                   && fabs(distance) > SAME_CLASS;
   pair->class_change = !is_other ? 0 : distance > 0 ? 1 : -1;
}

/* Sets the costs of a routine, or of the program, at the size and at FAR_TIMES times that. */
static void estimate_side(const GrowthComparison* growth, SizePair* pair, int k, const RunSubject* routine,
                          Quantity quantity, Estimate costs[2])
{
   const RunSubjects* subjects = growth->sides[k].subjects;
   double             size = growth->sizes.size;
   pair->is_there[k] = true;
   pair->curves[k] = *run_subjects_curve(subjects, routine, quantity);
   costs[0] = run_subjects_at(subjects, routine, quantity, size);
   costs[1] = run_subjects_at(subjects, routine, quantity, FAR_TIMES * size);
}

/* `costs`: by side, at the size and beyond. */
static void compare_costs(const GrowthComparison* growth, SizePair* pair, const Estimate costs[2][2])
{
   pair->far_cost[0] = costs[0][1].value;
   pair->far_cost[1] = costs[1][1].value;
   pair->at_size = ratio(&costs[1][0], &costs[0][0], growth->sizes.source == COSTS_MEASURED);
   pair->beyond = ratio(&costs[1][1], &costs[0][1], false);
   judge_curves(pair);
}

static void set_pair(const GrowthComparison* growth, uint32_t index)
{
   assert(index < growth->comparison->count);
   static const Estimate unknown = { NAN, NAN, NAN };
   SizePair* pair = &growth->pairs[index];
   Estimate  costs[2][2] = { { unknown, unknown }, { unknown, unknown } };
   for (int k = 0; k < 2; k++) {
      const RunSubject* routine = routine_of(growth, k, &growth->comparison->pairs[index]);
      if (routine != NULL) {
         estimate_side(growth, pair, k, routine, QUANTITY_TOTAL, costs[k]);
         costs[k][1] = routine->growth == NULL ? unknown : costs[k][1];
      }
   }
   compare_costs(growth, pair, (const Estimate (*)[2])costs);
   growth->comparison->pairs[index].sizes = pair;
}

static Estimate less(Estimate cost, double start_up)
{
   return (Estimate){ fmax(cost.value - start_up, 1), fmax(cost.low - start_up, 1),
                      fmax(cost.high - start_up, 1) };
}

/* The program's start-up, which does not grow, is left out, as everywhere. */
static void set_program(GrowthComparison* growth)
{
   Estimate costs[2][2];
   for (int k = 0; k < 2; k++) {
      const Subjects* side = growth->comparison->sides[k];
      double      start_up = (double)(side->total - side->whole);
      estimate_side(growth, &growth->sizes.program, k, NULL, QUANTITY_PROGRAM, costs[k]);
      costs[k][0] = less(costs[k][0], start_up);
      costs[k][1] = less(costs[k][1], start_up);
   }
   compare_costs(growth, &growth->sizes.program, (const Estimate (*)[2])costs);
}

/* True if the program costs the same at all sizes that both have run, and these are several. */
static bool is_settled(const GrowthComparison* growth)
{
   const RunSubjects* before = growth->sides[0].subjects;
   const RunSubjects* now = growth->sides[1].subjects;
   guint              common = 0;
   for (guint i = 0; i <= before->last; i++) {
      for (guint k = 0; k <= now->last; k++) {
         double factor = now->cost[k] / fmax(1, before->cost[i]);
         if (before->size[i] == now->size[k]) {
            common++;
            if (factor > growth->options.threshold || factor < 1 / growth->options.threshold) {
               return false;
            }
         }
      }
   }
   return common >= run_subjects_least_sizes(now);
}

/*--- Costs at a size ---*/

/* Takes what is not known of a larger size to grow like it. */
static double cost_at(const GrowthComparison* growth, int k, const RunSubject* routine, Quantity quantity)
{
   const RunSubjects* subjects = growth->sides[k].subjects;
   bool               is_forecast = growth->sizes.source == COSTS_FORECAST;
   double             size = growth->sizes.size;
   double             known = run_subjects_at(subjects, routine, quantity, size).value;
   double             near = is_forecast ? size / FAR_TIMES : size;
   return isnan(known) ? run_subjects_at(subjects, routine, quantity, near).value * FAR_TIMES : known;
}

static uint64_t whole(double number)
{
   return isnan(number) || number < 0 ? 0 : (uint64_t)(number + 0.5);
}

static void set_costs_of_routine(const GrowthComparison* growth, int k, Named* compared,
                                 const RunSubject* routine)
{
   bool stays = compared->subject->is_start_up && growth->sizes.source == COSTS_FORECAST;
   if (routine == NULL || stays) {
      return;
   }
   Totals* totals = &compared->totals;
   double  recursion = (double)totals->sum / fmax(1, (double)totals->real_sum);
   double  cost = cost_at(growth, k, routine, QUANTITY_TOTAL);
   totals->calls = MAX(1, whole(cost_at(growth, k, routine, QUANTITY_CALLS)));
   totals->real_sum = whole(cost);
   totals->sum = whole(cost * recursion);
   totals->self_sum = whole(cost_at(growth, k, routine, QUANTITY_SELF));
}

/* Gives all routines, and the program, the costs of the size. */
static void set_costs(const GrowthComparison* growth)
{
   for (int k = 0; k < 2; k++) {
      Subjects* side = growth->comparison->sides[k];
      for (size_t i = 0; i < side->count; i++) {
         set_costs_of_routine(growth, k, &side->named[i], growth->sides[k].routines[i]);
      }
      subjects_set_total(side, whole(cost_at(growth, k, NULL, QUANTITY_PROGRAM)));
   }
}

static void end_comparison(GrowthComparison* growth)
{
   g_clear_pointer(&growth->comparison, comparison_free);
   g_clear_pointer(&growth->pairs, g_free);
   g_clear_pointer(&growth->sides[0].routines, g_free);
   g_clear_pointer(&growth->sides[1].routines, g_free);
}

/* Compares at the size that was chosen. */
static void compare_at_size(GrowthComparison* growth)
{
   Comparison* comparison = growth->comparison;
   growth->pairs = g_new0(SizePair, comparison->count + 1);
   find_routines(&growth->sides[0], comparison->sides[0]);
   find_routines(&growth->sides[1], comparison->sides[1]);
   find_growths(growth);
   if (growth->sizes.source != COSTS_FORECAST) {
      set_program(growth);
   }
   for (uint32_t i = 0; i < comparison->count; i++) {
      set_pair(growth, i);
   }
   if (growth->sizes.source != COSTS_MEASURED) {
      set_costs(growth);
   }
   comparison->sizes = &growth->sizes;
   comparison_judge(comparison);
}

static Comparison* begin(const GrowthComparison* growth)
{
   return comparison_begin(growth->sides[0].report, growth->sides[1].report, &growth->options);
}

/* True if only larger runs are certainly worse, or better. */
static bool must_look_ahead(const GrowthComparison* growth)
{
   const SizePair* program = &growth->sizes.program;
   TotalState      state = growth->comparison->total.state;
   int             direction = sizes_direction(program, growth->options.threshold);
   return program->state == CURVE_CONFIRMED && program->beyond.known
          && ((direction > 0 && program->beyond.low > growth->options.threshold
               && (state == TOTAL_SAME || state == TOTAL_BETTER))
              || (direction < 0 && program->beyond.high < 1 / growth->options.threshold
                  && state == TOTAL_SAME));
}

/* Compares the forecasts of FAR_TIMES times the size. */
static void look_ahead(GrowthComparison* growth)
{
   growth->sizes.last_words = growth->sizes.words;
   end_comparison(growth);
   growth->sizes.size *= FAR_TIMES;
   growth->sizes.source = COSTS_FORECAST;
   growth->sizes.words = size_words(growth, growth->sizes.size);
   growth->comparison = begin(growth);
   compare_at_size(growth);
}

/*--- All ---*/

static void find_work(GrowthComparison* growth)
{
   const RunSubjects* before = growth->sides[0].subjects;
   const RunSubjects* now = growth->sides[1].subjects;
   growth->sizes.other_end = text_keep(size_work_other_end(before, now), growth->texts);
   growth->sizes.other_work = text_keep(size_work_other(before, now), growth->texts);
   growth->sizes.is_settled = is_settled(growth);
}

GrowthComparison* growth_compare(const RunSubjects* before, const RunSubjects* now,
                                 const CompareOptions* options, Problem* problem)
{
   if (!can_compare(before, now, problem)) {
      return NULL;
   }
   GrowthComparison* growth = g_new0(GrowthComparison, 1);
   growth->texts = g_string_chunk_new(4096);
   growth->options = *options;
   growth->sides[0].subjects = before;
   growth->sides[1].subjects = now;
   for (int k = 0; k < 2; k++) {
      growth->sides[k].sums = g_ptr_array_new_with_free_func(run_subject_free);
   }
   choose_size(growth);
   bool done = load_report(&growth->sides[0], growth->sizes.size, problem)
               && load_report(&growth->sides[1], growth->sizes.size, problem);
   growth->comparison = done ? begin(growth) : NULL;
   if (!done || !fit_together(growth, problem)) {
      problem_keep_file(problem);
      growth_comparison_free(growth);
      return NULL;
   }
   find_work(growth);
   compare_at_size(growth);
   if (must_look_ahead(growth)) {
      look_ahead(growth);
   }
   return growth;
}

void growth_comparison_free(GrowthComparison* growth)
{
   end_comparison(growth);
   for (int k = 0; k < 2; k++) {
      GrowthSide* side = &growth->sides[k];
      g_clear_pointer(&side->report, report_free);
      g_free(side->paths[0]);
      g_ptr_array_unref(side->sums);
   }
   g_string_chunk_free(growth->texts);
   g_free(growth);
}

const Comparison* growth_comparison(const GrowthComparison* growth)
{
   return growth->comparison;
}

char** growth_paths(const GrowthComparison* growth, int side)
{
   return (char**)growth->sides[side].paths;
}

const RunSubjects* growth_side_subjects(const GrowthComparison* growth, int side)
{
   return growth->sides[side].subjects;
}
