/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   While the program runs, Valgrind blocks all signals when it executes code of its own, and delivers them
   later: then blocking them once more changes nothing.  Before the program starts, they are not blocked. */

#include "files/write_signals.h"

#include "pub_tool_libcsignal.h"

#include "platform.h"
#include "valgrind_version.h"

#define OF_SIGNAL(number)  (1UL << ((number) - 1))
#define SENT_FOR_WRITES    (OF_SIGNAL(VKI_SIGPIPE) | OF_SIGNAL(VKI_SIGXFSZ))

void write_signals_hold(WriteSignals* before)
{
   vki_sigset_t const held = { .sig = { SENT_FOR_WRITES } };
   VG_(sigprocmask)(VKI_SIG_BLOCK, &held, &before->blocked);
   platform_system_call(__NR_rt_sigpending, (UWord)&before->pending, sizeof before->pending, 0, 0, 0, 0);
}

void write_signals_drop(const WriteSignals* before)
{
   vki_sigset_t const ours = { .sig = { SENT_FOR_WRITES & ~before->pending.sig[0] } };
   while (VG_(sigtimedwait_zero)(&ours, NULL) > 0) {
   }
   VG_(sigprocmask)(VKI_SIG_SETMASK, &before->blocked, NULL);
}
