/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Toggles and parts that options ask for. */

#include "requests/triggers.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

#include "listener.h"
#include "options.h"
#include "report/report.h"
#include "stack/stack.h"
#include "strands/switching.h"

/* The toggles of a strand. */
typedef struct {
   UInt* entered;    /* by Routine.toggles_collecting: activations on its stack, and where it began */
   UInt  end;        /* length of `entered` */
   Bool  switched;   /* the last value of its thread's `switched` that the strand has seen */
} Toggles;

static Bool* switched;   /* by thread id: the program has switched collecting an odd number of times */

static Listener listener;

/*------------------------------------------------------------*/
/*--- Toggles                                              ---*/
/*------------------------------------------------------------*/

static Toggles* toggles_of(const Strand* strand)
{
   return strand->kept[listener.index];
}

static void thread_begins(ThreadId thread)
{
   switched[thread] = False;
}

static void strand_begins(Strand* strand, const Strand* parent)
{
   Toggles* toggles = toggles_of(strand);
   if (toggles == NULL) {
      toggles = strand->kept[listener.index] = VG_(calloc)("aprof.toggles", 1, sizeof *toggles);
   }
   VG_(free)(toggles->entered);
   *toggles = (Toggles){ 0 };
   if (parent != NULL) {
      *toggles = *toggles_of(parent);
      toggles->entered = NULL;
      if (toggles->end > 0) {
         SizeT size = toggles->end * sizeof *toggles->entered;
         toggles->entered = VG_(malloc)("aprof.toggles.entered", size);
         VG_(memcpy)(toggles->entered, toggles_of(parent)->entered, size);
      }
   }
}

static void strand_is_freed(Strand* strand)
{
   VG_(free)(toggles_of(strand)->entered);
   VG_(free)(toggles_of(strand));
}

/* The program may have switched collecting while another strand of the thread ran, or none. */
static void strand_runs(Strand* strand)
{
   Toggles* toggles = toggles_of(strand);
   if (toggles->switched != switched[strand->thread]) {
      toggles->switched = switched[strand->thread];
      stack_set_collecting(hot.paused);
   }
}

void triggers_toggle_collecting(ThreadId thread)
{
   switched[thread] = !switched[thread];
   if (switching_is_measured(thread)) {
      strand_runs(running);
   }
}

static UInt* entered(const Routine* routine)
{
   Toggles* toggles = toggles_of(running);
   if (routine->toggles_collecting >= toggles->end) {
      UInt end = 2 * routine->toggles_collecting;
      toggles->entered = VG_(realloc)("aprof.toggles.entered", toggles->entered,
                                      end * sizeof *toggles->entered);
      VG_(memset)(toggles->entered + toggles->end, 0, (end - toggles->end) * sizeof *toggles->entered);
      toggles->end = end;
   }
   return &toggles->entered[routine->toggles_collecting];
}

/*------------------------------------------------------------*/
/*--- Parts                                                ---*/
/*------------------------------------------------------------*/

static void dump(const HChar* option, const Routine* routine)
{
   HChar* trigger = VG_(malloc)("aprof.trigger", VG_(strlen)(option) + VG_(strlen)(routine->name) + 1);
   VG_(sprintf)(trigger, "%s%s", option, routine->name);
   report_dump(trigger);
   VG_(free)(trigger);
}

void triggers_blocks_run(ULong blocks)
{
   static ULong last_dump;
   if (options.dump_every_bb > 0 && blocks - last_dump >= options.dump_every_bb) {
      last_dump = blocks;
      report_dump("--dump-every-bb");
   }
}

/*------------------------------------------------------------*/
/*--- Calls and returns                                    ---*/
/*------------------------------------------------------------*/

static void watched_begins(Activation* a)
{
   const Routine* routine = a->routine;
   if (routine->toggles_collecting != 0 && ++*entered(routine) == 1) {
      stack_set_collecting(hot.paused);
      a->entry_cost = strand_cost(running);   /* the clock may have gone on */
   }
   if (routine->dumps_before) {
      dump("--dump-before=", routine);
   }
}

static void watched_ended(const Routine* routine)
{
   tl_assert(routine->toggles_collecting == 0 || *entered(routine) > 0);
   if (routine->toggles_collecting != 0 && --*entered(routine) == 0) {
      stack_set_collecting(hot.paused);
   }
   if (routine->dumps_after) {
      dump("--dump-after=", routine);
   }
}

static Listener listener = {
   .thread_begins   = thread_begins,
   .strand_begins   = strand_begins,
   .strand_is_freed = strand_is_freed,
   .strand_runs     = strand_runs,
   .watched_begins  = watched_begins,
   .watched_ended   = watched_ended,
};

void triggers_init(void)
{
   switched = VG_(calloc)("aprof.toggles.switched", VG_N_THREADS, sizeof *switched);
   listener_register(&listener);
}
