/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Files that are written whole or not at all: beside their final name first,
   renamed when complete, in the temporary directory if that fails. */

#ifndef APROF_OUTPUT_H
#define APROF_OUTPUT_H

#include "pub_tool_basics.h"

/* Whether a file that the option names can be written, tried out: a message
   says what is wrong, and the tool exits.  To be called before the program
   starts. */
extern void output_check(const HChar* option, const HChar* format);

/* One at a time.  `format` may have % sequences; `suffix` comes behind the name, but
   not behind that of a device, which takes one file after the other. */
extern void output_open(const HChar* option, const HChar* format, const HChar* suffix);

/* How many numbered files (FILE.1, FILE.2, ...) programs have left that the process
   ran before, by execve, and whose name is that of the option's file. */
extern UInt output_numbers_taken(const HChar* option);
extern void output_text(const HChar* text);
extern void output_char(HChar c);
extern void output_number(ULong number);

/* Tells the user where all of it now is, as "WHAT: NAME" if that was asked for or is
   not where it was wanted; or that it could not be written anywhere. */
extern void output_close(const HChar* what);

#endif
