/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The aprof report, version 1.4. */

#ifndef APROF_APROF_FILE_H
#define APROF_APROF_FILE_H

/* Adds the report to the outputs (report.h), as the first.  The program's executable is looked at: it may be
   replaced later. */
extern void aprof_file_init(void);

#endif
