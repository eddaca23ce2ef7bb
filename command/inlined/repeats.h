/* Loops that the compiler has unrolled: a branch of one place in the source that control comes to twice
   without going back. */

#pragma once

#include "inlined/flow.h"

/* A branch, and its next copy. */
typedef struct {
   guint first;      /* the steps of the two branches */
   guint second;
   Bits  between;    /* blocks: those on a way from the block of the first to that of the second, with both */
} Repeat;

/* Returns the repeats of the function (Repeat), those that are one behind the other together; to be freed by
   repeats_free. */
extern GArray* repeats_find(const Flow* flow, const Function* function);

extern void repeats_free(GArray* repeats);
