/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Allocation.  If there is not enough memory, the command ends with a message, so no
   caller has to handle a failed allocation.  GLib's functions end it as well. */

#ifndef COMMAND_UTIL_MEMORY_H
#define COMMAND_UTIL_MEMORY_H

#include <stddef.h>

/* Ends the command: no memory for `what`. */
extern void memory_exhausted(const char* what) __attribute__((noreturn));

extern void* memory_resize(void* block, size_t count, size_t item_size);

/* Makes room for one more item in an array of `used` items.  The array grows by half.
   Memory that is allocated and not yet used stays untouched, so it costs no physical
   memory. */
extern void* memory_grow(void* array, size_t used, size_t* capacity, size_t item_size);

#endif
