/* Tells a number that each step of the size multiplies (c * b^n) from one that grows like a power of the
   size: by which of the two predicts each run from the smaller ones, and by how steep it is. */

#pragma once

#include <stdbool.h>

#include "growth/law.h"

/* A number that grows from the last size but one to the last like the first of these powers, or faster, may
   be multiplied by each step; no program has a power like the second one. */
#define STEPS_LEAST_POWER  3.0
#define STEPS_NO_POWER     6.0

/* Whether each step multiplies it, as far as the runs show. */
extern bool steps_multiply(const Runs* runs);
