/* Whether the code of routines changed, and how it was compiled. */

#pragma once

#include "answer/compare/pair.h"

/* Sets `code` of all pairs, and what the comparison says of the whole code. */
extern void code_find(Comparison* comparison);

/* True if compilers may have moved costs from routine to routine, though none says that it worked otherwise;
   if the program costs as much as before, they did. */
extern bool code_is_mostly_changed(const uint32_t codes[CODES]);
