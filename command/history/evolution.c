/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A routine may have several items: copies that the compiler made are one routine.  Commits between which
   nothing changed have the same rows, so each is looked at once. */

#include "history/evolution.h"

#include <math.h>
#include <string.h>

#include "answer/case_words.h"
#include "answer/compare/names.h"
#include "answer/routine_facts.h"
#include "history/followed.h"
#include "history/log.h"
#include "history/row.h"
#include "history/steps.h"

/*------------------------------------------------------------------*/
/*--- Items of the routine                                       ---*/
/*------------------------------------------------------------------*/

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
      GArray* since = line_record(line, i) == NULL ? NULL : line_since(line, i);
      if (since != NULL && since->len > 0) {
         GArray* steps = steps_of(view->store, line_record(line, i)->id, since);
         followed_go_back(followed, steps);
         g_array_unref(steps);
      }
      g_clear_pointer(&since, g_array_unref);
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

/*------------------------------------------------------------------*/
/*--- A result                                                   ---*/
/*------------------------------------------------------------------*/

/* The rows of a commit, as text, so that equal ones are known; "": the routine is not there. */
static char* rows_of(const GArray* candidates, const Followed* followed, int64_t record, const char** name)
{
   GString* text = g_string_new(NULL);
   for (guint i = 0; i < candidates->len; i++) {
      const Candidate* candidate = &g_array_index(candidates, Candidate, i);
      int64_t row = GPOINTER_TO_SIZE(g_hash_table_lookup(candidate->rows, GSIZE_TO_POINTER(record)));
      if (row != 0 && followed_is(followed, candidate->name, NULL)) {
         g_string_append_printf(text, "%" G_GINT64_FORMAT " ", row);
         *name = candidate->name;
      }
   }
   return g_string_free(text, FALSE);
}

/* The points of the rows, added up. */
static GArray* points_of(Store* store, const char* rows)
{
   GArray* points = g_array_new(FALSE, FALSE, sizeof(Point));
   char**  ids = g_strsplit(rows, " ", -1);
   for (size_t i = 0; ids[i] != NULL && *ids[i] != '\0'; i++) {
      GBytes* bytes = store_row(store, g_ascii_strtoll(ids[i], NULL, 10));
      if (bytes != NULL) {
         row_unpack(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes), points);
         g_bytes_unref(bytes);
      }
   }
   TooLarge ignored;   /* such a sum stays at 2^64-1 */
   Point*   first = (Point*)(void*)points->data;
   points_sort(first, points->len);
   g_array_set_size(points, (guint)points_add_equal(first, points->len, &ignored));
   g_strfreev(ids);
   return points;
}

static Answer* growth_value(GrowthAnalysis* analysis, const GArray* points, GrowthCase which)
{
   Answer*    value = tree_object();
   ClassRange range = { GROWTH_TOO_FEW_POINTS, GROWTH_TOO_FEW_POINTS, GROWTH_TOO_FEW_POINTS };
   const GrowthPowerLaw* law = NULL;
   GrowthText text;
   if (points->len >= GROWTH_LEAST_POINTS) {
      const Growth* growth = growth_of(analysis, which);
      range = (ClassRange){ growth->class, growth->slowest, growth->fastest };
      law = routine_has_class(&range) && range.class != GROWTH_CONSTANT ? growth_power_law(analysis, which)
                                                                        : NULL;
   }
   tree_set_text(value, "class", growth_class_name(range.class));
   tree_set_text(value, "text", case_text(&range, text));
   tree_set(value, "exponent", law == NULL || !law->fitted
            ? NULL : tree_interval(law->exponent, law->exponent_low, law->exponent_high));
   return value;
}

static Answer* points_value(const GArray* points)
{
   Answer* list = tree_list();
   for (guint i = 0; i < points->len; i++) {
      const Point* point = &g_array_index(points, Point, i);
      Answer*      value = tree_object();
      tree_set_count(value, "n", point->rms);
      tree_set_count(value, "calls", point->calls);
      tree_set_number(value, "mean", (double)point->sum / (double)point->calls);
      tree_set_count(value, "worst", point->max);
      tree_append(list, value);
   }
   return list;
}

/* Makes what rows say, without the commit. */
static Answer* measured_value(const HistoryView* view, GrowthAnalysis* analysis, const char* rows,
                              const char* name)
{
   Answer* value = tree_object();
   GArray* points = points_of(view->store, rows);
   Totals  totals = { 0 };
   for (guint i = 0; i < points->len; i++) {
      totals_add_point(&totals, &g_array_index(points, Point, i));
   }
   growth_set_points(analysis, (const Point*)(void*)points->data, points->len);
   tree_set_text(value, "name", name);
   tree_set_count(value, "calls", totals.calls);
   tree_set_count(value, "cost", totals.real_sum);
   tree_set_count(value, "self_cost", totals.self_sum);
   tree_set(value, "mean", growth_value(analysis, points, GROWTH_MEAN));
   tree_set(value, "worst", growth_value(analysis, points, GROWTH_WORST));
   tree_set(value, "points", points_value(points));
   g_array_unref(points);
   return value;
}

/*------------------------------------------------------------------*/
/*--- A line                                                     ---*/
/*------------------------------------------------------------------*/

typedef struct {
   const HistoryView*     view;
   const Line*     line;
   GArray*         candidates;
   Followed*       followed;
   GrowthAnalysis* analysis;
   GHashTable*     known;      /* measured values by their rows */
} Walk;

static Answer* measured(Walk* walk, const char* rows, const char* name)
{
   Answer* value = g_hash_table_lookup(walk->known, rows);
   if (value == NULL) {
      value = measured_value(walk->view, walk->analysis, rows, name);
      g_hash_table_insert(walk->known, g_strdup(rows), value);
   }
   return tree_share(value);
}

/* Adds the result of a commit; "changed" is set when the one before is known. */
static void add_result(Walk* walk, guint index, Answer* results, char** former)
{
   const StoredRecord* record = line_record(walk->line, index);
   const char*         name = NULL;
   char*               rows = rows_of(walk->candidates, walk->followed, record->id, &name);
   size_t              count = tree_length(results);
   if (count > 0) {
      tree_set_flag(tree_at(results, count - 1), "changed", strcmp(rows, *former) != 0);
   }
   Answer* value = tree_object();
   history_set_commit(value, graph_commit(walk->view->graph, index));
   tree_set(value, "measured", *rows == '\0' ? NULL : measured(walk, rows, name));
   tree_set_flag(value, "changed", true);
   tree_append(results, value);
   g_free(*former);
   *former = rows;
}

static void go_back(const Walk* walk, guint index)
{
   GArray* since = line_since(walk->line, index);
   if (since->len > 0) {
      GArray* steps = steps_of(walk->view->store, line_record(walk->line, index)->id, since);
      followed_go_back(walk->followed, steps);
      g_array_unref(steps);
   }
   g_array_unref(since);
}

static void free_value(gpointer value)
{
   tree_free(value);
}

static Answer* line_value(const HistoryView* view, const Line* line, const char* routine)
{
   GStringChunk* texts = g_string_chunk_new(4096);
   Walk walk = {
      view, line, find_candidates(view, line, routine, texts), followed_new(routine), growth_new(),
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_value),
   };
   Answer* results = tree_list();
   char*   former = NULL;
   for (guint i = 0; i < graph_count(view->graph); i++) {
      if (line_record(line, i) != NULL) {
         add_result(&walk, i, results, &former);
         go_back(&walk, i);
      }
   }
   Answer* value = tree_object();
   tree_set(value, "series", history_series_value(line->series));
   tree_set(value, "results", results);
   g_free(former);
   g_hash_table_unref(walk.known);
   growth_free(walk.analysis);
   followed_free(walk.followed);
   g_array_unref(walk.candidates);
   g_string_chunk_free(texts);
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
