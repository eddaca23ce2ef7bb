/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The message if a file cannot be written. */

#ifndef APROF_FAILURE_H
#define APROF_FAILURE_H

#include "pub_tool_basics.h"

/* Prints "Cannot write WHAT'NAME': REASON.AFTER"; the reason is an errno. */
extern void failure_tell(const HChar* what, const HChar* name, Int error, const HChar* after);

#endif
