/* Most points are of one activation, whose sums and extremes follow from its cost and its self cost; so these
   are left out. */

#include "history/row.h"

#include <string.h>

/*--- Numbers ---*/

guint8* pack_number(guint8* to, uint64_t number)
{
   for (; number > 0x7f; number >>= 7) {
      *to++ = (guint8)(number | 0x80);
   }
   *to++ = (guint8)number;
   return to;
}

uint64_t unpack_number(Packed* packed)
{
   uint64_t number = 0;
   for (unsigned shift = 0; shift < 64; shift += 7) {
      if (packed->at == packed->end) {
         break;
      }
      guint8 byte = *packed->at++;
      number |= (uint64_t)(byte & 0x7f) << shift;
      if (byte < 0x80) {
         return number;
      }
   }
   packed->failed = true;
   return 0;
}

/*--- Points ---*/

/* The first number: how many points there are, and whether they are rounded. */
#define ROUNDED  1

/* The shape of a point says what follows from other numbers. */
#define ONE_CALL   1   /* the extremes are the sums */
#define REAL_SUM   2   /* no activation is recursive */
#define SQUARES    4   /* so are the sums of squares */

static uint64_t square(uint64_t number)
{
   return number > UINT32_MAX ? UINT64_MAX : number * number;
}

static uint64_t shape_of(const Point* point)
{
   bool is_one = point->calls == 1 && point->min == point->sum && point->max == point->sum
                 && point->self_min == point->self_sum && point->self_max == point->self_sum;
   bool is_square = point->squares == square(point->sum) && point->self_squares == square(point->self_sum);
   bool is_real = point->real_sum == point->sum;
   return (is_one ? ONE_CALL : 0) | (is_real ? REAL_SUM : 0) | (is_square ? SQUARES : 0);
}

/* How many numbers a point has at most. */
#define POINT_NUMBERS  12

static guint8* pack_point(guint8* to, const Point* point, uint32_t before)
{
   uint64_t shape = shape_of(point);
   to = pack_number(to, shape);
   to = pack_number(to, point->rms - before);
   to = pack_number(to, point->sum);
   to = pack_number(to, point->self_sum);
   if ((shape & ONE_CALL) == 0) {
      to = pack_number(to, point->calls);
      to = pack_number(to, point->min);
      to = pack_number(to, point->max);
      to = pack_number(to, point->self_min);
      to = pack_number(to, point->self_max);
   }
   if ((shape & REAL_SUM) == 0) {
      to = pack_number(to, point->real_sum);
   }
   if ((shape & SQUARES) == 0) {
      to = pack_number(to, point->squares);
      to = pack_number(to, point->self_squares);
   }
   return to;
}

static Point unpack_point(Packed* packed, uint32_t before)
{
   uint64_t shape = unpack_number(packed);
   Point    point = { .rms = before + (uint32_t)unpack_number(packed) };
   point.sum = unpack_number(packed);
   point.self_sum = unpack_number(packed);
   bool is_one = (shape & ONE_CALL) != 0;
   point.calls = is_one ? 1 : unpack_number(packed);
   point.min = is_one ? point.sum : unpack_number(packed);
   point.max = is_one ? point.sum : unpack_number(packed);
   point.self_min = is_one ? point.self_sum : unpack_number(packed);
   point.self_max = is_one ? point.self_sum : unpack_number(packed);
   point.real_sum = (shape & REAL_SUM) != 0 ? point.sum : unpack_number(packed);
   bool is_square = (shape & SQUARES) != 0;
   point.squares = is_square ? square(point.sum) : unpack_number(packed);
   point.self_squares = is_square ? square(point.self_sum) : unpack_number(packed);
   return point;
}

static uint32_t rounded(uint32_t rms)
{
   unsigned digits = rms == 0 ? 0 : 32 - (unsigned)__builtin_clz(rms);
   return digits <= ROW_DIGITS ? rms : rms >> (digits - ROW_DIGITS) << (digits - ROW_DIGITS);
}

size_t row_round(Point* points, size_t count)
{
   TooLarge ignored;   /* the report has the sum of all of them already */
   for (size_t i = 0; i < count; i++) {
      points[i].rms = rounded(points[i].rms);
   }
   size_t   left = points_add_equal(points, count, &ignored);
   g_assert(left <= count && (left > 0 || count == 0));
   return left;
}

GBytes* row_pack(const Point* points, size_t count)
{
   g_autofree Point* copies = NULL;
   if (count > ROW_POINTS) {
      copies = g_memdup2(points, count * sizeof *points);
      for (size_t i = 0; i < count; i++) {
         copies[i].owner = 0;
      }
      count = row_round(copies, count);
      points = copies;
   }
   g_autofree guint8* bytes = g_malloc((1 + count * POINT_NUMBERS) * PACKED_MOST);
   guint8*            end = pack_number(bytes, (uint64_t)count << 1 | (copies != NULL ? ROUNDED : 0));
   for (size_t i = 0; i < count; i++) {
      g_assert(i == 0 || points[i - 1].rms < points[i].rms);
      end = pack_point(end, &points[i], i == 0 ? 0 : points[i - 1].rms);
   }
   g_assert((size_t)(end - bytes) <= (1 + count * POINT_NUMBERS) * PACKED_MOST);
   return g_bytes_new(bytes, (gsize)(end - bytes));
}

bool row_unpack(const void* bytes, size_t length, GArray* points)
{
   Packed   packed = { bytes, (const guint8*)bytes + length, false };
   uint64_t count = unpack_number(&packed) >> 1;
   uint32_t before = 0;
   guint    first = points->len;
   packed.failed = packed.failed || count > length;   /* each has some bytes */
   g_array_set_size(points, first + (packed.failed ? 0 : (guint)count));
   for (guint i = first; i < points->len && !packed.failed; i++) {
      Point* point = &g_array_index(points, Point, i);
      *point = unpack_point(&packed, before);
      packed.failed = packed.failed || point->calls == 0 || (i > first && point->rms <= before);
      before = point->rms;
   }
   if (packed.failed || packed.at != packed.end) {
      g_array_set_size(points, first);
      return false;
   }
   return true;
}

bool row_is_rounded(const void* bytes, size_t length)
{
   return length > 0 && (*(const guint8*)bytes & ROUNDED) != 0;
}
