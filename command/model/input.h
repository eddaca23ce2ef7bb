/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The bytes of an input: a file or standard input.  It may be compressed by gzip or zstd;
   its first bytes tell. */

#ifndef COMMAND_MODEL_INPUT_H
#define COMMAND_MODEL_INPUT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "util/problem.h"

typedef struct Input Input;

/* "-" is standard input.  NULL, with the problem set, if it cannot be opened. */
extern Input* input_open(const char* path, Problem* problem);

/* Reads the next bytes, at most `size`.  Returns their number; 0 at the end; -1, with the
   problem set, if they cannot be read. */
extern ssize_t input_read(Input* input, char* to, size_t size, Problem* problem);

extern void input_close(Input* input);

#endif
