/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Why a routine's cost grows faster than its input, in a sentence. */

#ifndef COMMAND_SHOW_REASON_H
#define COMMAND_SHOW_REASON_H

#include "render/show/common.h"

/* Nothing if nothing is known. */
extern void reason_print(const Show* show, const Routine* routine, const Origin* origin);

typedef char CallsText[60];

/* How often a call of the routine calls the origin's callee, as a function of its input: "0.25 n".  False if
   that is not known, or if it calls it a few times only. */
extern bool reason_write_calls(Report* report, const Routine* routine, const Origin* origin, CallsText text);

/* "self", "recursion", "calls", "inherited" or "unknown". */
extern const char* reason_name(OriginKind kind);

#endif
