/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Files that are written completely or not at all.  A file first has another name beside
   its final one, and is renamed when it is complete.  If that fails, it goes to the
   temporary directory. */

#ifndef APROF_OUTPUT_H
#define APROF_OUTPUT_H

#include "pub_tool_basics.h"

/* Checks that the file that the option names can be written.  If it cannot, prints a
   message and exits.  To be called before the program starts. */
extern void output_check(const HChar* option, const HChar* format);

/* Opens the file; only one can be open.  `format` may have % sequences.  `suffix` follows
   the name, except if it is a device, which takes one file after the other. */
extern void output_open(const HChar* option, const HChar* format, const HChar* suffix);

/* How many numbered files (FILE.1, FILE.2, ...) there are from programs that the process
   ran before an execve, if FILE is the option's file. */
extern UInt output_numbers_taken(const HChar* option);
extern void output_text(const HChar* text);
extern void output_char(HChar c);
extern void output_number(ULong number);

/* Closes the file.  Prints "WHAT: NAME" if the user wants messages or the file is not where
   it was wanted; or a message that it could not be written anywhere. */
extern void output_close(const HChar* what);

#endif
