/* Whether the code of routines changed, and how it was compiled. */

#pragma once

#include "answer/compare/pair.h"

/* Tells from the prints before and now whether the routine is another one. */
extern CodeChange code_change(const RoutinePrints* before, const RoutinePrints* now, bool is_other_data);

/* Tells the same of the program: whether it was compiled otherwise.  `codes`: how many routines of own code
   have changed. */
extern bool code_is_other_data(const ProgramPrints* before, const ProgramPrints* now);
extern bool code_is_other_build(const ProgramPrints* before, const ProgramPrints* now,
                                const uint32_t codes[CODES]);

/* Sets `code` of all pairs, and what the comparison says of the whole code. */
extern void code_find(Comparison* comparison);

/* True if compilers may have moved costs from routine to routine, though none says that it worked otherwise;
   if the program costs as much as before, they did. */
extern bool code_is_mostly_changed(const uint32_t codes[CODES]);
