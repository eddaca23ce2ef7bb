/* A fixed plan is run from the smallest run to the largest.  Where sizes are chosen, small runs come first,
   until what grows is ten times the start-up.  Where a step of the size multiplies the cost, sizes go up by
   steps.  Then the largest size is found that the budget allows, and
   sizes are spaced evenly up to it; runs that were made take the place of sizes near them. */

#include "experiment/choose.h"

#include <assert.h>
#include <math.h>

#include "experiment/estimate.h"
#include "growth/forecast.h"

/* Ends the first look: what grows is seen well where it is so many times the start-up. */
#define WELL_ABOVE      10

/* A first look takes at most this part of what is left of the budget. */
#define PART_OF_LOOK    0.25

/* A look goes this part of the size further where a step multiplies the cost, or may do so. */
#define PART_OF_STEP    0.0625

/* A look from a smaller size than this goes no further than LEAST_STEP. */
#define SMALL           16

/* The first run may take this part of the budget. */
#define PART_OF_FIRST   0.5

/* No run is ended earlier than after so many seconds because of the two parts. */
#define LEAST_LIMIT     10

/* A look may take so many times as long as the smallest run, whatever is left. */
#define LONGER          1.2

/* How far one look may go beyond the one before. */
#define LEAST_STEP      2.0
#define LARGEST_STEP    8.0

/* The sizes span at least this factor where they can. */
#define SPAN            10.0

/* How much of the budget is planned: estimates are not exact. */
#define PLANNED_PART    0.9

/* Sizes that are nearer than this to each other tell the same. */
#define NEAR            1.02

/* The largest run confirms all others: it may take this part of the budget more than is left. */
#define PART_FOR_LAST   0.1

/* After so many failures of the largest runs, larger ones are not tried. */
#define FAILURES        2

/* A run cost far too much if it cost so many times as much as the next larger one and the next smaller one;
   the largest, if it cost so many times as much as this power of the size makes of the one before. */
#define FAR_TOO_MUCH    2
#define STEEPEST        4

/* A program is deterministic if another run of a size cost at most so many times as much. */
#define SAME_AGAIN      1.1

typedef struct {
   const Experiment* experiment;
   const Limits*     limits;
   RunGuess          estimate;
   double            left;    /* seconds of the budget; HUGE_VAL: no limit */
   double            high;    /* no size above this */
   unsigned         count;   /* of spaced sizes */
   Choice            choice;
} Chooser;

/*--- Limits ---*/

static double seconds_left(const Experiment* experiment, const Limits* limits)
{
   double used = 0;
   for (guint i = 0; i < experiment->runs->len; i++) {
      used += experiment_run(experiment, i)->seconds;
   }
   return limits->budget == 0 ? HUGE_VAL : MAX(limits->budget - used, 0);
}

/* How many of the largest runs have failed, but for those that took too long. */
static guint failures_at_end(const Experiment* experiment)
{
   guint count = 0;
   for (guint i = experiment->runs->len; i-- > 0;) {
      const ExperimentRun* run = experiment_run(experiment, i);
      if (run->good || run->is_repeated) {
         break;
      }
      count += run->record->ending != RUN_TIMED_OUT;
   }
   return count;
}

static bool is_still_too_long(const Experiment* experiment, const RunRecord* record, const Limits* limits)
{
   return record->ending == RUN_TIMED_OUT
          && ((limits->timeout != 0 && (int)limits->timeout <= record->number)
              || seconds_left(experiment, limits) <= record->number);
}

static bool is_still_too_large(const RunRecord* record, const Limits* limits)
{
   return record->ending == RUN_WITHOUT_MEMORY && (double)limits->memory < 1e6 * (record->number + 1);
}

/* The smallest size that took too long, or too much memory; HUGE_VAL: none.  With a longer timeout, and as
   much left of the budget, or with more memory, it counts no more. */
static double too_long_size(const Experiment* experiment, const Limits* limits, ChoiceEnd* end)
{
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      bool is_too_large = is_still_too_large(run->record, limits);
      if (is_too_large || is_still_too_long(experiment, run->record, limits)) {
         *end = is_too_large ? CHOICE_MEMORY
                : seconds_left(experiment, limits) > run->record->number ? CHOICE_TIMEOUT : CHOICE_BUDGET;
         return estimate_size(run->size);
      }
   }
   return HUGE_VAL;
}

/* Finds the largest size that may be run. */
static void find_high(Chooser* chooser)
{
   double range_end = (double)chooser->experiment->settings->range.high;
   double too_long = too_long_size(chooser->experiment, chooser->limits, &chooser->choice.end);
   double largest = estimate_largest(&chooser->estimate);
   chooser->high = range_end;
   if (too_long < HUGE_VAL) {
      chooser->high = MIN(range_end, sqrt(MAX(largest, 1) * too_long));
   }
   if (failures_at_end(chooser->experiment) >= FAILURES) {
      chooser->high = MIN(chooser->high, largest);
      chooser->choice.end = CHOICE_FAILURES;
   }
   assert(!(chooser->high > range_end));
}

/*--- A fixed plan ---*/

static void take_run(Chooser* chooser, const PlannedRun* planned)
{
   PlannedRun run = *planned;
   run.name = g_strdup(planned->name);
   run.file = g_strdup(planned->file);
   g_array_append_val(chooser->choice.runs, run);
}

/* Takes what the budget allows, and nothing that is larger than what took too long. */
static void choose_planned(Chooser* chooser)
{
   const GArray* planned = chooser->experiment->planned;
   ChoiceEnd     end = CHOICE_COMPLETE;
   double        too_long = too_long_size(chooser->experiment, chooser->limits, &end);
   double        sum = 0;
   for (guint i = 0; i < planned->len && chooser->choice.end == CHOICE_COMPLETE; i++) {
      const PlannedRun* run = &g_array_index(planned, PlannedRun, i);
      double size[MAX_PARAMETERS] = { (double)run->size[0], (double)run->size[1] };
      double seconds = estimate_seconds(&chooser->estimate, estimate_size(size));
      if (estimate_size(size) >= too_long) {
         chooser->choice.end = end;
      } else if (sum + (isnan(seconds) ? 0 : seconds) > chooser->left) {
         chooser->choice.end = CHOICE_BUDGET;
      } else {
         take_run(chooser, run);
         sum += seconds;
      }
   }
   chooser->choice.seconds = sum;
}

/*--- The first look ---*/

static void take_size(Chooser* chooser, double size)
{
   PlannedRun run = { .size = { (uint64_t)llround(size) } };
   run.name = settings_run_name(chooser->experiment->settings, run.size);
   g_array_append_val(chooser->choice.runs, run);
}

static bool is_made(const Chooser* chooser, double size)
{
   for (guint i = 0; i < chooser->experiment->runs->len; i++) {
      if (llround(experiment_run(chooser->experiment, i)->size[0]) == llround(size)) {
         return true;
      }
   }
   return false;
}

/* The largest size that was run; a run that took too long says nothing of what a longer one can do. */
static double largest_made(const Experiment* experiment)
{
   guint count = experiment->runs->len;
   while (count > 0 && run_record_is_too_large(experiment_run(experiment, count - 1)->record)) {
      count--;
   }
   return count == 0 ? 0 : experiment_run(experiment, count - 1)->size[0];
}

/* The step to where what grows will be well above start-up. */
static double wanted_step(const RunGuess* estimate)
{
   double growth = estimate_growth(estimate);
   double largest = estimate_largest(estimate);
   if (estimate->steps > 0) {
      return 1 + MAX(PART_OF_STEP, 1 / largest);
   }
   if (estimate->points->len < 2 || largest < SMALL) {
      return LEAST_STEP;
   }
   return growth <= 0 ? LARGEST_STEP
          : CLAMP(pow(WELL_ABOVE / growth, 1 / estimate->exponent), LEAST_STEP, LARGEST_STEP);
}

/* The smallest size that there may be: below the beginning of the range if nobody has named that, and its run
   was ended. */
static double lowest_size(const Chooser* chooser)
{
   const Settings*      settings = chooser->experiment->settings;
   const Experiment*    experiment = chooser->experiment;
   const ExperimentRun* first = experiment->runs->len == 0 ? NULL : experiment_run(experiment, 0);
   const SizeRange*     range = &settings->range;
   bool is_named = range->low != range_usual_begin(settings->way, range->high);
   bool may_go_down = first != NULL && !is_named
                      && (first->record->ending == RUN_TIMED_OUT || first->size[0] < (double)range->low);
   return may_go_down ? 1 : (double)range->low;
}

/* The next size to look at; NAN if the look is over.  The largest size is left for the end. */
static double next_look(const Chooser* chooser)
{
   const RunGuess* estimate = &chooser->estimate;
   double low = lowest_size(chooser);
   double largest = largest_made(chooser->experiment);
   if (largest == 0) {
      return low;
   }
   double least = estimate->steps > 0 ? largest + 1 : 1.5 * largest;
   double next = ceil(largest * wanted_step(estimate) * (1 - 1e-9));
   double allowed = MAX(PART_OF_LOOK * chooser->left, LONGER * estimate_seconds(estimate, low));
   while (next >= least && estimate_seconds(estimate, next) > allowed) {
      next = floor(next / 1.2);
   }
   bool is_over = estimate_growth(estimate) >= WELL_ABOVE || next < least
                  || largest * LEAST_STEP > chooser->high;
   return is_over ? NAN : MIN(next, floor(chooser->high / LEAST_STEP));
}

/*--- Spaced sizes ---*/

/* Finds how many sizes there is time for if all runs took as long as the smallest one. */
static unsigned affordable_count(const Chooser* chooser)
{
   unsigned made = chooser->experiment->runs->len;
   double   seconds = estimate_seconds(&chooser->estimate, lowest_size(chooser));
   double   count = made + floor(PLANNED_PART * chooser->left / MAX(seconds, 1e-3));
   return (unsigned)CLAMP(count, MIN(FORECAST_LEAST_SIZES, chooser->limits->runs), chooser->limits->runs);
}

/* Returns where the spaced sizes begin if they end at `high`. */
static double low_end(const Chooser* chooser, double high)
{
   double low = lowest_size(chooser);
   double above = estimate_first_above(&chooser->estimate, WELL_ABOVE);
   double steps = chooser->estimate.steps > 0 ? high - (chooser->count - 1) : HUGE_VAL;
   double wide = MIN(high / SPAN, steps);
   double begin = isnan(above) ? wide : MIN(above, wide);
   return MAX(low, MIN(begin, high));
}

/* Sizes are spaced evenly by their logarithms, or by steps where each multiplies the cost. */
static double spaced_size(double low, double high, unsigned index, unsigned count, bool by_steps)
{
   assert(index < count);
   double part = count < 2 ? 1 : (double)index / (count - 1);
   return round(by_steps ? low + (high - low) * part : low * pow(high / low, part));
}

/* Whether a run that was made takes the place of this size: it is the nearest of the spaced ones to the run,
   and no other run has it already.  Runs above all sizes have failed, or took too long. */
static void mark_taken(const Chooser* chooser, const double* sizes, bool* taken, unsigned count)
{
   for (guint i = 0; i < chooser->experiment->runs->len; i++) {
      double   made = MAX(experiment_run(chooser->experiment, i)->size[0], 1);
      unsigned nearest = count;
      for (unsigned k = 0; k < count; k++) {
         bool is_nearer = nearest == count
                          || fabs(log(sizes[k] / made)) < fabs(log(sizes[nearest] / made));
         nearest = !taken[k] && is_nearer ? k : nearest;
      }
      bool is_inside = made * NEAR >= sizes[0] && made <= sizes[count - 1] * NEAR;
      bool is_last = nearest == count - 1 && made * NEAR < sizes[nearest];
      if (is_inside && !experiment_run(chooser->experiment, i)->is_repeated && nearest < count && !is_last) {
         taken[nearest] = true;
      }
   }
}

/* The sizes still to run if `high` is the largest one: of double. */
static GArray* sizes_up_to(const Chooser* chooser, double high)
{
   unsigned count = chooser->count;
   double   low = low_end(chooser, high);
   g_autofree double* sizes = g_new0(double, count);
   g_autofree bool*   taken = g_new0(bool, count);
   GArray* left = g_array_new(FALSE, FALSE, sizeof(double));
   for (unsigned i = 0; i < count; i++) {
      sizes[i] = spaced_size(low, high, i, count, chooser->estimate.steps > 0);
   }
   mark_taken(chooser, sizes, taken, count);
   for (unsigned i = 0; i < count; i++) {
      bool is_new = left->len == 0 || g_array_index(left, double, left->len - 1) < sizes[i];
      if (!taken[i] && is_new && !is_made(chooser, sizes[i])) {
         g_array_append_val(left, sizes[i]);
      }
   }
   return left;
}

static double seconds_up_to(const Chooser* chooser, double high)
{
   g_autoptr(GArray) sizes = sizes_up_to(chooser, high);
   double sum = 0;
   for (guint i = 0; i < sizes->len; i++) {
      sum += estimate_seconds(&chooser->estimate, g_array_index(sizes, double, i));
   }
   return sum;
}

/* The largest size that the budget allows, at least the largest that was run, but for those that failed. */
static double affordable_size(const Chooser* chooser)
{
   double high = chooser->high, low = MIN(MAX(largest_made(chooser->experiment), 1), high);
   double allowed = PLANNED_PART * chooser->left;
   if (high <= low || seconds_up_to(chooser, high) <= allowed) {
      return high;
   }
   for (int i = 0; i < 60 && high / low > 1.001; i++) {
      double middle = sqrt(low * high);
      if (seconds_up_to(chooser, middle) <= allowed) {
         low = middle;
      } else {
         high = middle;
      }
   }
   return low;
}

/* Rounds down to two digits: sizes for people. */
static double round_size(double size)
{
   double unit = pow(10, floor(log10(size)) - 1);
   return size < 100 ? floor(size) : floor(size / unit) * unit;
}

/* Whether there are as many sizes as were asked for, and the largest is not only one of the first look, from
   which `high` is a step away.  What is left of the budget is left, unless it is enough for the end of the
   range. */
static bool is_complete(const Chooser* chooser, double high)
{
   double largest = MIN(largest_made(chooser->experiment), chooser->high);
   double range_end = (double)chooser->experiment->settings->range.high;
   if (high >= range_end && largest * NEAR < range_end) {
      return false;
   }
   double low = low_end(chooser, largest);
   guint  count = 0;
   for (guint i = 0; i < chooser->experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(chooser->experiment, i);
      count += run->good && run->size[0] * NEAR >= low;
   }
   return !chooser->limits->are_new && count >= chooser->count && high < LEAST_STEP * largest;
}

static void choose_spaced_sizes(Chooser* chooser)
{
   chooser->count = affordable_count(chooser);
   double high = affordable_size(chooser);
   if (is_complete(chooser, high)) {
      bool is_at_end = chooser->choice.end != CHOICE_COMPLETE
                       || largest_made(chooser->experiment) * NEAR >= chooser->high;
      chooser->choice.end = is_at_end ? chooser->choice.end : CHOICE_BUDGET;
      return;
   }
   if (high < chooser->high) {
      high = MAX(round_size(high), MIN(largest_made(chooser->experiment), chooser->high));
      chooser->choice.end = CHOICE_BUDGET;
   }
   g_autoptr(GArray) sizes = sizes_up_to(chooser, high);
   chooser->choice.seconds = 0;
   for (guint i = 0; i < sizes->len; i++) {
      double size = g_array_index(sizes, double, i);
      double seconds = estimate_seconds(&chooser->estimate, size);
      double more = i == sizes->len - 1 ? PART_FOR_LAST * chooser->limits->budget : 0;
      if (chooser->choice.seconds + seconds <= chooser->left + more) {
         take_size(chooser, size);
         chooser->choice.seconds += seconds;
      } else {
         chooser->choice.end = CHOICE_BUDGET;
      }
   }
}

/*--- A size once more ---*/

/* Whether some size was run twice and cost the same: then no other costs less if it is run again. */
static bool is_deterministic(const Experiment* experiment)
{
   bool is = false;
   for (guint i = 1; i < experiment->runs->len; i++) {
      const ExperimentRun* a = experiment_run(experiment, i - 1);
      const ExperimentRun* b = experiment_run(experiment, i);
      bool is_pair = a->size[0] == b->size[0] && (a->is_repeated || b->is_repeated);
      is |= is_pair && (double)MAX(a->cost, b->cost) <= SAME_AGAIN * (double)MIN(a->cost, b->cost);
   }
   return is;
}

static bool was_repeated(const Experiment* experiment, const ExperimentRun* run)
{
   bool was = false;
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* other = experiment_run(experiment, i);
      was |= other->is_repeated && other->size[0] == run->size[0];
   }
   return was;
}

/* Whether a garbage collector, or threads that wait, may have made this run of three so expensive. */
static bool costs_too_much(const ExperimentRun* before, const ExperimentRun* run, const ExperimentRun* next)
{
   double steepest = next == NULL ? pow(run->size[0] / MAX(before->size[0], 1), STEEPEST) : 1;
   return (double)run->cost > FAR_TOO_MUCH * steepest * (double)before->cost
          && (next == NULL || (double)run->cost > FAR_TOO_MUCH * (double)next->cost);
}

/* Returns the run to make once more, or NULL.  Where each step multiplies the cost, none costs too much. */
static const ExperimentRun* find_outlier(const Chooser* chooser)
{
   const Experiment*    experiment = chooser->experiment;
   const ExperimentRun* last[3] = { NULL };
   double               more = PART_FOR_LAST * chooser->limits->budget;
   const ExperimentRun* found = NULL;
   bool                 may_cost_too_much = chooser->estimate.steps == 0 && !is_deterministic(experiment);
   for (guint i = 0; i <= experiment->runs->len && may_cost_too_much; i++) {
      const ExperimentRun* run = i < experiment->runs->len ? experiment_run(experiment, i) : NULL;
      if (run != NULL && !run->good) {
         continue;
      }
      last[0] = last[1];
      last[1] = last[2];
      last[2] = run;
      bool is_outlier = last[0] != NULL && costs_too_much(last[0], last[1], last[2]);
      if (is_outlier && !was_repeated(experiment, last[1]) && last[1]->seconds <= chooser->left + more) {
         found = last[1];
      }
   }
   return found;
}

static void take_again(Chooser* chooser, const ExperimentRun* run)
{
   PlannedRun again = { .size = { (uint64_t)run->size[0] } };
   again.name = g_strconcat(run->name, CHOICE_AGAIN, NULL);
   g_array_append_val(chooser->choice.runs, again);
   chooser->choice.seconds = run->seconds;
   chooser->choice.is_again = true;
}

/*--- All together ---*/

/* Limits a run that may take far longer than anybody can know yet. */
static void limit_look(Chooser* chooser)
{
   bool is_first = chooser->experiment->runs->len == 0;
   bool is_known = chooser->estimate.points->len > 0;
   if (chooser->left < HUGE_VAL && (is_first || is_known)) {
      double limit = is_first ? PART_OF_FIRST * chooser->left
                              : PART_OF_LOOK * chooser->left + chooser->choice.seconds;
      chooser->choice.timeout = MAX(limit, LEAST_LIMIT);
   }
}

static void choose_sizes(Chooser* chooser)
{
   const SizeRange*     range = &chooser->experiment->settings->range;
   const ExperimentRun* outlier = find_outlier(chooser);
   if (outlier != NULL) {
      take_again(chooser, outlier);
      return;
   }
   find_high(chooser);
   bool   has_failed = chooser->experiment->runs->len >= FAILURES && chooser->estimate.points->len == 0;
   double next = has_failed ? NAN : next_look(chooser);
   if (has_failed) {
      chooser->choice.end = CHOICE_FAILURES;
   } else if (!isnan(next) && !is_made(chooser, next)) {
      take_size(chooser, next);
      chooser->choice.is_first_look = true;
      chooser->choice.seconds = estimate_seconds(&chooser->estimate, next);
      limit_look(chooser);
   } else if (chooser->estimate.points->len > 0) {
      choose_spaced_sizes(chooser);
      if (chooser->estimate.steps > 0 && chooser->left < HUGE_VAL) {
         chooser->choice.timeout = chooser->left + PART_FOR_LAST * chooser->limits->budget;
      }
      /* If nobody has named the end of the range, no size is wanted for itself. */
      chooser->choice.may_settle = range->high == range_open_end(range) && !chooser->limits->are_new;
   }
}

Choice choose_runs(const Experiment* experiment, const Limits* limits)
{
   Chooser chooser = {
      .experiment = experiment, .limits = limits, .estimate = estimate_make(experiment),
      .left = seconds_left(experiment, limits),
      .choice = { .runs = planned_runs_new(), .seconds = NAN },
   };
   if (experiment->settings->is_fixed) {
      choose_planned(&chooser);
   } else {
      choose_sizes(&chooser);
   }
   estimate_free(&chooser.estimate);
   assert(chooser.choice.runs->len == 1 || !(chooser.choice.is_again || chooser.choice.is_first_look));
   return chooser.choice;
}

GArray* choose_spaced(const SizeRange* range, unsigned count)
{
   GArray*  sizes = g_array_new(FALSE, FALSE, sizeof(uint64_t));
   uint64_t before = UINT64_MAX;
   for (unsigned i = 0; i < count; i++) {
      uint64_t size = (uint64_t)spaced_size((double)range->low, (double)range->high, i, count, false);
      if (size != before) {
         g_array_append_val(sizes, size);
      }
      before = size;
   }
   return sizes;
}

double choose_seconds_for_larger(const Experiment* experiment)
{
   const Limits limits = { .runs = experiment->settings->runs };
   Chooser chooser = {
      .experiment = experiment, .limits = &limits, .estimate = estimate_make(experiment), .left = HUGE_VAL,
      .count = MAX(limits.runs, FORECAST_LEAST_SIZES),
   };
   double used = 0, more = NAN;
   for (guint i = 0; i < experiment->runs->len; i++) {
      used += experiment_run(experiment, i)->seconds;
   }
   if (chooser.estimate.points->len > 0) {
      more = seconds_up_to(&chooser, LEAST_STEP * MAX(estimate_largest(&chooser.estimate), 1));
   }
   estimate_free(&chooser.estimate);
   return used + more / PLANNED_PART;
}
