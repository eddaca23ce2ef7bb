/* Routines that never were: points from known laws of growth, with all that
   makes real points hard to read, and what growth.c says of them.  The random
   numbers are this file's own, so every run is the same.

   A law is a constant, a lower term, and b f(n), with n = rms - K: some cells of
   every call's input have nothing to do with its size.  Then come, each for a
   part of the routines: noise, outliers, another rule for small inputs, steps
   as of a table that doubles.  Costs are whole numbers of at least 1.

   Prints one confusion matrix for each level of noise, to the standard error.
   Exit status 1 if more is wrong than `promises` says. */
// build: $(with_model)
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "growth/growth.h"

#define ROUTINES  250      /* of each class, at each level of noise */
#define TRUTHS    (GROWTH_MODELS + 1)
#define CLASSES   (GROWTH_NO_TREND + 1)
#define SIZES     400

/* What is promised for each level of noise. What is missing at the upper levels cannot be told from slower
   growth. */
static const struct {
   double noise;
   double least_right;
   double most_false_squares;   /* of those that are not quadratic */
} promises[] = {
   { 0.00, 0.94, 0.0003 },
   { 0.03, 0.89, 0.0003 },
   { 0.10, 0.84, 0.0010 },
   { 0.30, 0.72, 0.0010 },
};

#define LEVELS  (sizeof promises / sizeof *promises)

/*------------------------------------------------------------------*/
/*--- Random numbers                                             ---*/
/*------------------------------------------------------------------*/

static uint64_t state;

/* SplitMix64. */
static uint64_t random_bits(void)
{
   uint64_t z = state += 0x9e3779b97f4a7c15;
   z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
   z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
   return z ^ (z >> 31);
}

static double between(double low, double high)
{
   return low + (high - low) * (double)(random_bits() >> 11) / 9007199254740992.0;
}

/* Evenly on a log scale. */
static double scaled(double low, double high)
{
   return exp(between(log(low), log(high)));
}

static bool chance(double probability)
{
   return between(0, 1) < probability;
}

static double normal(void)
{
   double radius = sqrt(-2 * log(1 - between(0, 1)));
   return radius * cos(between(0, 6.283185307179586));
}

/*------------------------------------------------------------------*/
/*--- One routine                                                ---*/
/*------------------------------------------------------------------*/

typedef struct {
   GrowthClass class;       /* GROWTH_NO_TREND: cost has nothing to do with n */
   double      constant;
   GrowthClass lower_class;
   double      lower;
   double      factor;
   double      rate;        /* of exp */
   double      offset;      /* K */
   double      noise;       /* standard deviation of log cost */
   double      small;       /* inputs below it follow another rule */
   double      small_factor;
   bool        steps;
   bool        outliers;
} Law;

static double function(GrowthClass class, double n)
{
   double log_n = n > 1 ? log2(n) : 0;
   switch (class) {
      case GROWTH_N:         return n;
      case GROWTH_N_LOG_N:   return n * log_n;
      case GROWTH_N_1_5:     return pow(n, 1.5);
      case GROWTH_N_2:       return n * n;
      case GROWTH_N_2_LOG_N: return n * n * log_n;
      case GROWTH_N_3:       return n * n * n;
      default:               return 0;
   }
}

static double exact_cost(const Law* law, double n)
{
   double cost = law->class == GROWTH_EXP ? law->constant + law->factor * exp(law->rate * n)
               : law->constant + law->lower * function(law->lower_class, n) + law->factor * function(law->class, n);
   if (n < law->small) {
      cost *= law->small_factor;
   }
   if (law->steps) {
      double doubled = log2(n + 1) - floor(log2(n + 1));
      cost *= 1 + 0.3 * doubled;
   }
   return cost;
}

static double noisy_cost(const Law* law, double n)
{
   double noise = law->class == GROWTH_NO_TREND ? 1.5 : law->noise;
   double cost = exact_cost(law, n) * exp(noise * normal());
   return fmin(fmax(1, round(cost)), 1e18);
}

static int compare_numbers(const void* left, const void* right)
{
   uint32_t a = *(const uint32_t*)left, b = *(const uint32_t*)right;
   return a < b ? -1 : a > b;
}

/* Inputs as programs have them: doubled, in even steps, at random, or of every size. */
static size_t make_sizes(double low, double high, uint32_t* sizes)
{
   size_t count = 0;
   switch (random_bits() % 4) {
      case 0:
         for (double n = low; n <= high; n *= scaled(1.3, 2)) {
            sizes[count++] = (uint32_t)n;
         }
         break;
      case 1:
         count = 12 + random_bits() % 60;
         for (size_t i = 0; i < count; i++) {
            sizes[i] = (uint32_t)(low + (high - low) * (double)i / (double)(count - 1));
         }
         break;
      case 2:
         count = 12 + random_bits() % 300;
         for (size_t i = 0; i < count; i++) {
            sizes[i] = (uint32_t)scaled(low, high);
         }
         break;
      default:
         for (double n = low; n <= high && count < SIZES; n++) {
            sizes[count++] = (uint32_t)n;
         }
         sizes[count - 1] = (uint32_t)high;
   }
   qsort(sizes, count, sizeof *sizes, compare_numbers);
   size_t distinct = 0;
   for (size_t i = 0; i < count; i++) {
      if (distinct == 0 || sizes[distinct - 1] != sizes[i]) {
         sizes[distinct++] = sizes[i];
      }
   }
   return distinct;
}

static void make_law(GrowthClass class, double noise, double low, double high, Law* law)
{
   *law = (Law){ .class = class, .noise = noise };
   law->offset = chance(0.5) ? floor(between(0, 8)) : 0;
   law->factor = class == GROWTH_CONSTANT || class == GROWTH_NO_TREND ? 0 : scaled(0.5, 20);
   law->constant = class == GROWTH_NO_TREND ? 1000 : scaled(2, 100);
   if (class == GROWTH_EXP) {
      double doublings = between(6, 40);
      law->rate = doublings * log(2) / (high - low);
      law->factor *= exp(-law->rate * low);
   } else if (class > GROWTH_N && class != GROWTH_NO_TREND && chance(0.5)) {
      /* A lower term, as large as the class's own where the range begins, or further up but not in its upper
         half. */
      double equal = scaled(low, sqrt(low * high));
      law->lower_class = class >= GROWTH_N_2_LOG_N && chance(0.5) ? GROWTH_N_2 : GROWTH_N;
      law->lower = law->factor * function(class, equal) / function(law->lower_class, equal);
   }
   if (class > GROWTH_CONSTANT && class < GROWTH_EXP && chance(0.2)) {
      law->small = low * scaled(1, 3);
      law->small_factor = scaled(0.3, 3);
   }
   law->steps = noise > 0 && class < GROWTH_EXP && chance(0.15);
   law->outliers = noise > 0 && chance(0.3);
}

static size_t make_points(const Law* law, double low, double high, Point* points)
{
   uint32_t sizes[SIZES + 100];
   size_t   count = make_sizes(low, high, sizes);
   for (size_t i = 0; i < count; i++) {
      Point* point = &points[i];
      *point = (Point){ .rms = sizes[i] + (uint32_t)law->offset, .min = UINT64_MAX };
      uint64_t calls = chance(0.5) ? 1 : 1 + random_bits() % (1 + 20 * (uint64_t)(high / sizes[i]) % 50);
      for (uint64_t call = 0; call < calls; call++) {
         uint64_t cost = (uint64_t)noisy_cost(law, sizes[i]);
         point->calls++;
         point->sum += cost;
         point->min = cost < point->min ? cost : point->min;
         point->max = cost > point->max ? cost : point->max;
      }
   }
   for (int k = law->outliers ? 1 + (int)(random_bits() % 3) : 0; k > 0; k--) {
      Point* point = &points[random_bits() % count];
      double factor = chance(0.5) ? scaled(2, 30) : 1 / scaled(2, 30);
      point->max = (uint64_t)fmin(1e18, fmax(1, (double)point->max * factor));
      point->min = (uint64_t)fmin(1e18, fmax(1, (double)point->min * factor));
      point->sum = (uint64_t)fmin(1e18, fmax(1, (double)point->sum * factor));
   }
   return count;
}

static void make_range(GrowthClass class, double* low, double* high)
{
   if (class == GROWTH_EXP) {
      *low = scaled(3, 20);
      *high = *low * scaled(4, 12) + 5;
   } else {
      *low = scaled(4, 60);
      *high = *low * scaled(8, class >= GROWTH_N_2_LOG_N ? 1000 : 30000);
   }
   *low = floor(*low);
   *high = floor(*high);
}

/*------------------------------------------------------------------*/
/*--- All of them                                                ---*/
/*------------------------------------------------------------------*/

typedef struct {
   unsigned matrix[TRUTHS][CLASSES];
   unsigned routines;
   unsigned right;
   unsigned no_squares;
   unsigned changed;         /* another class once all models are fitted, and not only those that could win */
   unsigned false_squares;   /* quadratic or worse, where it is not */
} Outcome;

static GrowthClass truth_of(unsigned row)
{
   return row < GROWTH_MODELS ? (GrowthClass)row : GROWTH_NO_TREND;
}

static bool is_square(GrowthClass class)
{
   return class >= GROWTH_N_2 && class <= GROWTH_EXP;
}

static bool verbose;

static void explain(const Law* law, const Point* points, size_t count, GrowthAnalysis* analysis, GrowthCase which)
{
   if (verbose) {
      const GrowthFit* fits = growth_fits(analysis, which);
      const GrowthPowerLaw* power = growth_power_law(analysis, which);
      printf("%s as %s (%s): a %g l %g b %g rate %g K %g noise %g small %g x%g steps %d outliers %d; %zu points %u..%u",
             growth_class_name(law->class), growth_class_name(growth_of(analysis, which)->class),
             growth_case_name(which), law->constant, law->lower, law->factor, law->rate, law->offset, law->noise,
             law->small, law->small_factor, law->steps, law->outliers, count, points[0].rms, points[count - 1].rms);
      printf(" power %.2f [%.2f %.2f] %.3f %.2f\n", power->exponent, power->exponent_low, power->exponent_high,
             power->scatter, power->criterion);
      for (unsigned i = 0; i < GROWTH_MODELS; i++) {
         printf("   %-10s %d %10.3g %10.3g %10.3g scatter %.3f criterion %.2f\n", growth_class_name(i), fits[i].fitted,
                fits[i].constant, fits[i].lower, fits[i].factor, fits[i].scatter, fits[i].criterion);
      }
   }
}

static void try_routine(GrowthAnalysis* analysis, unsigned row, double noise, Outcome* outcome)
{
   Point  points[SIZES + 100];
   Law    law;
   double low, high;
   make_range(truth_of(row), &low, &high);
   make_law(truth_of(row), noise, low, high, &law);
   size_t count = make_points(&law, low, high, points);
   growth_set_points(analysis, points, count);
   for (GrowthCase which = 0; which < GROWTH_CASES; which++) {
      GrowthClass got = growth_of(analysis, which)->class;
      growth_fits(analysis, which);
      outcome->changed += growth_of(analysis, which)->class != got;
      outcome->matrix[row][got]++;
      outcome->routines++;
      outcome->right += got == truth_of(row);
      outcome->no_squares += !is_square(truth_of(row));
      if (is_square(got) && !is_square(truth_of(row))) {
         outcome->false_squares++;
         explain(&law, points, count, analysis, which);
      }
   }
}

static void print_outcome(double noise, const Outcome* outcome)
{
   fprintf(stderr, "noise %g %%\n%-10s", 100 * noise, "");
   for (unsigned class = 0; class < CLASSES; class++) {
      fprintf(stderr, " %9.9s", growth_class_name(class));
   }
   for (unsigned row = 0; row < TRUTHS; row++) {
      fprintf(stderr, "\n%-10s", growth_class_name(truth_of(row)));
      for (unsigned class = 0; class < CLASSES; class++) {
         fprintf(stderr, " %9u", outcome->matrix[row][class]);
      }
   }
   fprintf(stderr, "\n%u of %u right (%.1f %%); %u of %u that are not are said to be quadratic or worse; %u changed\n\n",
           outcome->right, outcome->routines, 100.0 * outcome->right / outcome->routines, outcome->false_squares,
           outcome->no_squares, outcome->changed);
}

static bool holds(size_t level, const Outcome* outcome)
{
   return outcome->changed == 0 && outcome->right >= promises[level].least_right * outcome->routines
      && outcome->false_squares <= promises[level].most_false_squares * outcome->no_squares;
}

int main(int count, char** arguments)
{
   verbose = count > 1 && strcmp(arguments[1], "--verbose") == 0;
   bool good = true;
   GrowthAnalysis* analysis = growth_new();
   for (size_t level = 0; level < LEVELS; level++) {
      Outcome outcome = { .routines = 0 };
      state = 20120611 + level;
      for (unsigned row = 0; row < TRUTHS; row++) {
         for (unsigned i = 0; i < ROUTINES; i++) {
            try_routine(analysis, row, promises[level].noise, &outcome);
         }
      }
      print_outcome(promises[level].noise, &outcome);
      good = good && holds(level, &outcome);
   }
   growth_free(analysis);
   return !good;
}
