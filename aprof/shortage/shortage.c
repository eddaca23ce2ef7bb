/* Three things need memory that grows with the program's work: points, contexts, and shadow memory.  If less
   is left than MemoryRoom.enough, the largest tables lose half of their points (as by --max-points), or if
   points are few, contexts become no more (as by --cct-limit).  That is done again when what is left has
   shrunk further.  A large table asks before it grows.  If less is left than MemoryRoom.least, measuring
   ends, and with it the need for shadow memory; and if that had no memory for what was accessed, it ends at
   once.  With each step, a checkpoint is written: what was measured so far is safe, whatever comes. */

#include "shortage/shortage.h"

#include "cells/shadow.h"
#include "listener.h"
#include "options.h"
#include "profile/context.h"
#include "profile/profile.h"
#include "report/report.h"
#include "stack/cost.h"
#include "strands/strand.h"
#include "strands/switching.h"

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

/*--- Points ---*/

typedef struct {
   SizeT bytes;     /* of all tables */
   UInt  largest;   /* points of the largest table */
} PointsInUse;

static void add_tables(Profile* profile, void* data)
{
   PointsInUse* in_use = data;
   for (UInt number = 0; number < profile->tables_end; number++) {
      const PointTable* table = &profile->tables[number];
      in_use->bytes  += points_size(table);
      in_use->largest = table->used > in_use->largest ? table->used : in_use->largest;
   }
}

static PointsInUse points_in_use(void)
{
   PointsInUse in_use = { 0 };
   profile_for_each(add_tables, &in_use);
   return in_use;
}

static void keep_limit(Profile* profile, void* unused)
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
   if (room.left >= room.enough + size) {
      return True;
   }
   if (!told) {
      told = True;
      report_give_up(GivenUpSizes, text);
      tell(&room, text);
   }
   return False;
}

static Bool there_are_many_points(void)
{
   PointsInUse in_use = points_in_use();
   return in_use.bytes >= MANY_POINTS && in_use.largest / 2 >= POINTS_FEWEST;
}

static void halve_points(HChar* text)
{
   points_limit = points_in_use().largest / 2;
   tl_assert(points_limit >= POINTS_FEWEST);
   profile_for_each(keep_limit, NULL);
   VG_(sprintf)(text, "exact input sizes: as by --max-points=%u", points_limit);
   report_give_up(GivenUpSizes, text);
}

/*--- Contexts, and everything ---*/

static UInt contexts_so_far(void)
{
   return context_count() - context_marked;
}

static Bool there_will_be_contexts(void)
{
   return options.collect_cct && contexts_so_far() > 0 && contexts_so_far() < context_limit;
}

static void stop_contexts(HChar* text)
{
   UInt count = contexts_so_far();
   tl_assert(count > 0 && count < context_limit);
   context_limit = count;
   VG_(sprintf)(text, "further contexts: as by --cct-limit=%u", count);
   report_give_up(GivenUpContexts, text);
}

static void add_cost(Profile* profile, void* sum)
{
   *(ULong*)sum += strand_total_cost(profile);
}

/* Shadow memory is about to grow.  Nearly always, a look has ended measuring before it comes to that. */
static Bool there_is_memory_to_measure(SizeT size)
{
   MemoryRoom room = memory_room();
   return room.left >= room.least / 2 + size;
}

static void stop_measuring(HChar* text)
{
   ULong cost_so_far = 0;
   profile_for_each(add_cost, &cost_so_far);
   VG_(sprintf)(text, "measuring%s: the program went on for more than these %llu %s",
                shadow_is_full ? ", and some input of what ran last" : "", cost_so_far, cost_unit());
   report_give_up(GivenUpMeasuring, text);
   switching_set_instrumenting(False);
   if (options.drms) {
      shadow_clear(shadow_written);
   }
   shadow_is_full = False;
}

/*--- Steps ---*/

static void write_checkpoint(void)
{
   if (options.checkpoint > 0) {
      report_checkpoint();
   }
}

/* A checkpoint needs memory itself, and to stop measuring gives some back: so that is done first. */
static void take_step(const MemoryRoom* room)
{
   HChar text[160];
   if (shadow_is_full || room->left < room->least) {
      stop_measuring(text);
      write_checkpoint();
   } else if (there_are_many_points()) {
      write_checkpoint();
      halve_points(text);
   } else if (there_will_be_contexts()) {
      write_checkpoint();
      stop_contexts(text);
   } else {
      return;
   }
   tell(room, text);
}

Bool shortage_is_urgent(void)
{
   return shadow_is_full && switching_is_instrumenting();
}

/* The threshold rises only when there is plenty: what is left may go up and down. */
UInt shortage_look(void)
{
   MemoryRoom room   = memory_room();
   Bool       is_due = room.left < room.enough && room.left < threshold && switching_is_instrumenting();
   if (is_due || shortage_is_urgent()) {
      take_step(&room);
      ULong part = (room.enough - room.least) / 8;
      threshold = room.left < room.least + part ? room.least : room.left - part;
   } else if (room.left >= 2 * room.enough) {
      threshold = ~0ULL;
      return USUAL_PAUSE;
   }
   return SHORT_PAUSE;
}

static Listener listener = {
   .points_may_grow = there_is_memory,
   .shadow_may_grow = there_is_memory_to_measure,
};

void shortage_init(void)
{
   memory_room_init();
   listener_register(&listener);
   MemoryRoom room = memory_room();
   if (room.left < room.enough) {
      VG_(umsg)("Memory is short from the beginning: %llu MB are left of the %llu MB that %s allows.\n",
                room.left >> 20, room.limit >> 20, room.what);
   }
}
