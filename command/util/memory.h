/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Memory that is there or ends the command with a message: no caller has to
   handle a failed allocation.  GLib's ends it as well. */

#ifndef COMMAND_UTIL_MEMORY_H
#define COMMAND_UTIL_MEMORY_H

#include <stddef.h>

/* Ends the command: no memory for `what`. */
extern void memory_exhausted(const char* what) __attribute__((noreturn));

extern void* memory_resize(void* block, size_t count, size_t item_size);

/* Makes room for one more item in an array of `used` items.  The array grows by
   half: what is allocated and not yet used stays untouched, and so costs no
   physical memory. */
extern void* memory_grow(void* array, size_t used, size_t* capacity, size_t item_size);

#endif
