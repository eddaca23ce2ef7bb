/* The code that judges rules says which class is the least that is kept.  Where nothing is confirmed, what
   the largest run has cost is a limit. */

#include "answer/judge/sample_size_rules.h"

#include <math.h>
#include <string.h>

#include "answer/judge/size_verdict.h"
#include "answer/judge/tokens.h"
#include "growth/classes.h"
#include "subject/limits.h"

/* Routines with a rule of their own. */
#define MOST_RULES    5

/* The largest run may cost so many times what it did. */
#define ROOM          1.1

/* GROWTH_NO_TREND: none is certainly kept. */
static GrowthClass least_class(const GrowthFacts* facts, const QuantityCurve* of, Quantity quantity)
{
   for (GrowthClass class = GROWTH_CONSTANT; class < GROWTH_EXP; class++) {
      const Limit limit = { .kind = LIMIT_GROWTH, .quantity = quantity, .class = class, .exponent = NAN };
      Decision    decision = size_verdict(facts, of, &limit);
      g_free(decision.found);
      if (decision.verdict == VERDICT_PASSED) {
         return class;
      }
   }
   return GROWTH_NO_TREND;
}

static void add_program(GPtrArray* lines, const GrowthFacts* facts)
{
   const QuantityCurve program = { facts->program, facts->series->cost };
   GrowthClass   class = least_class(facts, &program, QUANTITY_PROGRAM);
   if (class != GROWTH_NO_TREND) {
      g_ptr_array_add(lines, g_strdup_printf("program <= %s", growth_class_name(class)));
   } else {
      double cost = ceil(ROOM * facts->series->cost[facts->last]);
      g_ptr_array_add(lines, g_strdup_printf("program at %.0f <= %.0f", facts->size[facts->last], cost));
   }
}

static void add_routine(GPtrArray* lines, const GrowthFacts* facts, const SizeGrowth* routine)
{
   const QuantityCurve total = { routine->total, routine->series->total };
   GrowthClass   class = least_class(facts, &total, QUANTITY_TOTAL);
   if (class == GROWTH_NO_TREND) {
      return;
   }
   GString* line = g_string_new("total of ");
   char*    pattern = g_strdelimit(g_strdup(routine->series->name), "*?[", '?');
   tokens_append_word(line, pattern);
   g_string_append_printf(line, " <= %s", growth_class_name(class));
   g_ptr_array_add(lines, g_string_free(line, FALSE));
   g_free(pattern);
}

char** sample_size_rules(const GrowthFacts* facts)
{
   GPtrArray* lines = g_ptr_array_new();
   add_program(lines, facts);
   for (guint i = 0; i < facts->routines->len && lines->len <= MOST_RULES; i++) {
      const SizeGrowth* routine = &g_array_index(facts->routines, SizeGrowth, i);
      if (routine->series->is_own && routine->share >= SHARE_TOLD) {
         add_routine(lines, facts, routine);
      }
   }
   g_ptr_array_add(lines, NULL);
   return (char**)g_ptr_array_free(lines, FALSE);
}
