/* A law is a sum of up to three terms with positive coefficients.  Each term is a product of a function
   of a and one of b, both among 1, log, n, n log n and n^2; in a law of three terms, the first is the
   constant.  All these laws are tried.  Coefficients minimize the sum of squares of relative errors.

   Runs are sorted by the product of their sizes.  The first 60 % of them, then one more, and so on,
   forecast those that follow; the error of a law is the root of the mean square of log(forecast /
   measured), and a little for each term, so that simple laws win a draw.  The law with the least error is
   fitted to all runs and named.  The spread is how far the laws that are nearly as good differ at ten
   times both sizes, on a log scale.

   Example: 50 + 2 a b, with a and b of 100, 200 and 400: nine runs.  The six of the least product cost
   20,050 to 80,050.  From these, "constant + a b" forecasts each of the other three exactly, so its error
   is that of its two terms, 0.01.  "a + b" fits 135 (a + b), and forecasts 108,000 where both are 400,
   though 320,050 was measured: its logarithm is wrong by 1.09. */

#include "growth/plane.h"
#include "growth/far.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FITTED_PART   0.6    /* of the runs, at least, from which a law forecasts the others */
#define TERM_COST     0.005  /* each term adds this to a law's error */
#define NEARLY        0.01   /* laws whose error is this much above the least are as good */
#define PART_OF_CLASS 0.1    /* a term that is less of the value is not named */
#define MOST_RUNS     256

static const Term functions[] = { TERM_CONSTANT, TERM_LOG, TERM_N, TERM_N_LOG_N, TERM_N_2 };

#define FUNCTIONS  (sizeof functions / sizeof *functions)
#define PRODUCTS   (FUNCTIONS * FUNCTIONS)

static double product_at(PlaneTerm term, double a, double b)
{
   return term_at(term.a, 0, a) * term_at(term.b, 0, b);
}

static bool is_constant(PlaneTerm term)
{
   return term.a == TERM_CONSTANT && term.b == TERM_CONSTANT;
}

double plane_at(const PlaneLaw* law, double a, double b)
{
   double value = 0;
   for (unsigned t = 0; t < law->terms; t++) {
      value += law->coefficient[t] * product_at(law->term[t], a, b);
   }
   return fmax(value, 1);
}

/*--- Fitting and judging ---*/

/* Fits the law to the first runs.  Returns false if it is none with these terms. */
static bool fit(PlaneLaw* law, const PlaneRuns* runs, unsigned count)
{
   if (count < law->terms) {
      return false;
   }
   double cells[count * law->terms];
   for (unsigned i = 0; i < count; i++) {
      for (unsigned t = 0; t < law->terms; t++) {
         double product = product_at(law->term[t], runs->a[i], runs->b[i]);
         cells[i * law->terms + t] = product / fmax(runs->value[i], 1);
      }
   }
   bool is_right = law_solve(cells, count, law->terms, law->coefficient);
   for (unsigned t = 0; t < law->terms && is_right; t++) {
      is_right = law->coefficient[t] > 0;
   }
   return is_right;
}

/* Returns the error of the law's forecasts of the later runs from the first ones; infinity if it has none. */
static double judge(const PlaneLaw* law, const PlaneRuns* runs)
{
   double   squares = 0;
   unsigned forecasts = 0;
   unsigned least = (unsigned)ceil(FITTED_PART * runs->count);
   for (unsigned count = least; count < runs->count; count++) {
      PlaneLaw first = *law;
      if (!fit(&first, runs, count)) {
         return INFINITY;
      }
      for (unsigned i = count; i < runs->count; i++) {
         double error = log(plane_at(&first, runs->a[i], runs->b[i]) / fmax(runs->value[i], 1));
         squares += error * error;
         forecasts++;
      }
   }
   return forecasts == 0 ? INFINITY : sqrt(squares / forecasts) + TERM_COST * law->terms;
}

/*--- All laws ---*/

typedef struct {
   PlaneRuns runs;      /* by ascending product of the sizes */
   double    far_a;
   double    far_b;
   double    low;       /* what the laws that are nearly as good as the best say there */
   double    high;
} Search;

/* `only_near`: widens what the good laws say; otherwise looks for the best one. */
static void try(Plane* plane, Search* search, const PlaneLaw* tried, bool only_near)
{
   PlaneLaw law = *tried;
   double   error = judge(&law, &search->runs);
   if (!isfinite(error) || !fit(&law, &search->runs, search->runs.count)) {
      return;
   }
   if (only_near) {
      if (error <= plane->error + NEARLY) {
         double far = log(plane_at(&law, search->far_a, search->far_b));
         search->low = fmin(search->low, far);
         search->high = fmax(search->high, far);
      }
   } else if (error < plane->error) {
      *plane = (Plane){ true, law, error, 0 };
   }
}

static PlaneTerm product(unsigned index)
{
   return (PlaneTerm){ functions[index / FUNCTIONS], functions[index % FUNCTIONS] };
}

/* Tries all sums of up to PLANE_TERMS products; the first product is the constant. */
static void try_all(Plane* plane, Search* search, bool only_near)
{
   for (unsigned i = 0; i < PRODUCTS; i++) {
      try(plane, search, &(PlaneLaw){ 1, { product(i) }, { 0 } }, only_near);
      for (unsigned k = i + 1; k < PRODUCTS; k++) {
         try(plane, search, &(PlaneLaw){ 2, { product(i), product(k) }, { 0 } }, only_near);
         for (unsigned m = k + 1; i == 0 && m < PRODUCTS; m++) {
            try(plane, search, &(PlaneLaw){ 3, { product(0), product(k), product(m) }, { 0 } }, only_near);
         }
      }
   }
}

/* Puts the terms in the order in which they are written: the constant, then by falling powers of a, and of b.
   */
static void order_terms(PlaneLaw* law)
{
   for (unsigned i = law->terms; i-- > 1;) {
      for (unsigned t = 0; t < i; t++) {
         PlaneTerm left = law->term[t], right = law->term[t + 1];
         bool      is_less = left.a != right.a ? left.a < right.a : left.b < right.b;
         if (is_less && !is_constant(left)) {
            double coefficient = law->coefficient[t];
            law->coefficient[t] = law->coefficient[t + 1];
            law->coefficient[t + 1] = coefficient;
            law->term[t] = right;
            law->term[t + 1] = left;
         }
      }
   }
}

typedef struct {
   double a, b, value;
} PlaneRun;

static int by_product(const void* left, const void* right)
{
   const PlaneRun* l = left;
   const PlaneRun* r = right;
   return (l->a * l->b > r->a * r->b) - (l->a * l->b < r->a * r->b);
}

void plane_make(Plane* plane, const PlaneRuns* runs)
{
   *plane = (Plane){ .error = INFINITY };
   unsigned const count = runs->count < MOST_RUNS ? runs->count : MOST_RUNS;
   if (count < PLANE_LEAST_RUNS) {
      return;
   }
   PlaneRun sorted[count];
   double   a[count], b[count], value[count];
   Search   search = { .runs = { a, b, value, count }, .low = INFINITY, .high = -INFINITY };
   for (unsigned i = 0; i < count; i++) {
      sorted[i] = (PlaneRun){ runs->a[i], runs->b[i], runs->value[i] };
   }
   qsort(sorted, count, sizeof *sorted, by_product);
   for (unsigned i = 0; i < count; i++) {
      a[i] = sorted[i].a;
      b[i] = sorted[i].b;
      value[i] = sorted[i].value;
      search.far_a = fmax(search.far_a, FAR_TIMES * a[i]);
      search.far_b = fmax(search.far_b, FAR_TIMES * b[i]);
   }
   try_all(plane, &search, false);
   if (plane->is_known) {
      try_all(plane, &search, true);
      plane->spread = search.high - search.low;
      assert(plane->spread >= 0 && plane->law.terms <= PLANE_TERMS);
      order_terms(&plane->law);
   }
}

/*--- In words ---*/

/* Writes "a", "a log a", "b^2"; nothing for the constant. */
static int write_function(Term term, const char* name, char* text, size_t room)
{
   const char* format = term == TERM_LOG ? "log %1$s" : term == TERM_N ? "%1$s"
                      : term == TERM_N_LOG_N ? "%1$s log %1$s" : term == TERM_N_2 ? "%1$s^2" : "";
   return term == TERM_CONSTANT ? 0 : snprintf(text, room, format, name);
}

/* Writes "a log a b^2". */
static size_t write_product(PlaneTerm term, const char* const names[2], char* text, size_t room)
{
   bool   has_both = term.a != TERM_CONSTANT && term.b != TERM_CONSTANT;
   size_t used = write_function(term.a, names[0], text, room);
   used += snprintf(text + used, room - used, "%s", has_both ? " " : "");
   return used + write_function(term.b, names[1], text + used, room - used);
}

const char* plane_class(const PlaneLaw* law, const char* const names[2], double a, double b, PlaneText text)
{
   double all = plane_at(law, a, b);
   size_t used = 0;
   snprintf(text, sizeof(PlaneText), "constant");
   for (unsigned t = 0; t < law->terms; t++) {
      double part = law->coefficient[t] * product_at(law->term[t], a, b);
      if (!is_constant(law->term[t]) && part >= PART_OF_CLASS * all) {
         used += snprintf(text + used, sizeof(PlaneText) - used, "%s", used == 0 ? "" : " + ");
         used += write_product(law->term[t], names, text + used, sizeof(PlaneText) - used);
      }
   }
   return text;
}

void plane_write_law(const PlaneLaw* law, const char* const names[2], PlaneText text)
{
   size_t used = 0;
   for (unsigned t = 0; t < law->terms; t++) {
      used += snprintf(text + used, sizeof(PlaneText) - used, "%s%.3g%s", used == 0 ? "" : " + ",
                       law->coefficient[t], is_constant(law->term[t]) ? "" : " ");
      used += write_product(law->term[t], names, text + used, sizeof(PlaneText) - used);
   }
}
