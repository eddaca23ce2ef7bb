/* The program keeps its allocator: what is requested stands in the arguments of calls.

   The request is cost of the routine that has called the allocator, as if it had spent that just before the
   call.  All that calls this routine has it in its inclusive cost, and the allocator itself costs nothing.

   An allocator that another one calls (malloc, by operator new) is that one's business: as long as an
   allocator is on the stack, no further one counts.  So the memory that an allocator gets from the kernel
   does not count, either. */

#include "stack/cost.h"

#include "code/allocators.h"
#include "code/routine.h"
#include "hot.h"
#include "listener.h"
#include "options.h"
#include "platform.h"
#include "stack/running.h"

/* The routines that have been called as allocators so far. */
static XArray* allocators;

/* Nobody gets more: a program that asks for it wants to see how that fails. */
#define MOST_BYTES  (1ULL << PLATFORM_ADDRESS_BITS)

static UWord argument(UInt number)
{
   static const UInt registers[] = PLATFORM_ARGUMENT_REGISTERS;
   tl_assert(number >= 1 && number <= sizeof registers / sizeof *registers);
   UWord value;
   VG_(get_shadow_regs_area)(VG_(get_running_tid)(), (UChar*)&value, 0, registers[number - 1], sizeof value);
   return value;
}

/* Whether an allocator is on the stack, beside the last activation of this one, which may be NULL. */
static Bool is_in_allocator(const Routine* but_for)
{
   for (Word i = 0; i < VG_(sizeXA)(allocators); i++) {
      const Routine* routine = *(Routine**)VG_(indexXA)(allocators, i);
      UInt           one     = routine == but_for;
      if (routine->number < stack.live_end && stack.live[routine->number] > one) {
         return True;
      }
   }
   return False;
}

/* Returns the cost of a request for so many bytes, `count` times; of none at all, if nobody can get them. */
static ULong cost_of(ULong size, ULong count)
{
   ULong bytes;
   if (__builtin_mul_overflow(size, count, &bytes) || bytes > MOST_BYTES) {
      return 0;
   }
   return options.cost == CostAllocBytes ? bytes : 1;
}

/* Whether a mapping is memory to work with, as allocators ask for: of no file, of this process alone, to be
   written, and no stack. */
static Bool is_for_allocation(UWord protection, UWord flags)
{
   return (protection & VKI_PROT_WRITE) != 0 && (flags & VKI_MAP_ANONYMOUS) != 0
          && (flags & VKI_MAP_PRIVATE) != 0 && (flags & (PLATFORM_MAP_STACK | PLATFORM_MAP_GROWSDOWN)) == 0;
}

static ULong cost_of_call(const Allocator* allocator)
{
   ULong size = argument(allocator->size);
   if (allocator->is_mmap) {
      return is_for_allocation(argument(3), argument(4)) ? cost_of(size, 1) : 0;
   }
   ULong count = allocator->count != 0 ? argument(allocator->count) : 1;
   Bool  frees = allocator->block != 0 && argument(allocator->block) != 0 && size * count == 0;
   return frees ? 0 : cost_of(size, count);
}

static void note_allocator(Routine* routine)
{
   for (Word i = 0; i < VG_(sizeXA)(allocators); i++) {
      if (*(Routine**)VG_(indexXA)(allocators, i) == routine) {
         return;
      }
   }
   VG_(addToXA)(allocators, &routine);
}

/* The bottom activation has no caller, and has begun in the middle of its routine. */
static void watched_begins(Activation* a)
{
   const Allocator* allocator = a->routine->allocator;
   if (allocator == NULL || a == stack.bottom) {
      return;
   }
   note_allocator(a->routine);
   if (!hot.paused && !is_in_allocator(a->routine)) {
      hot.registers.cost += cost_of_call(allocator);
      a->entry_cost       = hot.registers.cost;
   }
}

/* Counts what programs ask the kernel for themselves, as those in Go do.  A call of mmap has counted
   already. */
void allocations_before_system_call(UInt number, const UWord* arguments)
{
   if (allocators == NULL || number != __NR_mmap || hot.paused) {
      return;
   }
   if (is_for_allocation(arguments[2], arguments[3]) && !allocators_is_linker(stack.top->routine->image)
       && !is_in_allocator(NULL)) {
      hot.registers.cost += cost_of(arguments[1], 1);
   }
}

void allocations_init(void)
{
   static Listener listener = { .watched_begins = watched_begins };
   if (options_cost_is_requested()) {
      allocators = VG_(newXA)(VG_(malloc), "aprof.allocators", VG_(free), sizeof(Routine*));
      listener_register(&listener);
   }
}
