/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Fields of tables as RFC 4180 has them. */

#ifndef COMMAND_CSV_H
#define COMMAND_CSV_H

#include <stdio.h>

/* In quotes, if it has to be. */
extern void csv_text(FILE* out, const char* text);

#endif
