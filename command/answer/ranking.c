/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Ranking routines.

   A projection says how many times as much all calls of a routine cost if each
   has so many times the input.  The program then costs at least what its
   costliest routine does, at least what all self costs do together, and at least
   what it does now; the largest of these is what projected shares are of.

   Where the growth is not known, as of main, which is called once, the self cost
   counts as growing with the input, and the cost of what was called as growing
   with the program's.

   Growth is what takes time, and routines have nothing to do with each other: all
   processors fit, each a routine after the other.  The results do not depend on how
   many there are.

   What is exponential outgrows everything else by far, and shares of it would say
   nothing of the rest.  So it counts there as if it grew as its input does: the
   other shares are those of a program in which that is so. */

#include "answer/ranking.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "subject/subject.h"
#include "answer/origin.h"
#include "model/own.h"
#include "util/memory.h"
#include "util/pattern.h"
#include "util/progress.h"

/* Shares below this are small. */
#define SMALL_SHARE  0.01

/* Fewer are fitted before a thread has begun. */
#define ROWS_WORTH_A_THREAD  100
#define MOST_THREADS          16

/*------------------------------------------------------------------*/
/*--- Which routines                                             ---*/
/*------------------------------------------------------------------*/

static bool is_wanted(const RankingOptions* options, const Subject* row)
{
   const Routine* routine = row->routine;
   bool name_matches = options->name == NULL || pattern_matches(options->name, routine->name)
                       || (routine->mangled != NULL && pattern_matches(options->name, routine->mangled));
   return name_matches && (options->object == NULL || pattern_matches(options->object, routine->image))
          && row->points >= options->least_points;
}

/* A nameless routine without growth is no finding. */
static bool is_small_and_nameless(const Subject* row, uint64_t total)
{
   return routine_is_nameless(row->routine) && row->points < GROWTH_LEAST_POINTS
          && share_of(row->routine->totals.real_sum, total) < SMALL_SHARE;
}

/*------------------------------------------------------------------*/
/*--- Fitting                                                    ---*/
/*------------------------------------------------------------------*/

typedef struct {
   Subject* row;
   GrowthDepth   depth;
} RowToFit;

typedef struct {
   const Report* report;
   double        times;     /* projection: inputs grow so many times */
   RowToFit*     rows;
   size_t        count;
} RowsToFit;

typedef struct {
   const RowsToFit* to_fit;
   GMutex           mutex;
   size_t           next;      /* row; under the mutex, as the progress bar is */
} Work;

typedef struct {
   Work*           work;
   GrowthAnalysis* analysis;
   PointRoom       room;
   GThread*        thread;     /* NULL: the caller's */
} Worker;

static SubjectGrowth* find_growth(Worker* worker, const RowToFit* item)
{
   const RowsToFit* to_fit = worker->work->to_fit;
   size_t           count;
   const Point* points = report_points_in_room(to_fit->report, item->row->routine, &worker->room, &count);
   return subject_growth_find(worker->analysis, points, count, to_fit->times, item->depth);
}

/* NULL if no row is left. */
static const RowToFit* take_row(Work* work)
{
   g_mutex_lock(&work->mutex);
   const RowToFit* item = work->next < work->to_fit->count ? &work->to_fit->rows[work->next++] : NULL;
   progress_advance(item != NULL);
   g_mutex_unlock(&work->mutex);
   return item;
}

static gpointer fit_rows(gpointer data)
{
   Worker*         worker = data;
   const RowToFit* item;
   while ((item = take_row(worker->work)) != NULL) {
      item->row->growth = find_growth(worker, item);
   }
   return NULL;
}

static size_t count_workers(size_t rows)
{
   size_t worth = 1 + rows / ROWS_WORTH_A_THREAD;
   size_t processors = MIN(g_get_num_processors(), MOST_THREADS);
   return MIN(worth, processors);
}

/* Sets the growth of each row.  If a thread cannot be started, the others do its work. */
static void fit_all(const RowsToFit* to_fit)
{
   Work   work = { .to_fit = to_fit };
   Worker workers[MOST_THREADS] = { 0 };
   size_t count = count_workers(to_fit->count);
   g_mutex_init(&work.mutex);
   progress_begin("fitting", to_fit->count);
   for (size_t i = 0; i < count; i++) {
      workers[i] = (Worker){ .work = &work, .analysis = growth_new() };
   }
   for (size_t i = 1; i < count; i++) {
      workers[i].thread = g_thread_try_new("fit", fit_rows, &workers[i], NULL);
   }
   fit_rows(&workers[0]);
   for (size_t i = 0; i < count; i++) {
      if (workers[i].thread != NULL) {
         g_thread_join(workers[i].thread);
      }
      growth_free(workers[i].analysis);
      free(workers[i].room.points);
   }
   progress_end();
   g_mutex_clear(&work.mutex);
}

/*------------------------------------------------------------------*/
/*--- Growth                                                     ---*/
/*------------------------------------------------------------------*/

static bool is_known(const Subject* row)
{
   return row->growth != NULL && row->growth->projection.known;
}

/* Returns the factor by which the cost of a routine of unknown growth is assumed to grow. */
static double assumed_factor(const Ranking* ranking, const Subject* row)
{
   const Totals* totals = &row->routine->totals;
   double        self = share_of(totals->self_sum, totals->real_sum);
   double        program = ranking->total == 0 ? 1.0 : fmax(1.0, ranking->projected / (double)ranking->total);
   return fmin(self, 1.0) * ranking->times + fmax(1.0 - self, 0.0) * program;
}

GrowthProjection ranking_projection(const Ranking* ranking, const Subject* row)
{
   return is_known(row) ? row->growth->projection
                        : (GrowthProjection){
                             .factor = assumed_factor(ranking, row), .low = 1.0, .high = INFINITY
                          };
}

static double projected_total(const Ranking* ranking)
{
   double costliest = 0.0;
   double self = 0.0;
   for (size_t i = 0; i < ranking->routine_count; i++) {
      const Subject* row = &ranking->rows[i];
      bool   by_input = subject_is_exponential(row) || !is_known(row);
      double factor = by_input ? ranking->times : row->growth->projection.factor;
      if (is_known(row)) {
         costliest = fmax(costliest, (double)row->routine->totals.real_sum * factor);
      }
      self += (double)row->routine->totals.self_sum * factor;
   }
   return fmax(fmax(costliest, self), (double)ranking->total);
}

/* A routine that costs more than its projection makes the program cost more. */
static double share_of_projected(double cost, double total)
{
   return total <= 0.0 ? 0.0 : !isfinite(cost) ? 1.0 : cost / fmax(cost, total);
}

Share ranking_projected_share(const Ranking* ranking, const Subject* row)
{
   double           cost = (double)row->routine->totals.real_sum;
   GrowthProjection projection = ranking_projection(ranking, row);
   if (cost == 0.0) {
      return (Share){ 0.0, 0.0, 0.0 };
   }
   return (Share){
      share_of_projected(cost * projection.factor, ranking->projected),
      share_of_projected(cost * projection.low, ranking->projected),
      share_of_projected(cost * projection.high, ranking->projected),
   };
}

static Section section_of(const Ranking* ranking, const Subject* row)
{
   if (routine_is_start_up(row->routine) || is_small_and_nameless(row, ranking->total)) {
      return SECTION_START_UP;
   }
   GrowthClass mean = subject_class(row, GROWTH_MEAN);
   double      share = share_of(row->routine->totals.real_sum, ranking->total);
   if (fmax(share, ranking_projected_share(ranking, row).value) < SMALL_SHARE) {
      return SECTION_SMALL;
   }
   if (subject_is_fast(row, GROWTH_MEAN) || subject_is_fast(row, GROWTH_WORST)) {
      return row->is_own ? SECTION_FASTER : SECTION_LIBRARY_FASTER;
   }
   if (mean <= GROWTH_N || subject_has_fixed_input(row)) {
      return row->is_own ? SECTION_NOT_FASTER : SECTION_LIBRARY_NOT_FASTER;
   }
   return row->is_own ? SECTION_UNKNOWN : SECTION_LIBRARY_UNKNOWN;
}

/* Parts routines that inherit their growth from those that introduce it, which stand first. */
static void part_inherited(Ranking* ranking)
{
   for (size_t i = 0; i < ranking->routine_count; i++) {
      Subject* row = &ranking->rows[i];
      const Origin*  origin = subject_origin(row);
      if (origin != NULL && origin->root != NULL) {
         row->section++;
      }
   }
}

/*------------------------------------------------------------------*/
/*--- The order                                                  ---*/
/*------------------------------------------------------------------*/

static int compare_costs(uint64_t a, uint64_t b)
{
   return a > b ? -1 : a < b;
}

static int compare_doubles(double a, double b)
{
   return a > b ? -1 : a < b;
}

/* Orders routines where nothing else decides: the costliest first; of equal ones, the one that
   is first in the report. */
static int compare_total(const Subject* a, const Subject* b)
{
   int order = compare_costs(a->routine->totals.real_sum, b->routine->totals.real_sum);
   order = order != 0 ? order : compare_costs(a->routine->totals.self_sum, b->routine->totals.self_sum);
   return order != 0 ? order : a->routine < b->routine ? -1 : a->routine > b->routine;
}

static int compare_projected(const Subject* a, const Subject* b)
{
   return compare_doubles(a->projected, b->projected);
}

static int compare_default(const Subject* a, const Subject* b)
{
   return a->section != b->section ? (a->section < b->section ? -1 : 1) : compare_projected(a, b);
}

static int compare_self(const Subject* a, const Subject* b)
{
   return compare_costs(a->routine->totals.self_sum, b->routine->totals.self_sum);
}

static int compare_calls(const Subject* a, const Subject* b)
{
   return compare_costs(a->routine->totals.calls, b->routine->totals.calls);
}

static int compare_point_counts(const Subject* a, const Subject* b)
{
   return compare_costs(a->points, b->points);
}

/* Classes that are no model come last. */
static int growth_rank(const Subject* row)
{
   GrowthClass class = subject_class(row, GROWTH_MEAN);
   return class <= GROWTH_EXP ? (int)class : -1;
}

static int compare_growth(const Subject* a, const Subject* b)
{
   return growth_rank(b) - growth_rank(a);
}

static int compare_names(const Subject* a, const Subject* b)
{
   return strcmp(a->routine->name, b->routine->name);
}

static int compare_objects(const Subject* a, const Subject* b)
{
   int order = strcmp(a->routine->image, b->routine->image);
   return order != 0 ? order : compare_names(a, b);
}

#define COMPARE(name, compare)                                         \
   static int name(const void* left, const void* right)                \
   {                                                                   \
      const Subject* a = left;                                   \
      const Subject* b = right;                                  \
      int order = compare(a, b);                                       \
      return order != 0 ? order : compare_total(a, b);                 \
   }

COMPARE(by_default, compare_default)
COMPARE(by_projected, compare_projected)
COMPARE(by_total, compare_total)
COMPARE(by_self, compare_self)
COMPARE(by_calls, compare_calls)
COMPARE(by_points, compare_point_counts)
COMPARE(by_growth, compare_growth)
COMPARE(by_name, compare_names)
COMPARE(by_object, compare_objects)

static int (*const orders[])(const void*, const void*) = {
   [SORT_DEFAULT] = by_default,
   [SORT_PROJECTED] = by_projected,
   [SORT_TOTAL] = by_total,
   [SORT_SELF] = by_self,
   [SORT_CALLS] = by_calls,
   [SORT_POINTS] = by_points,
   [SORT_GROWTH] = by_growth,
   [SORT_NAME] = by_name,
   [SORT_OBJECT] = by_object,
};

/*------------------------------------------------------------------*/
/*--- All of it                                                  ---*/
/*------------------------------------------------------------------*/

/* All routines with points. */
static void collect(Report* report, Ranking* ranking, const RankingOptions* options)
{
   OwnCode  own = { report_header(report)->application, options->own };
   uint32_t count = report_routine_count(report);
   ranking->rows = memory_resize(NULL, (size_t)count + 1, sizeof *ranking->rows);
   for (uint32_t i = 0; i < count; i++) {
      const Routine* routine = report_routine(report, i);
      if (routine->points > 0) {
         size_t       found;
         const Point* points = report_routine_points(report, routine, &found);
         bool         is_own = own_has(&own, routine);
         ranking->rows[ranking->routine_count++] = subject_make(routine, is_own, points, found,
                                                                     report_header(report));
         ranking->largest = MAX(ranking->largest, points[found - 1].rms);
      }
   }
}

static int compare_numbers(const void* left, const void* right)
{
   return compare_costs(*(const uint64_t*)left, *(const uint64_t*)right);
}

/* Returns the cost of the last of the `limit` costliest routines; 0 if there are not more, or without a
   limit. */
static uint64_t least_cost_of(const Ranking* ranking, size_t limit)
{
   if (limit == 0 || ranking->routine_count <= limit) {
      return 0;
   }
   uint64_t* costs = memory_resize(NULL, ranking->routine_count, sizeof *costs);
   for (size_t i = 0; i < ranking->routine_count; i++) {
      costs[i] = ranking->rows[i].routine->totals.real_sum;
   }
   qsort(costs, ranking->routine_count, sizeof *costs, compare_numbers);
   uint64_t least = costs[limit - 1];
   free(costs);
   return least;
}

/* Growth is what takes time: if there is a limit, that of the costliest is looked for. */
static void add_growth(const Report* report, Ranking* ranking, const RankingOptions* options)
{
   if (options->growth_limit != 0) {
      qsort(ranking->rows, ranking->routine_count, sizeof *ranking->rows, by_total);
   }
   uint64_t  least = least_cost_of(ranking, options->power_law_limit);
   RowsToFit to_fit = { .report = report, .times = options->times };
   to_fit.rows = memory_resize(NULL, ranking->routine_count + 1, sizeof *to_fit.rows);
   for (size_t i = 0; i < ranking->routine_count; i++) {
      Subject* row = &ranking->rows[i];
      if (row->points >= GROWTH_LEAST_POINTS) {
         row->is_unknown = options->growth_limit != 0 && to_fit.count >= options->growth_limit;
         ranking->is_partial |= row->is_unknown;
         if (!row->is_unknown) {
            bool keep = options->keep_growth && is_wanted(options, row);
            bool has_law = row->routine->totals.real_sum >= least;
            to_fit.rows[to_fit.count++] = (RowToFit){
               row, !keep ? GROWTH_FOR_CLASSES : has_law ? GROWTH_FOR_LAWS : GROWTH_FOR_PREDICTIONS
            };
         }
      }
   }
   fit_all(&to_fit);
   free(to_fit.rows);
}

static void project(Ranking* ranking)
{
   ranking->projected = projected_total(ranking);
   for (size_t i = 0; i < ranking->routine_count; i++) {
      Subject* row = &ranking->rows[i];
      row->projected = (double)row->routine->totals.real_sum * ranking_projection(ranking, row).factor;
      row->section = (uint8_t)section_of(ranking, row);
   }
}

static void keep_wanted(Ranking* ranking, const RankingOptions* options)
{
   for (size_t i = 0; i < ranking->routine_count; i++) {
      if (is_wanted(options, &ranking->rows[i])) {
         ranking->rows[ranking->count++] = ranking->rows[i];
      } else {
         subject_growth_free(ranking->rows[i].growth);
      }
   }
}

Ranking ranking_make(Report* report, GrowthAnalysis* analysis, const RankingOptions* options)
{
   Ranking ranking = { .total = report_total_cost(report), .times = options->times };
   collect(report, &ranking, options);
   add_growth(report, &ranking, options);
   project(&ranking);
   origins_find(report, analysis, ranking.rows, ranking.routine_count, ranking.total);
   part_inherited(&ranking);
   keep_wanted(&ranking, options);
   qsort(ranking.rows, ranking.count, sizeof *ranking.rows, orders[options->sort]);
   return ranking;
}

void ranking_free(Ranking* ranking)
{
   for (size_t i = 0; i < ranking->count; i++) {
      subject_growth_free(ranking->rows[i].growth);
   }
   free(ranking->rows);
   *ranking = (Ranking){ 0 };
}
