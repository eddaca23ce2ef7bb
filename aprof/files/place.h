/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Files that are found by their names also when the program has another root directory by then, and calls
   that are made again if a signal interrupts them.  All names are absolute, as they were when the program
   started. */

#ifndef APROF_PLACE_H
#define APROF_PLACE_H

#include "pub_tool_basics.h"

/* The part of a name behind its directory: within the name. */
extern const HChar* place_last_part(const HChar* name);

/* Keeps the directory of this file open, so that the other functions find all that is in it. */
extern void place_keep(const HChar* name);

/* These return what the system calls do: the number of a file, or 0; or an errno, negative.  To rename a file
   fails if it would replace another one and may not. */
extern Int place_open(const HChar* name, Int flags, UInt mode);
extern Int place_rename(const HChar* from, const HChar* to, Bool may_replace);
extern Int place_remove(const HChar* name);

/* 0, or an errno, negative. */
extern Int place_write(Int file, const HChar* data, UInt size);

/* Copies the first `size` bytes of a file to another one.  0, or an errno, negative. */
extern Int place_copy(const HChar* from, ULong size, Int to);

#endif
