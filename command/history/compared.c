/* The comparison decides.  Here, what follows from something else is left out: a routine that inherits its
   change from another one that is named; and after a mark, whatever a compiler or a library can do, which is
   all but another class. */

#include "history/compared.h"

#include <math.h>
#include <string.h>

#include "answer/compare/answer.h"
#include "answer/compare/comparison.h"
#include "answer/compare/growth.h"
#include "answer/compare/total.h"
#include "answer/compare/words.h"
#include "history/experiments.h"
#include "history/laws.h"
#include "model/own.h"
#include "subject/limits.h"
#include "util/memory.h"
#include "util/text.h"

/* Columns of what is said. */
#define WIDTH  110

const char* const step_names[] = {
   [STEP_PROGRAM] = "program", [STEP_ROUTINE] = "routine", [STEP_ENDED] = "ended", [STEP_WORK] = "work",
   [STEP_MARK] = "mark", [STEP_RENAMED] = "renamed",
};

static void clear_step(gpointer data)
{
   Step* step = data;
   g_free(step->name);
   g_free(step->object);
   g_free(step->text);
}

GArray* steps_new(void)
{
   GArray* steps = g_array_new(FALSE, FALSE, sizeof(Step));
   g_array_set_clear_func(steps, clear_step);
   return steps;
}

/* Takes the text over. */
static void add(GArray* steps, StepKind kind, const char* name, const char* object, char* text)
{
   Step step = { .kind = kind, .factor = NAN, .name = g_strdup(name), .object = g_strdup(object),
                 .text = text };
   g_array_append_val(steps, step);
}

static Step* last(const GArray* steps)
{
   return &g_array_index(steps, Step, steps->len - 1);
}

/*--- Marks ---*/

/* False: the two are the same, or one is not known: "". */
static bool add_mark(GArray* steps, const char* what, const char* before, const char* now)
{
   bool is_other = *before != '\0' && *now != '\0' && strcmp(before, now) != 0;
   if (is_other) {
      add(steps, STEP_MARK, what, "", g_strdup_printf("%s -> %s", before, now));
   }
   return is_other;
}

/* The path of each library of the system, by what it is called without its version. */
static GHashTable* libraries_of(const Subjects* side)
{
   GHashTable* libraries = g_hash_table_new(g_str_hash, g_str_equal);
   for (size_t i = 0; i < side->count; i++) {
      const Named* routine = &side->named[i];
      const char*        path = routine->subject->routine->image;
      if (own_is_of_system(path) && strcmp(routine->object, COMPARE_PROGRAM) != 0) {
         g_hash_table_insert(libraries, (gpointer)routine->object, (gpointer)text_file_name(path));
      }
   }
   return libraries;
}

static bool add_library_marks(GArray* steps, const Comparison* comparison)
{
   g_autoptr(GHashTable) before = libraries_of(comparison->sides[0]);
   g_autoptr(GHashTable) now = libraries_of(comparison->sides[1]);
   g_autoptr(GList)      names = g_list_sort(g_hash_table_get_keys(now), (GCompareFunc)strcmp);
   bool is_other = false;
   for (GList* name = names; name != NULL; name = name->next) {
      const char* former = g_hash_table_lookup(before, name->data);
      is_other = add_mark(steps, "library", former == NULL ? "" : former,
                          g_hash_table_lookup(now, name->data)) || is_other;
   }
   return is_other;
}

static bool add_marks(GArray* steps, const Comparison* comparison)
{
   static const struct { const char* key; const char* what; } keys[] = {
      { HEADER_BUILD, "build" }, { "libc", "C library" }, { "processor", "processor" },
      { "valgrind", "Valgrind" }, { "tool", "aprof" },
   };
   const Header* before = report_header(comparison->sides[0]->report);
   const Header* now = report_header(comparison->sides[1]->report);
   bool          is_other = false;
   for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
      g_autofree char* former = header_joined(before, keys[i].key, NULL);
      g_autofree char* own = header_joined(now, keys[i].key, NULL);
      is_other = add_mark(steps, keys[i].what, former, own) || is_other;
   }
   return add_library_marks(steps, comparison) || is_other;
}

/*--- The program ---*/

/* Appends " at 10,000 lines"; of what is forecast, with a word. */
static void append_size(GString* text, const Comparison* comparison)
{
   const Sizes* sizes = comparison->sizes;
   if (sizes != NULL) {
      g_string_append_printf(text, " at %s%s", sizes->words,
                             sizes->source == COSTS_FORECAST ? ", by forecast" : "");
   }
}

static char* cost_text(const Comparison* comparison)
{
   const Total* total = &comparison->total;
   GString*     text = g_string_new(NULL);
   ShortText    before, now;
   TimesText    times;
   g_string_append_printf(text, "costs %s", text_times_as_much(total->factor, times));
   append_size(text, comparison);
   g_string_append_printf(text, " (%s -> %s)", text_short_number(total->cost[0], before),
                          text_short_number(total->cost[1], now));
   return g_string_free(text, FALSE);
}

static void add_program(GArray* steps, const Comparison* comparison, bool has_mark)
{
   const Total* total = &comparison->total;
   switch (total->state) {
      case TOTAL_OTHER_END:
         add(steps, STEP_ENDED, "program", "", g_strdup(total->why));
         break;
      case TOTAL_OTHER_WORK:
         add(steps, STEP_WORK, "program", "", g_strdup(total->why));
         break;
      case TOTAL_ENVIRONMENT:
         add(steps, STEP_MARK, "environment", "", cost_text(comparison));
         break;
      case TOTAL_WORSE:
      case TOTAL_BETTER:
         add(steps, has_mark ? STEP_MARK : STEP_PROGRAM, "program", "", cost_text(comparison));
         last(steps)->direction = has_mark ? 0 : total->state == TOTAL_WORSE ? 1 : -1;
         last(steps)->factor = total->factor;
         break;
      case TOTAL_SAME:
         break;
   }
}

/*--- Routines ---*/

static double factor_of(const Comparison* comparison, const Pair* pair)
{
   if (pair->sizes != NULL) {
      const Factor* factor = comparison->sizes->source == COSTS_FORECAST ? &pair->sizes->beyond
                                                                         : &pair->sizes->at_size;
      return factor->known ? factor->value : NAN;
   }
   return pair_factor(pair).value;
}

/* "n -> n^2"; of experiments "n -> n^2 (confirmed), costs 3.20 times as much at 10,000 lines". */
static char* routine_text(const Comparison* comparison, const Pair* pair, double factor)
{
   GrowthWords growth;
   TimesText   times;
   bool        has_class = pair_has_class_change(pair);
   GString*    text = g_string_new(has_class ? words_growth(pair, growth) : NULL);
   if (has_class && pair->sizes != NULL) {
      g_string_append_printf(text, " (%s)%s", curve_state_name(pair->sizes->state),
                             isnan(factor) ? "" : ", ");
   }
   if (!isnan(factor) && (!has_class || pair->sizes != NULL)) {
      g_string_append_printf(text, "costs %s", text_times_as_much(factor, times));
      append_size(text, comparison);
   } else if (!has_class) {
      g_string_append(text, "costs something else");
   }
   return g_string_free(text, FALSE);
}

/* Leaves out what another pair has introduced, which is named instead. */
static bool is_step(const Pair* pair, bool has_mark)
{
   bool is_change = pair->state == STATE_WORSE || pair->state == STATE_BETTER;
   bool is_inherited = (pair->blame.kind == BLAME_INHERITED || pair->blame.kind == BLAME_GIVEN)
                       && pair->blame.root != NO_PAIR;
   return is_change && !is_inherited && (!has_mark || pair_has_class_change(pair));
}

static void add_routine(GArray* steps, const Comparison* comparison, const Pair* pair)
{
   double factor = factor_of(comparison, pair);
   add(steps, STEP_ROUTINE, pair->now->name, pair->now->object, routine_text(comparison, pair, factor));
   g_assert(pair->state == STATE_WORSE || pair->state == STATE_BETTER);
   last(steps)->direction = pair->state == STATE_WORSE ? 1 : -1;
   last(steps)->is_class = pair_has_class_change(pair);
   last(steps)->factor = factor;
}

/* The name of a routine, and its object if that is not the program. */
static char* whole_name(const Named* routine)
{
   return *routine->object == '\0' ? g_strdup(routine->name)
                                   : g_strdup_printf("%s\x01%s", routine->name, routine->object);
}

static void add_renamed(GArray* steps, const Named* before, const Named* now)
{
   if (strcmp(before->name, now->name) != 0 || strcmp(before->object, now->object) != 0) {
      add(steps, STEP_RENAMED, now->name, now->object, whole_name(before));
   }
}

static void add_routines(GArray* steps, const Comparison* comparison, bool has_mark)
{
   for (uint32_t i = 0; i < comparison->count; i++) {
      const Pair* pair = &comparison->pairs[comparison->order[i]];
      if (pair->before != NULL && pair->now != NULL) {
         if (is_step(pair, has_mark)) {
            add_routine(steps, comparison, pair);
         }
         add_renamed(steps, pair->before, pair->now);
      } else if (pair->now != NULL && pair->renamed != NO_PAIR) {
         add_renamed(steps, comparison->pairs[pair->renamed].before, pair->now);
      }
   }
}

/*--- Two records ---*/

/* Two records as reports or experiments, and their comparison. */
typedef struct {
   Report*           reports[2];
   KeptExperiment    kept[2];
   GrowthComparison* growth;
   const Comparison* comparison;   /* NULL: experiments cannot be compared, as `problem` says */
   Comparison*       own;          /* of reports */
   Problem           problem;
} Compared;

/* Items that the comparison need not look at. */
typedef struct {
   bool*      is_left_out[2];   /* by item of the snapshots */
   GPtrArray* alike;            /* their routines that may be own code */
} Alike;

/* Whether the routine is a pair by itself, of which nothing but its code is asked. */
static bool is_alike(const Item* before, const Item* now)
{
   const ItemName* name = now->known;
   return name == before->known && name->routine.name != NULL && *name->alike == 1 && !name->is_start_up
          && (before->bytes == now->bytes || g_bytes_equal(before->bytes, now->bytes));
}

/* A library of the system that has other routines may be another version. */
static bool is_of_library(const Item* item)
{
   return item->known->routine.name != NULL && own_is_of_system(item->known->routine.image);
}

static bool is_of_store(const Snapshot* snapshot)
{
   return snapshot->items->len > 0 && g_array_index(snapshot->items, Item, 0).known != NULL;
}

/* Whether what is of the program is called so on both sides. */
static bool are_of_program(const Snapshot* before, const Snapshot* now)
{
   char* programs[] = { snapshot_header_value(before->header, 'a'), snapshot_header_value(now->header, 'a') };
   bool  are = g_strcmp0(programs[0], programs[1]) == 0;
   g_free(programs[0]);
   g_free(programs[1]);
   return are;
}

/* Finds what both have in common, if they are of a store.  False: all must be compared. */
static bool find_alike(const Snapshot* before, const Snapshot* now, Alike* alike)
{
   guint i = 0, k = 0;
   bool  are = is_of_store(before) && is_of_store(now) && are_of_program(before, now);
   *alike = (Alike){ { g_new0(bool, before->items->len + 1), g_new0(bool, now->items->len + 1) },
                     g_ptr_array_new() };
   while (are && (i < before->items->len || k < now->items->len)) {
      const Item* old = i < before->items->len ? &g_array_index(before->items, Item, i) : NULL;
      const Item* new = k < now->items->len ? &g_array_index(now->items, Item, k) : NULL;
      int         order = old == NULL ? 1 : new == NULL ? -1
                          : old->known == new->known ? 0 : strcmp(old->name, new->name);
      if (order == 0 && is_alike(old, new)) {
         alike->is_left_out[0][i] = alike->is_left_out[1][k] = true;
         if (!new->known->is_standard) {
            g_ptr_array_add(alike->alike, (gpointer)&new->known->routine);
         }
      }
      are = order == 0 || !is_of_library(order < 0 ? old : new);
      i += order <= 0;
      k += order >= 0;
   }
   return are;
}

static void alike_clear(Alike* alike)
{
   g_free(alike->is_left_out[0]);
   g_free(alike->is_left_out[1]);
   g_ptr_array_unref(alike->alike);
}

static void compare_experiments(Compared* compared, const Snapshot* before, const Snapshot* now,
                                const CompareOptions* options, const char* const names[2])
{
   Problem* problem = &compared->problem;
   bool     done = kept_experiment_make(&compared->kept[0], before, now, options->own, names[0], problem)
                   && kept_experiment_make(&compared->kept[1], now, before, options->own, names[1], problem);
   compared->growth = !done ? NULL : growth_compare(compared->kept[0].subjects, compared->kept[1].subjects,
                                                    options, problem);
   compared->comparison = compared->growth == NULL ? NULL : growth_comparison(compared->growth);
}

/* `names`: what messages and answers call the two.  `alike`: what reports leave out; NULL: nothing. */
static void compare(Compared* compared, const Snapshot* before, const Snapshot* now, const char* own,
                    const char* const names[2], const Alike* alike)
{
   const CompareOptions options = {
      .threshold = SAME_COST, .least_part = SHARE_TOLD, .own = own, .other_program = true,
      .alike = alike == NULL ? NULL : alike->alike,
   };
   *compared = (Compared){ .growth = NULL };
   if (before->runs != NULL && now->runs != NULL) {
      compare_experiments(compared, before, now, &options, names);
      return;
   }
   compared->reports[0] = snapshot_report(before, now, alike == NULL ? NULL : alike->is_left_out[0]);
   compared->reports[1] = snapshot_report(now, before, alike == NULL ? NULL : alike->is_left_out[1]);
   compared->own = comparison_make(compared->reports[0], compared->reports[1], &options);
   compared->comparison = compared->own;
}

static void end(Compared* compared)
{
   g_clear_pointer(&compared->growth, growth_comparison_free);
   g_clear_pointer(&compared->own, comparison_free);
   for (size_t i = 0; i < 2; i++) {
      kept_experiment_clear(&compared->kept[i]);
      g_clear_pointer(&compared->reports[i], report_free);
   }
}

void compared_steps(const Snapshot* before, const Snapshot* now, const char* own, GArray* steps, char** laws)
{
   static const char* const names[] = { "the result before", "this one" };
   Compared compared;
   Alike    alike;
   bool     has_alike = find_alike(before, now, &alike) && own == NULL;   /* they are of the usual own code */
   compare(&compared, before, now, own, names, has_alike ? &alike : NULL);
   if (compared.comparison != NULL) {
      bool has_mark = add_marks(steps, compared.comparison);
      add_program(steps, compared.comparison, has_mark);
      add_routines(steps, compared.comparison, has_mark);
   } else {
      add(steps, STEP_WORK, "program", "", g_strdup(compared.problem.reason));
   }
   if (laws != NULL && compared.kept[1].subjects != NULL) {
      *laws = laws_text(compared.kept[1].subjects);
   }
   end(&compared);
   alike_clear(&alike);
}

static Answer* diff_of(const Compared* compared, const char* const names[2])
{
   char*        sides[2][2] = { { (char*)names[0], NULL }, { (char*)names[1], NULL } };
   char** const paths[2] = { sides[0], sides[1] };
   return compared->growth != NULL ? answer_growth_diff(compared->growth)
                                   : answer_diff(compared->comparison, paths);
}

char* compared_text(const Snapshot* before, const Snapshot* now, const char* own,
                    const char* const names[2], PrintDiff print)
{
   Compared compared;
   compare(&compared, before, now, own, names, NULL);
   char*    text = compared.comparison != NULL ? NULL : g_strdup_printf("%s\n", compared.problem.reason);
   if (compared.comparison != NULL) {
      g_autoptr(Answer) diff = diff_of(&compared, names);
      size_t length;
      FILE*  stream = memory_stream(&text, &length);
      print(stream, diff, WIDTH);
      memory_stream_end(stream, &text);
   }
   end(&compared);
   return text;
}
