/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Writes from outside, and what they change in all strands. */

#include "strands/outside.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "cells/shadow.h"
#include "cells/writes.h"
#include "strands/strand.h"

void outside_thread_created(void)
{
   if (hot_latest == 0) {
      writes_begin_several(strand_latest_stamp());
   }
}

void outside_begin_turn(ThreadId thread)
{
   if (!writes_is_turn_of(thread)) {
      if (writes_used_up()) {
         outside_renumber_all();
      }
      writes_begin_turn(thread);
   }
}

static void forget_in_all(Addr address, SizeT size)
{
   STRAND_FOR_EACH(strand) {
      shadow_forget(strand_stack(strand)->shadow, address, size);
   }
}

void outside_kernel_wrote(Addr address, SizeT size)
{
   if (hot_latest == 0) {
      forget_in_all(address, size);
   } else {
      outside_begin_turn(WRITES_KERNEL);
   }
   writes_by_kernel(address, size);
}

/* A large file costs nothing where the program has not been yet. */
void outside_file_mapped(Addr address, SizeT size)
{
   if (hot_latest == 0) {
      forget_in_all(address, size);
   } else {
      outside_begin_turn(WRITES_KERNEL);
      shadow_record_where_known(shadow_written, address, size, hot_latest);
      STRAND_FOR_EACH(strand) {
         shadow_record_where_known(strand_stack(strand)->shadow, address, size, hot_latest);
      }
   }
   writes_file_mapped(address, size);
}

static Int compare_stamps(const void* left, const void* right)
{
   UInt a = *(const UInt*)left;
   UInt b = *(const UInt*)right;
   return a < b ? -1 : a > b;
}

static SizeT activations_of(Strand* strand)
{
   return strand->begun ? strand_stack(strand)->top - strand_stack(strand)->bottom + 1 : 0;
}

/* The timestamps of all activations, each once, in ascending order; to be freed. */
static UInt* all_stamps(UInt* count)
{
   SizeT all = 0;
   STRAND_FOR_EACH(strand) {
      all += activations_of(strand);
   }
   UInt* stamps = VG_(malloc)("aprof.strands.stamps", (all + 1) * sizeof *stamps);
   all = 0;
   STRAND_FOR_EACH(strand) {
      for (SizeT i = 0; i < activations_of(strand); i++) {
         stamps[all++] = strand_stack(strand)->reads.stamps[i];
      }
   }
   VG_(ssort)(stamps, all, sizeof *stamps, compare_stamps);
   *count = 0;
   for (SizeT i = 0; i < all; i++) {
      if (*count == 0 || stamps[*count - 1] != stamps[i]) {
         stamps[(*count)++] = stamps[i];
      }
   }
   return stamps;
}

static UInt renumbered(UInt stamp, UInt written)
{
   return stamp < running.first_stamp ? 0 : writes_renumbered_access(stamp, written);
}

/* Renumbers the timestamps of all strands.  What a strand has not begun with, or one has left that is to be
   used again, is older than anything to come. */
void outside_renumber_all(void)
{
   Strand* resumed = strand_running;
   UInt    count;
   UInt*   stamps = all_stamps(&count);
   writes_renumber_begin(stamps, count);
   STRAND_FOR_EACH(strand) {
      if (strand->begun) {
         strand_switch_to(strand);
         shadow_renumber_by_writes(running.shadow, renumbered);
         stack_set_stamps(writes_renumbered_activation);
      } else {
         shadow_clear(strand_stack(strand)->shadow);
      }
   }
   strand_clear_kept();
   writes_renumber_end();
   VG_(free)(stamps);
   strand_switch_to(resumed);
   if (strand_running != NULL && activations_of(strand_running) > 0) {
      hot_set_stamp(stack_running_stamp(), running.paused);
   }
}
