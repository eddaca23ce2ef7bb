/* Sorts points and adds them up. */

#include "model/points.h"

#include <stdlib.h>
#include <string.h>

#include "util/number.h"

int points_compare(const void* left, const void* right)
{
   const Point* a = left;
   const Point* b = right;
   if (a->owner != b->owner) {
      return a->owner < b->owner ? -1 : 1;
   }
   return a->rms < b->rms ? -1 : a->rms > b->rms;
}

/* The tool writes points in this order, so only other reports need sorting. */
void points_sort(Point* points, size_t count)
{
   for (size_t i = 1; i < count; i++) {
      if (points_compare(&points[i - 1], &points[i]) > 0) {
         qsort(points, count, sizeof *points, points_compare);
         return;
      }
   }
}

static void add_sum(uint64_t* to, uint64_t from, const char* name, TooLarge* too_large)
{
   if (!add_checked(to, from)) {
      too_large->name = name;
   }
}

/* Adds a point of the same owner and rms. */
static void add_point(Point* to, const Point* from, TooLarge* too_large)
{
   TooLarge found = { .owner = to->owner, .rms = to->rms };
   to->min = from->min < to->min ? from->min : to->min;
   to->max = from->max > to->max ? from->max : to->max;
   add_sum(&to->sum, from->sum, "sum", &found);
   to->squares = add_saturating(to->squares, from->squares);
   add_sum(&to->calls, from->calls, "occ", &found);
   add_sum(&to->real_sum, from->real_sum, "real-sum", &found);
   add_sum(&to->self_sum, from->self_sum, "self-sum", &found);
   to->self_min = from->self_min < to->self_min ? from->self_min : to->self_min;
   to->self_max = from->self_max > to->self_max ? from->self_max : to->self_max;
   to->self_squares = add_saturating(to->self_squares, from->self_squares);
   if (found.name != NULL) {
      *too_large = found;
   }
}

uint64_t points_largest_cost(const Point* points, size_t count)
{
   uint64_t largest = 0;
   for (size_t i = 0; i < count; i++) {
      largest = points[i].max > largest ? points[i].max : largest;
   }
   return largest;
}

size_t points_add_equal(Point* points, size_t count, TooLarge* too_large)
{
   size_t left = 0;
   for (size_t i = 0; i < count; i++) {
      if (left > 0 && points_compare(&points[left - 1], &points[i]) == 0) {
         add_point(&points[left - 1], &points[i], too_large);
      } else if (left++ != i) {
         points[left - 1] = points[i];
      }
   }
   return left;
}

/* Goes from the end, so that only the second part must be copied. */
void points_merge(Point* points, size_t first, size_t second)
{
   g_autofree Point* tail = g_new(Point, second);
   memcpy(tail, points + first, second * sizeof *tail);
   while (second > 0) {
      bool take_tail = first == 0 || points_compare(&points[first - 1], &tail[second - 1]) <= 0;
      points[first + second - 1] = take_tail ? tail[second - 1] : points[first - 1];
      second -= take_tail ? 1 : 0;
      first -= take_tail ? 0 : 1;
   }
}

const char* totals_add_point(Totals* totals, const Point* point)
{
   TooLarge too_large = { 0 };
   totals->sum = add_saturating(totals->sum, point->sum);
   add_sum(&totals->calls, point->calls, "occ", &too_large);
   add_sum(&totals->real_sum, point->real_sum, "real-sum", &too_large);
   add_sum(&totals->self_sum, point->self_sum, "self-sum", &too_large);
   return too_large.name;
}

void totals_add(Totals* totals, const Totals* other)
{
   totals->calls = add_saturating(totals->calls, other->calls);
   totals->sum = add_saturating(totals->sum, other->sum);
   totals->real_sum = add_saturating(totals->real_sum, other->real_sum);
   totals->self_sum = add_saturating(totals->self_sum, other->self_sum);
}
