/* 64-bit numbers; and numbers of 128 bits, for products of two costs, and sums of any number of them. */

#pragma once

#include <glib.h>
#include <stdbool.h>
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
