/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A comparison: what was found, and the options that it was made with. */

#ifndef COMMAND_ANSWER_COMPARE_RESULT_H
#define COMMAND_ANSWER_COMPARE_RESULT_H

#include "answer/compare/pair.h"

typedef struct {
   double   threshold;     /* a factor up to this, or down to 1 / this, is no change */
   double   least_part;    /* nor is a difference up to this part of the program's cost */
   Renames* renames;       /* may be NULL */
   const char* own;        /* patterns of objects with own code; NULL: see model/own.h */
   bool     all_cases;     /* look for the classes of all pairs, also where no answer depends on them */
   bool     other_build;   /* the sides were compiled differently, whatever debug information says */
} CompareOptions;

/* Counts do not flicker, so this is not about noise.  But the same source costs a little more or less at
   other addresses, in another place of the heap, or with another version of the C library, and a law is no
   closer than 2 % (FIT_LEAST_SCALE). */
#define COMPARE_THRESHOLD   1.05

/* Some small one of thousands of routines always differs. */
#define COMPARE_LEAST_PART  0.0005

typedef struct {
   Side*          sides[2];          /* 0: before, 1: now */
   Pair*          pairs;             /* those of the new side in its order, then what is gone */
   uint32_t       count;
   uint32_t*      pair_of[2];        /* by routine of a side; NO_PAIR: it is left out, as match.h says */
   uint32_t*      order;             /* what somebody who looks for trouble reads first: indices of `pairs` */
   uint32_t       counts[STATES];    /* how many pairs have the state */
   uint32_t       causes[CAUSES];    /* how many of the `same` ones have the cause */
   bool           is_other_build;    /* the program was compiled differently */
   const char*    builds[2];         /* how; NULL: not known */
   CompareOptions options;
   GStringChunk*  texts;
} Comparison;

#endif
