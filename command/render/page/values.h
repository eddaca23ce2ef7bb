/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   JSON as it may stand inside a page.  What a file says cannot end the element
   that holds the data: `<` is written as an escape. */

#ifndef COMMAND_HTML_VALUES_H
#define COMMAND_HTML_VALUES_H

#include <stddef.h>
#include <stdio.h>

#include "util/wide.h"

/* A string; NULL is 0.  What is not UTF-8 becomes question marks. */
extern void value_text(FILE* out, const char* text);

/* Seven digits; what is not finite is null. */
extern void value_number(FILE* out, double number);

/* A whole number inside a string of such numbers: five bits in each character, the lowest first, and a sixth
   that says that more follow.  So small numbers need one character, and a page can have millions. */
extern void value_packed(FILE* out, Wide number);

/* What stands before the next item of an array: nothing before the first, else a comma. */
extern void value_separate(FILE* out, size_t index);

#endif
