/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A bar on standard error for what takes longer than a second, if that is a
   terminal.  There is one at a time. */

#ifndef COMMAND_UTIL_PROGRESS_H
#define COMMAND_UTIL_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

/* `total`: when progress_advance has been called with this much, all is done; 0: not known. */
extern void progress_begin(const char* what, uint64_t total);

/* The same for reading files: the total is their size. */
extern void progress_begin_reading(const char* const* paths, size_t count);

extern void progress_advance(uint64_t amount);

/* Before something else is printed: takes the bar away until it is drawn again. */
extern void progress_hide(void);

/* Takes the bar away for good. */
extern void progress_end(void);

#endif
