/* Sets of small numbers, all below one end. */

#pragma once

#include <assert.h>
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct {
   uint64_t* words;
   guint     count;   /* of words */
} Bits;

/* An empty set of numbers below `end`. */
static inline Bits bits_new(guint end)
{
   guint count = end / 64 + 1;
   return (Bits){ .words = g_new0(uint64_t, count), .count = count };
}

static inline void bits_free(Bits* set)
{
   g_free(set->words);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Bits, bits_free)

/* Returns so many empty sets, in one piece of memory, to be freed by g_free. */
static inline Bits* bits_new_many(guint sets, guint end)
{
   guint     count = end / 64 + 1;
   Bits*     many = g_malloc0_n(sets, sizeof *many + count * sizeof *many->words);
   uint64_t* words = (uint64_t*)(many + sets);
   for (guint i = 0; i < sets; i++) {
      many[i] = (Bits){ .words = words + (gsize)i * count, .count = count };
   }
   return many;
}

static inline void bits_add(Bits set, guint number)
{
   set.words[number / 64] |= UINT64_C(1) << number % 64;
}

static inline void bits_remove(Bits set, guint number)
{
   set.words[number / 64] &= ~(UINT64_C(1) << number % 64);
}

static inline bool bits_has(Bits set, guint number)
{
   return (set.words[number / 64] >> number % 64 & 1) != 0;
}

/* All sets of one call have the same end. */
static inline void bits_copy(Bits to, Bits from)
{
   assert(to.count == from.count);
   memcpy(to.words, from.words, to.count * sizeof *to.words);
}

static inline void bits_clear(Bits set)
{
   memset(set.words, 0, set.count * sizeof *set.words);
}

/* Also numbers from the end on. */
static inline void bits_fill(Bits set)
{
   memset(set.words, 0xff, set.count * sizeof *set.words);
}

static inline void bits_unite(Bits to, Bits with)
{
   assert(to.count == with.count);
   for (guint i = 0; i < to.count; i++) {
      to.words[i] |= with.words[i];
   }
}

static inline void bits_intersect(Bits to, Bits with)
{
   assert(to.count == with.count);
   for (guint i = 0; i < to.count; i++) {
      to.words[i] &= with.words[i];
   }
}

static inline void bits_subtract(Bits to, Bits without)
{
   assert(to.count == without.count);
   for (guint i = 0; i < to.count; i++) {
      to.words[i] &= ~without.words[i];
   }
}

static inline bool bits_equal(Bits a, Bits b)
{
   return memcmp(a.words, b.words, a.count * sizeof *a.words) == 0;
}

static inline bool bits_is_empty(Bits set)
{
   for (guint i = 0; i < set.count; i++) {
      if (set.words[i] != 0) {
         return false;
      }
   }
   return true;
}

#define BITS_END  G_MAXUINT

/* The least number of the set from this one on; BITS_END: there is none.  So a set is walked through by
   for (guint i = bits_next(set, 0); i != BITS_END; i = bits_next(set, i + 1)) */
static inline guint bits_next(Bits set, guint from)
{
   guint    i = from / 64;
   uint64_t word = i < set.count ? set.words[i] >> from % 64 << from % 64 : 0;
   while (word == 0) {
      if (++i >= set.count) {
         return BITS_END;
      }
      word = set.words[i];
   }
   return i * 64 + (guint)__builtin_ctzll(word);
}

static inline bool bits_is_within(Bits a, Bits b)
{
   for (guint i = 0; i < a.count; i++) {
      if ((a.words[i] & ~b.words[i]) != 0) {
         return false;
      }
   }
   return true;
}
