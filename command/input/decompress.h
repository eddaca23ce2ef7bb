/* The bytes of a file, decompressed if they were compressed by gzip or zstd; the first ones tell.

   A small file can be decompressed to any size.  No report is as regular as that, so there is a limit for
   the size that depends on the file's own. */

#pragma once

#include <stddef.h>
#include <sys/types.h>

#include "input/file.h"
#include "util/problem.h"

typedef struct Input Input;

/* NULL, with the problem set, if it cannot be opened. */
extern Input* input_open(const char* path, FileKind kind, Problem* problem);

/* Reads the next bytes, at most `size`.  Returns their number; 0 at the end; -1, with the
   problem set, if they cannot be read. */
extern ssize_t input_read(Input* input, char* to, size_t size, Problem* problem);

extern void input_close(Input* input);
