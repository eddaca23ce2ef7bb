/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The surroundings that Valgrind's core needs, and programs do not: standard error, and a directory for
   temporary files.  Where they are missing, the program runs all the same. */

#ifndef APROF_SURROUNDINGS_H
#define APROF_SURROUNDINGS_H

/* After the options are known, and before the program begins. */
extern void surroundings_adapt(void);

#endif
