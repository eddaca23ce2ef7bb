/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   128-bit numbers: products of two costs, and sums of any number of them. */

#ifndef COMMAND_UTIL_WIDE_H
#define COMMAND_UTIL_WIDE_H

#include <stdint.h>

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

#endif
