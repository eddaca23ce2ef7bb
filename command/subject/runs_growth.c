/* How the numbers of an experiment's routines grow, and what the program will cost. */

#include "subject/runs.h"

#include <assert.h>
#include <math.h>

#include "growth/at_size.h"
#include "model/own.h"
#include "subject/limits.h"
#include "subject/subject.h"

/* A routine's own code decides how far all is forecast from this part of the cost on. */
#define LEAST_TO_REACH  0.25

/* Nothing depends on what is open if it changes what the program will cost by less than this part. */
#define LEAST_EFFECT    0.25

/* A routine is all of the program if the rest differs by at most this part of the cost. */
#define SAME_REST       0.002

/* A total that is a smaller part less than one of its own is as good as that. */
#define LEAST_RAISED    1e-6

/* Bytes.  Before a process becomes the program, it has some of aprof's own memory; how much, differs. */
#define SAME_MEMORY     1e6

double run_subjects_cost(const RunSubjects* subjects)
{
   return subjects->cost[subjects->last];
}

double run_subjects_factor(const RunSubjects* subjects)
{
   return subjects->program.at[CURVE_FAR].value / run_subjects_cost(subjects);
}

bool run_subject_is_once(const RunSubject* routine)
{
   return routine->growth->calls.measured < 1.5;
}

const RunSubject* run_subject_caller(const RunSubject* routine)
{
   return routine->caller != NULL && routine->caller->is_listed ? routine->caller : NULL;
}

bool run_subjects_open_matters(const RunSubjects* subjects)
{
   return subjects->open_far >= LEAST_EFFECT;
}

guint run_subjects_least_sizes(const RunSubjects* subjects)
{
   return subjects->other_size == NULL ? FORECAST_LEAST_SIZES : PLANE_LEAST_RUNS;
}

static Runs runs_of(const RunSubjects* subjects, const double* values)
{
   return (Runs){ .size = subjects->size, .value = values, .count = subjects->run_count };
}

/* `ended` is what the run that was ended had by then; 0: that is not known. */
static Runs runs_with_ended(const RunSubjects* subjects, const double* values, double ended)
{
   Runs runs = runs_of(subjects, values);
   if (ended > 0) {
      runs.ended_size = subjects->ended->size[0];
      runs.ended_value = ended;
   }
   return runs;
}

/* If only the beginning of the input is read, nothing is confirmed. */
static void limit_state(const RunSubjects* subjects, Curve* curve)
{
   curve->state = subjects->reads_beginning ? MAX(curve->state, CURVE_LIKELY) : curve->state;
}

static void make_curve(const RunSubjects* subjects, const double* values, double ended, Curve* curve)
{
   guint const runs = subjects->run_count;
   if (subjects->other_size == NULL) {
      const Runs of_one = runs_with_ended(subjects, values, ended);
      curve_make(curve, &of_one, &subjects->reach);
   } else {
      curve_make_of_two(curve, &(PlaneRuns){ subjects->size, subjects->other_size, values, runs },
                        (const char* const*)subjects->experiment->parameters);
   }
   limit_state(subjects, curve);
}

/* Finds how far all is forecast: as far as the program's cost can be, or that of a routine's own code that is
   much of it. */
static void find_reach(RunSubjects* subjects)
{
   const ExperimentRun* ended = subjects->ended;
   const Runs           cost = runs_with_ended(subjects, subjects->cost,
                                               ended == NULL ? 0 : (double)ended->cost);
   subjects->reach = curve_reach(&cost);
   for (guint i = 0; i < subjects->all->len && subjects->reach.step == 0; i++) {
      const RunSubject* routine = g_ptr_array_index(subjects->all, i);
      if (routine->self[subjects->last] >= LEAST_TO_REACH * run_subjects_cost(subjects)) {
         const Runs self = runs_with_ended(subjects, routine->self, routine->ended_self);
         subjects->reach = curve_reach(&self);
      }
   }
}

bool run_subjects_matter(const RunSubjects* subjects, const double* values, double share)
{
   bool does = false;
   for (guint run = 0; run < subjects->run_count && !does; run++) {
      does = values[run] >= share * subjects->cost[run];
   }
   return does;
}

/*--- The program ---*/

static void add(Estimate* sum, Estimate part)
{
   assert(!(part.low > part.value) && !(part.value > part.high));
   sum->value += part.value;
   sum->low += part.low;
   sum->high += part.high;
}

/* A routine that few runs called is taken to grow like the size, or not at all, or like its square. */
static Estimate unknown_at(const RunSubjects* subjects, const double* values, double times)
{
   double value = values[subjects->last];
   return (Estimate){ value * times, value, value * times * times };
}

/* Returns by how many powers of the size a part may grow faster than forecast, one at most.  A miss of the
   largest run says how wrong the forecasts of this part are over one step, and goes on with each further one.
   */
static double steeper_by(const RunSubjects* subjects, const Curve* curve)
{
   double step = log(subjects->size[subjects->last] / curve->checked_from);
   double miss = curve_miss(curve);
   return miss == 0 ? 1 : isnan(step) ? miss > 0 : fmin(fmax(miss / step, 0), 1);
}

/* Returns what a part of the cost adds to the program's.  How a part whose growth is open could grow has no
   limit; it is taken to grow no faster than the square of the size, unless it is forecast to, or the largest
   run has shown that it can. */
static Estimate part_at(const RunSubjects* subjects, const double* self, const Curve* curve, unsigned i)
{
   Estimate unknown = unknown_at(subjects, self, subjects->reach.times[i]);
   if (!curve->is_known) {
      return unknown;
   }
   Estimate part = curve->at[i];
   if (curve->state == CURVE_OPEN) {
      bool   may_be_steeper = part.value > unknown.high || curve_miss(curve) > 0;
      double power = may_be_steeper ? steeper_by(subjects, curve) : 0;
      part.high = fmin(part.high, fmax(part.value * pow(subjects->reach.times[i], power), unknown.high));
   }
   return part;
}

/* The share of the largest run, as report_whole() says. */
static double share_now(const RunSubjects* subjects, double cost)
{
   return share_of(cost, run_subjects_cost(subjects) - subjects->start_up);
}

static void add_own_cost(RunSubjects* subjects, const double* self, double ended)
{
   Curve* program = &subjects->program;
   Curve  curve;
   make_curve(subjects, self, ended, &curve);
   for (unsigned i = 0; i < CURVE_TIMES_COUNT; i++) {
      add(&program->at[i], part_at(subjects, self, &curve, i));
   }
   if (curve.state == CURVE_OPEN) {
      Estimate far = part_at(subjects, self, &curve, CURVE_FAR);
      subjects->open_far += fmax(far.high - far.value, far.value - far.low);
   }
   if (curve.is_checked) {
      add(&program->predicted, curve.predicted);
      program->checked_from = fmax(program->checked_from, curve.checked_from);
      program->is_checked = true;
   }
   if (curve.state == CURVE_OPEN) {
      subjects->open_share += share_now(subjects, self[subjects->last]);
   }
}

static void forecast_program(RunSubjects* subjects)
{
   guint const runs = subjects->run_count;
   g_autofree double* rest = g_new0(double, runs);
   subjects->program.measured = run_subjects_cost(subjects);
   subjects->program.reach = subjects->reach;
   subjects->program.checked_from = subjects->other_size == NULL ? 0 : NAN;
   for (guint i = 0; i < subjects->all->len; i++) {
      const RunSubject* routine = g_ptr_array_index(subjects->all, i);
      if (run_subjects_matter(subjects, routine->self, SHARE_FORECAST)) {
         add_own_cost(subjects, routine->self, routine->ended_self);
      } else {
         for (guint run = 0; run < runs; run++) {
            rest[run] += routine->self[run];
         }
      }
   }
   add_own_cost(subjects, rest, 0);
   subjects->open_far /= fmax(subjects->program.at[CURVE_FAR].value, 1);
   subjects->program.is_known = true;
   if (subjects->other_size == NULL) {
      curve_name_sum(&subjects->program);
      subjects->program.state = subjects->open_share >= PART_MOST ? CURVE_OPEN : subjects->program.state;
      limit_state(subjects, &subjects->program);
   }
}

/*--- Routines ---*/

static void set_per_call(const RunSubjects* subjects, const RunSubject* routine)
{
   guint const runs = subjects->run_count;
   RunGrowth*  growth = routine->growth;
   double      values[runs];
   growth->has_calls = true;
   for (guint run = 0; run < runs; run++) {
      growth->has_calls = growth->has_calls && routine->calls[run] > 0;
      values[run] = routine->total[run] / fmax(routine->calls[run], 1);
   }
   if (growth->has_calls) {
      make_curve(subjects, values, 0, &growth->per_call);
   }
}

static double far_share_of(const RunSubjects* subjects, const Curve* curve)
{
   double whole = subjects->program.at[CURVE_FAR].value - subjects->start_up;
   return curve->is_known ? share_of(curve->at[CURVE_FAR].value, whole) : 0;
}

/* Whether the routine is all of the program but for what each run costs alike: main, and what is called there
   for all else. Sets *rest to that. */
static bool is_nearly_all(const RunSubjects* subjects, const double* total, double* rest)
{
   const double* cost = subjects->cost;
   double        least = INFINITY, most = 0;
   for (guint run = 0; run < subjects->run_count; run++) {
      least = fmin(least, cost[run] - total[run]);
      most = fmax(most, cost[run] - total[run]);
   }
   *rest = cost[subjects->last] - total[subjects->last];
   return least >= 0 && most - least <= SAME_REST * cost[subjects->last];
}

/* Names a total whose forecast was changed: it has no law any more, and is no surer than this. */
static void name_again(Curve* total, CurveState state)
{
   curve_name_sum(total);
   total->state = MAX(total->state, state);
   total->law[0] = '\0';
   total->break_size = 0;
}

/* Limits the forecast of a total to that of the program: if both are open, a law of its own may be above. */
static void limit_to_program(const RunSubjects* subjects, Curve* total)
{
   double far = total->at[CURVE_FAR].value;
   for (unsigned i = 0; i < CURVE_TIMES_COUNT; i++) {
      double part = fmin(subjects->program.at[i].value / total->at[i].value, 1);
      total->at[i].value *= part;
      total->at[i].low *= part;
   }
   if (far > SAME_COST * total->at[CURVE_FAR].value && subjects->other_size == NULL) {
      name_again(total, total->state);
   }
}

/* The total of main follows what is said of the program. */
static void make_total(const RunSubjects* subjects, const RunSubject* routine)
{
   double rest;
   Curve* total = &routine->growth->total;
   make_curve(subjects, routine->total, routine->ended_total, total);
   if (total->is_known && subjects->other_size == NULL && is_nearly_all(subjects, routine->total, &rest)) {
      curve_follow_sum(total, &subjects->program, rest);
   }
   if (total->is_known) {
      limit_to_program(subjects, total);
   }
}

static void begin_routine(const RunSubjects* subjects, RunSubject* routine)
{
   assert(routine->growth == NULL);
   routine->growth = g_new0(RunGrowth, 1);
   routine->share = share_now(subjects, routine->total[subjects->last]);
   routine->self_share = share_now(subjects, routine->self[subjects->last]);
   make_total(subjects, routine);
   routine->far_share = far_share_of(subjects, &routine->growth->total);
}

/* Its own code and its total have laws of their own; all that it costs is no less than what its code does. */
static void complete_routine(const RunSubjects* subjects, RunSubject* routine)
{
   make_curve(subjects, routine->self, routine->ended_self, &routine->growth->self);
   make_curve(subjects, routine->calls, 0, &routine->growth->calls);
   set_per_call(subjects, routine);
   routine->far_self_share = far_share_of(subjects, &routine->growth->self);
   routine->far_share = fmax(routine->far_share, routine->far_self_share);
}

void run_subjects_grow(const RunSubjects* subjects, RunSubject* routine)
{
   if (routine->growth == NULL) {
      begin_routine(subjects, routine);
      complete_routine(subjects, routine);
   }
}

static bool may_be_named(const RunSubjects* subjects, const RunSubject* routine)
{
   return routine->is_start_up ? routine->self[subjects->last] >= SHARE_MATTERS * run_subjects_cost(subjects)
                               : run_subjects_matter(subjects, routine->total, SHARE_FORECAST);
}

static void list_routine(const RunSubjects* subjects, RunSubject* routine)
{
   begin_routine(subjects, routine);
   routine->is_listed = fmax(routine->share, routine->far_share) >= SHARE_TOLD;
   if (routine->is_listed) {
      complete_routine(subjects, routine);
      g_ptr_array_add(subjects->routines, routine);
   } else {
      g_clear_pointer(&routine->growth, g_free);
   }
}

/* Whether what this routine does for its caller is most of what that one costs. */
static bool carries(const RunSubjects* subjects, const RunSubject* routine, const RunSubject* caller)
{
   return routine->caller == caller
          && routine->total[subjects->last] * routine->caller_part
             >= PART_MOST * caller->total[subjects->last];
}

/* Whether a routine that carries this one is open. */
static bool has_open_callee(const RunSubjects* subjects, const RunSubject* caller)
{
   bool has = false;
   for (guint i = 0; i < subjects->routines->len && !has; i++) {
      const RunSubject* routine = g_ptr_array_index(subjects->routines, i);
      has = routine->growth->total.state == CURVE_OPEN && carries(subjects, routine, caller);
   }
   return has;
}

/* A sum is not surer than what is most of it: opens callers of what is open, and their callers. */
static void open_callers(RunSubjects* subjects)
{
   bool changes = true;
   while (changes) {
      changes = false;
      for (guint i = 0; i < subjects->routines->len; i++) {
         RunSubject* caller = g_ptr_array_index(subjects->routines, i);
         if (caller->growth->total.state != CURVE_OPEN && has_open_callee(subjects, caller)) {
            caller->growth->total.state = CURVE_OPEN;
            changes = true;
         }
      }
   }
}

/* Returns what the routine's own code, and what libraries do for it, will cost. */
static double work_at(const RunSubjects* subjects, const RunSubject* routine, unsigned i)
{
   double work = routine->growth->self.is_known ? routine->growth->self.at[i].value : 0;
   for (guint k = 0; k < subjects->routines->len; k++) {
      const RunSubject* other = g_ptr_array_index(subjects->routines, k);
      if (!other->is_own && other->growth->self.is_known && other->caller == routine) {
         work += other->growth->self.at[i].value * other->caller_part;
      }
   }
   return work;
}

/* Raises a total to a part of it, at one of the sizes.  Returns whether that is more. */
static bool raise_at(const RunSubjects* subjects, Curve* total, unsigned i, double part)
{
   double least = fmin(part, subjects->program.at[i].value);
   bool   is_more = least > total->at[i].value * (1 + LEAST_RAISED);
   if (is_more) {
      total->at[i].value = least;
      total->at[i].high = fmax(total->at[i].high, least);
   }
   return is_more;
}

/* Whether the routine does so much of its work for this caller that its total is a part of that one's.  Where
   they call each other, it need not be. */
static bool is_part_of(const RunSubjects* subjects, const RunSubject* routine, const RunSubject* caller)
{
   return routine->caller == caller && routine->is_own && routine->growth->total.is_known
          && routine->total[subjects->last] * routine->caller_part <= caller->total[subjects->last];
}

/* Raises a total to what its own code and each routine that it calls will cost; an open one to what its code
   and libraries do.  Returns whether it was less. */
static bool raise_total(const RunSubjects* subjects, RunSubject* caller)
{
   Curve*     total = &caller->growth->total;
   double     far = total->at[CURVE_FAR].value;
   CurveState state = MAX(total->state, CURVE_LIKELY);
   bool       is_raised = false;
   for (unsigned i = 0; i < CURVE_TIMES_COUNT; i++) {
      double work = total->state == CURVE_OPEN ? work_at(subjects, caller, i)
                    : caller->growth->self.is_known ? caller->growth->self.at[i].value : 0;
      is_raised |= raise_at(subjects, total, i, work);
      for (guint k = 0; k < subjects->routines->len; k++) {
         const RunSubject* routine = g_ptr_array_index(subjects->routines, k);
         if (is_part_of(subjects, routine, caller)
             && raise_at(subjects, total, i, routine->growth->total.at[i].value * routine->caller_part)) {
            state = MAX(state, routine->growth->total.state);
            is_raised = true;
         }
      }
   }
   if (total->at[CURVE_FAR].value > SAME_COST * far) {
      name_again(total, state);
   }
   caller->far_share = fmax(far_share_of(subjects, total), caller->far_self_share);
   return is_raised;
}

/* Each routine has a law of its own, and so has its caller, which may forecast less than the routine's: the
   caller's total then follows. */
static void raise_totals(RunSubjects* subjects)
{
   bool changes = subjects->other_size == NULL;
   while (changes) {
      changes = false;
      for (guint i = 0; i < subjects->routines->len; i++) {
         RunSubject* routine = g_ptr_array_index(subjects->routines, i);
         changes |= routine->growth->total.is_known && raise_total(subjects, routine);
      }
   }
}

/* Whether the routine has no name, and one of the same object has one whose own code costs not much less. */
static bool has_named_peer(const RunSubjects* subjects, const RunSubject* routine)
{
   bool has = false;
   for (guint i = 0; i < subjects->routines->len && !has && own_is_nameless(routine->name); i++) {
      const RunSubject* other = g_ptr_array_index(subjects->routines, i);
      has = !own_is_nameless(other->name) && !other->is_start_up
            && other->image == routine->image
            && other->far_self_share >= GROW_LIBRARY_WEIGHT * routine->far_self_share;
   }
   return has;
}

/* Returns what the routine's own code will cost, for the order of the table.  That of a language's library,
   as a garbage collector, weighs less unless it is confirmed: own code is what readers can change.  So does
   that of an address beside names. */
static double rank_of(const RunSubjects* subjects, const RunSubject* routine)
{
   bool is_library = own_is_standard_library(routine->name, routine->mangled);
   bool is_light = (is_library && routine->growth->self.state != CURVE_CONFIRMED)
                   || has_named_peer(subjects, routine);
   return routine->far_self_share * (is_light ? GROW_LIBRARY_WEIGHT : 1);
}

static gint by_rank(gconstpointer left, gconstpointer right)
{
   const RunSubject* a = *(const RunSubject* const*)left;
   const RunSubject* b = *(const RunSubject* const*)right;
   return a->rank != b->rank ? (a->rank < b->rank) - (a->rank > b->rank)
                             : (a->far_share < b->far_share) - (a->far_share > b->far_share);
}

static void sort_routines(RunSubjects* subjects)
{
   for (guint i = 0; i < subjects->routines->len; i++) {
      RunSubject* routine = g_ptr_array_index(subjects->routines, i);
      routine->rank = rank_of(subjects, routine);
   }
   g_ptr_array_sort(subjects->routines, by_rank);
}

/*--- A number of a routine, or of the program ---*/

static const double* values_of(const RunSubjects* subjects, const RunSubject* routine, Quantity quantity)
{
   return quantity == QUANTITY_PROGRAM ? subjects->cost
        : quantity == QUANTITY_SELF    ? routine->self
        : quantity == QUANTITY_CALLS   ? routine->calls : routine->total;
}

const Curve* run_subjects_curve(const RunSubjects* subjects, const RunSubject* routine, Quantity quantity)
{
   static const RunGrowth unknown;
   const RunGrowth*       growth = routine == NULL || routine->growth == NULL ? &unknown : routine->growth;
   return quantity == QUANTITY_PROGRAM ? &subjects->program
        : quantity == QUANTITY_SELF    ? &growth->self
        : quantity == QUANTITY_CALLS   ? &growth->calls : &growth->total;
}

Estimate run_subjects_at(const RunSubjects* subjects, const RunSubject* routine, Quantity quantity,
                         double size)
{
   const Runs runs = runs_of(subjects, values_of(subjects, routine, quantity));
   return at_size(run_subjects_curve(subjects, routine, quantity), &runs, size);
}

/*--- All ---*/

static void take_start_up(RunSubjects* subjects)
{
   double cost = run_subjects_cost(subjects), start_up = 0, main_cost = 0;
   for (guint i = 0; i < subjects->all->len; i++) {
      const RunSubject* routine = g_ptr_array_index(subjects->all, i);
      start_up += routine->is_start_up ? routine->self[subjects->last] : 0;
      main_cost = routine->is_main ? fmax(main_cost, routine->total[subjects->last]) : main_cost;
   }
   assert(start_up >= 0 && cost >= 0);
   subjects->start_up = cost - (double)whole_of((uint64_t)cost, (uint64_t)start_up, (uint64_t)main_cost);
}

/* Takes it if it is known of all runs that count.  What differs by less than SAME_MEMORY is the same. */
static void take_memory(RunSubjects* subjects)
{
   guint const runs = subjects->run_count;
   double      least = INFINITY, most = 0;
   bool        is_known = true;
   subjects->memory = g_new(double, runs);
   for (guint run = 0; run < runs; run++) {
      subjects->memory[run] = subjects->runs[run]->record->native_memory;
      is_known = is_known && !isnan(subjects->memory[run]);
      least = fmin(least, subjects->memory[run]);
      most = fmax(most, subjects->memory[run]);
   }
   for (guint run = 0; run < runs && most - least < SAME_MEMORY; run++) {
      subjects->memory[run] = most;
   }
   if (is_known) {
      make_curve(subjects, subjects->memory, 0, &subjects->memory_curve);
   } else {
      g_clear_pointer(&subjects->memory, g_free);
   }
}

void run_subjects_grow_all(RunSubjects* subjects)
{
   take_start_up(subjects);
   subjects->reach = curve_usual_reach;
   subjects->reads_beginning = experiment_reads_beginning(subjects->experiment, &subjects->moved,
                                                          &subjects->input_bytes);
   if (subjects->other_size == NULL) {
      find_reach(subjects);
   }
   if (subjects->sizes >= run_subjects_least_sizes(subjects)) {
      forecast_program(subjects);
      take_memory(subjects);
      for (guint i = 0; i < subjects->all->len; i++) {
         RunSubject* routine = g_ptr_array_index(subjects->all, i);
         if (may_be_named(subjects, routine)) {
            list_routine(subjects, routine);
         }
      }
      open_callers(subjects);
      raise_totals(subjects);
      sort_routines(subjects);
   }
}
