/* Names in reports are input from outside: what is not printable becomes a question mark before it gets into
   a text. */

#include "answer/compare/words.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "subject/subject.h"
#include "answer/compare/comparison.h"
#include "subject/names.h"
#include "answer/compare/notes.h"
#include "answer/compare/total.h"
#include "model/names.h"
#include "subject/limits.h"
#include "util/text.h"

/*--- Numbers ---*/

static double distance(const CasePair* pair)
{
   return pair->at_largest.known ? fabs(log(pair->at_largest.value)) : 0;
}

GrowthCase words_case(const Pair* pair)
{
   const CasePair* worst = &pair->cases[GROWTH_WORST];
   const CasePair* mean = &pair->cases[GROWTH_MEAN];
   if ((worst->class_change != 0) != (mean->class_change != 0)) {
      return worst->class_change != 0 ? GROWTH_WORST : GROWTH_MEAN;
   }
   return distance(worst) > 1.05 * distance(mean) + 0.01 ? GROWTH_WORST : GROWTH_MEAN;
}

const char* words_class_of_sizes(const SizePair* sizes, int side)
{
   const Curve* curve = &sizes->curves[side];
   return curve->is_known && curve->state != CURVE_OPEN ? curve->class : "open";
}

/* Returns what a table shows of the classes of experiments. */
static const char* growth_of_sizes(const SizePair* sizes, GrowthWords text)
{
   const char* before = words_class_of_sizes(sizes, 0);
   const char* now = words_class_of_sizes(sizes, 1);
   bool is_one = !sizes->is_there[0] || !sizes->is_there[1] || strcmp(before, now) == 0
                 || (sizes->class_change == 0 && sizes->state != CURVE_OPEN);
   snprintf(text, sizeof(GrowthWords), "%s%s%s", is_one ? "" : before, is_one ? "" : " -> ",
            is_one && !sizes->is_there[1] ? before : now);
   return text;
}

static const char* side_growth(const Named* routine, const ClassRange* mean, const ClassRange* shown,
                               GrowthText text)
{
   return routine == NULL ? NULL : subject_growth_text(routine->subject, mean, shown, text);
}

const char* words_growth(const Pair* pair, GrowthWords text)
{
   if (pair->sizes != NULL) {
      return growth_of_sizes(pair->sizes, text);
   }
   GrowthText      before, now;
   const CasePair* mean = &pair->cases[GROWTH_MEAN];
   const CasePair* shown = &pair->cases[words_case(pair)];
   const char*     from = side_growth(pair->before, &mean->before, &shown->before, before);
   const char*     to = side_growth(pair->now, &mean->now, &shown->now, now);
   const char*     at_worst = words_case(pair) == GROWTH_WORST ? "worst " : "";
   if (from == NULL || to == NULL || strcmp(from, to) == 0) {
      const char* one = to == NULL ? from : to;
      snprintf(text, sizeof(GrowthWords), "%s", one);
   } else {
      snprintf(text, sizeof(GrowthWords), "%s%s -> %s", at_worst, from, to);
   }
   return text;
}

/*--- Names ---*/

/* The name of a callee in the first line, which has other names, has at most so many characters. */
#define LONGEST_CALLEE  48

/* A name of at most so many characters; a longer one is cut. */
static const char* cut_name(const Comparison* comparison, const Pair* pair, size_t longest)
{
   const Routine* routine = pair_routine(pair)->subject->routine;
   const char*    name = comparison_name_of(comparison, pair);
   const char*    mangled = strcmp(name, routine->name) == 0 ? routine->mangled : NULL;
   g_autofree char* cut = name_shorten(name, mangled, longest);
   return g_string_chunk_insert(comparison->texts, cut);
}

static const char* short_name(const Comparison* comparison, const Pair* pair)
{
   return cut_name(comparison, pair, SENTENCE_NAME);
}

static const char* name_at(const Comparison* comparison, uint32_t index)
{
   assert(index < comparison->count);
   return short_name(comparison, &comparison->pairs[index]);
}

/*--- Why ---*/

/* Why a routine costs more in which nobody has changed anything. */
static const char* other_reason(const Comparison* comparison, const Pair* pair, const char* reason)
{
   return comparison->is_other_build && pair_routine(pair)->subject->is_own ? "compiled otherwise" : reason;
}

static const char* calls_reason(const Comparison* comparison, const Pair* pair, size_t longest)
{
   bool is_less = pair->added < 0;
   if (pair->blame.callee == NO_PAIR) {
      return pair->code == CODE_CHANGED ? "code changed"
                                        : other_reason(comparison, pair, "through what it calls");
   }
   const Pair* callee = &comparison->pairs[pair->blame.callee];
   const char* what = callee->before == NULL ? "calls %s, new"
                      : callee->now == NULL  ? "no longer calls %s"
                      : is_less              ? "calls %s less" : "calls %s more";
   return text_keep(g_strdup_printf(what, cut_name(comparison, callee, longest)), comparison->texts);
}

const char* words_reason(const Comparison* comparison, const Pair* pair)
{
   const Blame* blame = &pair->blame;
   uint32_t     from = blame->root != NO_PAIR ? blame->root : blame->callee;
   switch (blame->kind) {
      case BLAME_NONE: case BLAME_UNKNOWN: return NULL;
      case BLAME_OWN_WORK: return pair->code == CODE_CHANGED ? "own code, changed" : "own code";
      case BLAME_CALLS: return calls_reason(comparison, pair, SENTENCE_NAME);
      case BLAME_GIVEN:
         return from == NO_PAIR ? other_reason(comparison, pair, "same code, other input")
                : text_keep(g_strdup_printf("same code, from %s?", name_at(comparison, from)),
                            comparison->texts);
      case BLAME_INHERITED: break;
   }
   return text_keep(g_strdup_printf("from %s%s", name_at(comparison, from), blame->is_certain ? "" : "?"),
                    comparison->texts);
}

/*--- The first line: routines ---*/

/* The changed routines that are named if nobody knows which of them it was. */
#define MOST_SUSPECTS  3

static void add_code(GString* text, const Pair* pair)
{
   if (pair->code == CODE_CHANGED) {
      g_string_append(text, ", changed,");
   } else if (pair->code == CODE_SAME) {
      g_string_append(text, ", same code,");
   }
}

/* "parse_value, changed, costs 9.1 times as much". */
static void add_costs(GString* text, const Comparison* comparison, const Pair* pair)
{
   ShortText   cost;
   TimesText   times;
   const Pair* other = pair->renamed == NO_PAIR ? NULL : &comparison->pairs[pair->renamed];
   g_string_append(text, short_name(comparison, pair));
   if (other != NULL && pair->now != NULL) {
      double factor = (double)pair->now->totals.real_sum / fmax(1, (double)other->before->totals.real_sum);
      g_string_append_printf(text, ", likely once %s, costs %s", short_name(comparison, other),
                             text_times_as_much(factor, times));
   } else if (pair->before == NULL) {
      g_string_append_printf(text, ", which is new, costs %s",
                             text_short_number((double)pair->now->totals.real_sum, cost));
   } else if (pair->now == NULL) {
      g_string_append_printf(text, ", which is gone, cost %s",
                             text_short_number((double)pair->before->totals.real_sum, cost));
   } else {
      add_code(text, pair);
      g_string_append_printf(text, " costs %s", text_times_as_much(pair_factor_of_all(pair), times));
   }
}

/* Adds the same of experiments. */
static void add_classes_of_sizes(GString* text, const SizePair* sizes, const char* joint)
{
   if (sizes->class_change != 0) {
      g_string_append_printf(text, "%s grows as %s, not %s%s", joint, words_class_of_sizes(sizes, 1),
                             words_class_of_sizes(sizes, 0),
                             sizes->state == CURVE_CONFIRMED ? "" : " (likely)");
   }
}

/* " grows as n^2, not n", behind the joint; nothing if that is the contrary of what the costs say. */
static void add_classes(GString* text, const Pair* pair, const char* joint)
{
   GrowthText      before, now;
   const CasePair* shown = &pair->cases[words_case(pair)];
   if (pair->sizes != NULL) {
      add_classes_of_sizes(text, pair->sizes, joint);
   } else if (pair->before != NULL && pair->now != NULL && shown->class_change * pair->added > 0) {
      g_string_append_printf(text, "%s grows as %s, not %s", joint, range_text(&shown->now, now),
                             range_text(&shown->before, before));
   }
}

/* Says what a routine costs and how it grows.  If only its largest inputs cost more, all its calls together
   do not show it: "parse grows as n^2, not n, and costs 1.43 times as much at n = 4,000". */
static void add_change(GString* text, const Comparison* comparison, const Pair* pair)
{
   const CasePair* shown = &pair->cases[words_case(pair)];
   bool            is_both = pair->before != NULL && pair->now != NULL;
   double          factor = is_both ? pair_factor_of_all(pair) : NAN;
   double          threshold = comparison->options.threshold;
   TimesText       times;
   GroupedText     n;
   if (is_both && pair->sizes == NULL && shown->class_change != 0 && shown->at_largest.known
       && factor <= threshold && factor >= 1 / threshold) {
      g_string_append(text, short_name(comparison, pair));
      add_code(text, pair);
      add_classes(text, pair, "");
      g_string_append_printf(text, ", and costs %s at n = %s",
                             text_times_as_much(shown->at_largest.value, times),
                             text_grouped_number(pair->largest, n));
   } else {
      add_costs(text, comparison, pair);
      add_classes(text, pair, " and");
   }
}

/* Adds what the culprit does: it calls something more, or most is in another routine. */
static void add_place(GString* text, const Comparison* comparison, const Pair* pair)
{
   const Total* total = &comparison->total;
   bool         is_less = total->cost[1] < total->cost[0];
   if (pair->blame.kind == BLAME_CALLS && pair->blame.callee != NO_PAIR) {
      g_string_append_printf(text, " (%s)", calls_reason(comparison, pair, LONGEST_CALLEE));
   } else if (total->place != NO_PAIR) {
      g_string_append_printf(text, " (%s in %s)", is_less ? "most is saved" : "most of that is",
                             cut_name(comparison, &comparison->pairs[total->place], LONGEST_CALLEE));
   }
}

/* The own routines whose code changed, the costliest first: "probably by fill, read, changed".
   */
static void add_suspects(GString* text, const Comparison* comparison)
{
   uint32_t count = 0;
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[comparison->order[i]];
      if (pair->code == CODE_CHANGED && pair_routine(pair)->subject->is_own && pair->now != NULL) {
         if (count < MOST_SUSPECTS) {
            g_string_append_printf(text, "%s%s", count == 0 ? ": probably by " : ", ",
                                   short_name(comparison, pair));
         }
         count++;
      }
   }
   if (count > MOST_SUSPECTS) {
      g_string_append_printf(text, " or %u more", count - MOST_SUSPECTS);
   }
   g_string_append(text, count == 0 ? "" : ", changed");
}

/* At a common n, where totals say nothing: "f: n -> n^2, 11.0 times the cost at n = 400". */
static void add_at_n(GString* text, const Comparison* comparison, const Pair* pair)
{
   const CasePair* shown = &pair->cases[words_case(pair)];
   GrowthWords     growth;
   GroupedText     n;
   ShortText       factor;
   g_string_append_printf(text, "%s: ", short_name(comparison, pair));
   if (shown->class_change != 0) {
      g_string_append_printf(text, "%s, ", words_growth(pair, growth));
   }
   const Factor* known = shown->at_largest.known ? &shown->at_largest : &pair->same_inputs;
   if (known->known) {
      g_string_append_printf(text, "%s times the cost", text_times(known->value, factor));
      if (pair->largest > 0) {
         g_string_append_printf(text, " at n = %s", text_grouped_number(pair->largest, n));
      }
   }
   const char* reason = words_reason(comparison, pair);
   if (reason != NULL) {
      g_string_append_printf(text, " (%s)", reason);
   }
}

/*--- The first line: the program ---*/

/* " (12.1M -> 109M)". */
static void add_costs_of_total(GString* text, const Total* total, const char* certainty)
{
   ShortText before, now;
   g_string_append_printf(text, " (%s -> %s%s)", text_short_number(total->cost[0], before),
                          text_short_number(total->cost[1], now), certainty);
}

/* "at 100,000 lines the program will cost 3.1 times as much (12.1M -> 37.5M, confirmed), and at 10,000 lines
   it costs 1.02 times as much". */
static void add_forecast(GString* text, const Comparison* comparison)
{
   const Sizes* sizes = comparison->sizes;
   TimesText    times, last;
   g_string_append_printf(text, "at %s the program will cost %s", sizes->words,
                          text_times_as_much(comparison->total.factor, times));
   add_costs_of_total(text, &comparison->total, ", confirmed");
   g_string_append_printf(text, ", and at %s it costs %s", sizes->last_words,
                          text_times_as_much(sizes->program.at_size.value, last));
}

/* ", and 25.7 times at ten times that (confirmed)". */
static void add_beyond(GString* text, const SizePair* program)
{
   ShortText times;
   if (program->state == CURVE_OPEN || !program->beyond.known) {
      g_string_append(text, "; what it costs at ten times that is open");
   } else {
      g_string_append_printf(text, ", and %s times at ten times that (%s)",
                             text_times(program->beyond.value, times), curve_state_name(program->state));
   }
}

void words_add_total(GString* text, const Comparison* comparison, const char* as_in)
{
   const Sizes* sizes = comparison->sizes;
   TimesText    times;
   if (sizes != NULL && sizes->source == COSTS_FORECAST) {
      add_forecast(text, comparison);
      return;
   }
   if (sizes != NULL) {
      g_string_append_printf(text, "at %s ", sizes->words);
   }
   g_string_append_printf(text, "the program costs %s%s",
                          text_times_as_much(comparison->total.factor, times), sizes == NULL ? as_in : "");
   add_costs_of_total(text, &comparison->total, "");
   if (sizes != NULL) {
      add_beyond(text, &sizes->program);
   }
}

/* "9.0 times the cost (12.1M -> 109M)"; of experiments, the same as above. */
static void add_change_of_total(GString* text, const Comparison* comparison)
{
   ShortText times;
   if (comparison->sizes != NULL) {
      words_add_total(text, comparison, "");
   } else {
      g_string_append_printf(text, "%s times the cost", text_times(comparison->total.factor, times));
      add_costs_of_total(text, &comparison->total, "");
   }
}

static const Pair* first_of(const Comparison* comparison, PairState state)
{
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[comparison->order[i]];
      if (pair->state == state) {
         return pair;
      }
   }
   return NULL;
}

/* The most characters of the compiler's options of a side in the first line. */
#define FEW_OPTIONS  40

/* "; it was compiled otherwise (-O2 -> -O0), so no routine is named". */
static void add_other_build(GString* text, const Comparison* comparison)
{
   g_string_append(text, "; it was compiled otherwise");
   if (comparison->builds[0] != NULL) {
      g_string_append(text, " (");
      notes_add_builds(text, comparison, FEW_OPTIONS);
      g_string_append_c(text, ')');
   }
   g_string_append(text, comparison->total.culprit == NO_PAIR ? ", so no routine is named" : "");
}

static void add_culprit(GString* text, const Comparison* comparison)
{
   const Total* total = &comparison->total;
   if (total->culprit != NO_PAIR) {
      const Pair* culprit = &comparison->pairs[total->culprit];
      g_string_append(text, ": ");
      add_change(text, comparison, culprit);
      add_place(text, comparison, culprit);
   } else if (!comparison->is_other_build) {
      const Pair* place = total->place == NO_PAIR ? NULL : &comparison->pairs[total->place];
      bool is_suspect = place != NULL && place->code == CODE_CHANGED && pair_routine(place)->subject->is_own;
      if (!is_suspect) {
         add_suspects(text, comparison);
      }
      if (place != NULL) {
         g_string_append(text, is_suspect ? ": probably because " : ": ");
         add_costs(text, comparison, place);
      }
   }
   if (comparison->is_other_build) {
      add_other_build(text, comparison);
   }
}

/* A routine that changed, while the program costs about the same. */
static void add_routine(GString* text, const Comparison* comparison, const Pair* pair)
{
   ShortText added;
   add_change(text, comparison, pair);
   if (pair->before != NULL && pair->now != NULL) {
      const char* reason = pair->blame.kind == BLAME_OWN_WORK ? NULL : words_reason(comparison, pair);
      g_string_append_printf(text, " (%s%s%s%s)", pair->added < 0 ? "-" : "+",
                             text_short_number(fabs(pair->added), added), reason == NULL ? "" : "; ",
                             reason == NULL ? "" : reason);
   }
   if (comparison->sizes != NULL && !isnan(comparison->total.factor)) {
      g_string_append(text, "; ");
      words_add_total(text, comparison, "");
   } else if (!isnan(comparison->total.factor)) {
      g_string_append(text, "; the program costs about the same");
      add_costs_of_total(text, &comparison->total, "");
   }
}

static void add_more(GString* text, uint32_t count, const char* what)
{
   if (count > 1) {
      g_string_append_printf(text, "; %u more %s", count - 1, what);
   }
}

/* Looks at all runs of experiments: those of other sizes may differ. */
static bool all_are_identical(const Comparison* comparison)
{
   return comparison->count > 0 && comparison->counts[STATE_IDENTICAL] == comparison->count
          && (comparison->sizes == NULL || comparison->sizes->is_settled);
}

/* The runs did the same work, and the program costs about the same. */
static void add_same_total(GString* text, const Comparison* comparison)
{
   const Pair* worse = first_of(comparison, STATE_WORSE);
   const Pair* better = first_of(comparison, STATE_BETTER);
   const Pair* maybe = first_of(comparison, STATE_MAYBE);
   if (worse != NULL) {
      g_string_append(text, "Worse: ");
      add_routine(text, comparison, worse);
   } else if (better != NULL) {
      g_string_append(text, "Better: ");
      add_routine(text, comparison, better);
   } else if (maybe != NULL) {
      g_string_append(text, "Nothing is certainly worse; maybe ");
      add_routine(text, comparison, maybe);
   } else if (comparison->sizes != NULL && !total_is_same(comparison)) {
      g_string_append(text, "Nothing is certainly worse: ");
      words_add_total(text, comparison, "");
   } else if (all_are_identical(comparison)) {
      g_string_append(text, comparison->pairs[0].now->subject->has_no_input
                               ? "Nothing changed: there are the same calls with the same costs"
                               : "Nothing changed: all calls have the same inputs and the same costs");
   } else {
      g_string_append(text, "Nothing got worse");
      if (!isnan(comparison->total.factor)) {
         g_string_append(text, ": ");
         words_add_total(text, comparison, "");
      }
   }
}

/* The runs did other work, so only costs at the same n can be compared. */
static void add_other_work(GString* text, const Comparison* comparison)
{
   const Pair* worse = first_of(comparison, STATE_WORSE);
   bool        by_growth = worse != NULL && worse->sizes != NULL && worse->sizes->class_change > 0;
   g_string_append_printf(text, "Incomparable as a whole, because the runs did other work: %s; ",
                          comparison->total.why);
   if (by_growth) {
      g_string_append_printf(text, "worse: %s", short_name(comparison, worse));
      add_classes_of_sizes(text, worse->sizes, "");
   } else if (worse != NULL) {
      g_string_append(text, "at the same n, worse: ");
      add_at_n(text, comparison, worse);
   } else {
      g_string_append(text, comparison->sizes == NULL ? "at the same n, no routine got worse"
                                                      : "no routine certainly grows faster");
   }
}

void words_add_cause(GString* text, const Comparison* comparison)
{
   if (comparison->total.state == TOTAL_ENVIRONMENT) {
      g_string_append(text, ", though its code is the same: the environment, or a file or library that it "
                            "uses, is another");
   } else {
      add_culprit(text, comparison);
   }
}

char* words_verdict(const Comparison* comparison)
{
   GString* text = g_string_new(NULL);
   switch (comparison->total.state) {
      case TOTAL_OTHER_END:
         g_string_append_printf(text, "Incomparable, because the program ended otherwise: %s",
                                comparison->total.why);
         break;
      case TOTAL_OTHER_WORK: add_other_work(text, comparison); break;
      case TOTAL_SAME:       add_same_total(text, comparison); break;
      case TOTAL_WORSE:
         g_string_append(text, "Worse: ");
         add_change_of_total(text, comparison);
         words_add_cause(text, comparison);
         break;
      case TOTAL_BETTER:
         g_string_append(text, "Better: ");
         add_change_of_total(text, comparison);
         words_add_cause(text, comparison);
         add_more(text, comparison->counts[STATE_WORSE] + 1, "routines are worse");
         break;
      case TOTAL_ENVIRONMENT:
         g_string_append(text, total_direction(comparison) > 0 ? "Worse: " : "Better: ");
         add_change_of_total(text, comparison);
         words_add_cause(text, comparison);
         break;
   }
   g_string_append_c(text, '.');
   text->str[0] = g_ascii_toupper(text->str[0]);
   return g_string_free(text, FALSE);
}

char* words_counts(const Comparison* comparison)
{
   GString* text = g_string_new(NULL);
   for (PairState state = STATE_WORSE; state < STATES; state++) {
      bool is_said = comparison->counts[state] > 0 || state == STATE_WORSE || state == STATE_BETTER;
      if (is_said) {
         g_string_append_printf(text, "%s%u %s", text->len == 0 ? "" : ", ", comparison->counts[state],
                                state_names[state]);
      }
   }
   return g_string_free(text, FALSE);
}

/*--- Renames ---*/

Answer* words_renames(const Comparison* comparison)
{
   Answer*    texts = tree_list();
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[comparison->order[i]];
      if (pair->state == STATE_NEW && pair->renamed != NO_PAIR) {
         const char* before = name_at(comparison, pair->renamed);
         const char* now = comparison_name_of(comparison, pair);
         tree_append_text(texts, g_strdup_printf("%s -> %s: --map='%s'", before, now,
                                                renames_text(before, now, comparison->texts)));
      }
   }
   return texts;
}

