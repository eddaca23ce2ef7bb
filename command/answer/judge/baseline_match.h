/* Finds lines of a baseline whose routines have another name now. */

#pragma once

#include "answer/judge/baseline.h"

/* Fills `matched`. */
extern void baseline_match(Baseline* baseline, Subjects* subjects);
