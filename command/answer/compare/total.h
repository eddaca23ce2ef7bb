/* The program as a whole: did both runs do the same work, what does the program cost now, and who did it? */

#pragma once

#include "answer/compare/pair.h"

/* Whether the runs did the same work, and the costs of the program.  Before the states are found. */
extern void total_find(Comparison* comparison);

/* The state of the total, once the states of routines and who introduced what are known.  If the program was
   compiled otherwise, all its code is other code, and nobody is the culprit but who grows faster: that is no
   compiler's doing. */
extern void total_judge(Comparison* comparison);

/* Tells whether the program costs more (1) or less (-1) than before, by more than the threshold; if it costs
   the same, whether larger runs do.  0: neither, or not known. */
extern int total_direction(const Comparison* comparison);

/* Whether the program costs the same, now and in larger runs, but for the threshold; false: not known. */
extern bool total_is_same(const Comparison* comparison);

/* True if the reports seem to be of different programs: `text` says why. */
extern bool total_is_of_other_program(const Comparison* comparison, char* text, size_t size);
