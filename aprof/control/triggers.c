/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Parts that options ask for. */

#include "control/triggers.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "options.h"
#include "report/report.h"
#include "track/stack.h"

static void dump(const HChar* option, const Routine* routine)
{
   HChar* trigger = VG_(malloc)("aprof.trigger", VG_(strlen)(option) + VG_(strlen)(routine->name) + 1);
   VG_(sprintf)(trigger, "%s%s", option, routine->name);
   report_dump(trigger);
   VG_(free)(trigger);
}

static void before_routine(const Routine* routine)
{
   dump("--dump-before=", routine);
}

static void after_routine(const Routine* routine)
{
   dump("--dump-after=", routine);
}

void triggers_init(void)
{
   stack_listeners.before_routine = before_routine;
   stack_listeners.after_routine  = after_routine;
}

void triggers_blocks_run(ULong blocks)
{
   static ULong last_dump;
   if (options.dump_every_bb > 0 && blocks - last_dump >= options.dump_every_bb) {
      last_dump = blocks;
      report_dump("--dump-every-bb");
   }
}
