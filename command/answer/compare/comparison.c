/* Routines are matched by hash tables of those of the old side: by name and object, by
   name, by points.

   First each pair is looked at by itself.  Then it is found out who introduced a change,
   and what has a cause that is not in the code: such a change, and what inherits it, is
   none. */

#include "answer/compare/comparison.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer/compare/blame.h"
#include "answer/compare/code.h"
#include "subject/names.h"
#include "answer/compare/same_inputs.h"
#include "answer/compare/state.h"
#include "answer/compare/total.h"
#include "model/own.h"
#include "subject/limits.h"
#include "util/memory.h"
#include "util/text.h"

/* Code that runs before main depends on names, addresses and the environment, and that of a library on
   arguments that may not be among its input.  If their code is as it was, they count if they added this part
   of the program's cost themselves. */
#define OTHERS_PART  0.1

bool comparison_differs(const Report* before, const Report* now, char* text, size_t size)
{
   return header_measures_otherwise(report_header(now), report_header(before), text, size);
}

/* Equal points are no coincidence if there are as many, or if their part of the program's cost is not
   small. */
#define TELLING_POINTS  3

/*--- Matching by names ---*/

/* `before`: by routine now, the routine before, or NULL.  `is_matched`: by routine before, whether it has a
   counterpart. */
typedef struct {
   const Named** before;
   bool*               is_matched;
} Matches;

static void match_by_names(const Comparison* comparison, Matches* matches)
{
   const Subjects* before = comparison->sides[0];
   const Subjects* now = comparison->sides[1];
   g_autoptr(GHashTable) known = g_hash_table_new(named_hash, named_is_equal);
   for (size_t i = 0; i < before->count; i++) {
      g_hash_table_add(known, &before->named[i]);
   }
   for (size_t i = 0; i < now->count; i++) {
      const Named* found = g_hash_table_lookup(known, &now->named[i]);
      matches->before[i] = found;
      if (found != NULL) {
         matches->is_matched[found - before->named] = true;
      }
   }
}

/* A name that two routines have in common if they are the same one. */
typedef const char* (*NameOf)(const Named* routine, GStringChunk* texts);

static const char* whole_name(const Named* routine, GStringChunk* texts)
{
   (void)texts;
   return routine->name;
}

static const char* short_name(const Named* routine, GStringChunk* texts)
{
   return compare_name_without_parameters(routine->name, texts);
}

/* Makes a table by name: the routine of that name that is left, or NULL if several are. */
static GHashTable* left_by_name(const Subjects* side, const bool* is_matched, const Named* const* matched,
                                NameOf name_of)
{
   GHashTable* left = g_hash_table_new(g_str_hash, g_str_equal);
   for (size_t i = 0; i < side->count; i++) {
      Named* routine = &side->named[i];
      if (is_matched != NULL ? !is_matched[i] : matched[i] == NULL) {
         const char* name = name_of(routine, side->texts);
         bool        is_first = !g_hash_table_contains(left, name);
         g_hash_table_insert(left, (gpointer)name, is_first ? routine : NULL);
      }
   }
   return left;
}

static void match_by_name(const Comparison* comparison, Matches* matches, NameOf name_of)
{
   const Subjects* now = comparison->sides[1];
   g_autoptr(GHashTable) left = left_by_name(comparison->sides[0], matches->is_matched, NULL, name_of);
   g_autoptr(GHashTable) left_now = left_by_name(now, NULL, matches->before, name_of);
   GHashTableIter iterator;
   gpointer key, value;
   g_hash_table_iter_init(&iterator, left_now);
   while (g_hash_table_iter_next(&iterator, &key, &value)) {
      const Named* before = value == NULL ? NULL : g_hash_table_lookup(left, key);
      if (before != NULL) {
         assert(!matches->is_matched[before - comparison->sides[0]->named]);
         matches->before[(const Named*)value - now->named] = before;
         matches->is_matched[before - comparison->sides[0]->named] = true;
      }
   }
}

/* Nameless routines that cost next to nothing are not even mentioned as new or gone.  Nor is the code of the
   compiler around main, which is nameless in a report whose program was built anew since. */
static bool is_left_out(const Comparison* comparison, const Subjects* side, const Named* alone)
{
   return (own_is_nameless(alone->name) || alone->subject->is_start_up)
          && (double)alone->totals.real_sum <= comparison->options.least_part * (double)side->whole;
}

static void add_pair(Comparison* comparison, const Named* before, const Named* now)
{
   assert(before != NULL || now != NULL);
   PairState state = before == NULL ? STATE_NEW : now == NULL ? STATE_GONE : STATE_UNKNOWN;
   comparison->pairs[comparison->count++] = (Pair){
      .before = before, .now = now, .state = state,
      .blame = { .callee = NO_PAIR, .root = NO_PAIR }, .renamed = NO_PAIR,
   };
}

/* For each side, from its routines to pairs. */
static void index_pairs(Comparison* comparison)
{
   for (int side = 0; side < 2; side++) {
      const Subjects* of_side = comparison->sides[side];
      uint32_t*   pair_of = memory_resize(NULL, of_side->count + 1, sizeof *pair_of);
      memset(pair_of, 0xff, of_side->count * sizeof *pair_of);   /* NO_PAIR */
      for (uint32_t i = 0; i < comparison->count; i++) {
         const Pair*        pair = &comparison->pairs[i];
         const Named* routine = side == 0 ? pair->before : pair->now;
         if (routine != NULL) {
            assert(pair_of[routine - of_side->named] == NO_PAIR);
            pair_of[routine - of_side->named] = i;
         }
      }
      comparison->pair_of[side] = pair_of;
   }
}

/* Makes the pairs: by name and object; then by name alone, where one routine of each side is left of that
   name; then by the name without parameters, in the same way: the parameters of a C++ routine have
   changed.  What has no counterpart is new or gone; if it is a nameless routine that costs next to
   nothing, it is left out. */
static void match_routines(Comparison* comparison)
{
   const Subjects* before = comparison->sides[0];
   const Subjects* now = comparison->sides[1];
   Matches matches = { g_new0(const Named*, now->count + 1), g_new0(bool, before->count + 1) };
   match_by_names(comparison, &matches);
   match_by_name(comparison, &matches, whole_name);
   match_by_name(comparison, &matches, short_name);
   comparison->pairs = memory_resize(NULL, before->count + now->count + 1, sizeof *comparison->pairs);
   for (size_t i = 0; i < now->count; i++) {
      bool is_new = !comparison->options.is_kept && !is_left_out(comparison, now, &now->named[i]);
      if (matches.before[i] != NULL || is_new) {
         add_pair(comparison, matches.before[i], &now->named[i]);
      }
   }
   for (size_t i = 0; i < before->count; i++) {
      if (!matches.is_matched[i] && !is_left_out(comparison, before, &before->named[i])) {
         add_pair(comparison, &before->named[i], NULL);
      }
   }
   index_pairs(comparison);
   g_free(matches.before);
   g_free(matches.is_matched);
}

/*--- Matching by points ---*/

static guint hash_points(gconstpointer key)
{
   const Named* routine = key;
   guint64 sum = routine->totals.real_sum * 31 + routine->totals.self_sum;
   return (guint)(sum ^ (sum >> 32)) + (guint)routine->totals.calls * 7 + (guint)routine->subject->points;
}

static gboolean has_equal_points(gconstpointer left, gconstpointer right)
{
   return same_points(left, right);
}

static bool is_telling(const Comparison* comparison, const Named* routine)
{
   return routine->subject->points >= TELLING_POINTS
          || (double)routine->totals.real_sum >= SHARE_SMALL * (double)comparison->sides[0]->whole;
}

static guint hash_calls(gconstpointer key)
{
   const Named* routine = key;
   return (guint)(routine->totals.calls ^ (routine->totals.calls >> 32)) * 31;
}

static gboolean has_equal_calls(gconstpointer left, gconstpointer right)
{
   return ((const Named*)left)->totals.calls == ((const Named*)right)->totals.calls;
}

/* Coincidence has fewer calls. */
#define TELLING_CALLS  100

static bool has_telling_calls(const Comparison* comparison, const Named* routine)
{
   (void)comparison;
   return routine->totals.calls >= TELLING_CALLS && routine->subject->is_own;
}

static gboolean has_equal_work(gconstpointer left, gconstpointer right)
{
   const Named* a = left;
   const Named* b = right;
   return has_equal_calls(a, b) && a->totals.self_sum == b->totals.self_sum;
}

/* A reason to take two routines of other names for one. */
typedef struct {
   GHashFunc  hash;
   GEqualFunc are_equal;
   bool       (*is_telling)(const Comparison* comparison, const Named* routine);
} Likeness;

/* Makes a table of what has no other name yet: the index of the pair plus 1, or 0 if several are alike. */
static GHashTable* pairs_alike(const Comparison* comparison, PairState state, const Likeness* likeness)
{
   GHashTable* table = g_hash_table_new(likeness->hash, likeness->are_equal);
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[i];
      if (pair->state == state && pair->renamed == NO_PAIR
          && likeness->is_telling(comparison, pair_routine(pair))) {
         gpointer key = (gpointer)pair_routine(pair);
         bool     is_first = !g_hash_table_contains(table, key);
         g_hash_table_insert(table, key, GUINT_TO_POINTER(is_first ? i + 1 : 0));
      }
   }
   return table;
}

static void match_alike(Comparison* comparison, const Likeness* likeness)
{
   g_autoptr(GHashTable) gone = pairs_alike(comparison, STATE_GONE, likeness);
   g_autoptr(GHashTable) added = pairs_alike(comparison, STATE_NEW, likeness);
   GHashTableIter iterator;
   gpointer key, value;
   g_hash_table_iter_init(&iterator, added);
   while (g_hash_table_iter_next(&iterator, &key, &value)) {
      guint now = GPOINTER_TO_UINT(value);
      guint before = GPOINTER_TO_UINT(g_hash_table_lookup(gone, key));
      if (now != 0 && before != 0) {
         comparison->pairs[now - 1].renamed = before - 1;
         comparison->pairs[before - 1].renamed = now - 1;
      }
   }
}

/* Links what is new and what is gone if they are alike, nobody else among them is, and that is no
   coincidence: by their points; of own code that also changed, by as many calls with the same self cost, or
   by as many calls. */
static void match_renamed(Comparison* comparison)
{
   static const Likeness likenesses[] = {
      { hash_points, has_equal_points, is_telling },
      { hash_calls, has_equal_work, has_telling_calls },
      { hash_calls, has_equal_calls, has_telling_calls },
   };
   for (size_t i = 0; i < G_N_ELEMENTS(likenesses); i++) {
      match_alike(comparison, &likenesses[i]);
   }
}

/*--- Causes ---*/

/* True if what larger runs will cost differs by more than this part of the program's cost there. */
static bool matters_beyond(const Comparison* comparison, const Pair* pair, double part)
{
   const SizePair* sizes = pair->sizes;
   if (sizes_direction(sizes, comparison->options.threshold) == 0) {
      return false;
   }
   const double* program = comparison->sizes->program.far_cost;
   return fabs(sizes->far_cost[1] - sizes->far_cost[0]) > part * fmax(program[0], program[1]);
}

static bool is_below(const Comparison* comparison, const Pair* pair, double part)
{
   const Subjects* const* sides = (const Subjects* const*)comparison->sides;
   double whole = MAX(sides[0]->whole, sides[1]->whole);
   double most = pair->state == STATE_UNKNOWN
                 ? fmax((double)pair->before->totals.real_sum, (double)pair->now->totals.real_sum)
                 : fabs(pair->added);
   return most <= part * whole && !matters_beyond(comparison, pair, part);
}

static bool is_small(const Comparison* comparison, const Pair* pair)
{
   return is_below(comparison, pair, comparison->options.least_part);
}

/* Code that the program's author did not write, and that is at the same place as before, or linked into the
   program, or no longer. */
static bool is_of_others(const Pair* pair)
{
   assert(pair->before != NULL && pair->now != NULL);
   return !pair->before->subject->is_own && !pair->now->subject->is_own
          && (pair->now->subject->is_start_up || strcmp(pair->before->object, COMPARE_PROGRAM) == 0
              || strcmp(pair->now->object, COMPARE_PROGRAM) == 0
              || strcmp(pair->before->subject->routine->image, pair->now->subject->routine->image) == 0);
}

/* Such code introduces a change only by its own work, and if that is large. */
static bool is_excused(const Comparison* comparison, const Pair* pair)
{
   bool is_own_work = fabs(pair->added_self) >= PART_MOST * fabs(pair->added);
   if (pair->now->subject->is_start_up && !is_own_work) {
      return true;
   }
   switch (pair->blame.kind) {
      case BLAME_GIVEN:     return !pair->now->subject->is_start_up || (!pair_has_class_change(pair)
                                                               && is_below(comparison, pair, OTHERS_PART));
      case BLAME_CALLS:     return true;
      case BLAME_INHERITED: return pair->now->subject->is_start_up;
      default:              return !pair_has_class_change(pair) && is_below(comparison, pair, OTHERS_PART);
   }
}

/* A compiler may make any routine dearer by a factor.  That is no matter as long as the program as a whole is
   not: but if it is, somebody pays. */
static bool is_of_build(const Comparison* comparison, const Pair* pair)
{
   bool is_with_total = total_direction(comparison) == (pair->added > 0 ? 1 : -1);
   return pair_class_direction(pair) != (pair->added > 0 ? 1 : -1)
          && ((code_is_mostly_changed(comparison->codes) && total_is_same(comparison))
              || (comparison->is_other_build && !is_with_total));
}

/* True if something that changed explains it; the whole program's cost needs no explanation. */
static bool is_given_by_change(const Comparison* comparison, const Pair* pair)
{
   return !total_is_same(comparison) || pair->blame.root != NO_PAIR;
}

/* The part of the program's cost up to which a difference is none.  A class that points elsewhere than the
   cost says nothing, nor do some blocks of code that a compiler made anew of the same source. */
static double least_part_of(const Comparison* comparison, const Pair* pair)
{
   int  direction = pair->state == STATE_BETTER ? -1 : 1;
   bool is_rebuilt = pair->code == CODE_COMPILED || (comparison->is_other_build && pair->code != CODE_SAME);
   return compare_least_part(comparison->options.least_part,
                             pair_class_direction(pair) == direction && !is_rebuilt);
}

/* Returns the cause that lies in the routine itself. */
static PairCause own_cause(const Comparison* comparison, const Pair* pair)
{
   /* Start-up does more for what is not in the code: names, libraries. */
   bool is_start_up = pair->now->subject->is_start_up;
   if (comparison->is_same_program && !is_start_up) {
      return CAUSE_CODE;
   }
   if (pair_is_other_variant(pair)) {
      return CAUSE_VARIANT;
   }
   if (is_of_others(pair) && is_excused(comparison, pair)) {
      return is_start_up ? CAUSE_START_UP : CAUSE_LIBRARY;
   }
   if (pair->code == CODE_SAME && !is_start_up
       && (!comparison->is_same_work || !is_given_by_change(comparison, pair))) {
      return CAUSE_CODE;
   }
   return is_below(comparison, pair, least_part_of(comparison, pair)) ? CAUSE_SMALL
          : is_of_build(comparison, pair)                             ? CAUSE_BUILD : CAUSE_NONE;
}

static PairCause cause_of(const Comparison* comparison, const Pair* pair)
{
   if (pair_has_changed(pair)) {
      return own_cause(comparison, pair);
   }
   return pair->state != STATE_UNKNOWN ? pair->cause
          : pair->now->subject->is_start_up ? CAUSE_START_UP
          : is_small(comparison, pair) ? CAUSE_SMALL : CAUSE_NONE;
}

/* Finds the causes of changed pairs: by routine, then by where they have their change from.  What is
   inherited from a small change is not small itself. */
static void find_causes(Comparison* comparison)
{
   g_autofree PairCause* causes = g_new0(PairCause, comparison->count + 1);
   for (uint32_t i = 0; i < comparison->count; i++) {
      causes[i] = cause_of(comparison, &comparison->pairs[i]);
   }
   for (uint32_t i = 0; i < comparison->count; i++) {
      Pair*     pair = &comparison->pairs[i];
      uint32_t  root = pair->blame.root;
      assert(root == NO_PAIR || root < comparison->count);
      bool      inherits = causes[i] == CAUSE_NONE && root != NO_PAIR && !pair_has_class_change(pair)
                           && causes[root] != CAUSE_SMALL;
      PairCause cause = inherits ? causes[root] : causes[i];
      if (cause != CAUSE_NONE) {
         pair->state = STATE_SAME;
         pair->cause = cause;
      }
   }
}

/*--- The order ---*/

/* Returns the rank by which pairs are sorted.  Of one state, pairs that introduce a change come first, and
   among them those whose class changed. */
static int rank_of(const Pair* pair)
{
   bool is_by_other = pair->blame.kind == BLAME_INHERITED || pair->blame.kind == BLAME_GIVEN;
   int  follows = is_by_other ? 2 : pair_has_class_change(pair) ? 0 : 1;
   bool is_changed = pair->state == STATE_WORSE || pair->state == STATE_BETTER;
   return 3 * state_ranks[pair->state] + (is_changed ? follows : 0);
}

/* Added cost; where nothing was added, cost. */
static double weight_of(const Pair* pair)
{
   return pair->state >= STATE_UNKNOWN && pair->added == 0 ? 0 : fabs(pair->added);
}

static gint compare_pairs(gconstpointer left, gconstpointer right, gpointer data)
{
   const Comparison* comparison = data;
   const Pair*       pairs = comparison->pairs;
   uint32_t    i = *(const uint32_t*)left, k = *(const uint32_t*)right;
   const Pair* a = &pairs[i];
   const Pair* b = &pairs[k];
   bool        is_culprit_a = i == comparison->total.culprit, is_culprit_b = k == comparison->total.culprit;
   if (is_culprit_a != is_culprit_b && a->state == b->state) {
      return is_culprit_a ? -1 : 1;
   }
   if (rank_of(a) != rank_of(b)) {
      return rank_of(a) < rank_of(b) ? -1 : 1;
   }
   if (weight_of(a) != weight_of(b)) {
      return weight_of(a) > weight_of(b) ? -1 : 1;
   }
   uint64_t cost_a = pair_routine(a)->totals.real_sum, cost_b = pair_routine(b)->totals.real_sum;
   return cost_a != cost_b ? (cost_a > cost_b ? -1 : 1) : i < k ? -1 : i > k;
}

static void sort_and_count(Comparison* comparison)
{
   comparison->order = memory_resize(NULL, (size_t)comparison->count + 1, sizeof *comparison->order);
   for (uint32_t i = 0; i < comparison->count; i++) {
      comparison->order[i] = i;
      comparison->counts[comparison->pairs[i].state]++;
   }
   g_qsort_with_data(comparison->order, (gint)comparison->count, sizeof *comparison->order, compare_pairs,
                     comparison);
}

/*--- The comparison ---*/

static void judge_pairs(Comparison* comparison, bool has_self_costs)
{
   StateFinder finder = { .sides = comparison->sides, .options = &comparison->options,
                          .has_self_costs = has_self_costs, .is_same_work = comparison->is_same_work,
                          .are_other_calls = comparison->sizes != NULL
                                             && comparison->sizes->source != COSTS_MEASURED };
   for (uint32_t i = 0; i < comparison->count; i++) {
      Pair* pair = &comparison->pairs[i];
      if (pair->before != NULL && pair->now != NULL) {
         state_find(&finder, pair);
      } else {
         double sign = pair->before == NULL ? 1 : -1;
         pair->added = sign * (double)pair_routine(pair)->totals.real_sum;
         pair->added_self = sign * (double)pair_routine(pair)->totals.self_sum;
         state_find_classes(&finder, pair);
      }
      if (pair->before != NULL) {
         subjects_forget_growth(comparison->sides[0], pair->before);
      }
      if (pair->now != NULL) {
         subjects_forget_growth(comparison->sides[1], pair->now);
      }
   }
}

Comparison* comparison_begin(Report* before, Report* now, const CompareOptions* options)
{
   Comparison* comparison = g_new0(Comparison, 1);
   comparison->options = *options;
   comparison->texts = g_string_chunk_new(TEXTS_BLOCK_SIZE);
   comparison->sides[0] = subjects_by_name(before, now, options->renames, options->own);
   comparison->sides[1] = subjects_by_name(now, before, NULL, options->own);
   match_routines(comparison);
   match_renamed(comparison);
   code_find(comparison);
   return comparison;
}

void comparison_judge(Comparison* comparison)
{
   total_find(comparison);
   /* A baseline file has only those of all calls, which are compared if the runs did the same work. */
   bool has_self_costs = report_header(comparison->sides[0]->report)->has_self_costs
                         && report_header(comparison->sides[1]->report)->has_self_costs
                         && (comparison->is_same_work || !comparison->options.is_kept);
   judge_pairs(comparison, has_self_costs);
   blame_find(comparison, has_self_costs);
   find_causes(comparison);
   total_judge(comparison);
   sort_and_count(comparison);
}

Comparison* comparison_make(Report* before, Report* now, const CompareOptions* options)
{
   Comparison* comparison = comparison_begin(before, now, options);
   comparison_judge(comparison);
   return comparison;
}

void comparison_free(Comparison* comparison)
{
   subjects_free(comparison->sides[0]);
   subjects_free(comparison->sides[1]);
   g_string_chunk_free(comparison->texts);
   free(comparison->pairs);
   free(comparison->pair_of[0]);
   free(comparison->pair_of[1]);
   free(comparison->order);
   g_free(comparison);
}

const char* comparison_name_of(const Comparison* comparison, const Pair* pair)
{
   const char* name = compare_name_without_parameters(pair_routine(pair)->name, comparison->texts);
   return text_printable(name, comparison->texts);
}
