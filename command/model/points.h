/* Points, and their sums. */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* The statistics of all activations of a routine, or a context, that had the same rms.
   If the format has another name for a member, the comment begins with it.  A sum of
   squares that does not fit stays at 2^64-1.  If another sum does not fit, the files are
   not loaded. */
typedef struct {
   uint32_t owner;          /* index of the context or, without contexts, of the routine */
   uint32_t rms;            /* input size, in cells */
   uint64_t min;            /* smallest cost of an activation, with all that it called */
   uint64_t max;
   uint64_t sum;
   uint64_t squares;        /* sqr-sum */
   uint64_t calls;          /* occ: number of activations */
   uint64_t real_sum;       /* cost of the activations that are not recursive */
   uint64_t self_sum;       /* self: cost without what the activations called */
   uint64_t self_min;
   uint64_t self_max;
   uint64_t self_squares;   /* self-sqr */
} Point;

/* Sums over points.  `sum` counts the cost of a recursive call again in each of its callers; `real_sum` does
   not. */
typedef struct {
   uint64_t calls;
   uint64_t sum;        /* a sum that does not fit stays at 2^64-1 */
   uint64_t real_sum;
   uint64_t self_sum;
} Totals;

/* A sum that exceeds 2^64-1: its name in the format, and the point.  If there is no such sum, the name is
   NULL. */
typedef struct {
   const char* name;
   uint32_t    owner;
   uint32_t    rms;
} TooLarge;

/* Compares points by owner, then rms; for qsort. */
extern int points_compare(const void* left, const void* right);

extern void points_sort(Point* points, size_t count);

/* The cost of the costliest activation; 0 without points. */
extern uint64_t points_largest_cost(const Point* points, size_t count);

/* Adds up neighbours that have the same owner and rms.  Returns how many points are left. */
extern size_t points_add_equal(Point* points, size_t count, TooLarge* too_large);

/* Merges two sorted parts of an array: the `first` points, and the `second` points after them. */
extern void points_merge(Point* points, size_t first, size_t second);

/* Adds a point.  Returns the name of a sum that became too large, or NULL.  `sum` may be too large. */
extern const char* totals_add_point(Totals* totals, const Point* point);

/* Adds other totals.  A sum that does not fit stays at 2^64-1. */
extern void totals_add(Totals* totals, const Totals* other);
