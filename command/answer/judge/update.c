/* Decides which entries of a baseline change. */

#include "answer/judge/update.h"

#include <assert.h>
#include <string.h>

#include "answer/judge/baseline_report.h"
#include "answer/judge/patterns.h"

/* BUILD: what it costs is excused by the build, and is what it costs from now on. */
typedef enum {
   CHANGE_NONE, CHANGE_BUILD, CHANGE_ADDED, CHANGE_BETTER, CHANGE_DOUBTFUL, CHANGE_WORSE
} Change;

static const BaselineEntry* entry_of(const Check* check, size_t index)
{
   return baseline_entry_of(check->reference.baseline, check->reference.comparison, index);
}

/* The baseline knows what the limit is about, so that not to know it any more is a loss. */
static bool was_known(const Check* check, const Result* result)
{
   const BaselineEntry* entry = entry_of(check, result->index);
   GrowthCase           which = result->limit->kind == LIMIT_WORST_BASELINE ? GROWTH_WORST : GROWTH_MEAN;
   return entry != NULL
          && (result->limit->kind == LIMIT_FACTOR || range_has_class(&entry->classes[which]));
}

static Change change_by(const Check* check, const Result* result)
{
   switch (result->verdict) {
      case VERDICT_VIOLATED:  return CHANGE_WORSE;
      case VERDICT_OPEN:      return was_known(check, result) ? CHANGE_WORSE : CHANGE_NONE;
      case VERDICT_MAYBE:
      case VERDICT_IGNORED:   return CHANGE_DOUBTFUL;
      case VERDICT_PASSED:    break;
   }
   return CHANGE_NONE;
}

/* Finds by routine what its limits against the baseline say. */
static Change* changes_by_limits(const Check* check)
{
   Change* changes = g_new0(Change, check->subjects->count + 1);
   for (guint i = 0; i < check->results->len; i++) {
      const Result* result = &g_array_index(check->results, Result, i);
      if (limit_needs_baseline(result->limit) && result->limit->kind != LIMIT_TOTAL) {
         assert(result->index < check->subjects->count);
         changes[result->index] = MAX(changes[result->index], change_by(check, result));
      }
   }
   return changes;
}

/* Whether what the limits are about is known in one of the entries, and not in the other one. */
static bool knows_more(const BaselineEntry* entry, const BaselineEntry* other)
{
   bool does = false;
   for (GrowthCase which = GROWTH_WORST; which <= GROWTH_MEAN; which++) {
      does |= range_has_class(&entry->classes[which]) && !range_has_class(&other->classes[which]);
   }
   return does;
}

/* Whether the routine certainly costs less, or grows slower; a line that says less is no better. */
static bool is_better(const Check* check, size_t index, const BaselineEntry* before, const BaselineEntry* now)
{
   const Comparison* comparison = check->reference.comparison;
   const Pair*       pair = &comparison->pairs[comparison->pair_of[1][index]];
   return !knows_more(before, now) && (pair->state == STATE_BETTER || pair_class_direction(pair) < 0);
}

static Change change_of(const Check* check, size_t index, Change by_limits)
{
   const BaselineEntry* before = entry_of(check, index);
   if (before == NULL) {
      return CHANGE_ADDED;
   }
   g_autoptr(GStringChunk) texts = g_string_chunk_new(256);
   const BaselineEntry now = baseline_entry_make(check->subjects, index, texts);
   bool is_of_former = before->all.calls == 0 || (now.has_self && !before->has_self);   /* its version */
   return baseline_entry_is_equal(before, &now) ? CHANGE_NONE
        : by_limits == CHANGE_WORSE             ? CHANGE_WORSE
        : is_better(check, index, before, &now) || is_of_former || knows_more(&now, before)
                                                ? CHANGE_BETTER
        : by_limits == CHANGE_NONE && check->reference.comparison->is_other_build
                                                ? CHANGE_BUILD : by_limits;
}

static bool is_accepted(const Check* check, size_t index, const char* const* accepted, bool* used)
{
   const RoutineNames names = pattern_names(&check->subjects->named[index]);
   bool               is = false;
   for (size_t i = 0; accepted[i] != NULL; i++) {
      if (pattern_is_name(accepted[i], &names)) {
         used[i] = is = true;
      }
   }
   return is;
}

static void replace(Check* check, size_t index)
{
   Baseline*     baseline = check->reference.baseline;
   BaselineEntry entry = baseline_entry_make(check->subjects, index, baseline->texts);
   baseline_set(baseline, &entry);
}

static void count(Update* update, Change change, bool is_replaced)
{
   switch (change) {
      case CHANGE_ADDED:  update->added++; break;
      case CHANGE_BETTER: update->better++; break;
      case CHANGE_WORSE:
         update->accepted += is_replaced;
         update->refused += !is_replaced;
         break;
      case CHANGE_DOUBTFUL:
         update->accepted += is_replaced;
         update->unchanged += !is_replaced;
         break;
      case CHANGE_BUILD:
      case CHANGE_NONE: update->unchanged++; break;
   }
}

/* Whether the text is among those accepted, which then are used. */
static bool accepts(const char* const* accepted, const char* text, bool* used)
{
   bool is = false;
   for (size_t i = 0; accepted[i] != NULL; i++) {
      if (strcmp(accepted[i], text) == 0) {
         used[i] = is = true;
      }
   }
   return is;
}

/* Like a routine's, the program's cost only gets smaller without consent.  Of other work, it is another one:
   that, too, needs consent, and so that all is of one run, `*` includes it.  Returns CHANGE_BETTER, or
   CHANGE_WORSE if it is accepted; CHANGE_NONE: it stays. */
static Change change_of_total(const Check* check, const char* const* accepted, bool* used)
{
   const Baseline* baseline = check->reference.baseline;
   bool is_comparable = check->reference.comparison->total.why == NULL;
   bool is_accepted = !is_comparable && accepts(accepted, "*", used);
   is_accepted = accepts(accepted, CHECK_PROGRAM, used) || is_accepted;
   bool is_better = baseline->total == 0
                    || (is_comparable && (double)check->subjects->whole < baseline->total);
   return is_accepted ? CHANGE_WORSE : is_better ? CHANGE_BETTER : CHANGE_NONE;
}

static void update_total(Check* check, bool is_taken)
{
   Baseline* baseline = check->reference.baseline;
   baseline->total = is_taken ? (double)check->subjects->whole : baseline->total;
   if (is_taken || check->reference.comparison->total.why == NULL) {
      baseline_set_conditions(baseline, report_header(check->subjects->report));
      baseline_set_prints(baseline, check->subjects);
   }
}

Update update_baseline(Check* check, const char* const* accepted, bool* used)
{
   Update  update = { 0 };
   g_autofree Change* changes = changes_by_limits(check);
   size_t  before = check->reference.baseline->entries->len;
   Change  of_total = change_of_total(check, accepted, used);
   for (size_t i = 0; i < check->subjects->count; i++) {
      BaselineNeed need = check_baseline_need(check, i);
      if (need != NEED_NONE) {
         /* A routine that explains the total is of the same run. */
         bool   goes_with_total = need == NEED_OF_TOTAL && of_total != CHANGE_NONE;
         Change change = change_of(check, i, goes_with_total ? of_total : changes[i]);
         bool   is_replaced = change == CHANGE_BUILD || change == CHANGE_ADDED || change == CHANGE_BETTER
            || (change >= CHANGE_DOUBTFUL && (goes_with_total || is_accepted(check, i, accepted, used)));
         count(&update, change, is_replaced);
         if (is_replaced) {
            replace(check, i);
         }
      }
   }
   update.absent = before - (update.better + update.accepted + update.refused + update.unchanged);
   update_total(check, of_total != CHANGE_NONE);
   check->reference.baseline->fingerprint = fingerprint_of(report_header(check->subjects->report),
                                                          check->reference.baseline->texts);
   return update;
}
