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
static GrowthClass least_class(const RunSubjects* subjects, const RunSubject* routine, Quantity quantity)
{
   for (GrowthClass class = GROWTH_CONSTANT; class < GROWTH_EXP; class++) {
      const Limit limit = { .kind = LIMIT_GROWTH, .quantity = quantity, .class = class, .exponent = NAN };
      Decision    decision = size_verdict(subjects, routine, &limit);
      g_free(decision.found);
      if (decision.verdict == VERDICT_PASSED) {
         return class;
      }
   }
   return GROWTH_NO_TREND;
}

static void add_program(GPtrArray* lines, const RunSubjects* subjects)
{
   GrowthClass class = least_class(subjects, NULL, QUANTITY_PROGRAM);
   if (class != GROWTH_NO_TREND) {
      g_ptr_array_add(lines, g_strdup_printf("program <= %s", growth_class_name(class)));
   } else {
      double cost = ceil(ROOM * run_subjects_cost(subjects));
      double size = subjects->size[subjects->last];
      g_ptr_array_add(lines, g_strdup_printf("program at %.0f <= %.0f", size, cost));
   }
}

static void add_routine(GPtrArray* lines, const RunSubjects* subjects, const RunSubject* routine)
{
   GrowthClass class = least_class(subjects, routine, QUANTITY_TOTAL);
   if (class == GROWTH_NO_TREND) {
      return;
   }
   GString* line = g_string_new("total of ");
   char*    pattern = g_strdelimit(g_strdup(routine->name), "*?[", '?');
   tokens_append_word(line, pattern);
   g_string_append_printf(line, " <= %s", growth_class_name(class));
   g_ptr_array_add(lines, g_string_free(line, FALSE));
   g_free(pattern);
}

char** sample_size_rules(const RunSubjects* subjects)
{
   GPtrArray* lines = g_ptr_array_new();
   add_program(lines, subjects);
   for (guint i = 0; i < subjects->routines->len && lines->len <= MOST_RULES; i++) {
      const RunSubject* routine = g_ptr_array_index(subjects->routines, i);
      if (routine->is_own && routine->share >= SHARE_TOLD) {
         add_routine(lines, subjects, routine);
      }
   }
   g_ptr_array_add(lines, NULL);
   return (char**)g_ptr_array_free(lines, FALSE);
}
