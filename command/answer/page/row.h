/* Rows of a page: lists whose values have no names, since there may be a hundred thousand rows.  page/data.ts
   knows the values by the names of the columns, which are in the page, too. */

#pragma once

#include <stddef.h>

#include "util/tree.h"

/* Appends a text; NULL is 0, which is short. */
extern void row_text(Answer* row, const char* text);

/* Appends a whole number. */
extern void row_whole(Answer* row, int64_t number);

/* Returns a row of numbers of seven digits; what is not finite is null. */
extern Answer* row_of_numbers(const double* numbers, size_t count);

/* Texts that occur often: each is in the page once, and rows have its number. */
typedef struct SharedTexts SharedTexts;
extern SharedTexts* shared_texts_new(void);
extern void shared_texts_free(SharedTexts* texts);

/* Appends the number of a text; of NULL, -1. */
extern void row_shared(Answer* row, SharedTexts* texts, const char* text);

/* Returns the list of the texts: of all that are shared when the list is read. */
extern Answer* shared_texts_list(const SharedTexts* texts);
