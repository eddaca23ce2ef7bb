/* The points of a table are in one dense array.  A small hash table with open
   addressing has their indices.  So a table of n points needs about 100 n bytes.

   Invariant: slots[h] == 0, or points[slots[h] - 1] is a point whose probe
   sequence (linear, from hash(rms)) has no empty slot before h. */

#include "profile/points.h"

#include "listener.h"
#include "options.h"

UInt points_limit;

_Static_assert(OPTIONS_FEWEST_POINTS == POINTS_FEWEST, "--max-points leaves a digit");

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
   tl_assert(2 * (ULong)index < mask);   /* at most half full: an empty slot ends each search */
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
static void resize(PointTable* table, UInt capacity)
{
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

/* The old points and the new ones are there at the same time. */
static Bool grow(PointTable* table)
{
   UInt  capacity = table->capacity == 0 ? 2 : table->capacity + table->capacity / 2 + 1;
   SizeT size     = capacity * sizeof *table->points;
   if (size >= POINTS_MUCH_MEMORY && !ASK(True, points_may_grow, size)) {
      return False;
   }
   resize(table, capacity);
   tl_assert(table->used < table->capacity);
   return True;
}

/* All digits become 0, except the leading digits that are kept. */
static UInt rounded(UInt rms, UInt lost_digits)
{
   UInt kept   = POINTS_ALL_DIGITS - lost_digits;
   UInt digits = rms == 0 ? 0 : POINTS_ALL_DIGITS - __builtin_clz(rms);
   return digits <= kept ? rms : rms >> (digits - kept) << (digits - kept);
}

static ULong saturating_add(ULong a, ULong b)
{
   ULong sum;
   return __builtin_add_overflow(a, b, &sum) ? ~0ULL : sum;
}

static void merge(Point* into, const Point* from)
{
   into->calls += from->calls;
   into->sum   += from->sum;
   into->min    = from->min < into->min ? from->min : into->min;
   into->max    = from->max > into->max ? from->max : into->max;
   into->squares = saturating_add(into->squares, from->squares);
   into->real_sum += from->real_sum;
   into->self_sum += from->self_sum;
   into->self_min  = from->self_min < into->self_min ? from->self_min : into->self_min;
   into->self_max  = from->self_max > into->self_max ? from->self_max : into->self_max;
   into->self_squares = saturating_add(into->self_squares, from->self_squares);
}

/* Rounds all rms values to one digit less, and merges points that become equal. */
static void lose_digit(PointTable* table)
{
   tl_assert(table->lost_digits < POINTS_ALL_DIGITS - 1);
   table->lost_digits++;
   points_sort(table);
   UInt kept = 0;
   for (UInt i = 0; i < table->used; i++) {
      UInt rms = rounded(table->points[i].rms, table->lost_digits);
      if (kept > 0 && table->points[kept - 1].rms == rms) {
         merge(&table->points[kept - 1], &table->points[i]);
      } else {
         table->points[kept]       = table->points[i];
         table->points[kept++].rms = rms;
      }
   }
   table->used = kept;
   table->last = 0;
   rebuild_slots(table, table->slots_log2);
}

/* The slot of the rms, or the empty slot where it belongs. */
static UInt find_slot(const PointTable* table, UInt rms)
{
   UInt mask = (1u << table->slots_log2) - 1;
   UInt slot = first_slot(table, rms);
   while (table->slots[slot] != 0 && table->points[table->slots[slot] - 1].rms != rms) {
      slot = (slot + 1) & mask;
   }
   return slot;
}

/* Not inlined into points_add, which seldom needs it. */
static __attribute__((noinline)) UInt find_or_add(PointTable* table, UInt exact_rms)
{
   UInt rms = rounded(exact_rms, table->lost_digits);
   if (table->slots != NULL) {
      UInt slot = find_slot(table, rms);
      if (table->slots[slot] != 0) {
         return table->slots[slot] - 1;
      }
   }
   if ((points_limit > 0 && table->used >= points_limit)
       || (table->used == table->capacity && !grow(table))) {
      lose_digit(table);
      return find_or_add(table, exact_rms);
   }
   UInt index = table->used++;
   table->points[index] = (Point){ .rms = rms, .min = ~0ULL, .self_min = ~0ULL };
   insert_slot(table, index);
   return index;
}

/* `stated` is what the statistics of single activations take for the cost. */
static inline __attribute__((always_inline)) void add(Point* point, ULong stated, ULong cost, ULong self,
                                                      Bool outermost)
{
   point->calls++;
   point->sum += stated;
   point->min = stated < point->min ? stated : point->min;
   point->max = stated > point->max ? stated : point->max;
   point->squares = saturating_add_square(point->squares, stated);
   point->real_sum += outermost ? cost : 0;
   point->self_sum += self;
   point->self_min = self < point->self_min ? self : point->self_min;
   point->self_max = self > point->self_max ? self : point->self_max;
   point->self_squares = saturating_add_square(point->self_squares, self);
}

static inline __attribute__((always_inline)) Point* point_of(PointTable* table, UInt rms)
{
   if (table->used == 0 || table->points[table->last].rms != rms) {
      table->last = find_or_add(table, rms);
   }
   return &table->points[table->last];
}

void points_add(PointTable* table, UInt rms, ULong cost, ULong self, Bool outermost)
{
   add(point_of(table, rms), cost, cost, self, outermost);
}

void points_add_short(PointTable* table, UInt rms, ULong cost, ULong self, Bool outermost)
{
   add(point_of(table, rms), cost > 0 ? cost : 1, cost, self, outermost);
}

void points_keep_limit(PointTable* table)
{
   if (points_limit == 0 || table->used <= points_limit) {
      return;
   }
   while (table->used > points_limit) {
      lose_digit(table);
   }
   resize(table, table->used);
}

SizeT points_size(const PointTable* table)
{
   return table->points == NULL ? 0 : table->capacity * sizeof *table->points
                                      + ((SizeT)1 << table->slots_log2) * sizeof *table->slots;
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
