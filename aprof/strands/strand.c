/* The life of strands. */

#include "strands/strand.h"

#include "cells/shadow.h"
#include "cells/writes.h"
#include "listener.h"
#include "options.h"
#include "stack/cost.h"

static Strand* living;
static Strand* unused;   /* what has ended on top of others, to be used again */

/*--- Life of a strand ---*/

void strand_account_for_reads(void)
{
   if (running != NULL) {
      stack_account_for_reads();
      if (options.drms) {
         input_add(&stack.profile->input, writes_take_input());
      }
   }
}

void strand_bring_up_to_date(void)
{
   strand_account_for_reads();
   if (running != NULL && running->begun) {
      stack_bring_up_to_date();
   }
}

void strand_use_shadow(void)
{
   shadow_use(hot.shadow);
   stack_show_shadow();
}

void strand_switch_to(Strand* strand)
{
   if (running == strand) {
      return;
   }
   if (running != NULL) {
      cost_stop_clock();
      strand_bring_up_to_date();
      reads_check_empty();   /* all strands share the log */
   }
   running_select(strand);
   if (strand == NULL) {
      shadow_use(NULL);
      return;
   }
   cost_start_clock();
   strand_use_shadow();
   if (hot_latest != 0 && stack.number >= 0) {
      hot_set_stamp(stack_running_stamp());
   }
   TELL(strand_selected, strand);
   if (strand->begun) {
      TELL(strand_runs, strand);
   }
}

void strand_set_profile(Strand* strand, Profile* profile)
{
   CallStack* on = stack_of(strand);
   on->profile = profile;
   profile_make_room(profile, on->live_end);
   profile->strands++;
}

/* A strand that is used again may keep its shadow memory: its timestamps go on, so what is left there is
   older than any activation to come. */
Strand* strand_new(ThreadId thread, Strand* parent)
{
   Strand* strand = unused;
   if (strand != NULL) {
      unused = strand->next;
   } else {
      strand = VG_(calloc)("aprof.strand", 1, sizeof *strand);
      strand->hot.shadow = shadow_new();
      stack_init(&strand->stack);
   }
   strand_set_profile(strand, profile_of_thread(thread));
   strand->hot = (Hot){
      .registers.log = reads_log, .shadow = strand->hot.shadow,
      .paused = parent == NULL ? !options.collect_at_start : hot_of(parent)->paused,
   };
   strand->thread      = thread;
   strand->begun       = strand->schedules = False;
   strand->interrupted = strand->on_top = NULL;
   strand->apart       = strand->interrupted_at = 0;
   strand->paused_cost = strand->time = 0;
   strand->next        = living;
   living              = strand;
   TELL(strand_begins, strand, parent);
   return strand;
}

void strand_begin_at_current_code(Strand* strand)
{
   strand_switch_to(strand);
   stack_begin(routine_called_at(routine_code_at(VG_(get_IP)(strand->thread))),
               VG_(get_SP)(strand->thread));
   TELL(strand_runs, strand);
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

static void free_strand(Strand* strand)
{
   TELL(strand_is_freed, strand);
   shadow_free(strand->hot.shadow);
   stack_free(&strand->stack);
   VG_(free)(strand);
}

void strand_end(Strand* strand, Bool use_again)
{
   if (strand->begun) {
      strand_switch_to(strand);
      stack_unwind();
      stack.profile->ended_cost += strand_cost(strand);
   }
   stack_of(strand)->profile->strands--;
   strand_switch_to(NULL);
   unlink_living(strand);
   if (use_again) {
      strand->next = unused;
      unused       = strand;
   } else {
      free_strand(strand);
   }
}

/*--- All strands ---*/

Strand* strand_next(const Strand* strand)
{
   return strand == NULL ? living : strand->next;
}

void strand_clear_kept(void)
{
   for (Strand* strand = unused; strand != NULL; strand = strand->next) {
      shadow_clear(strand->hot.shadow);
   }
}

static UInt latest_stamp_of(Strand* first, UInt latest)
{
   for (Strand* strand = first; strand != NULL; strand = strand->next) {
      UInt last = stack_of(strand)->last_stamp;
      latest = last > latest ? last : latest;
   }
   return latest;
}

UInt strand_latest_stamp(void)
{
   return latest_stamp_of(living, latest_stamp_of(unused, 0));
}

ULong strand_total_cost(const Profile* profile)
{
   ULong total = profile->ended_cost;
   STRAND_FOR_EACH(strand) {
      if (stack_of(strand)->profile == profile) {
         total += strand_cost(strand);
      }
   }
   return total;
}

void strand_end_all(Bool use_again)
{
   while (living != NULL) {
      strand_end(living, use_again);
   }
}

void strand_for_each_ending(const Profile* profile,
                            void (*visit)(const Ending* ending, void* data), void* data)
{
   STRAND_FOR_EACH(strand) {
      if (strand->begun && stack_of(strand)->profile == profile) {
         stack_for_each_ending(strand, visit, data);
      }
   }
}

Bool strand_begins_in_stub(void)
{
   STRAND_FOR_EACH(strand) {
      if (strand->begun && stack_of(strand)->bottom->routine == &routine_in_plt) {
         return True;
      }
   }
   return False;
}

void strand_for_each(const Profile* profile, void (*visit)(const Strand* strand, void* data), void* data)
{
   STRAND_FOR_EACH(strand) {
      if (strand->begun && stack_of(strand)->profile == profile) {
         visit(strand, data);
      }
   }
}
