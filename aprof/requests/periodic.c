/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Valgrind's scheduler stops generated code every 100,000 blocks, and at each system call.  That may be a
   million times in a second, so the system's clock is read only when clock.h says that it is worth it. */

#include "requests/periodic.h"

#include "pub_tool_libcproc.h"

#include "clock.h"
#include "files/files.h"
#include "options.h"
#include "report/report.h"
#include "requests/monitor.h"
#include "shortage/shortage.h"

/* Writing checkpoints takes at most one part in so many of the time, if nobody asked for more. */
#define CHECKPOINT_PART  100

/* In milliseconds of VG_(read_millisecond_timer), which begins anew after 50 days.  0: not known yet. */
static UInt next_progress;
static UInt next_checkpoint;
static UInt next_memory;

static Bool is_due(UInt next, UInt now)
{
   return (Int)(now - next) >= 0;
}

static void look_at_progress(UInt now)
{
   if (next_progress == 0) {
      next_progress = now + options.progress;
   } else if (is_due(next_progress, now)) {
      next_progress = now + options.progress;
      WriteSignals before;
      files_hold_signals(&before);
      monitor_progress(now);
      files_drop_signals(&before);
   }
}

/* The interval is from the end of one to the beginning of the next. */
static void look_at_checkpoint(UInt now)
{
   if (next_checkpoint == 0) {
      next_checkpoint = now + options.checkpoint;
   } else if (is_due(next_checkpoint, now) && report_checkpoint()) {
      UInt end   = VG_(read_millisecond_timer)();
      UInt pause = options.checkpoint_is_asked_for ? 0 : CHECKPOINT_PART * (end - now);
      next_checkpoint = end + (pause > options.checkpoint ? pause : options.checkpoint);
   }
}

static void look_at_memory(UInt now)
{
   if (is_due(next_memory, now) || shortage_is_urgent()) {
      WriteSignals before;
      files_hold_signals(&before);
      next_memory = now + shortage_look();
      files_drop_signals(&before);
   }
}

void periodic_look(void)
{
   if (files_are_forbidden || (!clock_has_gone_on() && !shortage_is_urgent())) {
      return;
   }
   UInt now = VG_(read_millisecond_timer)();
   if (options.progress > 0) {
      look_at_progress(now);
   }
   if (options.checkpoint > 0) {
      look_at_checkpoint(now);
   }
   look_at_memory(now);
}
