/* The words of a comparison for the size of the runs. */

#pragma once

#include "answer/compare/pair.h"

/* Returns "n^2", or "open", of a side. */
extern const char* size_words_class(const SizePair* sizes, int side);

/* Adds " grows as n^2, not n (likely)" behind the joint, if so. */
extern void size_words_add_classes(GString* text, const SizePair* sizes, const char* joint);

/* Adds what the program costs at the size of the comparison, and at others. */
extern void size_words_add_total(GString* text, const Comparison* comparison);
