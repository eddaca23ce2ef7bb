/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The final order of what a report consists of. */

#ifndef COMMAND_MODEL_ORDER_H
#define COMMAND_MODEL_ORDER_H

#include <stdbool.h>

#include "model/contents.h"

/* By image, name and mangled name; routines that have all of these in common, by their ordinal.  For the
   routines of several files: the order does not depend on that of the files. */
extern void order_routines(Contents* contents, const uint32_t* ordinals);

/* Contexts in preorder, and their points.  Siblings stay in the order that they have, or get that of
   their routines. */
extern void order_contexts(Contents* contents, bool by_routine);

#endif
