/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Where files are that are written, also when the program has another root directory by then.  All names are
   absolute, as they were when it started. */

#ifndef APROF_PLACE_H
#define APROF_PLACE_H

#include "pub_tool_basics.h"

/* Keeps the directory of this file open, so that the other functions find all that is in it. */
extern void place_keep(const HChar* name);

/* As the system calls: a number of a file, or 0; or an errno, negative. */
extern Int place_open(const HChar* name, Int flags, UInt mode);
extern Int place_rename(const HChar* from, const HChar* to);
extern Int place_remove(const HChar* name);

#endif
