/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The Callgrind profile, beside the report. */

#ifndef APROF_CALLGRIND_FILE_H
#define APROF_CALLGRIND_FILE_H

#include "pub_tool_basics.h"

#include "files/file_name.h"
#include "profile/profile.h"

/* Checks that the profile can be written.  To be called before the program starts. */
extern void callgrind_prepare(void);

/* Calls the function with the profile's file, as a checkpoint. */
extern void callgrind_with_output(void (*function)(const OutputFile* file));

/* Writes the measurements of this profile.  `suffix` is the suffix of the report's name.  `part` is the
   number of the part, or 0.  `trigger` says why it is written, or is NULL at the end of the program. */
extern void callgrind_write(const Profile* profile, const HChar* suffix, UInt part, Occasion occasion,
                            const HChar* trigger);

/* Forgets the measurements of this profile. */
extern void callgrind_forget(const Profile* profile);

#endif
