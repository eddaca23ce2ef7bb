/* Does a value grow in two straight pieces: by so much for each further unit up to some size, and by more
   from then on?  Sums of smooth laws have no bend, so there, they say nothing. */

#pragma once

#include "growth/law.h"

typedef struct {
   double from;        /* the size of the first run behind the bend */
   double steeper;     /* a unit costs so many times as much as before */
   bool   is_told;     /* enough runs are behind it, so what comes is known */
} Bend;

/* Looks for a bend in up to FORECAST_MOST_SIZES runs of ascending sizes.  Units of what is straight, as
   n log n, are given for each run.  Returns false if there is none. */
extern bool bend_find(Bend* bend, const Runs* runs, const double* units);
