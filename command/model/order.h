/* Sorts the contents of a report. */

#pragma once

#include <stdbool.h>

#include "model/report.h"

/* Sorts the routines of several files by image, name and mangled name, and routines that have all three in
   common by their ordinal.  So the order of the files does not matter. */
extern void order_routines(Contents* contents, const uint32_t* ordinals);

/* Brings contexts into preorder, with their points.  Siblings keep their order or, if `by_routine`, get the
   order of their routines. */
extern void order_contexts(Contents* contents, bool by_routine);
