/* A routine may have several items: copies that the compiler made are one routine.  Commits between which
   nothing changed have the same rows, so each is looked at once. */

#include "history/evolution.h"

#include <string.h>

#include "subject/names.h"
#include "history/followed.h"
#include "history/laws.h"
#include "history/line_runs.h"
#include "history/log.h"
#include "history/measured.h"
#include "history/steps.h"

/*--- Items of the routine ---*/

/* An item that the routine has at some commit. */
typedef struct {
   const char* name;      /* canonical */
   int64_t     id;
   GHashTable* rows;      /* by record; 0: it has none */
} Candidate;

typedef struct {
   const Followed* followed;
   GArray*         candidates;
   GStringChunk*   texts;
} Search;

static void clear_candidate(gpointer data)
{
   g_hash_table_unref(((Candidate*)data)->rows);
}

static void look_at(void* data, int64_t id, const char* item)
{
   Search* search = data;
   if (item_is_routine(item)) {
      ItemRoutine names = item_routine(item, search->texts);
      const char* name = compare_name(names.name, search->texts);
      if (followed_is(search->followed, name, compare_object(names.image, search->texts))) {
         Candidate candidate = { name, id, g_hash_table_new(NULL, NULL) };
         g_array_append_val(search->candidates, candidate);
      }
   }
}

static void take_row(void* data, int64_t record, int64_t row)
{
   g_hash_table_insert(data, GSIZE_TO_POINTER(record), GSIZE_TO_POINTER(row));
}

/* All names that the routine ever had. */
static Followed* follow_to_the_end(const HistoryView* view, const Line* line, const char* routine)
{
   Followed* followed = followed_new(routine);
   for (guint i = 0; i < graph_count(view->graph); i++) {
      g_autoptr(GArray) since = line_record(line, i) == NULL ? NULL : line_since(line, i);
      if (since != NULL && since->len > 0) {
         g_autoptr(GArray) steps = steps_of(view->store, line_record(line, i)->id, since);
         followed_go_back(followed, steps);
      }
   }
   return followed;
}

static GArray* find_candidates(const HistoryView* view, const Line* line, const char* routine,
                               GStringChunk* texts)
{
   GArray*   candidates = g_array_new(FALSE, FALSE, sizeof(Candidate));
   Followed* followed = follow_to_the_end(view, line, routine);
   Search    search = { followed, candidates, texts };
   g_array_set_clear_func(candidates, clear_candidate);
   store_names(view->store, look_at, &search);
   for (guint i = 0; i < candidates->len; i++) {
      const Candidate* candidate = &g_array_index(candidates, Candidate, i);
      store_rows(view->store, line->series->id, candidate->id, take_row, candidate->rows);
   }
   followed_free(followed);
   return candidates;
}

/*--- A result ---*/

/* A line, from the newest commit to the oldest. */
typedef struct {
   const HistoryView* view;
   const Line*        line;
   GArray*            candidates;
   Followed*          followed;
   GrowthAnalysis*    analysis;
   LineRuns*          runs;        /* NULL: the line has reports */
   GHashTable*        known;       /* measured values by their rows */
} Walk;

/* Appends the rows of a record.  False: the routine is not there. */
static bool append_rows(const Walk* walk, int64_t record, GString* text, const char** name)
{
   bool is_there = false;
   for (guint i = 0; i < walk->candidates->len; i++) {
      const Candidate* candidate = &g_array_index(walk->candidates, Candidate, i);
      int64_t row = GPOINTER_TO_SIZE(g_hash_table_lookup(candidate->rows, GSIZE_TO_POINTER(record)));
      if (row != 0 && followed_is(walk->followed, candidate->name, NULL)) {
         g_string_append_printf(text, "%" G_GINT64_FORMAT " ", row);
         *name = candidate->name;
         is_there = true;
      }
   }
   return is_there;
}

/* The rows of a commit, as text, so that equal ones are known; "": the routine is not there. */
static char* rows_of(const Walk* walk, int64_t record, const char** name)
{
   GString*         text = g_string_new(NULL);
   guint            count = 0;
   const StoredRun* own = walk->runs == NULL ? NULL : line_runs_of(walk->runs, record, &count);
   bool             is_there = walk->runs == NULL && append_rows(walk, record, text, name);
   for (guint i = 0; i < count; i++) {
      is_there = append_rows(walk, own[i].record, text, name) || is_there;
      g_string_append_c(text, ';');
   }
   g_string_truncate(text, is_there ? text->len : 0);
   return g_string_free(text, FALSE);
}

/* The points of the rows, added up. */
static GArray* points_of(Store* store, const char* rows)
{
   GArray* points = g_array_new(FALSE, FALSE, sizeof(Point));
   g_auto(GStrv) ids = g_strsplit(rows, " ", -1);
   for (size_t i = 0; ids[i] != NULL && *ids[i] != '\0'; i++) {
      store_points(store, g_ascii_strtoll(ids[i], NULL, 10), points);
   }
   TooLarge ignored;   /* such a sum stays at 2^64-1 */
   Point*   first = (Point*)(void*)points->data;
   points_sort(first, points->len);
   g_array_set_size(points, (guint)points_add_equal(first, points->len, &ignored));
   return points;
}

static Answer* points_value(const Walk* walk, const char* rows, const char* name)
{
   g_autoptr(GArray) points = points_of(walk->view->store, rows);
   return measured_points(walk->analysis, (const Point*)(void*)points->data, points->len, name);
}

/* Takes rows of an experiment: each run has its own, up to a semicolon. */
static Answer* experiment_value(const Walk* walk, int64_t record, const char* rows, const char* name)
{
   guint count;
   g_auto(GStrv)        parts = g_strsplit(rows, ";", -1);
   g_autofree Totals*   totals = g_new0(Totals, g_strv_length(parts) + 1);
   g_autoptr(GPtrArray) laws = laws_of(walk->view->store, record);
   line_runs_of(walk->runs, record, &count);
   for (guint i = 0; i < count && parts[i] != NULL; i++) {
      g_autoptr(GArray) points = points_of(walk->view->store, parts[i]);
      for (guint k = 0; k < points->len; k++) {
         totals_add_point(&totals[i], &g_array_index(points, Point, k));
      }
   }
   return measured_runs(walk->runs, record, totals, laws_find(laws, name, NULL), name);
}

/*--- A line ---*/

/* How a routine of an experiment grows depends on all others, too. */
static Answer* measured(Walk* walk, int64_t record, const char* rows, const char* name)
{
   if (walk->runs != NULL) {
      return experiment_value(walk, record, rows, name);
   }
   Answer* value = g_hash_table_lookup(walk->known, rows);
   if (value == NULL) {
      value = points_value(walk, rows, name);
      g_hash_table_insert(walk->known, g_strdup(rows), value);
   }
   return tree_share(value);
}

/* Adds the result of a commit; "changed" is set when the one before is known. */
static void add_result(Walk* walk, guint index, Answer* results, char** former)
{
   const StoredRecord* record = line_record(walk->line, index);
   const char*         name = NULL;
   char*               rows = rows_of(walk, record->id, &name);
   size_t              count = tree_length(results);
   if (count > 0) {
      tree_set_flag(tree_at(results, count - 1), "changed", strcmp(rows, *former) != 0);
   }
   Answer* value = tree_object();
   history_set_commit(value, graph_commit(walk->view->graph, index));
   tree_set(value, "measured", *rows == '\0' ? NULL : measured(walk, record->id, rows, name));
   tree_set_flag(value, "changed", true);
   tree_append(results, value);
   g_free(*former);
   *former = rows;
}

static void go_back(const Walk* walk, guint index)
{
   g_autoptr(GArray) since = line_since(walk->line, index);
   if (since->len > 0) {
      g_autoptr(GArray) steps = steps_of(walk->view->store, line_record(walk->line, index)->id, since);
      followed_go_back(walk->followed, steps);
   }
}

/*--- Sizes ---*/

static bool has_point(const Answer* measured, uint64_t n)
{
   Answer* points = tree_get(measured, "points");
   bool    has = false;
   for (size_t i = 0; i < tree_length(points) && !has; i++) {
      has = tree_get_count(tree_at(points, i), "n") == n;
   }
   return has;
}

/* Results without a change between them share what was measured. */
static bool all_have(const Answer* results, uint64_t n)
{
   const Answer* last = NULL;
   for (size_t i = 0; i < tree_length(results); i++) {
      const Answer* measured = tree_get(tree_at(results, i), "measured");
      if (measured != NULL && measured != last && !has_point(measured, n)) {
         return false;
      }
      last = measured;
   }
   return true;
}

/* The sizes that all results have where the routine is there, ascending. */
static Answer* common_sizes(const Walk* walk, const Answer* results)
{
   Answer* list = tree_list();
   Answer* points = NULL;
   for (size_t i = 0; i < tree_length(results) && points == NULL && walk->runs == NULL; i++) {
      const Answer* measured = tree_get(tree_at(results, i), "measured");
      points = measured == NULL ? NULL : tree_get(measured, "points");
   }
   for (size_t i = 0; points != NULL && i < tree_length(points); i++) {
      uint64_t n = tree_get_count(tree_at(points, i), "n");
      if (all_have(results, n)) {
         tree_append(list, tree_count(n));
      }
   }
   for (guint i = 0; walk->runs != NULL && i < walk->runs->sizes->len; i++) {
      tree_append(list, tree_count((uint64_t)g_array_index(walk->runs->sizes, double, i)));
   }
   return list;
}

static void free_value(gpointer value)
{
   tree_free(value);
}

static Answer* line_value(const HistoryView* view, const Line* line, const char* routine)
{
   g_autoptr(GStringChunk) texts = g_string_chunk_new(4096);
   Walk walk = {
      view, line, find_candidates(view, line, routine, texts), followed_new(routine), growth_new(),
      series_has_experiments(line->series) ? line_runs_new(line) : NULL,
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_value),
   };
   Answer* results = tree_list();
   g_autofree char* former = NULL;
   for (guint i = 0; i < graph_count(view->graph); i++) {
      if (line_record(line, i) != NULL) {
         add_result(&walk, i, results, &former);
         go_back(&walk, i);
      }
   }
   Answer* value = tree_object();
   tree_set(value, "series", history_series_value(line->series));
   tree_set(value, "size", walk.runs == NULL ? NULL : tree_count((uint64_t)walk.runs->size));
   tree_set(value, "sizes", common_sizes(&walk, results));
   tree_set(value, "results", results);
   g_clear_pointer(&walk.runs, line_runs_free);
   g_hash_table_unref(walk.known);
   growth_free(walk.analysis);
   followed_free(walk.followed);
   g_array_unref(walk.candidates);
   return value;
}

Answer* history_evolution(const HistoryView* view, const GPtrArray* lines, const char* routine)
{
   Answer* value = tree_object();
   Answer* list = tree_list();
   for (guint i = 0; i < lines->len; i++) {
      tree_append(list, line_value(view, g_ptr_array_index(lines, i), routine));
   }
   tree_set_text(value, "store", store_path(view->store));
   tree_set_text(value, "routine", routine);
   tree_set(value, "lines", list);
   return value;
}
