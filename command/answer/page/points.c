/* Points as columns of packed numbers.  If a routine has more points than a plot
   can show, points of similar rms become one bin, which has the sums of the
   points, and their extremes.

   Most points are of one call, so min, max and sum are the same number.  So only
   max is written as it is: min as max - min, and sum as calls * max - sum. */

#include "answer/page/sections.h"

#include <math.h>
#include <stdlib.h>

#include "answer/page/row.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/packed.h"

void columns_of_points(Answer* columns)
{
   tree_set_text(columns, "points", "distance max calls spread missing width deviations");
}

typedef struct {
   uint32_t first;       /* rms */
   uint32_t last;
   uint64_t calls;
   uint64_t min;
   uint64_t max;
   uint64_t sum;
   uint64_t squares;
} Bin;

/* In which of the bins an rms is, if there are so many for each doubling. */
static uint64_t bin_number(uint32_t rms, double per_doubling)
{
   return rms == 0 ? 0 : 1 + (uint64_t)(log2((double)rms) * per_doubling);
}

static size_t count_bins(const Point* points, size_t count, double per_doubling)
{
   size_t bins = 0;
   for (size_t i = 0; i < count; i++) {
      bins += i == 0
              || bin_number(points[i].rms, per_doubling) != bin_number(points[i - 1].rms, per_doubling);
   }
   return bins;
}

static void add_point(Bin* bin, const Point* point)
{
   g_assert(point->rms >= bin->last);   /* points ascend */
   bin->last = point->rms;
   bin->calls = add_saturating(bin->calls, point->calls);
   bin->min = point->min < bin->min ? point->min : bin->min;
   bin->max = point->max > bin->max ? point->max : bin->max;
   bin->sum = add_saturating(bin->sum, point->sum);
   bin->squares = add_saturating(bin->squares, point->squares);
}

/* Fills as many bins as fit the limit; each point has its own if there are not more.  Returns how many there
   are. */
static size_t fill_bins(Bin* bins, const Point* points, size_t count, size_t limit)
{
   double per_doubling = 256;
   while (count > limit && per_doubling > 0.01 && count_bins(points, count, per_doubling) > limit) {
      per_doubling /= 1.25;
   }
   size_t used = 0;
   for (size_t i = 0; i < count; i++) {
      bool is_new = i == 0 || count <= limit
                    || bin_number(points[i].rms, per_doubling) != bin_number(points[i - 1].rms, per_doubling);
      if (is_new) {
         bins[used++] = (Bin){ .first = points[i].rms, .min = UINT64_MAX };
      }
      add_point(&bins[used - 1], &points[i]);
   }
   return used;
}

/* Standard deviation of the costs of single calls; -1 if the sum of squares was too large to be kept. */
static double deviation(const Bin* bin)
{
   if (bin->squares == UINT64_MAX) {
      return -1;
   }
   Wide     scaled = (Wide)bin->squares * bin->calls;
   Wide     square = (Wide)bin->sum * bin->sum;
   double   calls = (double)bin->calls;
   return scaled <= square ? 0.0 : sqrt((double)(scaled - square)) / calls;
}

/* The value of a bin in a column. */
typedef Wide (*ColumnValue)(const Bin* bins, size_t i);

static Wide first_of(const Bin* bins, size_t i)
{
   return i == 0 ? bins[i].first : bins[i].first - bins[i - 1].last;
}

static Wide width_of(const Bin* bins, size_t i)
{
   return bins[i].last - bins[i].first;
}

static Wide calls_of(const Bin* bins, size_t i)
{
   return bins[i].calls;
}

static Wide max_of(const Bin* bins, size_t i)
{
   return bins[i].max;
}

static Wide spread_of(const Bin* bins, size_t i)
{
   return bins[i].max - bins[i].min;
}

static Wide missing_of(const Bin* bins, size_t i)
{
   Wide all = (Wide)bins[i].calls * bins[i].max;
   return all < bins[i].sum ? 0 : all - bins[i].sum;
}

static void add_column(Answer* row, const Bin* bins, size_t count, ColumnValue value)
{
   GString* column = g_string_new(NULL);
   for (size_t i = 0; i < count; i++) {
      packed_append(column, value(bins, i));
   }
   tree_append_text(row, g_string_free(column, FALSE));
}

static Answer* deviations_of(const Bin* bins, size_t count)
{
   g_autofree double* numbers = g_new(double, count);
   for (size_t i = 0; i < count; i++) {
      numbers[i] = deviation(&bins[i]);
   }
   return tree_printed_list(numbers, count, 5);
}

Answer* section_points(const Point* points, size_t count, size_t limit)
{
   Bin*    bins = memory_resize(NULL, count + 1, sizeof *bins);
   size_t  used = fill_bins(bins, points, count, limit);
   bool    is_binned = used < count;
   bool    has_spread = false;
   Answer* row = tree_list();
   for (size_t i = 0; i < used; i++) {
      has_spread |= bins[i].calls > 1;
   }
   add_column(row, bins, used, first_of);
   add_column(row, bins, used, max_of);
   if (has_spread || is_binned) {
      size_t spread = has_spread ? used : 0;
      add_column(row, bins, spread, calls_of);
      add_column(row, bins, spread, spread_of);
      add_column(row, bins, spread, missing_of);
      add_column(row, bins, is_binned ? used : 0, width_of);
      tree_append(row, deviations_of(bins, spread));
   }
   free(bins);
   return row;
}
