/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Code that marks the cells of each memory access, and logs or checks those that are read. */

#ifndef APROF_ACCESSES_H
#define APROF_ACCESSES_H

#include "translate/emit.h"

/* Reads are logged (track/reads.h), unless more must be known of each than its timestamp. */
extern Bool accesses_are_logged(void);

/* What a statement that is already in the output block did to memory. */
extern void accesses_add(Block* b, const IRStmt* s);

#endif
