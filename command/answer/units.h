/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Units of costs and inputs, for people. */

#ifndef COMMAND_ANSWER_UNITS_H
#define COMMAND_ANSWER_UNITS_H

/* Returns "executed basic blocks" and the like for a metric of a report.  An unknown metric is its own
   unit. */
extern const char* unit_of_cost(const char* metric);

#endif
