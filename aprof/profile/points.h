/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The points of one routine or context: for every rms that its activations had, the
   aggregate of their costs.

   Under --max-points a table that would get too many keeps fewer of the leading
   binary digits of its rms values: neighbouring ones share a point then, whose rms is
   the smallest that it can have.  With d digits the points at n and beyond are not
   nearer than n / 2^(d-1) to each other. */

#ifndef APROF_POINTS_H
#define APROF_POINTS_H

#include "pub_tool_basics.h"

typedef struct {
   UInt  rms;           /* read memory size of all these activations, in cells */
   ULong calls;         /* number of activations, at least 1 */
   ULong sum;           /* inclusive cost */
   ULong min;
   ULong max;
   ULong squares;       /* sum of squared inclusive costs; stays at 2^64-1 once there */
   ULong real_sum;      /* inclusive cost of activations that are not recursive */
   ULong self_sum;      /* self cost */
   ULong self_min;
   ULong self_max;
   ULong self_squares;  /* saturates like squares */
} Point;

#define POINTS_RECENT  8

typedef struct {
   Point* points;       /* `used` of them, in order of first appearance */
   UInt   used;
   UInt   capacity;
   UInt   recent[POINTS_RECENT];   /* by rms: index of such a point that was added to last */
   UInt*  slots;        /* open hash of rms: index in `points` plus 1, or 0 */
   UInt   slots_log2;
   UInt   lost_digits;  /* leading digits kept: POINTS_ALL_DIGITS minus these */
} PointTable;

#define POINTS_ALL_DIGITS  32

/* With one digit left: 0, and the powers of two. */
#define POINTS_FEWEST      (POINTS_ALL_DIGITS + 1)

/* The limit for every table from now on; 0: none. */
extern void points_set_limit(UInt limit);

/* One activation has ended.  `outermost` says that no other activation of the
   same routine was below it on its stack. */
extern void points_add(PointTable* table, UInt rms, ULong cost, ULong self, Bool outermost);

/* Orders the points by rms, for output; the table stays usable. */
extern void points_sort(PointTable* table);

/* An independent copy; `to` need not be initialised. */
extern void points_copy(PointTable* to, const PointTable* from);

extern void points_clear(PointTable* table);

#endif
