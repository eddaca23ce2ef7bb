#include "answer/ranking.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

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
static int growth_rank(const Subject* subject)
{
   GrowthClass class = subject_class(subject, GROWTH_MEAN);
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

typedef int (*Compare)(const Subject* a, const Subject* b);

static const Compare orders[] = {
   [SORT_DEFAULT] = compare_default,
   [SORT_PROJECTED] = compare_projected,
   [SORT_TOTAL] = compare_total,
   [SORT_SELF] = compare_self,
   [SORT_CALLS] = compare_calls,
   [SORT_POINTS] = compare_point_counts,
   [SORT_GROWTH] = compare_growth,
   [SORT_NAME] = compare_names,
   [SORT_OBJECT] = compare_objects,
};

typedef struct {
   const Subject* list;
   Compare        compare;
} Order;

static gint compare_indices(gconstpointer left, gconstpointer right, gpointer data)
{
   const Order*   order = data;
   const Subject* a = &order->list[*(const uint32_t*)left];
   const Subject* b = &order->list[*(const uint32_t*)right];
   int            result = order->compare(a, b);
   return result != 0 ? result : compare_total(a, b);
}

Ranking ranking_make(const Subjects* subjects, const SubjectOptions* options, SortKey sort)
{
   Ranking ranking = { .order = memory_resize(NULL, subjects->count + 1, sizeof *ranking.order) };
   Order   order = { subjects->list, orders[sort] };
   for (uint32_t i = 0; i < report_routine_count(subjects->report); i++) {
      const Subject* subject = &subjects->list[i];
      if (subject->points > 0 && subject_is_wanted(subject, options)) {
         ranking.order[ranking.count++] = i;
      }
   }
   assert(ranking.count <= subjects->count);
   g_qsort_with_data(ranking.order, (gint)ranking.count, sizeof *ranking.order, compare_indices, &order);
   return ranking;
}

void ranking_free(Ranking* ranking)
{
   free(ranking->order);
   *ranking = (Ranking){ 0 };
}
