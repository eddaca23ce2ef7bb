/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Machine stacks that a runtime system copies to another place.

   A goroutine of Go begins with a small stack.  When it is full, the runtime allocates a larger one, copies
   the frames there, and goes on with them; when it is nearly empty, the same with a smaller one.  The
   activations are the same as before, at other addresses. */

#ifndef APROF_COPIED_STACKS_H
#define APROF_COPIED_STACKS_H

extern void copied_stacks_init(void);

#endif
