/* Points, made one at a time.  There is one array of the points of a routine with contexts in
   the report, and other routines use it, too; so a list fetches its points anew whenever it
   is read from the beginning. */

#include <math.h>
#include <stdlib.h>

#include "answer/show/parts.h"
#include "util/memory.h"

/* The most points of a picture in a row of a table. */
#define PICTURE_POINTS  500

/* The owner of the long lists of an object. */
typedef struct {
   Report*        report;
   const Routine* routine;
   const Context* context;    /* NULL: of all contexts of the routine */
   View           view;
   bool           has_input;  /* it was measured */
   const Point*   points;
   size_t         count;
   size_t         next;       /* point that is not in the sums yet */
   double         sum;        /* over all points before */
   double         calls;
} PointLists;

static void fetch(PointLists* lists)
{
   lists->points = lists->context == NULL
                   ? report_routine_points(lists->report, lists->routine, &lists->count)
                   : report_context_points(lists->report, lists->context, &lists->count);
   lists->next = 0;
   lists->sum = lists->calls = 0.0;
}

/* The point, when all up to it are in the sums. */
static const Point* point_at(PointLists* lists, size_t index)
{
   if (index < lists->next || index == 0) {
      fetch(lists);
   }
   for (; lists->next <= index; lists->next++) {
      lists->sum += (double)lists->points[lists->next].sum;
      lists->calls += (double)lists->points[lists->next].calls;
   }
   return &lists->points[index];
}

static Answer* point_value(const void* owner, size_t index)
{
   PointLists*  lists = (PointLists*)owner;
   const Point* point = point_at(lists, index);
   Answer*      value = tree_object();
   tree_set_count(value, "rms", point->rms);
   tree_set_count(value, "calls", point->calls);
   tree_set_count(value, "min", point->min);
   tree_set_count(value, "max", point->max);
   tree_set_count(value, "sum", point->sum);
   tree_set_count(value, "squares", point->squares);
   tree_set_count(value, "real_sum", point->real_sum);
   tree_set_count(value, "self_sum", point->self_sum);
   tree_set_count(value, "self_min", point->self_min);
   tree_set_count(value, "self_max", point->self_max);
   tree_set_count(value, "self_squares", point->self_squares);
   tree_set_number(value, "amortized", lists->sum / lists->calls);
   return value;
}

/* A reader gets the mean cost of its calls, too, and their input only if that was measured. */
static Answer* read_value(const void* owner, size_t index)
{
   const PointLists* lists = owner;
   Answer*           value = point_value(owner, index);
   const Point*      point = &lists->points[index];
   tree_set_number(value, "mean", (double)point->sum / (double)point->calls);
   tree_set(value, "input", lists->has_input ? tree_count(point->rms) : NULL);
   return value;
}

static double viewed(const PointLists* lists, const Point* point)
{
   switch (lists->view) {
      case VIEW_WORST:     return (double)point->max;
      case VIEW_MEAN:      return (double)point->sum / (double)point->calls;
      case VIEW_BEST:      return (double)point->min;
      case VIEW_AMORTIZED: return lists->sum / lists->calls;
      case VIEW_CALLS:     return (double)point->calls;
   }
   return NAN;
}

/* The input, and what is plotted over it. */
static Answer* plotted_value(const void* owner, size_t index)
{
   PointLists*  lists = (PointLists*)owner;
   const Point* point = point_at(lists, index);
   Answer*      value = tree_list();
   tree_append(value, tree_count(point->rms));
   tree_append(value, tree_number(viewed(lists, point), NULL));
   return value;
}

static Answer* pictured_value(const void* owner, size_t index)
{
   size_t count = ((const PointLists*)owner)->count;
   size_t shown = count < PICTURE_POINTS ? count : PICTURE_POINTS;
   return plotted_value(owner, index * (count - 1) / (shown - 1));
}

static PointLists* lists_new(const Request* request, const Routine* routine, const Context* context,
                             size_t count, View view)
{
   const Subject* subject = &request->subjects->list[report_routine_index(request->report, routine)];
   PointLists*    lists = memory_resize(NULL, 1, sizeof *lists);
   *lists = (PointLists){
      .report = request->report, .routine = routine, .context = context, .count = count, .view = view,
      .has_input = !subject->has_no_input
   };
   return lists;
}

void part_set_points(Answer* object, const Request* request, const Routine* routine, const Context* context,
                     size_t count)
{
   PointLists* lists = lists_new(request, routine, context, count, request->view);
   bool        is_read = request->detail == DETAIL_READER;
   Answer*     points = tree_long_list(count, is_read ? read_value : point_value, lists);
   tree_keep(points, lists, free);
   tree_set(object, "point_list", points);
   if (is_read) {
      tree_set(object, "plot", tree_long_list(count, plotted_value, lists));
   }
}

/* There is no picture of one point, or of calls that all have the input 0. */
void part_set_picture(Answer* object, const Request* request, const Subject* subject)
{
   size_t      shown = subject->largest == 0 ? 0 : MIN(subject->points, PICTURE_POINTS);
   PointLists* lists = lists_new(request, subject->routine, NULL, subject->points, VIEW_MEAN);
   Answer*     picture = tree_long_list(shown < 2 ? 0 : shown, pictured_value, lists);
   tree_keep(picture, lists, free);
   tree_set(object, "picture", picture);
}
