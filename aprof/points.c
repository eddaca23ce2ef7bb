/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Points live in one dense array per table, with a small open-addressing hash
   of indices beside it, so that a table of n points needs about 100 n bytes.

   Invariant: slots[h] == 0, or points[slots[h] - 1] is a point whose probe
   sequence (linear, from hash(rms)) has no empty slot before h. */

#include "points.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

static ULong saturating_add_square(ULong total, ULong cost)
{
   ULong square;
   if (__builtin_mul_overflow(cost, cost, &square)
       || __builtin_add_overflow(total, square, &total)) {
      return ~0ULL;
   }
   return total;
}

/* Fibonacci hashing (Knuth, vol. 3, 6.4): neighbouring rms values, the usual
   case, spread evenly. */
static UInt first_slot(const PointTable* table, UInt rms)
{
   return (UInt)(rms * 0x9e3779b9U) >> (32 - table->slots_log2);
}

static void insert_slot(PointTable* table, UInt index)
{
   UInt mask = (1u << table->slots_log2) - 1;
   UInt slot = first_slot(table, table->points[index].rms);
   while (table->slots[slot] != 0) {
      slot = (slot + 1) & mask;
   }
   table->slots[slot] = index + 1;
}

static void rebuild_slots(PointTable* table, UInt slots_log2)
{
   VG_(free)(table->slots);
   table->slots_log2 = slots_log2;
   table->slots = VG_(calloc)("aprof.points.slots", (SizeT)1 << slots_log2, sizeof *table->slots);
   for (UInt i = 0; i < table->used; i++) {
      insert_slot(table, i);
   }
}

/* Keeps the hash at most half full. */
static void grow(PointTable* table)
{
   UInt capacity = table->capacity == 0 ? 2 : table->capacity + table->capacity / 2 + 1;
   table->points = VG_(realloc)("aprof.points", table->points, capacity * sizeof *table->points);
   table->capacity = capacity;

   UInt slots_log2 = 2;
   while ((1ULL << slots_log2) < 2ULL * capacity) {
      slots_log2++;
   }
   if (slots_log2 != table->slots_log2) {
      rebuild_slots(table, slots_log2);
   }
}

static UInt find_or_add(PointTable* table, UInt rms)
{
   if (table->slots != NULL) {
      UInt mask = (1u << table->slots_log2) - 1;
      for (UInt slot = first_slot(table, rms); table->slots[slot] != 0; slot = (slot + 1) & mask) {
         UInt index = table->slots[slot] - 1;
         if (table->points[index].rms == rms) {
            return index;
         }
      }
   }
   if (table->used == table->capacity) {
      grow(table);
   }
   UInt index = table->used++;
   table->points[index] = (Point){ .rms = rms, .min = ~0ULL, .self_min = ~0ULL };
   insert_slot(table, index);
   return index;
}

void points_add(PointTable* table, UInt rms, ULong cost, ULong self, Bool outermost)
{
   if (table->used == 0 || table->points[table->last].rms != rms) {
      table->last = find_or_add(table, rms);
   }
   Point* point = &table->points[table->last];

   point->calls++;
   point->sum += cost;
   point->min = cost < point->min ? cost : point->min;
   point->max = cost > point->max ? cost : point->max;
   point->squares = saturating_add_square(point->squares, cost);
   point->real_sum += outermost ? cost : 0;
   point->self_sum += self;
   point->self_min = self < point->self_min ? self : point->self_min;
   point->self_max = self > point->self_max ? self : point->self_max;
   point->self_squares = saturating_add_square(point->self_squares, self);
}

static Int compare_rms(const void* left, const void* right)
{
   UInt a = ((const Point*)left)->rms;
   UInt b = ((const Point*)right)->rms;
   return a < b ? -1 : a > b;
}

void points_sort(PointTable* table)
{
   if (table->used > 1) {
      VG_(ssort)(table->points, table->used, sizeof *table->points, compare_rms);
      table->last = 0;
      rebuild_slots(table, table->slots_log2);
   }
}

void points_copy(PointTable* to, const PointTable* from)
{
   *to = *from;
   if (from->points != NULL) {
      SizeT slots_size = ((SizeT)1 << from->slots_log2) * sizeof *to->slots;
      to->points = VG_(malloc)("aprof.points", from->capacity * sizeof *to->points);
      to->slots  = VG_(malloc)("aprof.points.slots", slots_size);
      VG_(memcpy)(to->points, from->points, from->used * sizeof *to->points);
      VG_(memcpy)(to->slots, from->slots, slots_size);
   }
}

void points_clear(PointTable* table)
{
   VG_(free)(table->points);
   VG_(free)(table->slots);
   *table = (PointTable){ 0 };
}
