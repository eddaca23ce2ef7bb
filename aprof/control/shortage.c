/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Three things need memory that grows with the program's work: points, contexts, and shadow memory.  If less
   is left than memory_room_enough, the largest tables lose half of their points (as by --max-points), or if
   points are few, contexts become no more (as by --cct-limit).  That is done again when what is left has
   shrunk further.  A large table asks before it grows.  If less is left than memory_room_least, measuring
   ends, and with it the need for shadow memory.  Before each step, a checkpoint is written: what was measured
   so far is safe, whatever comes. */

#include "control/shortage.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

#include "control/memory_room.h"
#include "options.h"
#include "profile/context.h"
#include "profile/profile.h"
#include "report/report.h"
#include "track/cost.h"
#include "track/strand.h"
#include "track/switching.h"

#define USUAL_PAUSE  100   /* milliseconds */
#define SHORT_PAUSE  10

/* Fewer points are not worth the loss. */
#define MANY_POINTS  (4UL << 20)   /* bytes */

/* How much has to be left for the next step not to be taken; it becomes less with each. */
static ULong threshold = ~0ULL;

static void tell(const MemoryRoom* room, const HChar* given_up)
{
   VG_(umsg)("Memory is short: %llu MB are left of the %llu MB that %s allows.\n"
             "aprof gives up %s.\n", room->left >> 20, room->limit >> 20, room->what, given_up);
}

/*------------------------------------------------------------*/
/*--- Points                                               ---*/
/*------------------------------------------------------------*/

static SizeT points_bytes;
static UInt  largest_table;

static void add_tables(Profile* profile)
{
   for (UInt number = 0; number < profile->tables_end; number++) {
      const PointTable* table = &profile->tables[number];
      points_bytes += points_size(table);
      largest_table = table->used > largest_table ? table->used : largest_table;
   }
}

static void keep_limit(Profile* profile)
{
   for (UInt number = 0; number < profile->tables_end; number++) {
      points_keep_limit(&profile->tables[number]);
   }
}

/* A large table is about to grow. */
static Bool there_is_memory(SizeT size)
{
   static const HChar text[] = "exact input sizes of the routines that have most";
   static Bool        told;
   MemoryRoom         room = memory_room();
   if (room.left >= memory_room_enough(&room) + size) {
      return True;
   }
   if (!told) {
      told = True;
      report_give_up(GivenUpSizes, text);
      tell(&room, text);
   }
   return False;
}

/* False if there are too few points. */
static Bool halve_points(HChar* text)
{
   points_bytes  = 0;
   largest_table = 0;
   profile_for_each(add_tables);
   if (points_bytes < MANY_POINTS || largest_table / 2 < POINTS_FEWEST) {
      return False;
   }
   points_set_limit(largest_table / 2);
   profile_for_each(keep_limit);
   VG_(sprintf)(text, "exact input sizes: as by --max-points=%u", points_limit());
   report_give_up(GivenUpSizes, text);
   return True;
}

/*------------------------------------------------------------*/
/*--- Contexts, and everything                             ---*/
/*------------------------------------------------------------*/

/* False if there are none, or no more are made already. */
static Bool stop_contexts(HChar* text)
{
   UInt count = context_count() - context_marked;
   if (!options.collect_cct || count == 0 || count >= context_limit()) {
      return False;
   }
   context_set_limit(count);
   VG_(sprintf)(text, "further contexts: as by --cct-limit=%u", count);
   report_give_up(GivenUpContexts, text);
   return True;
}

static ULong cost_so_far;

static void add_cost(Profile* profile)
{
   cost_so_far += strand_total_cost(profile);
}

static void stop_measuring(HChar* text)
{
   cost_so_far = 0;
   profile_for_each(add_cost);
   VG_(sprintf)(text, "measuring: the program went on for more than these %llu %s", cost_so_far, cost_unit());
   report_give_up(GivenUpMeasuring, text);
   switching_set_instrumenting(False);
}

/*------------------------------------------------------------*/
/*--- Steps                                                ---*/
/*------------------------------------------------------------*/

static void take_step(const MemoryRoom* room)
{
   HChar text[128];
   if (options.checkpoint > 0) {
      report_checkpoint();
   }
   if (room->left < memory_room_least(room)) {
      stop_measuring(text);
   } else if (!halve_points(text) && !stop_contexts(text)) {
      return;
   }
   tell(room, text);
}

UInt shortage_look(void)
{
   MemoryRoom room   = memory_room();
   ULong      enough = memory_room_enough(&room);
   if (room.left >= enough) {
      threshold = ~0ULL;
      return room.left < 2 * enough ? SHORT_PAUSE : USUAL_PAUSE;
   }
   if (room.left < threshold && switching_is_instrumenting()) {
      take_step(&room);
      ULong part = (enough - memory_room_least(&room)) / 8;
      threshold = room.left < memory_room_least(&room) + part ? memory_room_least(&room) : room.left - part;
   }
   return SHORT_PAUSE;
}

void shortage_init(void)
{
   memory_room_init();
   points_ask_for_memory(there_is_memory);
   MemoryRoom room = memory_room();
   if (room.left < memory_room_enough(&room)) {
      VG_(umsg)("Memory is short from the beginning: %llu MB are left of the %llu MB that %s allows.\n",
                room.left >> 20, room.limit >> 20, room.what);
   }
}
