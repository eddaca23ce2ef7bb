/* Patterns by which users select names. */

#pragma once

#include <stdbool.h>

/* A pattern with one of *?[ is a shell pattern, which must match the whole text.
   Any other must be a part of the text. */
extern bool pattern_matches(const char* pattern, const char* text);

/* Whether the path, or its file name, matches one of the patterns, which commas separate. */
extern bool pattern_list_matches(const char* patterns, const char* path);
