/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   JSON as it may stand inside a page.  What a file says cannot end the element
   that holds the data: `<` is written as an escape. */

#ifndef COMMAND_RENDER_PAGE_VALUES_H
#define COMMAND_RENDER_PAGE_VALUES_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "util/tree.h"

/* A string; NULL is 0.  What is not UTF-8 becomes question marks. */
extern void value_text(FILE* out, const char* text);

/* Prints a value of an answer as it is. */
extern void value_answer(FILE* out, const Answer* value);

/* Seven digits; what is not finite is null. */
extern void value_number(FILE* out, double number);

/* Prints a list of numbers. */
extern void value_numbers(FILE* out, const double* numbers, size_t count);

/* Texts that occur often: each is in the page once, and others are its number. */
typedef struct SharedTexts SharedTexts;
extern SharedTexts* shared_texts_new(void);
extern void shared_texts_free(SharedTexts* texts);

/* Prints the number of a text; of NULL, -1. */
extern void value_shared(FILE* out, SharedTexts* texts, const char* text);

/* Prints the array of the texts. */
extern void value_shared_texts(FILE* out, const SharedTexts* texts);

/* Prints the separator before an item of an array: nothing before the first, else a comma. */
extern void value_separate(FILE* out, size_t index);

#endif
