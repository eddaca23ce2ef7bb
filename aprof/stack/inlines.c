/* An inlined routine's activation is on top of that of the routine that has the code, at the same stack
   pointer, as if it were a region: it ends at the same return at the latest.  A region that the program has
   begun inside of it keeps it open: then it ends with that region. */

#include "stack/calls.h"

#include "hot.h"
#include "stack/stack_inside.h"

static Bool has(const InlinedList* list, UInt instance)
{
   for (UInt i = 0; i < list->count; i++) {
      if (list->numbers[i] == instance) {
         return True;
      }
   }
   return False;
}

/* Whether the running activation's code is that of `host`, whatever was inlined there.  It need not be: code
   may jump into the middle of other code. */
static Bool is_running(const Routine* host)
{
   const Activation* a = stack.top;
   while (activation_is_inside(a)) {
      a--;
   }
   return a->routine == host;
}

static Bool is_open(UInt instance)
{
   for (const Activation* a = stack.top; activation_is_inside(a); a--) {
      if (a->instance == instance && !a->is_over) {
         return True;
      }
   }
   return False;
}

/* Ends those that do not go on, from the top down to a region; below it, they end with the region. */
static void end_all_but(const InlinedList* goes_on)
{
   while (stack.top->instance != 0 && !has(goes_on, stack.top->instance)) {
      stack_pop();
   }
   for (Activation* a = stack.top; activation_is_inside(a); a--) {
      a->is_over |= a->instance != 0 && !has(goes_on, a->instance);
   }
}

/* Routines that do more than run need a call. */
static Bool can_begin(const Routine* routine)
{
   return !routine->skipped && !routine->is_apart && !routine->copies_stack && !routine->schedules
          && routine->allocator == NULL;
}

static void begin(UInt instance, Routine* host, Addr address)
{
   Routine* routine = inlined_routine(instance, address, host);
   if (can_begin(routine)) {
      stack_push_beside(routine, 0);
      stack.top->instance = instance;
      routine_warn_of_inlined(routine);
   }
}

void inlines_enter(void* guest, Routine* host, const InlinedEntry* entry, Addr address)
{
   calls_begin_event(guest);
   if (is_running(host)) {
      end_all_but(&entry->goes_on);
      for (UInt i = 0; i < entry->begins.count; i++) {
         if (!is_open(entry->begins.numbers[i])) {
            begin(entry->begins.numbers[i], host, address);
         }
      }
   }
   hot_end_event(guest);
}

/* Whether one of them is among the open ones; then those on top of it have to end, too. */
static Bool one_is_open(const InlinedList* ends)
{
   for (const Activation* a = stack.top; a->instance != 0; a--) {
      if (has(ends, a->instance)) {
         return True;
      }
   }
   return False;
}

void inlines_leave(void* guest, Routine* host, const InlinedList* ends)
{
   calls_begin_event(guest);
   if (is_running(host)) {
      while (one_is_open(ends)) {
         stack_pop();
      }
   }
   hot_end_event(guest);
}
