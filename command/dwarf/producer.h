/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The compilers that made an object, and their options, as far as its debug information says so.  GCC writes
   its options there, Clang and rustc only their version. */

#ifndef COMMAND_DEBUG_PRODUCER_H
#define COMMAND_DEBUG_PRODUCER_H

/* The different ones of all its units, sorted, with "; " between; to be freed by g_free.  NULL: not known. */
extern char* debug_producer(const char* object);

#endif
