/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The units of metrics. */

#include "answer/units.h"

#include <string.h>

const char* unit_of_cost(const char* metric)
{
   return strcmp(metric, "bb-count") == 0  ? "executed basic blocks"
        : strcmp(metric, "instr") == 0     ? "executed instructions"
        : strcmp(metric, "time-usec") == 0 ? "microseconds"
        : metric;
}
