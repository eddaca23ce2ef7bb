/* The notes of a comparison: which differences are not counted, and how the program was compiled. */

#pragma once

#include "answer/compare/pair.h"
#include "util/tree.h"

/* Answers which differences are not counted, and why: "12 of libraries, which got other arguments (cost x0.74
   to x1.40)". */
extern Answer* notes_of(const Comparison* comparison);

/* Adds the options of the compiler that differ, "-O2 -> -O0", each side in at most so many characters; or
   nothing, if they are not known. */
extern void notes_add_builds(GString* text, const Comparison* comparison, size_t most);
