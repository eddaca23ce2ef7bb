/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The kernel sends the process a signal if it writes to a pipe that nobody reads (SIGPIPE), or more to a file
   than is allowed (SIGXFSZ).  If aprof has written, that is nothing to the program, which it would end.

      WriteSignals before;
      write_signals_hold(&before);
      ... write ...
      write_signals_drop(&before);

   A signal of the program's own that waits already goes on waiting. */

#ifndef APROF_WRITE_SIGNALS_H
#define APROF_WRITE_SIGNALS_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

typedef struct {
   vki_sigset_t blocked;
   vki_sigset_t pending;
} WriteSignals;

/* From now on, the two signals wait. */
extern void write_signals_hold(WriteSignals* before);

/* Takes those away that have come since then. */
extern void write_signals_drop(const WriteSignals* before);

#endif
