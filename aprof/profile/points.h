/* The points of one routine or context: for every rms of its activations, the sums of
   their costs.

   With --max-points, or if memory is short, a table that would get too many points keeps fewer leading
   binary digits of its rms values.  Neighbouring values then share a point, whose rms
   is the smallest of them.  With d digits, points from n on are at least n / 2^(d-1)
   apart. */

#pragma once

#include "pub_tool.h"

typedef struct {
   UInt  rms;           /* read memory size of all these activations, in cells */
   ULong calls;         /* number of activations, at least 1 */
   ULong sum;           /* inclusive cost, at least 1 of each activation */
   ULong min;
   ULong max;
   ULong squares;       /* sum of squared inclusive costs; stays at 2^64-1 once there */
   ULong real_sum;      /* inclusive cost of activations that are not recursive */
   ULong self_sum;      /* self cost */
   ULong self_min;
   ULong self_max;
   ULong self_squares;  /* saturates like squares */
} Point;

typedef struct {
   Point* points;       /* `used` points, in order of first appearance */
   UInt   used;
   UInt   capacity;
   UInt   last;         /* index of the point that was added to last */
   UInt*  slots;        /* hash table by rms: index in `points` plus 1, or 0 */
   UInt   slots_log2;
   UInt   lost_digits;  /* POINTS_ALL_DIGITS minus the number of leading digits that are kept */
} PointTable;

#define POINTS_ALL_DIGITS  32

/* The number of points if one digit is left: 0, and the powers of two. */
#define POINTS_FEWEST      (POINTS_ALL_DIGITS + 1)

/* The limit for every table from now on; 0: none. */
extern UInt points_limit;

/* Before a table grows by this much memory or more, it asks whether there is so much (listener.h,
   points_may_grow).  If not, it loses a digit instead. */
#define POINTS_MUCH_MEMORY  (1UL << 20)

/* Makes the table smaller if it has more points than a limit that was set later. */
extern void points_keep_limit(PointTable* table);

/* How much memory it takes, in bytes. */
extern SizeT points_size(const PointTable* table);

/* One activation has ended.  `outermost` says that no other activation of the
   same routine was below it on its stack. */
extern void points_add(PointTable* table, UInt rms, ULong cost, ULong self, Bool outermost);

/* Adds an activation that may have no cost: it was too short for the clock, or requested nothing.  Readers
   want no 0 in `sum` and `min`.  So there, and in `max` and `squares`, it has cost at least 1. */
extern void points_add_short(PointTable* table, UInt rms, ULong cost, ULong self, Bool outermost);

/* Sorts the points by rms, for output.  You can still add to the table. */
extern void points_sort(PointTable* table);

/* An independent copy; `to` need not be initialised. */
extern void points_copy(PointTable* to, const PointTable* from);

extern void points_clear(PointTable* table);
