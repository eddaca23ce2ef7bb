/* The part of a native run that no cost has: the kernel's work for the program, as reading and writing, and
   giving it memory.  A program that does more of that is slower, and its cost does not say so. */

#pragma once

#include <glib.h>
#include <stdbool.h>

/* Returns the part of the processor's seconds that is the kernel's.  NAN: it was not measured, or the run is
   so short that its start is most of it. */
extern double kernel_share(double processor_seconds, double kernel_seconds);

/* Whether it is so much that it must be said. */
extern bool kernel_matters(double share);

/* Appends "40 % of the time natively is spent in the kernel, which the cost does not count". */
extern void kernel_append(GString* text, double share);
