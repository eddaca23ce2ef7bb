/* Each of the last sizes is predicted from all smaller ones, by exponentials and by powers.  How wrong a
   family is, is the sum of its errors beside that of how much the number grew, on a log scale.

   Example: 50 * 2^n for n = 10 to 17.  From n = 10 to 16, the exponential is exact and predicts 6.55 million
   for n = 17, as measured; the power is n^8.84 and predicts 4.89 million.  From the last size but one, the
   number grows like n^11.4, which no program does, so each step multiplies it. */

#include "growth/steps.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

/* Sizes from which the next one is predicted, at least. */
#define FIRST_PREDICTED  3

/* The last sizes, which are predicted. */
#define PREDICTED        5

/* A number that multiplies grows at least so many times in all. */
#define LEAST_TIMES      2.0

/* Predictions may be wrong by so much of how the logarithm grows: in all, and beside those by powers, unless
   the power is one that no program has. */
#define MOST_WRONG       0.2
#define BETTER           0.5
#define EXACT            0.005

#define COUNT(array)  (sizeof (array) / sizeof *(array))

static const Law exponentials[] = {
   { .terms = 1, .term = { TERM_EXPONENTIAL } },
   { .terms = 2, .term = { TERM_CONSTANT, TERM_EXPONENTIAL } },
   { .terms = 3, .term = { TERM_CONSTANT, TERM_N, TERM_EXPONENTIAL } },
};

/* A step may multiply by less than the one before, or by more. */
static const Law bent = { .terms = 1, .term = { TERM_BENT } };

static const Law powers[] = {
   { .terms = 1, .term = { TERM_POWER } },
   { .terms = 2, .term = { TERM_CONSTANT, TERM_POWER } },
   { .terms = 3, .term = { TERM_CONSTANT, TERM_N, TERM_POWER } },
};

/* Returns the power of the size by which the number grows from the last size but one to the last. */
static double last_power(const Runs* runs)
{
   unsigned last = runs->count - 1, before = last;
   while (before > 0 && runs->size[before] == runs->size[last]) {
      before--;
   }
   return runs->size[before] <= 0 ? 0 : (runs_log_value(runs, last) - runs_log_value(runs, before))
                                        / log(runs->size[last] / runs->size[before]);
}

/* Returns how wrong the law is where it is fitted to the runs up to one size and predicts the next: the sum
   of the errors, divided by that of how much the number grows, on a log scale. */
static double wrong_by(const Law* shape, const Runs* runs)
{
   double   errors = 0, growth = 0;
   unsigned first = runs->count > FIRST_PREDICTED + PREDICTED ? runs->count - PREDICTED : FIRST_PREDICTED;
   for (unsigned i = first; i < runs->count; i++) {
      assert(runs->size[i] >= runs->size[i - 1]);
      Law    law = *shape;
      double step = fmax(runs_log_value(runs, i) - runs_log_value(runs, i - 1), 0);
      bool   is_fitted = law_fit(&law, runs, 0, i);
      errors += is_fitted ? fabs(log(law_at(&law, runs->size[i])) - runs_log_value(runs, i)) : step;
      growth += step;
   }
   return growth > 0 ? errors / growth : INFINITY;
}

static double least_wrong(const Law* shapes, size_t count, const Runs* runs)
{
   double least = INFINITY;
   for (size_t i = 0; i < count; i++) {
      least = fmin(least, wrong_by(&shapes[i], runs));
   }
   return least;
}

/* Whether laws that are so wrong are right, and better than powers. */
static bool is_better(double wrong, double wrong_powers)
{
   return wrong <= MOST_WRONG && wrong + EXACT < BETTER * wrong_powers;
}

bool steps_multiply(const Runs* runs)
{
   double power = last_power(runs);
   if (power < STEPS_LEAST_POWER || runs->value[runs->count - 1] < LEAST_TIMES * runs->value[0]) {
      return false;
   }
   double by_steps = least_wrong(exponentials, COUNT(exponentials), runs);
   double by_powers = least_wrong(powers, COUNT(powers), runs);
   if (power < STEPS_NO_POWER) {
      return is_better(by_steps, by_powers);
   }
   return by_steps <= MOST_WRONG || is_better(least_wrong(&bent, 1, runs), by_powers);
}
