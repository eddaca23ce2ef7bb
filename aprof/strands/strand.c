/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The life of strands. */

#include "strands/strand.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"

#include "cells/shadow.h"
#include "cells/writes.h"
#include "listener.h"
#include "options.h"
#include "stack/cost.h"

Strand* strand_running;

static Strand* living;
static Strand* unused;   /* what has ended on top of others, to be used again */

/*------------------------------------------------------------*/
/*--- Life of a strand                                     ---*/
/*------------------------------------------------------------*/

void strand_account_for_reads(void)
{
   if (strand_running != NULL && strand_running->begun) {
      stack_account_for_reads();
   }
   if (options.drms && strand_running != NULL) {
      input_add(&running.profile->input, writes_take_input());
   }
}

void strand_bring_up_to_date(void)
{
   strand_account_for_reads();
   if (strand_running != NULL && strand_running->begun) {
      stack_bring_up_to_date();
   }
}

/* Says where the accesses of the running strand go. */
void strand_use_shadow(void)
{
   shadow_use(running.shadow);
   hot.registers.stamps = shadow_stamps(running.shadow, !running.paused);
   hot.registers.mask   = shadow_mask(!running.paused);
   hot_rest_changed     = True;
}

void strand_switch_to(Strand* strand)
{
   if (strand_running == strand) {
      return;
   }
   if (strand_running != NULL) {
      cost_stop_clock();
      strand_bring_up_to_date();
      reads_check_empty();   /* all strands share the log */
   }
   strand_running = strand;
   running_select(strand == NULL ? NULL : &strand->parked);
   if (strand != NULL) {
      cost_start_clock();
      strand_use_shadow();
      if (hot_latest != 0 && strand->begun && running.number >= 0) {
         hot_set_stamp(stack_running_stamp(), running.paused);
      }
      TELL(strand_selected, &running);
      if (strand->begun) {
         TELL(strand_runs, &running);
      }
   } else {
      shadow_use(NULL);
   }
}

void strand_set_profile(Strand* strand, Profile* profile)
{
   stack_set_profile(strand_stack(strand), profile);
   profile->strands++;
}

/* A strand that is used again may keep its shadow memory: its timestamps go on, so what is left there is
   older than any activation to come. */
Strand* strand_new(ThreadId thread, Strand* parent)
{
   Bool    collecting = parent == NULL ? options.collect_at_start : !strand_stack(parent)->paused;
   Strand* strand     = unused;
   if (strand != NULL) {
      unused = strand->next;
   } else {
      strand = VG_(calloc)("aprof.strand", 1, sizeof *strand);
      strand->parked.shadow = shadow_new();
      stack_init(&strand->parked);
   }
   strand_set_profile(strand, profile_of_thread(thread));
   strand->begun        = False;
   strand->interrupted  = NULL;
   strand->on_top       = NULL;
   strand->schedules    = False;
   strand->interrupted_at = 0;
   strand->next         = living;
   living               = strand;

   Stack* stack = &strand->parked;
   stack->thread = thread;
   stack->paused = !collecting;
   stack->apart  = 0;
   stack->hot.registers.cost = stack->paused_cost = stack->time = 0;
   stack->hot.registers.log  = reads_log;
   stack->hot.registers.owner = NULL;
   TELL(strand_begins, stack, parent == NULL ? NULL : strand_stack(parent));
   return strand;
}

void strand_begin_at_current_code(Strand* strand)
{
   strand_switch_to(strand);
   stack_begin(routine_called_at(routine_code_at(VG_(get_IP)(running.thread))),
               VG_(get_SP)(running.thread));
   strand->begun = True;
   TELL(strand_runs, &running);
}

static void unlink_living(Strand* strand)
{
   Strand** link = &living;
   while (*link != strand) {
      tl_assert(*link != NULL);
      link = &(*link)->next;
   }
   *link = strand->next;
}

void strand_end(Strand* strand)
{
   if (strand->begun) {
      strand_switch_to(strand);
      stack_unwind();
      running.profile->ended_cost += strand_cost(&running);
   }
   strand_stack(strand)->profile->strands--;
   strand_switch_to(NULL);
   unlink_living(strand);
}

void strand_keep(Strand* strand)
{
   tl_assert(strand != strand_running);
   strand->next = unused;
   unused       = strand;
}

void strand_free(Strand* strand)
{
   tl_assert(strand != strand_running);
   TELL(strand_is_freed, &strand->parked);
   shadow_free(strand->parked.shadow);
   stack_free(&strand->parked);
   VG_(free)(strand);
}

/*------------------------------------------------------------*/
/*--- All strands                                          ---*/
/*------------------------------------------------------------*/

Strand* strand_next(const Strand* strand)
{
   return strand == NULL ? living : strand->next;
}

void strand_clear_kept(void)
{
   for (Strand* strand = unused; strand != NULL; strand = strand->next) {
      shadow_clear(strand->parked.shadow);
   }
}

static UInt latest_stamp_of(Strand* first)
{
   UInt latest = 0;
   for (Strand* strand = first; strand != NULL; strand = strand->next) {
      if (strand_stack(strand)->last_stamp > latest) {
         latest = strand_stack(strand)->last_stamp;
      }
   }
   return latest;
}

UInt strand_latest_stamp(void)
{
   UInt latest        = latest_stamp_of(living);
   UInt latest_unused = latest_stamp_of(unused);
   return latest > latest_unused ? latest : latest_unused;
}

ULong strand_total_cost(const Profile* profile)
{
   ULong total = profile->ended_cost;
   STRAND_FOR_EACH(strand) {
      if (strand_stack(strand)->profile == profile) {
         total += strand_cost(strand_stack(strand));
      }
   }
   return total;
}

void strand_end_all(void)
{
   while (living != NULL) {
      strand_end(living);
   }
}

void strand_for_each_ending(const Profile* profile,
                            void (*visit)(const Ending* ending, void* data), void* data)
{
   STRAND_FOR_EACH(strand) {
      if (strand->begun && strand_stack(strand)->profile == profile) {
         stack_for_each_ending(strand_stack(strand), visit, data);
      }
   }
}

Bool strand_begins_in_stub(void)
{
   STRAND_FOR_EACH(strand) {
      if (strand->begun && strand_stack(strand)->bottom->routine == &routine_in_plt) {
         return True;
      }
   }
   return False;
}

void strand_for_each(const Profile* profile, void (*visit)(const Stack* strand, void* data), void* data)
{
   STRAND_FOR_EACH(strand) {
      if (strand->begun && strand_stack(strand)->profile == profile) {
         visit(strand_stack(strand), data);
      }
   }
}

