/* 64-bit numbers; and numbers of 128 bits, for products of two costs, and sums of any number of them. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A sum that does not fit stays at 2^64-1. */
static inline uint64_t add_saturating(uint64_t a, uint64_t b)
{
   uint64_t sum;
   return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

/* Adds a number to a sum.  False if it does not fit: then the sum stays at 2^64-1. */
static inline bool add_checked(uint64_t* sum, uint64_t number)
{
   bool fits = !__builtin_add_overflow(*sum, number, sum);
   *sum = fits ? *sum : UINT64_MAX;
   return fits;
}

/* The text is a number in decimal digits, and nothing else. */
static inline bool number_parse(const char* text, uint64_t* number)
{
   return g_ascii_string_to_unsigned(text, 10, 0, UINT64_MAX, number, NULL);
}

/* Returns the index of the first element whose `member` (uint64_t) is not less than the number; the length of
   the array: there is none.  The elements, of this type, are sorted by that member. */
#define NUMBER_FIND(array, type, member, number) \
   number_find(array, sizeof(type), offsetof(type, member), number)

static inline guint number_find(const GArray* array, size_t size, size_t offset, uint64_t number)
{
   guint low = 0;
   guint high = array->len;
   while (low < high) {
      guint middle = low + (high - low) / 2;
      if (*(const uint64_t*)(array->data + middle * size + offset) < number) {
         low = middle + 1;
      } else {
         high = middle;
      }
   }
   return low;
}

#define HASH_START  0xcbf29ce484222325u

/* Adds bytes to a hash (FNV-1a), which begins as HASH_START. */
static inline void hash_add(uint64_t* hash, const void* bytes, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      *hash = (*hash ^ ((const uint8_t*)bytes)[i]) * 0x100000001b3u;
   }
}

/* Room for 20 digits and a NUL. */
typedef char NumberText[21];

/* Writes the number with a base of 10 or 16 and returns where it starts, within `text`.  Files have
   millions of them, and printf would take most of the time. */
static inline const char* number_text(uint64_t number, unsigned base, NumberText text)
{
   char* digit = text + sizeof(NumberText) - 1;
   *digit = '\0';
   do {
      *--digit = "0123456789abcdef"[number % base];
      number /= base;
   } while (number != 0);
   return digit;
}

#ifndef __SIZEOF_INT128__
#error "the aprof command needs a compiler with 128-bit integers: build it for a 64-bit host"
#endif

__extension__ typedef unsigned __int128 Wide;

/* Room for 39 digits and a NUL. */
typedef char WideText[40];

/* Writes the number in decimal and returns where it starts, within `text`. */
static inline const char* wide_text(Wide number, WideText text)
{
   char* digit = text + sizeof(WideText) - 1;
   *digit = '\0';
   do {
      *--digit = (char)('0' + (unsigned)(number % 10));
      number /= 10;
   } while (number != 0);
   return digit;
}
