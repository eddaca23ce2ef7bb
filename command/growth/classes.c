/* The names of classes and cases, and what a law says of an n. */

#include "growth/classes.h"

#include <math.h>
#include <stdio.h>

const char* growth_class_name(GrowthClass class)
{
   static const char* const names[] = {
      [GROWTH_CONSTANT] = "constant",
      [GROWTH_N] = "n",
      [GROWTH_N_LOG_N] = "n log n",
      [GROWTH_N_1_5] = "n^1.5",
      [GROWTH_N_2] = "n^2",
      [GROWTH_N_2_LOG_N] = "n^2 log n",
      [GROWTH_N_3] = "n^3",
      [GROWTH_EXP] = "exp",
      [GROWTH_TOO_FEW_POINTS] = "too few points",
      [GROWTH_RANGE_TOO_NARROW] = "range too narrow",
      [GROWTH_NO_TREND] = "no trend",
   };
   return names[class];
}

const char* growth_range_name(GrowthClass class, GrowthClass slowest, GrowthClass fastest, GrowthText text)
{
   if (slowest == fastest) {
      return growth_class_name(class);
   }
   const char* from = growth_class_name(slowest);
   const char* to = growth_class_name(fastest);
   if (class < GROWTH_MODELS) {
      snprintf(text, sizeof(GrowthText), "%s to %s", from, to);
   } else {
      snprintf(text, sizeof(GrowthText), "%s (%s to %s)", growth_class_name(class), from, to);
   }
   return text;
}

const char* growth_case_name(GrowthCase which)
{
   static const char* const names[] = { "worst", "mean", "best" };
   return names[which];
}

double growth_exponent(GrowthClass class)
{
   static const double exponents[] = {
      [GROWTH_CONSTANT] = 0, [GROWTH_N] = 1, [GROWTH_N_LOG_N] = 1, [GROWTH_N_1_5] = 1.5, [GROWTH_N_2] = 2,
      [GROWTH_N_2_LOG_N] = 2, [GROWTH_N_3] = 3, [GROWTH_EXP] = INFINITY,
   };
   return exponents[class];
}

double growth_function(GrowthClass class, double n)
{
   double log_n = n > 1 ? log2(n) : 0;
   switch (class) {
      case GROWTH_N:         return n;
      case GROWTH_N_LOG_N:   return n * log_n;
      case GROWTH_N_1_5:     return n * sqrt(n);
      case GROWTH_N_2:       return n * n;
      case GROWTH_N_2_LOG_N: return n * n * log_n;
      case GROWTH_N_3:       return n * n * n;
      default:               return 0;
   }
}

double growth_cost(const GrowthFit* fit, double n)
{
   if (fit->model == GROWTH_EXP) {
      return fit->constant + fit->factor * exp(fit->rate * n);
   }
   return fit->constant + fit->lower * growth_function(fit->lower_class, n)
      + fit->factor * growth_function(fit->model, n);
}

bool growth_is_fast(GrowthClass class)
{
   return class >= GROWTH_N_LOG_N && class <= GROWTH_EXP;
}

int growth_level(GrowthClass class)
{
   return class > GROWTH_EXP ? -1 : class < GROWTH_N_2 ? (int)class : (int)GROWTH_N_2;
}
