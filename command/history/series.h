/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A series: results that can be compared. */

#ifndef COMMAND_HISTORY_SERIES_H
#define COMMAND_HISTORY_SERIES_H

#include <stdint.h>

typedef struct {
   int64_t id;
   char*   name;        /* "" unless the user gave one */
   char*   program;
   char*   machine;
   char*   measure;     /* "bb-count of rms, cells of 4 bytes" */
} HistorySeries;

#endif
