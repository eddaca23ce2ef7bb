/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Names as files take them: valid UTF-8 without control characters, whatever
   the file system or the compiler gave; where a line's length is limited, cut.
   All functions that write do so into the open file (output.h). */

#ifndef APROF_TEXT_H
#define APROF_TEXT_H

#include "pub_tool_basics.h"

/* The whole text. */
extern void text_write(const HChar* text);

/* Likewise, with an open box for each blank at its ends, where readers cut blanks off. */
extern void text_write_untrimmed(const HChar* text);

/* The text from its beginning, cut where it is longer than `max` bytes.  `quoted`:
   double quotes become two single ones. */
extern void text_write_head(const HChar* text, SizeT max, Bool quoted);

/* Likewise from its end: that of a path tells more than its beginning. */
extern void text_write_tail(const HChar* text, SizeT max, Bool quoted);

/* How many bytes that writes. */
extern SizeT text_tail_length(const HChar* text, SizeT max, Bool quoted);

/* Keeps the name that the program was called by.  Comes first of all: Valgrind's own
   is on its stack, and soon overwritten, where a script's interpreter is a script. */
extern void text_init(void);

/* Path of the executable; as it was called where that is not known. */
extern const HChar* text_of_client_path(void);

/* The program's command line, allocated; an argument may have any length. */
extern HChar* text_of_command_line(void);

#endif
