/* Counts are deterministic.  So if there are as many calls with an input as in the
   baseline, they are the same calls, and what they cost is compared number by number.
   If there are none, what laws say of the baseline's largest input must do.

   If both runs did the same work, what all calls cost has the last word, as in the comparison of reports
   (compare/state.h): for what is called more often by others, these are to blame. */

#include "answer/judge/against_baseline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer/compare/code.h"
#include "answer/compare/state.h"
#include "answer/judge/against.h"
#include "answer/judge/classes.h"
#include "subject/limits.h"
#include "util/text.h"

/*--- A routine and its line ---*/

const BaselineEntry* against_baseline_entry(Subjects* subjects, size_t index, Baseline* baseline)
{
   const Named*   routine = &subjects->named[index];
   const BaselineEntry* entry = baseline_find(baseline, text_printable(routine->name, baseline->texts),
                                              text_printable(routine->object, baseline->texts));
   return entry != NULL ? entry : g_hash_table_lookup(baseline->matched, routine);
}

/*--- The factor ---*/

typedef struct {
   Factor   factor;
   bool     is_of_all;    /* of all calls, of the same work; what follows of calls is not set */
   bool     is_excused;   /* its own code did not do it */
   unsigned inputs;       /* that were compared number by number */
   uint32_t largest;      /* of them, or of the baseline */
} Compared;

static int compare_rms(const void* key, const void* point)
{
   uint32_t rms = *(const uint32_t*)key;
   uint32_t other = ((const Point*)point)->rms;
   return rms < other ? -1 : rms > other;
}

static const Point* find_point(const Named* routine, uint32_t rms)
{
   return bsearch(&rms, routine->points, routine->subject->points, sizeof *routine->points, compare_rms);
}

static Compared compare_calls(const Named* routine, const BaselineEntry* entry)
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

static Compared compare_laws(Subjects* subjects, size_t index, const BaselineEntry* entry)
{
   GrowthPrediction now = subjects_predict(subjects, index, entry->largest);
   Compared         compared = { .largest = entry->largest };
   if (now.known && entry->law.low > 0) {
      compared.factor = (Factor){
         .known = true, .value = now.cost / sqrt(entry->law.low * entry->law.high),
         .low = now.low / entry->law.high, .high = now.high / entry->law.low
      };
   }
   return compared;
}

static CodeChange code_of(Subjects* subjects, size_t index, const BaselineEntry* entry, bool is_other_data)
{
   bool is_known = entry->prints.code != NULL || entry->prints.source != NULL;
   RoutinePrints now = is_known ? baseline_prints(subjects, index) : (RoutinePrints){ 0 };
   CodeChange    code = code_change(&entry->prints, &now, is_other_data);
   routine_prints_free(&now);
   return code;
}

/* 1: the program costs more, by more than the threshold; -1: less; 0: neither, or not known. */
static int total_direction(const Subjects* subjects, const Baseline* baseline)
{
   double factor = baseline->total > 0 ? subjects->whole / baseline->total : 1;
   return (factor > SAME_COST) - (factor < 1 / SAME_COST);
}

static bool is_total_same(const Subjects* subjects, const Baseline* baseline)
{
   return baseline->total > 0 && total_direction(subjects, baseline) == 0;
}

/* Counts by CodeChange the routines of own code that have a line. */
static void count_codes(Subjects* subjects, Baseline* baseline, bool is_other_data, uint32_t codes[CODES])
{
   for (size_t i = 0; i < subjects->count; i++) {
      const BaselineEntry* entry = against_baseline_entry(subjects, i, baseline);
      if (entry != NULL && subjects->list[i].is_own) {
         codes[code_of(subjects, i, entry, is_other_data)]++;
      }
   }
}

BaselineCode against_baseline_code(Subjects* subjects, Baseline* baseline)
{
   ProgramPrints now = program_code_whole(subjects_code(subjects));
   BaselineCode  code = { .is_other_data = code_is_other_data(&baseline->prints, &now) };
   uint32_t      codes[CODES] = { 0 };
   count_codes(subjects, baseline, code.is_other_data, codes);
   code.has_changed = codes[CODE_CHANGED] + codes[CODE_COMPILED] > 0;
   code.is_other_build = code_is_other_build(&baseline->prints, &now, codes)
                         || (code_is_mostly_changed(codes) && is_total_same(subjects, baseline));
   program_prints_free(&now);
   return code;
}

static bool has_faster_class(Subjects* subjects, size_t index, const BaselineEntry* entry)
{
   return class_is_faster_than_before(subjects, index, GROWTH_WORST, entry)
          || class_is_faster_than_before(subjects, index, GROWTH_MEAN, entry);
}

/* A compiler may make any routine dearer by a factor as long as the program is not (compare/comparison.c). */
static bool is_of_build(Subjects* subjects, size_t index, const BaselineEntry* entry, int direction,
                        const Reference* reference)
{
   return reference->code.is_other_build && total_direction(subjects, reference->baseline) != direction
          && !(direction > 0 && has_faster_class(subjects, index, entry));
}

static Compared compare_all(Subjects* subjects, size_t index, const BaselineEntry* entry,
                            const Reference* reference)
{
   const Totals* now = &subjects->named[index].totals;
   CodeChange    code = code_of(subjects, index, entry, reference->code.is_other_data);
   double        factor = fmax(1, (double)now->real_sum) / fmax(1, (double)entry->all.real_sum);
   int           direction = factor > 1 ? 1 : -1;
   return (Compared){
      .factor = { .known = true, .is_exact = true, .value = factor, .low = factor, .high = factor },
      .is_of_all = true,
      .is_excused = totals_are_called_otherwise(&entry->all, now, code, SAME_COST, direction)
                    || (code == CODE_SAME && !reference->code.has_changed
                        && is_total_same(subjects, reference->baseline))
                    || is_of_build(subjects, index, entry, direction, reference),
   };
}

/* Whether what all calls cost decides. */
static bool has_all(const BaselineEntry* entry, const Reference* reference)
{
   return entry->all.calls > 0 && reference->other_work == NULL;
}

static Compared compare(Subjects* subjects, size_t index, const BaselineEntry* entry,
                        const Reference* reference)
{
   const Named* routine = &subjects->named[index];
   if (has_all(entry, reference)) {
      return compare_all(subjects, index, entry, reference);
   }
   if (routine->subject->has_no_input) {
      return (Compared){ .inputs = 0 };
   }
   Compared compared = compare_calls(routine, entry);
   compared = compared.factor.known ? compared : compare_laws(subjects, index, entry);
   compared.is_excused = reference->other_work != NULL
                         && code_of(subjects, index, entry, reference->code.is_other_data) == CODE_SAME;
   return compared;
}

/* True if the cost that was added or saved is next to nothing, as part of the program's cost, the larger one
   of before and now: as in the comparison of reports. */
static bool is_small(Subjects* subjects, size_t index, const BaselineEntry* entry, const Factor* factor,
                     const Reference* reference)
{
   double     whole = fmax(reference->baseline->total, (double)subjects->whole);
   double     cost = (double)subjects->named[index].totals.real_sum;
   double     added = share_of(fabs(1 - 1 / factor->value) * cost, whole);
   CodeChange code = code_of(subjects, index, entry, reference->code.is_other_data);
   bool       is_rebuilt = code == CODE_COMPILED || (reference->code.is_other_build && code != CODE_SAME);
   return added <= compare_least_part(SHARE_TOLD,
                                      has_faster_class(subjects, index, entry) && !is_rebuilt);
}

/* In another environment, costs differ for other reasons, too. */
static Verdict factor_verdict(Subjects* subjects, size_t index, const BaselineEntry* entry,
                              const Compared* compared, double limit, const Reference* reference)
{
   const Factor* factor = &compared->factor;
   bool          is_trifle = factor->value > 1 && is_small(subjects, index, entry, factor, reference);
   if (compared->is_excused || factor->high <= limit || is_trifle) {
      return VERDICT_PASSED;
   }
   return factor->low > limit && reference->other_environment == NULL
             ? verdict_on_more(reference, VERDICT_VIOLATED) : VERDICT_MAYBE;
}

/* Takes the text over. */
static Decision open_because(char* why)
{
   return (Decision){ VERDICT_OPEN, why, NAN, NAN, NAN };
}

static Decision answer_factor(Subjects* subjects, size_t index, const Limit* limit,
                              const BaselineEntry* entry, const Reference* reference)
{
   const Compared compared = compare(subjects, index, entry, reference);
   const Factor*  factor = &compared.factor;
   GroupedText    largest;
   TimesText      times;
   if (!factor->known) {
      return open_because(g_strdup(subjects->list[index].has_no_input
                                   ? "its input was not measured"
                                   : "no call has an input of the baseline, and no law says what one costs"));
   }
   Decision decision = {
      factor_verdict(subjects, index, entry, &compared, limit->number, reference), NULL,
      factor->value, factor->low, factor->high
   };
   const char* n = text_grouped_number(compared.largest, largest);
   if (compared.is_of_all) {
      decision.found = g_strdup_printf("all its calls cost %s as in the baseline",
                                       text_times_as_much(factor->value, times));
   } else if (!factor->is_exact) {
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

/*--- The class ---*/

static bool costs_the_same(Subjects* subjects, size_t index, const BaselineEntry* entry)
{
   const Compared compared = compare_calls(&subjects->named[index], entry);
   return compared.factor.known && compared.inputs == entry->cost_count
          && compared.factor.value <= SAME_COST;
}

/* True if all calls of the same work cost no more, or its own code did not do it: then it does not grow
   faster. */
static bool is_not_costlier(Subjects* subjects, size_t index, GrowthCase which, const BaselineEntry* entry,
                            const Reference* reference)
{
   const Compared compared = compare(subjects, index, entry, reference);
   double         factor = compared.factor.value;
   bool           is_faster = factor > 1 && class_is_faster_than_before(subjects, index, which, entry);
   return compared.is_of_all && (compared.is_excused || (factor <= SAME_COST && !is_faster)
                                 || is_small(subjects, index, entry, &compared.factor, reference));
}

static Decision answer_class_change(Subjects* subjects, size_t index, GrowthCase which,
                                    const BaselineEntry* entry, const Reference* reference)
{
   const ClassRange* now = subjects_case(subjects, index, which);
   const ClassRange* before = &entry->classes[which];
   bool              both = range_has_class(now) && range_has_class(before);
   if (is_not_costlier(subjects, index, which, entry, reference)) {
      return (Decision){
         VERDICT_PASSED, g_strdup_printf("its %s cost does not grow faster than in the baseline",
                                         growth_case_name(which)), NAN, NAN, NAN
      };
   }
   if (!both && !has_all(entry, reference) && costs_the_same(subjects, index, entry)) {
      return (Decision){
         VERDICT_PASSED, g_strdup("the same calls cost as much as in the baseline"), NAN, NAN, NAN
      };
   }
   bool    is_perhaps = now->slowest > before->slowest || now->fastest > before->fastest;
   Verdict verdict = !both ? VERDICT_OPEN
                   : class_is_faster_than_before(subjects, index, which, entry) ? VERDICT_VIOLATED
                   : is_perhaps && !has_all(entry, reference) ? VERDICT_MAYBE : VERDICT_PASSED;
   GrowthText  text;
   const char* class = range_text(before, text);
   char*       found = class_text(subjects, index, which, verdict <= VERDICT_MAYBE);
   Decision      decision = {
      verdict, g_strdup_printf("%s; in the baseline: %s", found, class), NAN, NAN, NAN
   };
   g_free(found);
   return decision;
}

static Decision against_line(Subjects* subjects, size_t index, const Limit* limit, const Reference* reference)
{
   const BaselineEntry* entry = against_baseline_entry(subjects, index, reference->baseline);
   if (entry == NULL) {
      return (Decision){ VERDICT_PASSED, g_strdup("it is not in the baseline"), NAN, NAN, NAN };
   }
   switch (limit->kind) {
      case LIMIT_WORST_BASELINE: return answer_class_change(subjects, index, GROWTH_WORST, entry, reference);
      case LIMIT_MEAN_BASELINE:  return answer_class_change(subjects, index, GROWTH_MEAN, entry, reference);
      default:                   return answer_factor(subjects, index, limit, entry, reference);
   }
}

/* If the runs did other work, what is not worse may still be. */
Decision against_baseline(Subjects* subjects, size_t index, const Limit* limit, const Reference* reference)
{
   if (reference->other_measure != NULL) {
      return open_because(g_strdup_printf("the baseline cannot be compared: %s", reference->other_measure));
   }
   const Comparison* comparison = reference->comparison;
   const char*       other_work = comparison == NULL ? reference->other_work : comparison->total.why;
   Decision          decision = comparison == NULL ? against_line(subjects, index, limit, reference)
                                                   : against_report(limit, index, reference);
   if (decision.verdict == VERDICT_PASSED && other_work != NULL) {
      g_free(decision.found);
      decision = open_because(g_strdup_printf("the runs cannot be compared: %s", other_work));
   }
   return decision;
}

/*--- For updates ---*/

bool against_baseline_is_better(Subjects* subjects, size_t index, const BaselineEntry* entry,
                                const Reference* reference)
{
   for (GrowthCase which = GROWTH_WORST; which <= GROWTH_MEAN; which++) {
      const ClassRange* now = subjects_case(subjects, index, which);
      if (range_has_class(&entry->classes[which]) && !range_has_class(now)) {
         return false;   /* a line that says less is no better */
      }
      if (class_was_faster(subjects, index, which, entry)) {
         return true;
      }
   }
   const Compared compared = compare(subjects, index, entry, reference);
   return compared.factor.known && !compared.is_excused && compared.factor.high < 1 / SAME_COST
          && !is_small(subjects, index, entry, &compared.factor, reference);
}

bool against_baseline_is_known_now(Subjects* subjects, size_t index, const BaselineEntry* entry)
{
   if (entry->all.calls == 0) {
      return true;   /* a former version wrote it */
   }
   for (GrowthCase which = GROWTH_WORST; which <= GROWTH_MEAN; which++) {
      const ClassRange* now = subjects_case(subjects, index, which);
      if (range_has_class(now) && !range_has_class(&entry->classes[which])) {
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

bool against_baseline_is_equal(Subjects* subjects, size_t index, const BaselineEntry* entry)
{
   GStringChunk*       texts = g_string_chunk_new(256);
   const BaselineEntry now = baseline_entry_make(subjects, index, texts);
   bool is_equal = now.smallest == entry->smallest && now.largest == entry->largest
      && now.points == entry->points && now.all.calls == entry->all.calls
      && now.all.real_sum == entry->all.real_sum && g_strcmp0(now.prints.code, entry->prints.code) == 0
      && g_strcmp0(now.prints.source, entry->prints.source) == 0
      && now.cost_count == entry->cost_count && are_equal_intervals(&now.law, &entry->law);
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
