/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Options that suit programs that run code of another language, known by their names. */

#ifndef COMMAND_RUN_RUNTIMES_H
#define COMMAND_RUN_RUNTIMES_H

/* The option of the tool that suits the program, or NULL. */
extern const char* runtimes_option(const char* path);

/* Returns what the command (the program and its arguments up to NULL) lacks to tell the names of functions;
   NULL if nothing. */
extern const char* runtimes_missing(char* const* command);

#endif
