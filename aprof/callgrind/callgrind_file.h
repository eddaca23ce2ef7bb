/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The Callgrind profile, beside the report. */

#ifndef APROF_CALLGRIND_FILE_H
#define APROF_CALLGRIND_FILE_H

#include "pub_tool_basics.h"

#include "profile/profile.h"

/* Tries out whether it can be written.  To be called before the program starts. */
extern void callgrind_prepare(void);

/* Writes what was measured of this profile, with what still runs as if it ended now.
   With a trigger, a part: without what still runs, and what is written is forgotten.
   `suffix` is that of the report's name, and `part` its number, or 0. */
extern void callgrind_write(const Profile* profile, const HChar* suffix, UInt part, const HChar* trigger);

/* Forgets what was measured of this profile. */
extern void callgrind_forget(const Profile* profile);

#endif
