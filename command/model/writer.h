/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   From the model to a report of version 1.4. */

#ifndef COMMAND_MODEL_WRITER_H
#define COMMAND_MODEL_WRITER_H

#include <stdio.h>

#include "model/report.h"

/* Whether all was written is for the caller to find out, by ferror. */
extern void writer_write(FILE* out, const Report* report);

#endif
