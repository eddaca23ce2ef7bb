/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The stack that runs. */

#include "stack/activation.h"

#include "pub_tool_libcassert.h"

Stack running = { .paused = True };

/* The place to which `running` belongs while another one runs. */
static Stack  idle = { .paused = True };   /* no strand runs */
static Stack* home = &idle;

void running_select(Stack* selected)
{
   tl_assert(selected != home);
   tl_assert(home != &idle || (running.paused && running.bottom == NULL));
   *home     = running;
   home->hot = hot;
   home      = selected != NULL ? selected : &idle;
   running   = *home;
   hot       = home->hot;
   tl_assert(running.top == running.bottom + running.number);
}
