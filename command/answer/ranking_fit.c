/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Growth is what takes time, and routines have nothing to do with each other: all
   processors fit, each a routine after the other.  The results do not depend on how
   many there are. */

#include "answer/ranking_fit.h"

#include <glib.h>
#include <stdlib.h>

#include "util/progress.h"

/* Fewer are fitted before a thread has begun. */
#define ROWS_WORTH_A_THREAD  100
#define MOST_THREADS          16

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

static RoutineGrowth* find_growth(Worker* worker, const RowToFit* item)
{
   const RowsToFit* to_fit = worker->work->to_fit;
   size_t           count;
   const Point* points = report_points_in_room(to_fit->report, item->row->routine, &worker->room, &count);
   return routine_growth_find(worker->analysis, points, count, to_fit->times, item->depth);
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

/* A thread that cannot be had is one that the others do without. */
void ranking_fit(const RowsToFit* to_fit)
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
