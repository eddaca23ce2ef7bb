/* Stacks that are copied.  Go's runtime.copystack(g, size) does it, for a goroutine g that does not run
   meanwhile.  A goroutine's first two words are the lowest address of its stack and the end (runtime2.go:
   their places are known outside of the runtime, too).  The frames are at the upper end, before and
   afterwards.  So when copystack ends, the activations that are on the old stack are as far from the new
   one's end as they were from the old one's. */

#include "strands/strand.h"

#include "listener.h"
#include "memory.h"
#include "platform.h"

/* A machine stack, from its lowest address to its end. */
typedef struct {
   Addr lowest;
   Addr end;
} Extent;

/* A copy that is being made: of the stack that these words tell of, which was there. */
typedef struct {
   Addr   goroutine;   /* 0: none */
   Extent from;
} Copy;

static Copy* copies;   /* by thread id */

/*--- Goroutines ---*/

static Bool read_extent(Addr goroutine, Extent* extent)
{
   if (!memory_is_readable(goroutine, sizeof *extent)) {
      return False;
   }
   *extent = *(const Extent*)goroutine;
   return extent->lowest < extent->end;
}

/* The first argument of a function of Go: in a register since Go 1.17 (arm64: 1.18), before that on the
   stack. */
static Addr goroutine_argument(const Activation* a, Bool in_register)
{
   Addr argument = 0;
   Addr on_stack = a->sp + sizeof(Addr);
   if (in_register) {
      VG_(get_shadow_regs_area)(running->thread, (UChar*)&argument, 0, PLATFORM_GO_ARGUMENT, sizeof argument);
   } else if (memory_is_readable(on_stack, sizeof argument)) {
      argument = *(const Addr*)on_stack;
   }
   return argument;
}

/*--- Activations move ---*/

/* A stack pointer may be at the very end, where a return address was popped. */
static Bool is_on(const Extent* extent, Addr sp)
{
   return sp > extent->lowest && sp <= extent->end;
}

static void move(Addr* sp, const Extent* from, UWord by)
{
   if (is_on(from, *sp)) {
      *sp += by;
   }
}

/* Finds again which calls lead to another machine stack at higher addresses: that depends on where the
   stacks are. */
static void find_other_stacks(CallStack* on)
{
   on->other_stacks = 0;
   for (Activation* a = on->bottom + 1; a <= on->top; a++) {
      a->other_stack = a->sp > a[-1].sp;
      on->other_stacks += a->other_stack;
   }
}

static void move_strand(Strand* strand, const Extent* from, UWord by)
{
   CallStack* on = stack_of(strand);
   for (Activation* a = on->bottom; a <= on->top; a++) {
      move(&a->sp, from, by);
   }
   find_other_stacks(on);
   if (is_on(from, on->first_sp)) {
      on->first_base += by;
   }
   move(&on->first_sp, from, by);
   move(&on->return_behind_bottom, from, by);
   move(&strand->apart, from, by);
   move(&strand->left_at, from, by);
}

/*--- Events ---*/

static Bool is_in_use(const Extent* extent)
{
   STRAND_FOR_EACH(strand) {
      if (strand->begun && is_on(extent, stack_of(strand)->first_sp)) {
         return True;
      }
   }
   return False;
}

static void watched_begins(Activation* a)
{
   if (!a->routine->copies_stack) {
      return;
   }
   Copy* copy = &copies[running->thread];
   copy->goroutine = 0;
   for (Int in_register = 1; in_register >= 0 && copy->goroutine == 0; in_register--) {
      Addr goroutine = goroutine_argument(a, in_register);
      if (read_extent(goroutine, &copy->from) && is_in_use(&copy->from)) {
         copy->goroutine = goroutine;
      }
   }
}

static void watched_ended(const Routine* routine)
{
   Copy*  copy = &copies[running->thread];
   Extent to;
   if (!routine->copies_stack || copy->goroutine == 0 || !read_extent(copy->goroutine, &to)) {
      return;
   }
   STRAND_FOR_EACH(strand) {
      if (strand->begun) {
         move_strand(strand, &copy->from, to.end - copy->from.end);
      }
   }
   copy->goroutine = 0;
}

static Listener listener = {
   .watched_begins = watched_begins,
   .watched_ended  = watched_ended,
};

void strand_follow_copied_stacks(void)
{
   copies = VG_(calloc)("aprof.copied_stacks", VG_N_THREADS, sizeof *copies);
   listener_register(&listener);
}
