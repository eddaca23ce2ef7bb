/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Standard input, output and error, which our caller may have closed (2>&-). */

#ifndef COMMAND_UTIL_STANDARD_FILES_H
#define COMMAND_UTIL_STANDARD_FILES_H

#include <stdbool.h>

/* Keeps the numbers of those that are closed, so that no file that we open gets one of them, and with it our
   messages.  To read or write them still fails, and programs that we execute find them closed. */
extern void standard_files_arrange(void);

/* Whether our caller has left this one open. */
extern bool standard_file_is_open(int number);

#endif
