/* The cost is taken for start-up + growing part: the line through the two smallest sizes gives the start-up,
   the two largest sizes give the exponent of what grows, or by what each step of the size multiplies it. */

#include "experiment/estimate.h"

#include <math.h>

#include "growth/steps.h"

#define MAX_EXPONENT  30

/* Growth is seen from this part of the start-up on: below, its exponent would be that of noise. */
#define SEEN        0.05

/* Seconds for a basic block on a slow machine, until it is known better. */
#define USUAL_RATE    1e-7

typedef struct {
   double size;
   double cost;
   double seconds;
} Point;

static const Point* point(const RunGuess* estimate, guint index)
{
   g_assert(index < estimate->points->len);
   return &g_array_index(estimate->points, Point, index);
}

static const Point* last_point(const RunGuess* estimate)
{
   return point(estimate, estimate->points->len - 1);
}

double estimate_size(const double* size)
{
   return size[0] * (size[1] > 0 ? size[1] : 1);
}

static double growing(const RunGuess* estimate, double cost)
{
   return MAX(cost - estimate->start_up, 0);
}

/* Takes the last one of several runs of one size. */
static void take_points(RunGuess* estimate, const Experiment* experiment)
{
   for (guint i = 0; i < experiment->runs->len; i++) {
      const ExperimentRun* run = experiment_run(experiment, i);
      const Point          next = { estimate_size(run->size), (double)run->cost, run->seconds };
      guint                count = estimate->points->len;
      if (run->good && count > 0 && last_point(estimate)->size == next.size) {
         g_array_set_size(estimate->points, count - 1);
      }
      if (run->good) {
         g_array_append_val(estimate->points, next);
      }
   }
}

static double find_start_up(const RunGuess* estimate)
{
   const Point* a = point(estimate, 0);
   const Point* b = point(estimate, 1);
   double slope = (b->cost - a->cost) / (b->size - a->size);
   return CLAMP(a->cost - slope * a->size, 0, a->cost);
}

static double find_exponent(const RunGuess* estimate)
{
   const Point* b = last_point(estimate);
   const Point* a = b - 1;
   double from = growing(estimate, a->cost), to = growing(estimate, b->cost);
   if (from < SEEN * estimate->start_up || from <= 0 || a->size <= 0) {
      return 1;
   }
   return CLAMP(log(to / from) / log(b->size / a->size), 1, MAX_EXPONENT);
}

/* Takes the smallest run that is larger than those that count and was ended. */
static void take_ended(RunGuess* estimate, const Experiment* experiment)
{
   double largest = estimate_largest(estimate);
   for (guint i = experiment->runs->len; i-- > 0;) {
      const ExperimentRun* run = experiment_run(experiment, i);
      if (run->record->ending == RUN_TIMED_OUT && estimate_size(run->size) > largest) {
         estimate->ended_size = estimate_size(run->size);
         estimate->ended_cost = (double)run->cost;
         estimate->ended_after = run->seconds;
      }
   }
}

/* Whether three sizes tell that each step of the size multiplies what grows, rather than each doubling. */
static bool multiplies_evenly(const RunGuess* estimate, double exponent)
{
   const Point* c = last_point(estimate);
   const Point* b = c - 1;
   const Point* a = b - 1;
   if (estimate->points->len < 3 || growing(estimate, a->cost) < SEEN * estimate->start_up) {
      return false;
   }
   double before = log(growing(estimate, b->cost) / growing(estimate, a->cost));
   double last = log(growing(estimate, c->cost) / growing(estimate, b->cost));
   double by_steps = last / before * (b->size - a->size) / (c->size - b->size);
   double by_power = last / before * log(b->size / a->size) / log(c->size / b->size);
   return exponent >= STEPS_LEAST_POWER && fabs(log(by_steps)) < fabs(log(by_power));
}

/* Returns the logarithm by which each unit of the size multiplies what grows, at least; 0: it does not. */
static double find_steps(const RunGuess* estimate)
{
   const Point* b = last_point(estimate);
   double       grown = growing(estimate, b->cost), by_ended = 0;
   double       times = MAX(estimate->ended_cost / MAX(grown, 1), estimate->ended_after / b->seconds);
   if (estimate->ended_size > 0 && b->size > 0
       && log(times) >= STEPS_LEAST_POWER * log(estimate->ended_size / b->size)) {
      by_ended = log(times) / (estimate->ended_size - b->size);
   }
   bool is_by_steps = estimate->exponent >= STEPS_NO_POWER || multiplies_evenly(estimate, estimate->exponent)
                      || (by_ended > 0 && estimate->exponent >= STEPS_LEAST_POWER);
   double by_last = is_by_steps ? estimate->exponent * log(b->size / b[-1].size) / (b->size - b[-1].size) : 0;
   return MAX(by_ended, by_last);
}

/* Valgrind itself takes some time to start, which belongs to no cost.  While that hides the rate, it is at
   most what explains all of the time. */
static double find_rate(const RunGuess* estimate)
{
   const Point* a = point(estimate, 0);
   const Point* b = last_point(estimate);
   double most = b->cost > 0 ? b->seconds / b->cost : 0;
   double grown = b->cost > 2 * a->cost ? (b->seconds - a->seconds) / (b->cost - a->cost) : 0;
   return b->seconds > 1.5 * a->seconds ? grown : MIN(most, MAX(grown, USUAL_RATE));
}

RunGuess estimate_make(const Experiment* experiment)
{
   RunGuess estimate = { .points = g_array_new(FALSE, FALSE, sizeof(Point)), .exponent = 1 };
   take_points(&estimate, experiment);
   if (estimate.points->len > 1) {
      estimate.start_up = find_start_up(&estimate);
      estimate.exponent = find_exponent(&estimate);
   }
   if (estimate.points->len > 0) {
      estimate.rate = find_rate(&estimate);
      take_ended(&estimate, experiment);
      estimate.steps = find_steps(&estimate);
   }
   return estimate;
}

void estimate_free(RunGuess* estimate)
{
   g_array_unref(estimate->points);
}

double estimate_largest(const RunGuess* estimate)
{
   return estimate->points->len == 0 ? 0 : last_point(estimate)->size;
}

/* Estimates by time alone, for programs that wait, which costs nothing.  Times differ by chance, so only what
   is longer by half is taken for growth. */
static double seconds_by_time(const RunGuess* estimate, double size)
{
   const Point* first = point(estimate, 0);
   const Point* last = last_point(estimate);
   double       grown = last->seconds - first->seconds;
   if (grown < first->seconds / 2 || last->size <= 0) {
      return 0;
   }
   double before = MAX(last[-1].seconds - first->seconds, 0);
   double exponent = before < first->seconds / 2 || last[-1].size <= 0
                     ? 1 : log(grown / before) / log(last->size / last[-1].size);
   return first->seconds + grown * pow(size / last->size, CLAMP(exponent, 1, MAX_EXPONENT));
}

double estimate_seconds(const RunGuess* estimate, double size)
{
   if (estimate->points->len == 0) {
      return NAN;
   }
   const Point* first = point(estimate, 0);
   const Point* last = last_point(estimate);
   double factor = last->size <= 0 ? 1
                   : estimate->steps > 0 ? exp(estimate->steps * (size - last->size))
                   : pow(size / last->size, estimate->exponent);
   double cost = estimate->start_up + growing(estimate, last->cost) * factor;
   double least = MIN(first->seconds, last->seconds);
   double by_cost = MAX(last->seconds + estimate->rate * (cost - last->cost), least);
   double ended = estimate->ended_size > 0 && size >= estimate->ended_size ? estimate->ended_after : 0;
   return MAX(MAX(by_cost, seconds_by_time(estimate, size)), ended);
}

double estimate_growth(const RunGuess* estimate)
{
   if (estimate->points->len < 2) {
      return 0;
   }
   return growing(estimate, last_point(estimate)->cost) / MAX(estimate->start_up, 1);
}

double estimate_first_above(const RunGuess* estimate, double times)
{
   for (guint i = 0; i < estimate->points->len && estimate->points->len > 1; i++) {
      if (growing(estimate, point(estimate, i)->cost) >= times * estimate->start_up) {
         return point(estimate, i)->size;
      }
   }
   return NAN;
}
