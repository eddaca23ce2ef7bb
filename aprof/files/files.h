/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Files that aprof opens while the program runs. */

#ifndef APROF_FILES_H
#define APROF_FILES_H

#include "pub_tool_basics.h"
#include "pub_tool_libcfile.h"

/* A filter of seccomp forbids aprof to open or write files (surroundings/sandbox.h).  Trying may kill the
   process, so from now on, aprof opens, writes and looks for no files any more. */
extern void files_forbid(void);
extern Bool files_are_forbidden(void);

/* Gets the status of what the path leads to.  False if nothing is there, or files are forbidden. */
extern Bool files_stat(const HChar* path, struct vg_stat* status);

/* Opens a regular file for reading, and nothing else: a pipe could keep us waiting.  -1 if there is none that
   can be read. */
extern Int files_open_regular(const HChar* path);

/* Opens a file that Linux has about each process, by its name in /proc/self.  -1 if it cannot be read. */
extern Int files_open_own(const HChar* name);

/* Reads a small file into `text`, which has `size` bytes, and closes it.  The text is empty if the file
   cannot be read, or is not open (-1). */
extern void files_read_text(Int file, HChar* text, SizeT size);

#endif
