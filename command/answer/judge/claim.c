#include "answer/judge/claim.h"

#include <math.h>
#include <string.h>

#include "answer/grow/cause.h"
#include "answer/grow/naming.h"
#include "answer/grow/words.h"
#include "answer/judge/verdict.h"
#include "growth/far.h"
#include "subject/limits.h"
#include "util/text.h"

#define LOGARITHM  "log n"

const char* claim_class(const char* claim)
{
   static const struct {
      const char* claim;
      const char* class;
   } classes[] = {
      { "(1)", "constant" }, { "lgN", LOGARITHM }, { "N", "n" }, { "NlgN", "n log n" }, { "N^2", "n^2" },
      { "N^3", "n^3" },
   };
   for (size_t i = 0; i < G_N_ELEMENTS(classes); i++) {
      if (strcmp(classes[i].claim, claim) == 0) {
         return classes[i].class;
      }
   }
   return NULL;
}

Verdict claim_judge(const RunSubjects* subjects, const char* class)
{
   double largest = fmax(subjects->size[subjects->last], 2);
   Limit  limit = { .kind = LIMIT_GROWTH, .quantity = QUANTITY_PROGRAM, .exponent = NAN };
   for (GrowthClass i = GROWTH_CONSTANT; i <= GROWTH_EXP; i++) {
      limit.class = strcmp(growth_class_name(i), class) == 0 ? i : limit.class;
   }
   if (strcmp(class, LOGARITHM) == 0) {   /* no class, but from the largest size to ten times that, a power */
      limit.exponent = log10(log(FAR_TIMES * largest) / log(largest));
   }
   Decision decision = size_verdict(subjects, NULL, &limit);
   g_free(decision.found);
   return decision.verdict;
}

/* Adds whom the first sentence of the experiment names, with what it calls; if that is nobody, whose own code
   has most of the cost. */
static void add_routine(GString* text, const RunSubjects* subjects)
{
   const Cause       cause = cause_of_runs(subjects);
   const RunSubject* routine = cause.named.run;
   double            part = routine == NULL ? 0 : routine->share;
   SizeText          size;
   ShortText         share;
   if (routine == NULL && subjects->routines->len > 0) {
      routine = g_ptr_array_index(subjects->routines, 0);
      part = routine->self_share;
   }
   if (part >= PART_MOST) {
      g_string_append_printf(text, "; %s has %s of the cost at %s", naming_short(subjects, routine),
                             text_percent(part, share), words_largest(subjects, size));
   }
}

char* claim_found(const RunSubjects* subjects)
{
   const Curve* curve = &subjects->program;
   if (!curve->is_known) {
      return subjects->sizes < run_subjects_least_sizes(subjects)
         ? g_strdup_printf("%u arguments, at least %u are needed", subjects->sizes,
                           run_subjects_least_sizes(subjects))
         : g_strdup("how its cost grows is open");
   }
   GString* text = g_string_new(curve->class);
   g_string_append_printf(text, ", %s", curve_state_name(curve->state));
   add_routine(text, subjects);
   return g_string_free(text, FALSE);
}
