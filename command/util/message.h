/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Messages for people, on standard error.  Names of files, programs and routines come from
   others, so nothing of them may reach a terminal that it would obey. */

#ifndef COMMAND_UTIL_MESSAGE_H
#define COMMAND_UTIL_MESSAGE_H

/* A line, whose newline is added.  Prints `?` for each control character, also for other
   newlines, and for each byte that belongs to no character. */
extern void message_print(const char* format, ...) __attribute__((format(printf, 1, 2)));

#endif
