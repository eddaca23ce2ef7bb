/* The program may cost what it does now.  All routines may grow as most algorithms on sorted data do; each
   routine that grows faster gets a rule of its own, by the fastest class that fits it.  In an experiment, the
   code that judges rules says which class is the least that is kept, and what the largest run has cost is a
   limit. */

#include "answer/judge/sample_rules.h"

#include <math.h>

#include "answer/judge/patterns.h"
#include "answer/judge/verdict.h"
#include "answer/judge/tokens.h"
#include "growth/classes.h"
#include "subject/limits.h"

#define USUAL_LIMIT   GROWTH_N_LOG_N
#define MOST_RULES    10

/* Routines of an experiment with a rule of their own. */
#define MOST_SIZE_RULES  5

/* The largest run may cost so many times what it did. */
#define ROOM  1.1

static bool grows_faster(Subjects* subjects, size_t index)
{
   const ClassRange* range = subjects_case(subjects, index, GROWTH_WORST);
   return subjects_is_own(subjects, &subjects->list[index]) && range_has_class(range)
          && range->fastest > USUAL_LIMIT;
}

/* The costliest of those that are not listed yet; the count of all: there is none. */
static size_t find_next(Subjects* subjects, const bool* is_listed)
{
   size_t next = subjects->count;
   for (size_t i = 0; i < subjects->count; i++) {
      const Named* costliest = next == subjects->count ? NULL : &subjects->named[next];
      if (!is_listed[i] && grows_faster(subjects, i)
          && (costliest == NULL || subjects->named[i].totals.real_sum > costliest->totals.real_sum)) {
         next = i;
      }
   }
   return next;
}

static void add_rule(GPtrArray* lines, const char* begin, const char* pattern, const char* end,
                     GrowthClass limit)
{
   GString* line = g_string_new(begin);
   tokens_append_word(line, pattern);
   g_string_append_printf(line, "%s <= %s", end, growth_class_name(limit));
   g_ptr_array_add(lines, g_string_free(line, FALSE));
}

char** sample_rules(Subjects* subjects)
{
   GPtrArray* lines = g_ptr_array_new();
   g_autofree bool* is_listed = g_new0(bool, subjects->count + 1);
   size_t index;
   g_ptr_array_add(lines, g_strdup("program total no-worse-than baseline"));
   add_rule(lines, "", "*", " worst", USUAL_LIMIT);
   while (lines->len < MOST_RULES + 2 && (index = find_next(subjects, is_listed)) < subjects->count) {
      g_autofree char* pattern = pattern_of_name(subjects->named[index].name);
      add_rule(lines, "", pattern, " worst", subjects_case(subjects, index, GROWTH_WORST)->fastest);
      is_listed[index] = true;
   }
   g_ptr_array_add(lines, NULL);
   return (char**)g_ptr_array_free(lines, FALSE);
}

/*--- Of an experiment ---*/

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
   double      cost = ceil(ROOM * run_subjects_cost(subjects));
   if (class != GROWTH_NO_TREND) {
      g_ptr_array_add(lines, g_strdup_printf("program <= %s", growth_class_name(class)));
   }
   g_ptr_array_add(lines, g_strdup_printf("program at %.0f <= %.0f", subjects->size[subjects->last], cost));
}

static void add_size_rule(GPtrArray* lines, const RunSubjects* subjects, const RunSubject* routine)
{
   GrowthClass class = least_class(subjects, routine, QUANTITY_TOTAL);
   if (class != GROWTH_NO_TREND) {
      g_autofree char* pattern = pattern_of_name(routine->name);
      add_rule(lines, "total of ", pattern, "", class);
   }
}

char** sample_size_rules(const RunSubjects* subjects)
{
   GPtrArray* lines = g_ptr_array_new();
   add_program(lines, subjects);
   for (guint i = 0; i < subjects->routines->len && lines->len < MOST_SIZE_RULES + 2; i++) {
      const RunSubject* routine = g_ptr_array_index(subjects->routines, i);
      if (routine->is_own && routine->share >= SHARE_TOLD) {
         add_size_rule(lines, subjects, routine);
      }
   }
   g_ptr_array_add(lines, NULL);
   return (char**)g_ptr_array_free(lines, FALSE);
}
