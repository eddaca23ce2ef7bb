#include "answer/grow/facts.h"

#include <math.h>

#include "model/own.h"
#include "subject/limits.h"
#include "subject/subject.h"

/* A routine's own code decides how far all is forecast from this part of the cost on. */
#define LEAST_TO_REACH  0.25

/* Nothing depends on what is open if it changes what the program will cost by less than this part. */
#define LEAST_EFFECT    0.25

/* A routine is all of the program if the rest differs by at most this part of the cost. */
#define SAME_REST       0.002

double growth_facts_cost(const GrowthFacts* facts)
{
   return facts->series->cost[facts->last];
}

double growth_factor(const GrowthFacts* facts)
{
   return facts->program.at[CURVE_FAR].value / growth_facts_cost(facts);
}

bool growth_is_once(const Curve* calls)
{
   return calls->measured < 1.5;
}

bool growth_open_matters(const GrowthFacts* facts)
{
   return facts->open_far >= LEAST_EFFECT;
}

guint growth_facts_least_sizes(const GrowthFacts* facts)
{
   return facts->other_size == NULL ? FORECAST_LEAST_SIZES : PLANE_LEAST_RUNS;
}

Runs growth_facts_runs(const GrowthFacts* facts, const double* values)
{
   return (Runs){ .size = facts->size, .value = values, .count = facts->series->run_count };
}

/* `ended` is what the run that was ended had by then; 0: that is not known. */
static Runs runs_with_ended(const GrowthFacts* facts, const double* values, double ended)
{
   Runs runs = growth_facts_runs(facts, values);
   if (ended > 0) {
      runs.ended_size = facts->series->ended->size[0];
      runs.ended_value = ended;
   }
   return runs;
}

/* If only the beginning of the input is read, nothing is confirmed. */
static void limit_state(const GrowthFacts* facts, Curve* curve)
{
   curve->state = facts->reads_beginning ? MAX(curve->state, CURVE_LIKELY) : curve->state;
}

static void make_curve(const GrowthFacts* facts, const double* values, double ended, Curve* curve)
{
   guint const runs = facts->series->run_count;
   if (facts->other_size == NULL) {
      const Runs of_one = runs_with_ended(facts, values, ended);
      curve_make(curve, &of_one, &facts->reach);
   } else {
      curve_make_of_two(curve, &(PlaneRuns){ facts->size, facts->other_size, values, runs },
                        (const char* const*)facts->experiment->parameters);
   }
   limit_state(facts, curve);
}

/* Finds how far all is forecast: as far as the program's cost can be, or that of a routine's own code that is
   much of it. */
static void find_reach(GrowthFacts* facts)
{
   const ExperimentRun* ended = facts->series->ended;
   const Runs           cost = runs_with_ended(facts, facts->series->cost,
                                               ended == NULL ? 0 : (double)ended->cost);
   facts->reach = curve_reach(&cost);
   for (guint i = 0; i < facts->series->routines->len && facts->reach.step == 0; i++) {
      const RoutineSeries* routine = &g_array_index(facts->series->routines, RoutineSeries, i);
      if (routine->self[facts->last] >= LEAST_TO_REACH * growth_facts_cost(facts)) {
         const Runs self = runs_with_ended(facts, routine->self, routine->ended_self);
         facts->reach = curve_reach(&self);
      }
   }
}

/* Names and objects are those of the series, so equal ones have equal addresses. */
bool growth_works_for(const SizeGrowth* routine, const SizeGrowth* caller)
{
   return routine->series->caller == caller->series->name
          && routine->series->caller_image == caller->series->image;
}

bool growth_matters(const GrowthFacts* facts, const double* values, double share)
{
   bool does = false;
   for (guint run = 0; run < facts->series->run_count && !does; run++) {
      does = values[run] >= share * facts->series->cost[run];
   }
   return does;
}

/*------------------------------------------------------------------*/
/*--- The program                                                ---*/
/*------------------------------------------------------------------*/

static void add(Estimate* sum, Estimate part)
{
   sum->value += part.value;
   sum->low += part.low;
   sum->high += part.high;
}

/* A routine that few runs called is taken to grow like the size, or not at all, or like its square. */
static Estimate unknown_at(const GrowthFacts* facts, const double* values, double times)
{
   double value = values[facts->last];
   return (Estimate){ value * times, value, value * times * times };
}

/* Returns by how many powers of the size a part may grow faster than forecast, one at most.  A miss of the
   largest run says how wrong the forecasts of this part are over one step, and goes on with each further one.
   */
static double steeper_by(const GrowthFacts* facts, const Curve* curve)
{
   double step = log(facts->size[facts->last] / curve->checked_from);
   double miss = curve_miss(curve);
   return miss == 0 ? 1 : isnan(step) ? miss > 0 : fmin(fmax(miss / step, 0), 1);
}

/* Returns what a part of the cost adds to the program's.  How a part whose growth is open could grow has no
   limit; it is taken to grow no faster than the square of the size, unless it is forecast to, or the largest
   run has shown that it can. */
static Estimate part_at(const GrowthFacts* facts, const double* self, const Curve* curve, unsigned i)
{
   Estimate unknown = unknown_at(facts, self, facts->reach.times[i]);
   if (!curve->is_known) {
      return unknown;
   }
   Estimate part = curve->at[i];
   if (curve->state == CURVE_OPEN) {
      bool   may_be_steeper = part.value > unknown.high || curve_miss(curve) > 0;
      double power = may_be_steeper ? steeper_by(facts, curve) : 0;
      part.high = fmin(part.high, fmax(part.value * pow(facts->reach.times[i], power), unknown.high));
   }
   return part;
}

/* The share of the largest run, as report_whole() says. */
static double share_now(const GrowthFacts* facts, double cost)
{
   return share_of(cost, growth_facts_cost(facts) - facts->start_up);
}

static void add_own_cost(GrowthFacts* facts, const double* self, double ended)
{
   Curve* program = &facts->program;
   Curve  curve;
   make_curve(facts, self, ended, &curve);
   for (unsigned i = 0; i < CURVE_TIMES_COUNT; i++) {
      add(&program->at[i], part_at(facts, self, &curve, i));
   }
   if (curve.state == CURVE_OPEN) {
      Estimate far = part_at(facts, self, &curve, CURVE_FAR);
      facts->open_far += fmax(far.high - far.value, far.value - far.low);
   }
   if (curve.is_checked) {
      add(&program->predicted, curve.predicted);
      program->checked_from = fmax(program->checked_from, curve.checked_from);
      program->is_checked = true;
   }
   if (curve.state == CURVE_OPEN) {
      facts->open_share += share_now(facts, self[facts->last]);
   }
}

static void forecast_program(GrowthFacts* facts)
{
   guint const runs = facts->series->run_count;
   double*     rest = g_new0(double, runs);
   facts->program.measured = growth_facts_cost(facts);
   facts->program.reach = facts->reach;
   facts->program.checked_from = facts->other_size == NULL ? 0 : NAN;
   for (guint i = 0; i < facts->series->routines->len; i++) {
      const RoutineSeries* routine = &g_array_index(facts->series->routines, RoutineSeries, i);
      if (growth_matters(facts, routine->self, SHARE_FORECAST)) {
         add_own_cost(facts, routine->self, routine->ended_self);
      } else {
         for (guint run = 0; run < runs; run++) {
            rest[run] += routine->self[run];
         }
      }
   }
   add_own_cost(facts, rest, 0);
   g_free(rest);
   facts->open_far /= fmax(facts->program.at[CURVE_FAR].value, 1);
   facts->program.is_known = true;
   if (facts->other_size == NULL) {
      curve_name_sum(&facts->program);
      facts->program.state = facts->open_share >= PART_MOST ? CURVE_OPEN : facts->program.state;
      limit_state(facts, &facts->program);
   }
}

/*------------------------------------------------------------------*/
/*--- Routines                                                   ---*/
/*------------------------------------------------------------------*/

static void set_per_call(const GrowthFacts* facts, SizeGrowth* routine)
{
   guint const runs = facts->series->run_count;
   double      values[runs];
   routine->has_calls = true;
   for (guint run = 0; run < runs; run++) {
      double calls = routine->series->calls[run];
      routine->has_calls = routine->has_calls && calls > 0;
      values[run] = routine->series->total[run] / fmax(calls, 1);
   }
   if (routine->has_calls) {
      make_curve(facts, values, 0, &routine->per_call);
   }
}

static double far_share_of(const GrowthFacts* facts, const Curve* curve)
{
   double whole = facts->program.at[CURVE_FAR].value - facts->start_up;
   return curve->is_known ? share_of(curve->at[CURVE_FAR].value, whole) : 0;
}

/* Whether the routine is all of the program but for what each run costs alike: main, and what is called there
   for all else. Sets *rest to that. */
static bool is_nearly_all(const GrowthFacts* facts, const double* total, double* rest)
{
   const double* cost = facts->series->cost;
   double        least = INFINITY, most = 0;
   for (guint run = 0; run < facts->series->run_count; run++) {
      least = fmin(least, cost[run] - total[run]);
      most = fmax(most, cost[run] - total[run]);
   }
   *rest = cost[facts->last] - total[facts->last];
   return least >= 0 && most - least <= SAME_REST * cost[facts->last];
}

/* Limits the forecast of a total to that of the program: if both are open, a law of its own may be above. */
static void limit_to_program(const GrowthFacts* facts, Curve* total)
{
   for (unsigned i = 0; i < CURVE_TIMES_COUNT; i++) {
      double part = fmin(facts->program.at[i].value / total->at[i].value, 1);
      total->at[i].value *= part;
      total->at[i].low *= part;
   }
}

/* The total of main follows what is said of the program. */
static void make_total(const GrowthFacts* facts, const RoutineSeries* series, Curve* total)
{
   double rest;
   make_curve(facts, series->total, series->ended_total, total);
   if (total->is_known && facts->other_size == NULL && is_nearly_all(facts, series->total, &rest)) {
      curve_follow_sum(total, &facts->program, rest);
   }
   if (total->is_known) {
      limit_to_program(facts, total);
   }
}

static SizeGrowth begin_routine(const GrowthFacts* facts, const RoutineSeries* series)
{
   SizeGrowth routine = {
      .series = series, .share = share_now(facts, series->total[facts->last]),
      .self_share = share_now(facts, series->self[facts->last]),
   };
   make_total(facts, series, &routine.total);
   routine.far_share = far_share_of(facts, &routine.total);
   return routine;
}

/* Its own code and its total have laws of their own; all that it costs is no less than what its code does. */
static void complete_routine(const GrowthFacts* facts, SizeGrowth* routine)
{
   make_curve(facts, routine->series->self, routine->series->ended_self, &routine->self);
   make_curve(facts, routine->series->calls, 0, &routine->calls);
   set_per_call(facts, routine);
   routine->far_self_share = far_share_of(facts, &routine->self);
   routine->far_share = fmax(routine->far_share, routine->far_self_share);
}

SizeGrowth growth_facts_routine(const GrowthFacts* facts, const RoutineSeries* series)
{
   for (guint i = 0; i < facts->routines->len; i++) {
      if (g_array_index(facts->routines, SizeGrowth, i).series == series) {
         return g_array_index(facts->routines, SizeGrowth, i);
      }
   }
   SizeGrowth routine = begin_routine(facts, series);
   complete_routine(facts, &routine);
   return routine;
}

static bool may_be_named(const GrowthFacts* facts, const RoutineSeries* series)
{
   return series->is_start_up ? series->self[facts->last] >= SHARE_MATTERS * growth_facts_cost(facts)
                              : growth_matters(facts, series->total, SHARE_FORECAST);
}

static void add_routine(GrowthFacts* facts, const RoutineSeries* series)
{
   SizeGrowth routine = begin_routine(facts, series);
   if (fmax(routine.share, routine.far_share) >= SHARE_TOLD) {
      complete_routine(facts, &routine);
      g_array_append_val(facts->routines, routine);
   }
}

/* Whether what this routine does for its caller is most of what that one costs. */
static bool carries(const GrowthFacts* facts, const SizeGrowth* routine, const SizeGrowth* caller)
{
   return growth_works_for(routine, caller)
          && routine->series->total[facts->last] * routine->series->caller_part
             >= PART_MOST * caller->series->total[facts->last];
}

/* Whether a routine that carries this one is open. */
static bool has_open_callee(const GrowthFacts* facts, const SizeGrowth* caller)
{
   bool has = false;
   for (guint i = 0; i < facts->routines->len && !has; i++) {
      const SizeGrowth* routine = &g_array_index(facts->routines, SizeGrowth, i);
      has = routine->total.state == CURVE_OPEN && carries(facts, routine, caller);
   }
   return has;
}

/* A sum is not surer than what is most of it: opens callers of what is open, and their callers. */
static void open_callers(GrowthFacts* facts)
{
   bool changes = true;
   while (changes) {
      changes = false;
      for (guint i = 0; i < facts->routines->len; i++) {
         SizeGrowth* caller = &g_array_index(facts->routines, SizeGrowth, i);
         if (caller->total.state != CURVE_OPEN && has_open_callee(facts, caller)) {
            caller->total.state = CURVE_OPEN;
            changes = true;
         }
      }
   }
}

/* Returns what the routine's own code, and what libraries do for it, will cost. */
static double work_at(const GrowthFacts* facts, const SizeGrowth* routine, unsigned i)
{
   double work = routine->self.is_known ? routine->self.at[i].value : 0;
   for (guint k = 0; k < facts->routines->len; k++) {
      const SizeGrowth* other = &g_array_index(facts->routines, SizeGrowth, k);
      if (!other->series->is_own && other->self.is_known && growth_works_for(other, routine)) {
         work += other->self.at[i].value * other->series->caller_part;
      }
   }
   return work;
}

/* The law of an open total may forecast less than its parts. */
static void raise_to_work(const GrowthFacts* facts, SizeGrowth* routine)
{
   Curve* total = &routine->total;
   bool   is_raised = false;
   for (unsigned i = 0; i < CURVE_TIMES_COUNT; i++) {
      double work = fmin(work_at(facts, routine, i), facts->program.at[i].value);
      is_raised |= work > SAME_COST * total->at[i].value;
      total->at[i].value = fmax(total->at[i].value, work);
      total->at[i].high = fmax(total->at[i].high, work);
   }
   if (is_raised) {
      curve_name_sum(total);
      total->state = CURVE_OPEN;
      total->law[0] = '\0';
      total->break_size = 0;
      routine->far_share = far_share_of(facts, total);
   }
}

static void raise_open_totals(GrowthFacts* facts)
{
   for (guint i = 0; i < facts->routines->len && facts->other_size == NULL; i++) {
      SizeGrowth* routine = &g_array_index(facts->routines, SizeGrowth, i);
      if (routine->total.state == CURVE_OPEN && routine->total.is_known) {
         raise_to_work(facts, routine);
      }
   }
}

/* Whether the routine has no name, and one of the same object has one whose own code costs not much less. */
static bool has_named_peer(const GrowthFacts* facts, const SizeGrowth* routine)
{
   bool has = false;
   for (guint i = 0; i < facts->routines->len && !has && own_is_nameless(routine->series->name); i++) {
      const SizeGrowth* other = &g_array_index(facts->routines, SizeGrowth, i);
      has = !own_is_nameless(other->series->name) && !other->series->is_start_up
            && other->series->image == routine->series->image
            && other->far_self_share >= GROW_LIBRARY_WEIGHT * routine->far_self_share;
   }
   return has;
}

/* Returns what the routine's own code will cost, for the order of the table.  That of a language's library,
   as a garbage collector, weighs less unless it is confirmed: own code is what readers can change.  So does
   that of an address beside names. */
static double rank_of(const GrowthFacts* facts, const SizeGrowth* routine)
{
   bool is_library = own_is_standard_library(routine->series->name, routine->series->mangled);
   bool is_light = (is_library && routine->self.state != CURVE_CONFIRMED) || has_named_peer(facts, routine);
   return routine->far_self_share * (is_light ? GROW_LIBRARY_WEIGHT : 1);
}

static gint by_rank(gconstpointer left, gconstpointer right, gpointer facts)
{
   const SizeGrowth* a = left;
   const SizeGrowth* b = right;
   double rank_of_a = rank_of(facts, a), rank_of_b = rank_of(facts, b);
   return rank_of_a != rank_of_b
        ? (rank_of_a < rank_of_b) - (rank_of_a > rank_of_b)
        : (a->far_share < b->far_share) - (a->far_share > b->far_share);
}

/*------------------------------------------------------------------*/
/*--- All                                                        ---*/
/*------------------------------------------------------------------*/

/* Whether an earlier run has the sizes of this one. */
static bool has_been(const GrowthFacts* facts, guint run)
{
   bool has = false;
   for (guint i = 0; i < run && !has; i++) {
      has = facts->size[i] == facts->size[run]
         && (facts->other_size == NULL || facts->other_size[i] == facts->other_size[run]);
   }
   return has;
}

static void take_sizes(GrowthFacts* facts)
{
   guint const runs = facts->series->run_count;
   facts->size = g_new(double, runs);
   facts->other_size = facts->experiment->parameter_count == 2 ? g_new(double, runs) : NULL;
   facts->last = runs - 1;
   for (guint run = 0; run < runs; run++) {
      const double* size = facts->series->runs[run]->size;
      const double* last = facts->series->runs[facts->last]->size;
      facts->size[run] = size[0];
      if (facts->other_size != NULL) {
         facts->other_size[run] = size[1];
         facts->last = size[0] * size[1] > last[0] * last[1] ? run : facts->last;
      }
      facts->sizes += !has_been(facts, run);
   }
}

static void take_start_up(GrowthFacts* facts)
{
   for (guint i = 0; i < facts->series->routines->len; i++) {
      const RoutineSeries* routine = &g_array_index(facts->series->routines, RoutineSeries, i);
      facts->start_up += routine->is_start_up ? routine->self[facts->last] : 0;
   }
}

/* Takes it if it is known of all runs that count. */
static void take_memory(GrowthFacts* facts)
{
   guint const runs = facts->series->run_count;
   bool        is_known = true;
   facts->memory = g_new(double, runs);
   for (guint run = 0; run < runs; run++) {
      facts->memory[run] = facts->series->runs[run]->record->native_memory;
      is_known = is_known && !isnan(facts->memory[run]);
   }
   if (is_known) {
      make_curve(facts, facts->memory, 0, &facts->memory_curve);
   } else {
      g_clear_pointer(&facts->memory, g_free);
   }
}

GrowthFacts* growth_facts_new(const Experiment* experiment, const Series* series)
{
   GrowthFacts* facts = g_new0(GrowthFacts, 1);
   facts->experiment = experiment;
   facts->series = series;
   facts->routines = g_array_new(FALSE, FALSE, sizeof(SizeGrowth));
   take_sizes(facts);
   take_start_up(facts);
   facts->reach = curve_usual_reach;
   facts->reads_beginning = experiment_reads_beginning(experiment, &facts->moved, &facts->input_bytes);
   if (facts->other_size == NULL) {
      find_reach(facts);
   }
   if (facts->sizes >= growth_facts_least_sizes(facts)) {
      forecast_program(facts);
      take_memory(facts);
      for (guint i = 0; i < series->routines->len; i++) {
         const RoutineSeries* routine = &g_array_index(series->routines, RoutineSeries, i);
         if (may_be_named(facts, routine)) {
            add_routine(facts, routine);
         }
      }
      open_callers(facts);
      raise_open_totals(facts);
      g_array_sort_with_data(facts->routines, by_rank, facts);
   }
   return facts;
}

void growth_facts_free(GrowthFacts* facts)
{
   g_array_free(facts->routines, TRUE);
   g_free(facts->size);
   g_free(facts->other_size);
   g_free(facts->memory);
   g_free(facts);
}
