/* On RISC-V, compilers that save space (-msave-restore) let each routine call one of libgcc's that saves its
   registers, and leave that the return address in t0, not in the link register.  It is no routine to anybody: its
   blocks are its caller's.  What restores the registers is jumped to, and returns for the routine: a tail call.

   outer      calls `inner` twice, and reads an int itself
   inner      calls `leaf`, with registers of its own to save */
// build (riscv64): $(calls) -O2 -fno-optimize-sibling-calls -msave-restore
#include "calls.h"

#define CALLS  10

static int values[64] OWN_PAGE;

SUM_ROUTINE(leaf)

ROUTINE int inner(const volatile int* from, int count)
{
   int first = leaf(from, count), second = leaf(from + 20, count);
   return first + second + count;
}

ROUTINE int outer(const volatile int* from, int count)
{
   int first = inner(from, count), second = inner(from, count + 1);
   return first + second + from[60];
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   for (int i = 0; i < CALLS; i++)
      outer(values, 5);
   expect_calls("leaf", 5, 2 * CALLS);
   expect_calls("leaf", 6, 2 * CALLS);
   expect_any("inner", 2 * CALLS);
   expect_any("outer", CALLS);
   for (int i = 0; i <= 12; i++)
      expect_line("absent __riscv_save_%d", i);
   expect_line("cost inner.sum > inner.self + leaf.sum");
   expect_line("cost __riscv_restore*.calls > %d", 3 * CALLS - 1);
   /* One is main's. */
   expect_line("cost outer.sum + 1 = outer.self + inner.self + leaf.sum + __riscv_restore*.self");
   return end();
}
