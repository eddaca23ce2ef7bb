/* A routine may have several items: copies that the compiler made are one routine.  Commits between which
   nothing changed have the same rows, so each is looked at once. */

#include "history/answers.h"

#include <math.h>
#include <string.h>

#include "growth/growth.h"
#include "history/followed.h"
#include "history/laws.h"
#include "subject/subject.h"

/*--- Items of the routine ---*/

/* An item that the routine has at some commit. */
typedef struct {
   const char* name;      /* canonical */
   GHashTable* rows;      /* by record; 0: it has none */
} Candidate;

static void clear_candidate(gpointer data)
{
   g_hash_table_unref(((Candidate*)data)->rows);
}

/* All names that the routine ever had. */
static Followed* follow_to_the_end(const Line* line, const char* routine)
{
   Followed* followed = followed_new(routine);
   for (guint i = 0; i < graph_count(line->view->graph); i++) {
      g_autoptr(GArray) steps = line_steps(line, i);
      followed_go_back(followed, steps);
   }
   return followed;
}

static GArray* find_candidates(const Line* line, const char* routine)
{
   Store*               store = line->view->store;
   GArray*              candidates = g_array_new(FALSE, FALSE, sizeof(Candidate));
   g_autoptr(Followed)  followed = follow_to_the_end(line, routine);
   g_autoptr(GPtrArray) names = store_routines(store);
   g_array_set_clear_func(candidates, clear_candidate);
   for (guint i = 0; i < names->len; i++) {
      const ItemName* name = g_ptr_array_index(names, i);
      if (name != NULL && followed_is(followed, name->canonical, name->object)) {
         Candidate candidate = { name->canonical, store_rows(store, line->series->id, i) };
         g_array_append_val(candidates, candidate);
      }
   }
   return candidates;
}

/* "n log n, 1.12 (1.05 to 1.20)"; of experiments "n^2, 1.99 (1.97 to 2.01), confirmed".  `state`: NULL: of
   reports. */
static void set_words(Answer* value, const char* class, const char* state, const Answer* exponent)
{
   g_autoptr(GString) text = g_string_new(class == NULL ? "open" : class);
   if (exponent != NULL) {
      g_string_append_printf(text, ", %.2f (%.2f to %.2f)", tree_get_number(exponent, "value"),
                             tree_get_number(exponent, "low"), tree_get_number(exponent, "high"));
   }
   if (state != NULL && class != NULL) {
      g_string_append_printf(text, ", %s", state);
   }
   tree_set_text(value, "words", text->str);
}

/*--- What was measured, of a report ---*/

static ClassRange range_of(GrowthAnalysis* analysis, const Subject* subject, GrowthCase which)
{
   if (subject->points < GROWTH_LEAST_POINTS) {
      return (ClassRange){ GROWTH_TOO_FEW_POINTS, GROWTH_TOO_FEW_POINTS, GROWTH_TOO_FEW_POINTS };
   }
   const Growth* growth = growth_of(analysis, which);
   return (ClassRange){ growth->class, growth->slowest, growth->fastest };
}

static Answer* growth_value(GrowthAnalysis* analysis, const Subject* subject, GrowthCase which)
{
   Answer*    value = tree_object();
   ClassRange mean = range_of(analysis, subject, GROWTH_MEAN);
   ClassRange range = range_of(analysis, subject, which);
   bool       grows = range_has_class(&range) && range.class != GROWTH_CONSTANT;
   const GrowthPowerLaw* law = grows ? growth_power_law(analysis, which) : NULL;
   GrowthText text;
   tree_set_text(value, "class", growth_class_name(range_class(&range)));
   tree_set_text(value, "text", subject_growth_text(subject, &mean, &range, text));
   tree_set(value, "exponent", law == NULL || !law->fitted
            ? NULL : tree_interval(law->exponent, law->exponent_low, law->exponent_high));
   return value;
}

static Answer* list_of_points(const Point* points, size_t count)
{
   Answer* list = tree_list();
   for (size_t i = 0; i < count; i++) {
      const Point* point = &points[i];
      Answer*      value = tree_object();
      tree_set_count(value, "n", point->rms);
      tree_set_count(value, "calls", point->calls);
      tree_set_number(value, "mean", (double)point->sum / (double)point->calls);
      tree_set_count(value, "worst", point->max);
      tree_append(list, value);
   }
   return list;
}

/* Answers with points, by ascending rms, each once: calls and costs, and how these grow. */
static Answer* measured_points(GrowthAnalysis* analysis, const Point* points, size_t count, const char* name)
{
   Answer* value = tree_object();
   Totals  totals = { 0 };
   for (size_t i = 0; i < count; i++) {
      g_assert(i == 0 || points[i - 1].rms < points[i].rms);
      totals_add_point(&totals, &points[i]);
   }
   const Routine routine = { .totals = totals };
   Subject       subject = {
      .routine = &routine, .points = (uint32_t)count, .smallest = count == 0 ? 0 : points[0].rms,
      .largest = count == 0 ? 0 : points[count - 1].rms,
   };
   subject.has_no_input = subject.largest == 0;
   growth_set_points(analysis, points, count);
   tree_set_text(value, "name", name);
   tree_set_count(value, "calls", totals.calls);
   tree_set_count(value, "cost", totals.real_sum);
   tree_set_count(value, "self_cost", totals.self_sum);
   tree_set(value, "mean", growth_value(analysis, &subject, GROWTH_MEAN));
   tree_set(value, "worst", growth_value(analysis, &subject, GROWTH_WORST));
   set_words(value, tree_get_text(value, "mean.text"), NULL, tree_get(value, "mean.exponent"));
   tree_set(value, "points", list_of_points(points, count));
   return value;
}

/*--- What was measured, of an experiment ---*/

static Answer* own_law_value(const StoredRun* own, const double* costs, guint count)
{
   double sizes[count + 1];
   Curve  curve;
   for (guint i = 0; i < count; i++) {
      sizes[i] = own[i].size;
   }
   curve_make(&curve, &(Runs){ .size = sizes, .value = costs, .count = count }, NULL);
   return law_value_of_curve(&curve);
}

static Answer* runs_value(const StoredRun* own, const Totals* totals, guint count)
{
   Answer* list = tree_list();
   for (guint i = 0; i < count; i++) {
      Answer* value = tree_object();
      tree_set_count(value, "n", (uint64_t)own[i].size);
      tree_set_count(value, "calls", totals[i].calls);
      tree_set_count(value, "cost", totals[i].real_sum);
      tree_set_count(value, "self_cost", totals[i].self_sum);
      tree_append(list, value);
   }
   return list;
}

static void set_at(Answer* value, const char* key, const LineRuns* runs, int64_t record, const double* values)
{
   double at = line_runs_value(runs, record, values);
   tree_set(value, key, isnan(at) ? NULL : tree_count((uint64_t)(at + 0.5)));
}

/* Answers with what all of its calls cost in each run.  `law`: NULL: the routine matters too little to have
   one, and gets that of its own costs. */
static Answer* measured_runs(const LineRuns* runs, int64_t record, const Totals* totals, char* const* law,
                             const char* name)
{
   Answer*          value = tree_object();
   guint            count;
   const StoredRun* own = line_runs_of(runs, record, &count);
   double calls[count + 1], costs[count + 1], self_costs[count + 1];
   for (guint i = 0; i < count; i++) {
      calls[i] = (double)totals[i].calls;
      costs[i] = (double)totals[i].real_sum;
      self_costs[i] = (double)totals[i].self_sum;
   }
   tree_set_text(value, "name", name);
   set_at(value, "calls", runs, record, calls);
   set_at(value, "cost", runs, record, costs);
   set_at(value, "self_cost", runs, record, self_costs);
   tree_set(value, "growth", law != NULL ? law_value(law) : own_law_value(own, costs, count));
   set_words(value, tree_get_text(value, "growth.class"), tree_get_text(value, "growth.state"),
             tree_get(value, "growth.exponent"));
   tree_set(value, "points", runs_value(own, totals, count));
   return value;
}

/*--- A result ---*/

/* A line, from the newest commit to the oldest. */
typedef struct {
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
   g_autoptr(GArray) points = points_of(walk->line->view->store, rows);
   return measured_points(walk->analysis, (const Point*)(void*)points->data, points->len, name);
}

/* Takes rows of an experiment: each run has its own, up to a semicolon. */
static Answer* experiment_value(const Walk* walk, int64_t record, const char* rows, const char* name)
{
   guint count;
   g_auto(GStrv)        parts = g_strsplit(rows, ";", -1);
   g_autofree Totals*   totals = g_new0(Totals, g_strv_length(parts) + 1);
   g_autoptr(GPtrArray) laws = laws_of(walk->line->view->store, record);
   line_runs_of(walk->runs, record, &count);
   for (guint i = 0; i < count && parts[i] != NULL; i++) {
      g_autoptr(GArray) points = points_of(walk->line->view->store, parts[i]);
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
   history_set_commit(value, graph_commit(walk->line->view->graph, index));
   tree_set(value, "measured", *rows == '\0' ? NULL : measured(walk, record->id, rows, name));
   tree_set_flag(value, "changed", true);
   tree_append(results, value);
   g_free(*former);
   *former = rows;
}

/*--- Sizes ---*/

/* Counts by size how many results have it, those without a change between them once: they share what was
   measured.  Returns the points of the first. */
static const Answer* count_sizes(const Answer* results, GHashTable* counts, guint* measured_count)
{
   const Answer* first = NULL;
   const Answer* last = NULL;
   for (size_t i = 0; i < tree_length(results); i++) {
      const Answer* measured = tree_get(tree_at(results, i), "measured");
      const Answer* points = measured == NULL || measured == last ? NULL : tree_get(measured, "points");
      for (size_t k = 0; points != NULL && k < tree_length(points); k++) {
         gpointer size = GSIZE_TO_POINTER(tree_get_count(tree_at(points, k), "n"));
         guint    count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, size));
         g_hash_table_insert(counts, size, GUINT_TO_POINTER(count + 1));
      }
      *measured_count += points != NULL;
      first = first == NULL ? points : first;
      last = measured;
   }
   return first;
}

/* The sizes that all results have where the routine is there, ascending. */
static Answer* common_sizes(const Walk* walk, const Answer* results)
{
   g_autoptr(GHashTable) counts = g_hash_table_new(NULL, NULL);
   guint         measured_count = 0;
   const Answer* points = walk->runs != NULL ? NULL : count_sizes(results, counts, &measured_count);
   Answer*       list = tree_list();
   for (size_t i = 0; points != NULL && i < tree_length(points); i++) {
      uint64_t size = tree_get_count(tree_at(points, i), "n");
      if (GPOINTER_TO_UINT(g_hash_table_lookup(counts, GSIZE_TO_POINTER(size))) == measured_count) {
         tree_append(list, tree_count(size));
      }
   }
   for (guint i = 0; walk->runs != NULL && i < walk->runs->sizes->len; i++) {
      tree_append(list, tree_count((uint64_t)g_array_index(walk->runs->sizes, double, i)));
   }
   return list;
}

/* Sizes with a column in the table: of reports the largest, which experiments have already; and one that is
   about a tenth of it. */
#define SMALLER  10

static Answer* shown_sizes(const Answer* sizes, bool has_experiments)
{
   size_t   count = tree_length(sizes);
   uint64_t largest = count == 0 ? 0 : tree_position(sizes, count - 1);
   uint64_t smaller = 0;
   Answer*  list = tree_list();
   for (size_t i = 0; i < count; i++) {
      uint64_t n = tree_position(sizes, i);
      smaller = n > 0 && n <= largest / SMALLER ? n : smaller;
   }
   if (smaller > 0) {
      tree_append(list, tree_count(smaller));
   }
   if (largest > 0 && !has_experiments) {
      tree_append(list, tree_count(largest));
   }
   return list;
}

static void free_value(gpointer value)
{
   tree_free(value);
}

static Answer* line_value(const Line* line, const char* routine)
{
   g_autoptr(GArray)     candidates = find_candidates(line, routine);
   g_autoptr(Followed)   followed = followed_new(routine);
   g_autoptr(LineRuns)   runs = series_has_experiments(line->series) ? line_runs_new(line) : NULL;
   g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_value);
   g_autofree char*      former = NULL;
   Answer* results = tree_list();
   Walk    walk = { line, candidates, followed, growth_new(), runs, known };
   for (guint i = 0; i < graph_count(line->view->graph); i++) {
      if (line_record(line, i) != NULL) {
         g_autoptr(GArray) steps = line_steps(line, i);
         add_result(&walk, i, results, &former);
         followed_go_back(followed, steps);
      }
   }
   growth_free(walk.analysis);
   Answer* value = tree_object();
   tree_set(value, "series", history_series_value(line->series));
   tree_set(value, "size", runs == NULL ? NULL : tree_count((uint64_t)runs->size));
   tree_set(value, "sizes", common_sizes(&walk, results));
   tree_set(value, "shown_sizes", shown_sizes(tree_get(value, "sizes"), runs != NULL));
   tree_set(value, "results", results);
   return value;
}

Answer* history_evolution(const HistoryView* view, const GPtrArray* lines, const char* routine)
{
   Answer* value = tree_object();
   Answer* list = tree_list();
   for (guint i = 0; i < lines->len; i++) {
      tree_append(list, line_value(g_ptr_array_index(lines, i), routine));
   }
   tree_set_text(value, "store", store_path(view->store));
   tree_set_text(value, "routine", routine);
   tree_set(value, "lines", list);
   return value;
}
