/* Toggles and parts that options ask for, and what is due every now and then.

   Valgrind's scheduler stops generated code every 100,000 blocks, and at each system call.  That may be a
   million times in a second, so the system's clock is read only when clock.h says that it is worth it. */

#include "requests/requests.h"

#include "clock.h"
#include "files/files.h"
#include "listener.h"
#include "options.h"
#include "report/report.h"
#include "shortage/shortage.h"
#include "stack/stack.h"

static Listener listener;

/*--- Toggles ---*/

/* Each strand keeps, by Routine.toggles_collecting, the activations on its stack, and where it began. */

static void strand_is_freed(Strand* strand)
{
   VG_(deleteXA)(strand->kept[listener.index]);
}

static void strand_begins(Strand* strand, const Strand* parent)
{
   if (strand->kept[listener.index] != NULL) {
      strand_is_freed(strand);
   }
   strand->kept[listener.index] =
      parent != NULL ? VG_(cloneXA)("aprof.toggles", parent->kept[listener.index])
                     : VG_(newXA)(VG_(malloc), "aprof.toggles", VG_(free), sizeof(UInt));
}

static UInt* entered(const Routine* routine)
{
   UInt const none = 0;
   XArray*    all  = running->kept[listener.index];
   while (VG_(sizeXA)(all) <= routine->toggles_collecting) {
      VG_(addToXA)(all, &none);
   }
   return VG_(indexXA)(all, routine->toggles_collecting);
}

/*--- Parts ---*/

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

/*--- Calls and returns ---*/

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
   .strand_begins   = strand_begins,
   .strand_is_freed = strand_is_freed,
   .watched_begins  = watched_begins,
   .watched_ended   = watched_ended,
};

void triggers_init(void)
{
   listener_register(&listener);
}

/*--- Every so many seconds ---*/

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
      requests_progress(now);
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

void triggers_look(void)
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
