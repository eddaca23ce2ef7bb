/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Code that counts lines, for the Callgrind profile (lines.h). */

#ifndef APROF_BLOCKS_H
#define APROF_BLOCKS_H

/* From now on, blocks get this code. */
extern void blocks_init(void);

#endif
