/* Whole numbers as text, for pages that have millions of them: five bits in each character, the lowest first,
   and a sixth that says that more follow.  So a small number is one character.  page/packed.ts reads them. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/number.h"

extern void packed_append(GString* text, Wide number);

/* Takes a number from the beginning of the text.  False at its end. */
extern bool packed_take(const char** text, uint64_t* number);

/* Returns the difference of two numbers as one: twice it, or if it is negative, one less than twice its
   amount. */
extern uint64_t packed_difference(uint64_t number, uint64_t before);

/* Returns the number of which this is the difference to the one before. */
extern uint64_t packed_sum(uint64_t before, uint64_t difference);
