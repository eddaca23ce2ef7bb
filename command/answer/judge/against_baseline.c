/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A routine and its line in the baseline.

   Counts are deterministic.  So if there are as many calls with an input as in the
   baseline, they are the same calls, and what they cost is compared number by number.
   If there are none, what laws say of the baseline's largest input must do. */

#include "answer/judge/against_baseline.h"

#include <math.h>
#include <stdlib.h>

#include "answer/compare/comparison.h"
#include "answer/judge/known_class.h"
#include "util/text.h"

const BaselineEntry* against_baseline_entry(Facts* facts, size_t index, Baseline* baseline)
{
   const SideRoutine* routine = facts_routine(facts, index);
   return baseline_find(baseline, text_printable(routine->name, baseline->texts),
                        text_printable(routine->object, baseline->texts));
}

/*------------------------------------------------------------------*/
/*--- The factor                                                 ---*/
/*------------------------------------------------------------------*/

typedef struct {
   Factor   factor;
   unsigned inputs;    /* that were compared number by number */
   uint32_t largest;   /* of them, or of the baseline */
} Compared;

static int compare_rms(const void* key, const void* point)
{
   uint32_t rms = *(const uint32_t*)key;
   uint32_t other = ((const Point*)point)->rms;
   return rms < other ? -1 : rms > other;
}

static const Point* find_point(const SideRoutine* routine, uint32_t rms)
{
   return bsearch(&rms, routine->points, routine->facts.points, sizeof *routine->points, compare_rms);
}

static Compared compare_calls(const SideRoutine* routine, const BaselineEntry* entry)
{
   Compared compared = { .inputs = 0 };
   double   now = 0, before = 0;
   for (unsigned i = 0; i < entry->cost_count; i++) {
      const BaselineCost* cost = &entry->costs[i];
      const Point*        point = find_point(routine, cost->n);
      if (point != NULL && point->calls == cost->calls) {
         now += (double)point->sum;
         before += (double)cost->cost;
         compared.inputs++;
         compared.largest = MAX(compared.largest, cost->n);
      }
   }
   if (compared.inputs > 0 && before > 0) {
      double value = now / before;
      compared.factor = (Factor){
         .known = true, .is_exact = true, .value = value, .low = value, .high = value
      };
   }
   return compared;
}

static Compared compare_laws(Facts* facts, size_t index, const BaselineEntry* entry)
{
   GrowthPrediction now = facts_predict(facts, index, entry->largest);
   Compared         compared = { .largest = entry->largest };
   if (now.known && entry->law.low > 0) {
      compared.factor = (Factor){
         .known = true, .value = now.cost / sqrt(entry->law.low * entry->law.high),
         .low = now.low / entry->law.high, .high = now.high / entry->law.low
      };
   }
   return compared;
}

static Compared compare(Facts* facts, size_t index, const BaselineEntry* entry)
{
   const SideRoutine* routine = facts_routine(facts, index);
   if (routine->facts.has_no_input) {
      return (Compared){ .inputs = 0 };
   }
   Compared compared = compare_calls(routine, entry);
   return compared.factor.known ? compared : compare_laws(facts, index, entry);
}

/* True if the cost that was added or saved is next to nothing, as part of the program's cost. */
static bool is_small(const Facts* facts, size_t index, const Factor* factor)
{
   return fabs(1 - 1 / factor->value) * facts_share(facts, index) <= COMPARE_LEAST_PART;
}

/* In another environment, costs differ for other reasons, too. */
static Verdict factor_verdict(const Facts* facts, size_t index, const Factor* factor, double limit,
                              const Reference* reference)
{
   if (factor->high <= limit || (factor->value > 1 && is_small(facts, index, factor))) {
      return VERDICT_PASSED;
   }
   return factor->low > limit && reference->other_environment == NULL ? VERDICT_VIOLATED : VERDICT_MAYBE;
}

static Decision answer_factor(Facts* facts, size_t index, const Limit* limit, const BaselineEntry* entry,
                            const Reference* reference)
{
   const Compared compared = compare(facts, index, entry);
   const Factor*  factor = &compared.factor;
   GroupedText    largest;
   if (!factor->known && facts_routine(facts, index)->facts.has_no_input) {
      return (Decision){ VERDICT_UNDECIDED, g_strdup("its input was not measured"), NAN, NAN, NAN };
   }
   if (!factor->known) {
      return (Decision){
         VERDICT_UNDECIDED, g_strdup("no call has an input of the baseline, and no law says what one costs"),
         NAN, NAN, NAN
      };
   }
   Decision decision = {
      factor_verdict(facts, index, factor, limit->number, reference), NULL,
      factor->value, factor->low, factor->high
   };
   const char* n = text_grouped_number(compared.largest, largest);
   if (!factor->is_exact) {
      decision.found = g_strdup_printf("a call with an input of %s costs %.3g times as much as in the "
                                     "baseline, by their laws (%.3g to %.3g)", n, factor->value, factor->low,
                                     factor->high);
   } else if (compared.inputs == 1) {
      decision.found = g_strdup_printf("the same calls, of input %s, cost %.4g times as much as in the "
                                     "baseline", n, factor->value);
   } else {
      decision.found = g_strdup_printf("the same calls, of %u inputs up to %s, cost %.4g times as much as in "
                                     "the baseline", compared.inputs, n, factor->value);
   }
   return decision;
}

/*------------------------------------------------------------------*/
/*--- The class                                                  ---*/
/*------------------------------------------------------------------*/

static Decision answer_class(Facts* facts, size_t index, GrowthCase which, const BaselineEntry* entry)
{
   const ClassRange* now = facts_case(facts, index, which);
   const ClassRange* before = &entry->classes[which];
   bool              both = routine_has_class(now) && routine_has_class(before);
   Verdict verdict = !both ? VERDICT_UNDECIDED
                   : known_class_is_faster_than_before(facts, index, which, entry) ? VERDICT_VIOLATED
                   : now->slowest <= before->slowest && now->fastest <= before->fastest ? VERDICT_PASSED
                                                                                      : VERDICT_MAYBE;
   GrowthText  text;
   const char* class = growth_range_name(before->class, before->slowest, before->fastest, text);
   char*       found = known_class_text(facts, index, which, verdict <= VERDICT_MAYBE);
   Decision      decision = {
      verdict, g_strdup_printf("%s; in the baseline: %s", found, class), NAN, NAN, NAN
   };
   g_free(found);
   return decision;
}

static Decision undecided(const char* why)
{
   return (Decision){ VERDICT_UNDECIDED, g_strdup(why), NAN, NAN, NAN };
}

Decision against_baseline(Facts* facts, size_t index, const Limit* limit, const Reference* reference)
{
   if (reference->other_measure != NULL) {
      char*  why = g_strdup_printf("the baseline cannot be compared: %s", reference->other_measure);
      Decision decision = undecided(why);
      g_free(why);
      return decision;
   }
   const BaselineEntry* entry = against_baseline_entry(facts, index, reference->baseline);
   if (entry == NULL) {
      return undecided("it is not in the baseline");
   }
   switch (limit->kind) {
      case LIMIT_WORST_BASELINE: return answer_class(facts, index, GROWTH_WORST, entry);
      case LIMIT_MEAN_BASELINE:  return answer_class(facts, index, GROWTH_MEAN, entry);
      default:                   return answer_factor(facts, index, limit, entry, reference);
   }
}

/*------------------------------------------------------------------*/
/*--- For updates                                                ---*/
/*------------------------------------------------------------------*/

bool against_baseline_is_better(Facts* facts, size_t index, const BaselineEntry* entry)
{
   for (GrowthCase which = GROWTH_WORST; which <= GROWTH_MEAN; which++) {
      if (known_class_was_faster(facts, index, which, entry)) {
         return true;
      }
   }
   const Compared compared = compare(facts, index, entry);
   return compared.factor.known && compared.factor.high < 1 / COMPARE_THRESHOLD
          && !is_small(facts, index, &compared.factor);
}

bool against_baseline_is_known_now(Facts* facts, size_t index, const BaselineEntry* entry)
{
   for (GrowthCase which = GROWTH_WORST; which <= GROWTH_MEAN; which++) {
      const ClassRange* now = facts_case(facts, index, which);
      if (routine_has_class(now) && !routine_has_class(&entry->classes[which])) {
         return true;
      }
   }
   return false;
}

static bool are_equal_intervals(const Interval* a, const Interval* b)
{
   return a->low == b->low && a->high == b->high;
}

static bool are_equal_costs(const BaselineCost* a, const BaselineCost* b)
{
   return a->n == b->n && a->calls == b->calls && a->cost == b->cost;
}

bool against_baseline_is_equal(Facts* facts, size_t index, const BaselineEntry* entry)
{
   GStringChunk*       texts = g_string_chunk_new(256);
   const BaselineEntry now = baseline_entry_make(facts, index, texts);
   bool is_equal = now.smallest == entry->smallest && now.largest == entry->largest
      && now.points == entry->points && now.cost_count == entry->cost_count
      && are_equal_intervals(&now.law, &entry->law);
   for (GrowthCase which = GROWTH_WORST; which <= GROWTH_MEAN; which++) {
      is_equal &= now.classes[which].slowest == entry->classes[which].slowest
         && now.classes[which].fastest == entry->classes[which].fastest
         && are_equal_intervals(&now.exponents[which], &entry->exponents[which]);
   }
   for (unsigned i = 0; i < now.cost_count && is_equal; i++) {
      is_equal = are_equal_costs(&now.costs[i], &entry->costs[i]);
   }
   g_string_chunk_free(texts);
   return is_equal;
}
