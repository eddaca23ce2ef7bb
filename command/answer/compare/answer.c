/* The comparison as a tree.  Routines refer to each other by their position in the list. */

#include "answer/compare/answer.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "subject/subject.h"
#include "answer/compare/loads.h"
#include "subject/names.h"
#include "answer/compare/notes.h"
#include "answer/compare/words.h"
#include "answer/grow/words.h"
#include "model/metric.h"
#include "run/kernel_time.h"
#include "util/text.h"

/*--- Rows ---*/

/* The owner of the list of routines: what its items are made of. */
typedef struct {
   const Comparison* comparison;
   uint32_t*         positions;   /* by pair */
   GHashTable*       followers;   /* by position: array of the positions of those that inherit its change */
} Rows;

static void free_rows(void* data)
{
   Rows* rows = data;
   g_free(rows->positions);
   g_hash_table_destroy(rows->followers);
   g_free(rows);
}

static const Pair* pair_at(const Comparison* comparison, size_t position)
{
   return &comparison->pairs[comparison->order[position]];
}

/*--- Routines ---*/

static Answer* factor_value(const Factor* factor)
{
   if (!factor->known) {
      return NULL;
   }
   Answer* value = tree_interval(factor->value, factor->low, factor->high);
   tree_set_flag(value, "exact", factor->is_exact);
   return value;
}

static Answer* class_value(const ClassRange* range)
{
   Answer* value = tree_object();
   tree_set_text(value, "class", growth_class_name(range_class(range)));
   tree_set_text(value, "slowest", growth_class_name(range->slowest));
   tree_set_text(value, "fastest", growth_class_name(range->fastest));
   return value;
}

static const char* direction_name(int class_change)
{
   return class_change > 0 ? "faster" : class_change < 0 ? "slower" : NULL;
}

static Answer* case_value(const Pair* pair, GrowthCase which)
{
   const CasePair* one = &pair->cases[which];
   Answer* value = tree_object();
   tree_set(value, "before", pair->has_cases ? class_value(&one->before) : NULL);
   tree_set(value, "now", pair->has_cases ? class_value(&one->now) : NULL);
   tree_set_text(value, "class_change", direction_name(one->class_change));
   tree_set(value, "at_largest", factor_value(&one->at_largest));
   tree_set(value, "at_ten_times", factor_value(&one->beyond));
   return value;
}

/* A curve of a side; NULL: it is not there. */
static Answer* curve_value(const SizePair* sizes, int side)
{
   assert(side == 0 || side == 1);
   const Curve* curve = &sizes->curves[side];
   if (!sizes->is_there[side]) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_text(value, "state", curve->is_known ? curve_state_name(curve->state) : "open");
   tree_set_text(value, "class", curve->is_known ? curve->class : NULL);
   tree_set_number(value, "exponent", curve->is_known ? curve->exponent : NAN);
   tree_set_number(value, "cost_at_ten_times", sizes->far_cost[side]);
   return value;
}

/* How all calls cost by the size of the runs: a case as those of one run, whose n is the size. */
static Answer* sizes_value(const SizePair* sizes)
{
   if (sizes == NULL) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set(value, "before", curve_value(sizes, 0));
   tree_set(value, "now", curve_value(sizes, 1));
   tree_set_text(value, "class_change", direction_name(sizes->class_change));
   tree_set_text(value, "state", curve_state_name(sizes->state));
   tree_set(value, "at_largest", factor_value(&sizes->at_size));
   tree_set(value, "at_ten_times", factor_value(&sizes->beyond));
   return value;
}

static Answer* load_value(const Named* routine)
{
   if (routine == NULL) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_text(value, "name", routine->subject->routine->name);
   tree_set_text(value, "object", routine->subject->routine->image);
   tree_set_count(value, "routines", routine->routines);
   tree_set_count(value, "calls", routine->totals.calls);
   tree_set_count(value, "cost", routine->totals.real_sum);
   tree_set_count(value, "self_cost", routine->totals.self_sum);
   tree_set_count(value, "points", routine->subject->points);
   tree_set_count(value, "smallest_rms", routine->subject->smallest);
   tree_set_count(value, "largest_rms", routine->subject->largest);
   tree_set_number(value, "total_rms", routine->inputs);
   return value;
}

/* Calls now / before. */
static double calls_factor(const Pair* pair)
{
   return pair->before == NULL || pair->now == NULL
          ? NAN : (double)pair->now->totals.calls / (double)pair->before->totals.calls;
}

static void set_position(Answer* to, const char* key, const Rows* rows, uint32_t index)
{
   tree_set(to, key, index == NO_PAIR ? NULL : tree_count(rows->positions[index]));
}

static Answer* blame_value(const Pair* pair, const Rows* rows)
{
   if (pair->blame.kind == BLAME_NONE) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_text(value, "kind", blame_names[pair->blame.kind]);
   tree_set_flag(value, "certain", pair->blame.is_certain);
   set_position(value, "callee", rows, pair->blame.callee);
   set_position(value, "root", rows, pair->blame.root);
   return value;
}

/* The positions of the routines whose change comes from this one. */
static Answer* followers_value(const Rows* rows, size_t position)
{
   Answer*       value = tree_list();
   const GArray* followers = g_hash_table_lookup(rows->followers, GSIZE_TO_POINTER(position));
   for (guint i = 0; followers != NULL && i < followers->len; i++) {
      tree_append(value, tree_count(g_array_index(followers, uint32_t, i)));
   }
   return value;
}

/* The words that a table of people has for it. */
static void set_words(Answer* to, const Comparison* comparison, const Pair* pair)
{
   GrowthWords growth;
   tree_set_text(to, "case", pair->sizes != NULL ? "sizes" : growth_case_name(words_case(pair)));
   tree_set_text(to, "growth", words_growth(pair, growth));
   tree_set_text(to, "why", pair->cause != CAUSE_NONE ? cause_names[pair->cause]
                                                      : words_reason(comparison, pair));
}

static Answer* routine_value(const void* owner, size_t position)
{
   const Rows* rows = owner;
   const Pair* pair = pair_at(rows->comparison, position);
   Answer* value = tree_object();
   tree_set_text(value, "name", pair_routine(pair)->name);
   tree_set_text(value, "state", state_names[pair->state]);
   tree_set_text(value, "code", code_names[pair->code]);
   tree_set_text(value, "cause", pair->cause == CAUSE_NONE ? NULL : cause_names[pair->cause]);
   tree_set(value, "before", load_value(pair->before));
   tree_set(value, "now", load_value(pair->now));
   tree_set_text(value, "load", load_names[pair->load]);
   tree_set_number(value, "added_cost", pair->added);
   tree_set_number(value, "added_self_cost", pair->added_self);
   tree_set_number(value, "calls_factor", calls_factor(pair));
   tree_set_count(value, "largest_common_rms", pair->largest);
   tree_set(value, "same_inputs", factor_value(&pair->same_inputs));
   tree_set(value, "self", factor_value(&pair->self));
   tree_set(value, "worst", case_value(pair, GROWTH_WORST));
   tree_set(value, "mean", case_value(pair, GROWTH_MEAN));
   tree_set(value, "sizes", sizes_value(pair->sizes));
   tree_set(value, "blame", blame_value(pair, rows));
   set_position(value, "renamed", rows, pair->renamed);
   tree_set_text(value, "object", pair_routine(pair)->subject->routine->image);
   set_words(value, rows->comparison, pair);
   tree_set(value, "with_it", followers_value(rows, position));
   return value;
}

/*--- Who introduced a change ---*/

/* The root of its change is known, and changed in the same direction. */
static bool follows(const Comparison* comparison, const Pair* pair)
{
   uint32_t root = pair->blame.root;
   bool     is_by_other = pair->blame.kind == BLAME_INHERITED || pair->blame.kind == BLAME_GIVEN;
   return is_by_other && root != NO_PAIR && pair->state != STATE_MAYBE
          && comparison->pairs[root].state == pair->state;
}

static void add_follower(Rows* rows, uint32_t root, uint32_t position)
{
   gpointer key = GSIZE_TO_POINTER(rows->positions[root]);
   GArray*  followers = g_hash_table_lookup(rows->followers, key);
   if (followers == NULL) {
      followers = g_array_new(FALSE, FALSE, sizeof position);
      g_hash_table_insert(rows->followers, key, followers);
   }
   g_array_append_val(followers, position);
}

static Rows* make_rows(const Comparison* comparison)
{
   Rows* rows = g_new(Rows, 1);
   *rows = (Rows){
      comparison, g_new(uint32_t, comparison->count + 1),
      g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref)
   };
   for (uint32_t i = 0; i < comparison->count; i++) {
      rows->positions[comparison->order[i]] = i;
   }
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = pair_at(comparison, i);
      if (follows(comparison, pair)) {
         add_follower(rows, pair->blame.root, i);
      }
   }
   return rows;
}

static Answer* introduced_value(const Comparison* comparison)
{
   Answer* value = tree_list();
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = pair_at(comparison, i);
      if (pair_has_changed(pair) && !follows(comparison, pair)) {
         tree_append(value, tree_count(i));
      }
   }
   return value;
}

/*--- All of it ---*/

static Answer* side_value(const Comparison* comparison, int side, char** paths)
{
   const Header* header = report_header(comparison->sides[side]->report);
   Answer*       value = tree_object();
   tree_set(value, "reports", tree_texts((const char* const*)paths));
   tree_set_text(value, "program", header->application);
   tree_set_text(value, "command", header->command_line);
   tree_set_text(value, "date", header->date);
   tree_set_text(value, "build", comparison->builds[side]);
   tree_set_count(value, "total_cost", comparison->sides[side]->total);
   tree_set(value, "experiment", NULL);
   return value;
}

/* "1,000 -> 1,200 executed basic blocks, without start-up". */
static char* total_words(const Comparison* comparison)
{
   const Subjects* const* sides = (const Subjects* const*)comparison->sides;
   GroupedText        before, now;
   bool               has_start_up = sides[0]->whole != sides[0]->total || sides[1]->whole != sides[1]->total;
   return g_strdup_printf("%s -> %s %s%s", text_grouped_number(sides[0]->whole, before),
                          text_grouped_number(sides[1]->whole, now),
                          metric_find(report_header(sides[1]->report)->metric).unit,
                          has_start_up ? ", without start-up" : "");
}

static Answer* total_value(const Comparison* comparison, const Rows* rows)
{
   const Total* total = &comparison->total;
   Answer* value = tree_object();
   g_autofree char* words = total_words(comparison);
   tree_set_text(value, "state", total_names[total->state]);
   tree_set_text(value, "why", total->why);
   tree_set_number(value, "factor", total->factor);
   tree_set_number(value, "before", total->cost[0]);
   tree_set_number(value, "now", total->cost[1]);
   tree_set_text(value, "words", words);
   set_position(value, "culprit", rows, total->culprit);
   set_position(value, "place", rows, total->place);
   return value;
}

/* The size of a comparison of experiments; NULL: it is of reports. */
static Answer* size_value(const Comparison* comparison)
{
   const Sizes* sizes = comparison->sizes;
   if (sizes == NULL) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_number(value, "size", sizes->size);
   tree_set_text(value, "words", sizes->words);
   tree_set_text(value, "costs", cost_source_names[sizes->source]);
   tree_set(value, "program", sizes_value(&sizes->program));
   return value;
}

static Answer* counts_value(const Comparison* comparison)
{
   Answer* value = tree_object();
   for (PairState state = STATE_WORSE; state < STATES; state++) {
      tree_set_count(value, state_names[state], comparison->counts[state]);
   }
   return value;
}

static void set_sentence(Answer* to, const char* name, char* text)
{
   tree_set_text(to, name, text);
   g_free(text);
}

Answer* answer_diff(const Comparison* comparison, char** const paths[2])
{
   const Header* header = report_header(comparison->sides[1]->report);
   Answer*       value = tree_object();
   Rows*         rows = make_rows(comparison);
   tree_set(value, "before", side_value(comparison, 0, paths[0]));
   tree_set(value, "now", side_value(comparison, 1, paths[1]));
   tree_set_text(value, "metric", header->metric);
   tree_set_text(value, "unit", metric_find(header->metric).unit);
   tree_set_text(value, "input", header->input);
   tree_set_number(value, "threshold", comparison->options.threshold);
   tree_set_number(value, "least_share", comparison->options.least_part);
   tree_set_flag(value, "other_build", comparison->is_other_build);
   tree_set_flag(value, "same_work", comparison->is_same_work);
   tree_set_flag(value, "same_program", comparison->is_same_program);
   tree_set(value, "size", size_value(comparison));
   tree_set(value, "total", total_value(comparison, rows));
   tree_set(value, "counts", counts_value(comparison));
   set_sentence(value, "verdict", words_verdict(comparison));
   set_sentence(value, "summary", words_counts(comparison));
   tree_set(value, "introduced", introduced_value(comparison));
   tree_set(value, "renames", words_renames(comparison));
   tree_set(value, "loads", answer_loads(comparison));
   tree_set(value, "notes", notes_of(comparison));
   Answer* routines = tree_long_list(comparison->count, routine_value, rows);
   tree_keep(routines, rows, free_rows);
   tree_set(value, "routines", routines);
   return value;
}

static void set_experiment(Answer* to, const char* side, const RunSubjects* subjects)
{
   Answer* value = tree_object();
   tree_set_text(value, "directory", subjects->experiment->directory);
   tree_set_count(value, "runs", subjects->run_count);
   set_sentence(value, "range", words_range(subjects));
   tree_set(tree_get(to, side), "experiment", value);
}

/* Notes what no cost has: "50 % ... in the kernel, which the cost does not count (before: 10 %)". */
static void note_kernel(Answer* notes, const GrowthComparison* growth)
{
   double before = words_kernel_share(growth_side_subjects(growth, 0));
   double now = words_kernel_share(growth_side_subjects(growth, 1));
   ShortText share;
   if (!isnan(before) && !isnan(now) && (kernel_matters(before) || kernel_matters(now))) {
      GString* text = g_string_new(NULL);
      kernel_append(text, now);
      g_string_append_printf(text, " (before: %s)", text_percent(before, share));
      tree_append_text(notes, g_string_free(text, FALSE));
   }
}

Answer* answer_growth_diff(const GrowthComparison* growth)
{
   char** const paths[] = { growth_paths(growth, 0), growth_paths(growth, 1) };
   Answer*      answer = answer_diff(growth_comparison(growth), paths);
   set_experiment(answer, "before", growth_side_subjects(growth, 0));
   set_experiment(answer, "now", growth_side_subjects(growth, 1));
   note_kernel(tree_get(answer, "notes"), growth);
   return answer;
}
