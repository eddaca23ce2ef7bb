/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Comments of a report on what its costs depend on beside the program.  The C library has
   variants of its routines for different processors, so reports of two machines can
   differ. */

#ifndef APROF_ENVIRONMENT_H
#define APROF_ENVIRONMENT_H

/* "c libc: glibc 2.36", if that is known, and "c processor: amd64-...-avx2-...". */
extern void environment_write(void);

#endif
