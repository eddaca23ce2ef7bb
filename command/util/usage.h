/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What every subcommand says in the same way. */

#ifndef COMMAND_UTIL_USAGE_H
#define COMMAND_UTIL_USAGE_H

#include "util/exit_status.h"

/* Prints "COMMAND: what is wrong", and where to find help; returns EXIT_USAGE.
   `command` is "aprof" or "aprof SUBCOMMAND".  Without a format, only the help is named. */
extern int usage_error(const char* command, const char* format, ...) __attribute__((format(printf, 2, 3)));

/* Which of the words, up to NULL, the value of an option is; -1, with such a message, if none. */
extern int usage_word(const char* command, const char* option, const char* value, const char* const* words);

/* For --version; returns EXIT_OK. */
extern int print_version(void);

#endif
