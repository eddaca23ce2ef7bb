/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Empty files that were made, and are open, because the program may soon forbid itself to make any: one for
   each option that names a file.  A forked child has none: they are its parent's. */

#ifndef APROF_RESERVE_H
#define APROF_RESERVE_H

#include "pub_tool_basics.h"

extern Bool reserve_has(const HChar* option);

/* The name, allocated, belongs to the reserve from then on. */
extern void reserve_keep(const HChar* option, HChar* name, Int fd);

/* The name of the option's file, which belongs to the caller from then on, and what it is open as; or
   NULL. */
extern HChar* reserve_take(const HChar* option, Int* fd);

#endif
