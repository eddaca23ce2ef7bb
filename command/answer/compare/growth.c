/* The comparison begins with two reports.  Then their routines get the costs of the size, and curves. */

#include "answer/compare/growth.h"

#include <math.h>
#include <string.h>

#include "answer/compare/size_work.h"
#include "answer/compare/total.h"
#include "answer/grow/words.h"
#include "growth/at_size.h"
#include "subject/limits.h"

/* A size that both have run is large enough from this part of the largest that both reach on. */
#define LARGE_ENOUGH  0.5

/* One of the experiments, at the size. */
typedef struct {
   const GrowthFacts*    facts;
   Report*               report;
   char*                 paths[2];   /* of the report; NULL */
   const RoutineSeries** series;     /* by routine of the side; NULL: none */
   SizeGrowth*           growths;    /* by routine of the side; those without a series: not looked for */
   GPtrArray*            sums;       /* RoutineSeries of routines that are one in the comparison */
} GrowthSide;

struct GrowthComparison {
   GrowthSide     sides[2];
   Sizes          sizes;
   SizePair*      pairs;
   Comparison*    comparison;
   CompareOptions options;
   GStringChunk*  texts;
};

/*------------------------------------------------------------------*/
/*--- Whether they can be compared                               ---*/
/*------------------------------------------------------------------*/

static double least(const GrowthFacts* facts)
{
   return facts->size[0];
}

static double largest(const GrowthFacts* facts)
{
   return facts->size[facts->last];
}

static bool refuse(Problem* problem, const GrowthFacts* before, const GrowthFacts* now, const char* what,
                   const char* of_before, const char* of_now)
{
   problem_set(problem, now->experiment->directory, 0, "cannot be compared with %s: %s %s there, and %s here",
               before->experiment->directory, what, of_before, of_now);
   return false;
}

/* How many different sizes there are of runs that count; equal ones are neighbours. */
static unsigned count_sizes(const Series* series)
{
   unsigned count = 0;
   for (guint run = 0; run < series->run_count; run++) {
      count += run == 0 || series->runs[run]->size[0] != series->runs[run - 1]->size[0];
   }
   return count;
}

bool growth_is_comparable(const Experiment* experiment, const Series* series, Problem* problem)
{
   if (experiment->parameter_count > 1) {
      return problem_set(problem, experiment->directory, 0,
                         "has two sizes, %s and %s: experiments of one are compared",
                         experiment->parameters[0], experiment->parameters[1]);
   }
   unsigned sizes = count_sizes(series);
   return sizes >= FORECAST_LEAST_SIZES
          || problem_set(problem, experiment->directory, 0,
                         "has runs of %u sizes that count, and %u sizes are needed", sizes,
                         FORECAST_LEAST_SIZES);
}

static bool can_compare(const GrowthFacts* before, const GrowthFacts* now, Problem* problem)
{
   const Experiment* a = before->experiment;
   const Experiment* b = now->experiment;
   if (!growth_is_comparable(a, before->series, problem) || !growth_is_comparable(b, now->series, problem)) {
      return false;
   }
   if (strcmp(a->unit, b->unit) != 0) {
      return refuse(problem, before, now, "sizes are of the unit", a->unit, b->unit);
   }
   if (strcmp(a->parameters[0], b->parameters[0]) != 0) {
      return refuse(problem, before, now, "the size is called", a->parameters[0], b->parameters[0]);
   }
   if (g_strcmp0(before->series->unit, now->series->unit) != 0) {
      return refuse(problem, before, now, "costs are of the metric", before->series->unit, now->series->unit);
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
   const char* before = growth->sides[0].facts->experiment->directory;
   const char* now = growth->sides[1].facts->experiment->directory;
   if (comparison_differs(growth->sides[0].report, growth->sides[1].report, why, sizeof why)) {
      return problem_set(problem, now, 0, "cannot be compared with %s: %s", before, why);
   }
   return growth->options.other_program || !total_is_of_other_program(growth->comparison, why, sizeof why)
          || problem_set(problem, now, 0, "is not compared with %s: %s (--other-program compares all the "
                         "same)", before, why);
}

/*------------------------------------------------------------------*/
/*--- The size                                                   ---*/
/*------------------------------------------------------------------*/

/* Returns the largest size that both have run; 0: none. */
static double common_size(const GrowthFacts* before, const GrowthFacts* now)
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
static guint nearest_run(const GrowthFacts* facts, double size)
{
   guint nearest = 0;
   for (guint run = 0; run < facts->series->run_count; run++) {
      if (fabs(log(facts->size[run] / size)) <= fabs(log(facts->size[nearest] / size))) {
         nearest = run;
      }
   }
   return nearest;
}

static const char* size_words(GrowthComparison* growth, double size)
{
   SizeText text;
   return g_string_chunk_insert(growth->texts, words_size(growth->sides[1].facts, size, text));
}

static void choose_size(GrowthComparison* growth)
{
   const GrowthFacts* before = growth->sides[0].facts;
   const GrowthFacts* now = growth->sides[1].facts;
   double most = fmin(largest(before), largest(now));
   double common = common_size(before, now);
   bool   is_measured = common >= LARGE_ENOUGH * most;
   growth->sizes.source = is_measured ? COSTS_MEASURED : COSTS_BETWEEN;
   growth->sizes.size = is_measured ? common : most;
   growth->sizes.words = size_words(growth, growth->sizes.size);
}

static bool load_report(GrowthSide* side, double size, Problem* problem)
{
   const ExperimentRun* run = side->facts->series->runs[nearest_run(side->facts, size)];
   side->paths[0] = g_strdup(run->report);
   side->report = experiment_load(side->facts->experiment, run, problem);
   return side->report != NULL;
}

/*------------------------------------------------------------------*/
/*--- Series of routines                                         ---*/
/*------------------------------------------------------------------*/

static void add_arrays(double* to, const double* from, guint count)
{
   for (guint i = 0; i < count; i++) {
      to[i] += from[i];
   }
}

static void free_sum(gpointer data)
{
   RoutineSeries* sum = data;
   g_free(sum->total);
   g_free(sum->self);
   g_free(sum->calls);
   g_free(sum);
}

/* Returns the sum of two; the input of its calls is not looked at. */
static const RoutineSeries* sum_of(GrowthSide* side, const RoutineSeries* a, const RoutineSeries* b)
{
   guint          count = side->facts->series->run_count;
   RoutineSeries* sum = g_new(RoutineSeries, 1);
   *sum = *a;
   sum->total = g_memdup2(a->total, count * sizeof *sum->total);
   sum->self = g_memdup2(a->self, count * sizeof *sum->self);
   sum->calls = g_memdup2(a->calls, count * sizeof *sum->calls);
   add_arrays(sum->total, b->total, count);
   add_arrays(sum->self, b->self, count);
   add_arrays(sum->calls, b->calls, count);
   g_ptr_array_add(side->sums, sum);
   return sum;
}

static void find_series(GrowthSide* side, const Side* compared)
{
   GHashTable* added = g_hash_table_new(NULL, NULL);   /* series; two routines may have all names in common */
   side->series = g_new0(const RoutineSeries*, compared->count + 1);
   side->growths = g_new0(SizeGrowth, compared->count + 1);
   for (uint32_t i = 0; i < report_routine_count(side->report); i++) {
      uint32_t             at = compared->side_routine[i];
      const RoutineSeries* found = at == NO_ROUTINE ? NULL
                                   : series_find(side->facts->series, report_routine(side->report, i));
      if (found != NULL && g_hash_table_add(added, (gpointer)found)) {
         side->series[at] = side->series[at] == NULL ? found : sum_of(side, side->series[at], found);
      }
   }
   g_hash_table_destroy(added);
}

/* Whether it has a good part of the program's cost in the largest run, or will have. */
static bool matters(const GrowthSide* side, const RoutineSeries* series)
{
   const GArray* named = side->facts->routines;
   bool          does = series->total[side->facts->last] >= SHARE_TOLD * growth_facts_cost(side->facts);
   for (guint i = 0; i < named->len && !does; i++) {
      does = g_array_index(named, SizeGrowth, i).series == series;
   }
   return does;
}

/* Finds the growth of those routines that matter in one of the experiments. */
static void find_growths(GrowthComparison* growth)
{
   const Comparison* comparison = growth->comparison;
   for (uint32_t i = 0; i < comparison->count; i++) {
      const SideRoutine* routines[] = { comparison->pairs[i].before, comparison->pairs[i].now };
      const RoutineSeries* series[2] = { NULL, NULL };
      bool                 does_matter = false;
      for (int k = 0; k < 2; k++) {
         GrowthSide* side = &growth->sides[k];
         series[k] = routines[k] == NULL ? NULL : side->series[routines[k] - comparison->sides[k]->routines];
         does_matter |= series[k] != NULL && matters(side, series[k]);
      }
      for (int k = 0; k < 2 && does_matter; k++) {
         if (series[k] != NULL) {
            growth->sides[k].growths[routines[k] - comparison->sides[k]->routines] =
               growth_facts_routine(growth->sides[k].facts, series[k]);
         }
      }
   }
}

/*------------------------------------------------------------------*/
/*--- Curves of pairs                                            ---*/
/*------------------------------------------------------------------*/

static Estimate estimate(const GrowthFacts* facts, const Curve* curve, const double* values, double size)
{
   const Runs runs = growth_facts_runs(facts, values);
   return at_size(curve, &runs, size);
}

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

/* Returns the costs of a routine at the size, and at FAR_TIMES times that. */
static void estimate_side(const GrowthComparison* growth, SizePair* pair, int k, size_t index,
                          Estimate* near, Estimate* far)
{
   const GrowthSide*    side = &growth->sides[k];
   const RoutineSeries* series = side->series[index];
   double               size = growth->sizes.size;
   if (series == NULL) {
      return;
   }
   pair->is_there[k] = true;
   if (side->growths[index].series != NULL) {
      pair->curves[k] = side->growths[index].total;
      *far = estimate(side->facts, &pair->curves[k], series->total, FAR_TIMES * size);
   }
   *near = estimate(side->facts, &pair->curves[k], series->total, size);
   pair->far_cost[k] = far->value;
}

static const Estimate unknown = { NAN, NAN, NAN };

static void set_pair(const GrowthComparison* growth, uint32_t index)
{
   const Comparison* comparison = growth->comparison;
   SizePair*         pair = &growth->pairs[index];
   Pair*             compared = &comparison->pairs[index];
   const SideRoutine* routines[] = { compared->before, compared->now };
   Estimate near[2] = { unknown, unknown }, far[2] = { unknown, unknown };
   pair->far_cost[0] = pair->far_cost[1] = NAN;
   for (int k = 0; k < 2; k++) {
      if (routines[k] != NULL) {
         estimate_side(growth, pair, k, (size_t)(routines[k] - comparison->sides[k]->routines), &near[k],
                       &far[k]);
      }
   }
   pair->at_size = ratio(&near[1], &near[0], growth->sizes.source == COSTS_MEASURED);
   pair->beyond = ratio(&far[1], &far[0], false);
   judge_curves(pair);
   compared->sizes = pair;
}

static Estimate less(Estimate cost, double start_up)
{
   return (Estimate){ fmax(cost.value - start_up, 1), fmax(cost.low - start_up, 1),
                      fmax(cost.high - start_up, 1) };
}

/* The program's start-up, which does not grow, is left out, as everywhere. */
static void set_program(GrowthComparison* growth)
{
   SizePair* program = &growth->sizes.program;
   Estimate  near[2], far[2];
   for (int k = 0; k < 2; k++) {
      const GrowthFacts* facts = growth->sides[k].facts;
      const Side*        side = growth->comparison->sides[k];
      const double*      costs = facts->series->cost;
      double             start_up = (double)(side->total - side->whole);
      program->is_there[k] = true;
      program->curves[k] = facts->program;
      near[k] = less(estimate(facts, &facts->program, costs, growth->sizes.size), start_up);
      far[k] = less(estimate(facts, &facts->program, costs, FAR_TIMES * growth->sizes.size), start_up);
      program->far_cost[k] = far[k].value;
   }
   program->at_size = ratio(&near[1], &near[0], growth->sizes.source == COSTS_MEASURED);
   program->beyond = ratio(&far[1], &far[0], false);
   judge_curves(program);
}

/* True if the program costs the same at all sizes that both have run, and these are several. */
static bool is_settled(const GrowthComparison* growth)
{
   const GrowthFacts* before = growth->sides[0].facts;
   const GrowthFacts* now = growth->sides[1].facts;
   guint              common = 0;
   for (guint i = 0; i <= before->last; i++) {
      for (guint k = 0; k <= now->last; k++) {
         double factor = now->series->cost[k] / fmax(1, before->series->cost[i]);
         if (before->size[i] == now->size[k]) {
            common++;
            if (factor > growth->options.threshold || factor < 1 / growth->options.threshold) {
               return false;
            }
         }
      }
   }
   return common >= growth_facts_least_sizes(now);
}

/*------------------------------------------------------------------*/
/*--- Costs at a size                                            ---*/
/*------------------------------------------------------------------*/

/* Takes what is not known of a larger size to grow like it. */
static double cost_at(const GrowthComparison* growth, int k, const Curve* curve, const double* values)
{
   const GrowthFacts* facts = growth->sides[k].facts;
   bool               is_forecast = growth->sizes.source == COSTS_FORECAST;
   double             size = growth->sizes.size;
   Estimate           known = estimate(facts, curve, values, size);
   Estimate           last = estimate(facts, curve, values, is_forecast ? size / FAR_TIMES : size);
   return isnan(known.value) ? last.value * FAR_TIMES : known.value;
}

static uint64_t whole(double number)
{
   return isnan(number) || number < 0 ? 0 : (uint64_t)(number + 0.5);
}

static void set_costs_of_routine(const GrowthComparison* growth, int k, SideRoutine* routine,
                                 const RoutineSeries* series, const SizeGrowth* found)
{
   bool stays = routine->is_start_up && growth->sizes.source == COSTS_FORECAST;
   if (series == NULL || stays) {
      return;
   }
   Totals* totals = &routine->totals;
   double  recursion = (double)totals->sum / fmax(1, (double)totals->real_sum);
   double  cost = cost_at(growth, k, &found->total, series->total);
   totals->calls = MAX(1, whole(cost_at(growth, k, &found->calls, series->calls)));
   totals->real_sum = whole(cost);
   totals->sum = whole(cost * recursion);
   totals->self_sum = whole(cost_at(growth, k, &found->self, series->self));
}

/* Gives all routines, and the program, the costs of the size. */
static void set_costs(const GrowthComparison* growth)
{
   for (int k = 0; k < 2; k++) {
      const GrowthSide* from = &growth->sides[k];
      Side*             side = growth->comparison->sides[k];
      const double*     costs = from->facts->series->cost;
      for (size_t i = 0; i < side->count; i++) {
         set_costs_of_routine(growth, k, &side->routines[i], from->series[i], &from->growths[i]);
      }
      side_set_total(side, whole(cost_at(growth, k, &from->facts->program, costs)));
   }
}

static void free_series(GrowthSide* side)
{
   g_clear_pointer(&side->series, g_free);
   g_clear_pointer(&side->growths, g_free);
}

static void end_comparison(GrowthComparison* growth)
{
   g_clear_pointer(&growth->comparison, comparison_free);
   g_clear_pointer(&growth->pairs, g_free);
   free_series(&growth->sides[0]);
   free_series(&growth->sides[1]);
}

/* Compares at the size that was chosen. */
static void compare_at_size(GrowthComparison* growth)
{
   Comparison* comparison = growth->comparison;
   growth->pairs = g_new0(SizePair, comparison->count + 1);
   find_series(&growth->sides[0], comparison->sides[0]);
   find_series(&growth->sides[1], comparison->sides[1]);
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

/*------------------------------------------------------------------*/
/*--- All                                                        ---*/
/*------------------------------------------------------------------*/

static const char* keep(GrowthComparison* growth, char* text)
{
   const char* kept = text == NULL ? NULL : g_string_chunk_insert(growth->texts, text);
   g_free(text);
   return kept;
}

static void find_work(GrowthComparison* growth)
{
   const GrowthFacts* before = growth->sides[0].facts;
   const GrowthFacts* now = growth->sides[1].facts;
   growth->sizes.other_end = keep(growth, size_work_other_end(before, now));
   growth->sizes.other_work = keep(growth, size_work_other(before, now));
   growth->sizes.is_settled = is_settled(growth);
}

GrowthComparison* growth_compare(const GrowthFacts* before, const GrowthFacts* now,
                                 const CompareOptions* options, Problem* problem)
{
   if (!can_compare(before, now, problem)) {
      return NULL;
   }
   GrowthComparison* growth = g_new0(GrowthComparison, 1);
   growth->texts = g_string_chunk_new(4096);
   growth->options = *options;
   growth->sides[0] = (GrowthSide){ .facts = before, .sums = g_ptr_array_new_with_free_func(free_sum) };
   growth->sides[1] = (GrowthSide){ .facts = now, .sums = g_ptr_array_new_with_free_func(free_sum) };
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

Report* growth_report_now(const GrowthComparison* growth)
{
   return growth->sides[1].report;
}

char** growth_paths(const GrowthComparison* growth, int side)
{
   return (char**)growth->sides[side].paths;
}

const GrowthFacts* growth_side_facts(const GrowthComparison* growth, int side)
{
   return growth->sides[side].facts;
}
