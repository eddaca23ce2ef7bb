/* From where on something matters.  Answers about reports, experiments and comparisons decide by these
   numbers, each with one reason; how far forecasts look is in growth/far.h. */

#pragma once

/*--- Shares of the program's cost ---*/

/* Less is 0 % when rounded: no sentence has it, no routine is listed for it, and no change of it counts,
   since some small one of thousands of routines always differs. */
#define SHARE_TOLD         0.005

/* Less, in each run of an experiment, is forecast together, and judged only if a rule names it. */
#define SHARE_FORECAST     1e-4

/* Less has no points, or few, on a page of many points or contexts. */
#define SHARE_DRAWN        0.001

/* Less is small: nobody looks for its laws, its source or its name, and no further run is worth it. */
#define SHARE_SMALL        0.01

/* Less changes no answer about the program. */
#define SHARE_MATTERS      0.05

/* Less is no headline if there is another one. */
#define SHARE_OF_HEADLINE  0.1

/*--- Parts of what one routine costs, or of what was added ---*/

/* From half on, a part explains the whole: it is the reason, the place, or the caller that is to blame. */
#define PART_MOST        0.5

/* A caller or a callee that has so much is the only one that counts. */
#define PART_MOSTLY      0.8

/* Two that are so near to each other cost the same. */
#define PART_NEARLY_ALL  0.9

/*--- Changes, growth and forecasts ---*/

/* A factor up to this, or down to 1 by it, is no change.  Counts do not flicker, so this is not about noise.
   But the same source costs a little more or less at other addresses, in another place of the heap, or with
   another version of the C library, and a law is no closer than 2 % (FIT_LEAST_SCALE). */
#define SAME_COST       1.05

/* A cost that grows no faster than the first power of the size is said to grow like it; from the second on,
   it is as bad as the square. */
#define HARMLESS_POWER  1.1
#define ALARMING_POWER  1.75

/*--- Effort and room ---*/

/* Routines whose growth is looked for, the costliest: that takes a fraction of a second. */
#define MOST_FITTED    1000

/* A name in a sentence has at most so many characters. */
#define SENTENCE_NAME  60
