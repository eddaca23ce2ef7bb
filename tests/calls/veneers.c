/* All forms of the code that linkers for ARM put between a call and its target if that is far away: it is no
   routine, its block and its reads are its caller's.

   through_1 ... 6   call `leaf` so, after they have read one int; some forms read an address of 8 bytes, too
   jumps             jumps to such code: what is behind it is its callee
   forwards          consists of the same instructions, but has a name of its own: it is a routine, which
                     jumps to `leaf` */
// build -fixed (arm64): $(calls) -O1 -fno-pie -no-pie
#include "calls.h"

#define CALLS 10

typedef void Routine(const int* from);
Routine leaf, through_1, through_2, through_3, through_4, through_5, through_6, jumps, forwards,
        calls_forwards;

static int values[16] OWN_PAGE;

/* Behind the end of a routine, so without a symbol. */
#define THROUGH(name, veneer, text)                                                                          \
   ASSEMBLY(name, "ud2", "str x30, [sp, -16]!; ldr w9, [x0, 4]; bl " veneer "; ldr x30, [sp], 16; ret", "")  \
   __asm__(".balign 64\n" veneer ": " text "\n");

ASSEMBLY(leaf, "ud2", "ldr w9, [x0]; ret", "")

THROUGH(through_1, ".Lveneer_1", "adrp x16, leaf; add x16, x16, :lo12:leaf; br x16")
THROUGH(through_2, ".Lveneer_2", "bti c; adrp x16, leaf; add x16, x16, :lo12:leaf; br x16")
THROUGH(through_3, ".Lveneer_3",
        "ldr x16, 2f; 1: adr x17, 1b; add x16, x16, x17; br x16; 2: .xword leaf - 1b")
THROUGH(through_4, ".Lveneer_4", "ldr x16, 1f; br x16; 1: .xword leaf")

/* With the names that GNU ld and lld give them. */
THROUGH(through_5, "__leaf_veneer",
        "adrp x16, leaf; add x16, x16, :lo12:leaf; br x16;"
        ".type __leaf_veneer, %function; .size __leaf_veneer, . - __leaf_veneer")
THROUGH(through_6, "__AArch64AbsLongThunk_leaf",
        "ldr x16, 1f; br x16; .balign 8; 1: .xword leaf;"
        ".type __AArch64AbsLongThunk_leaf, %function;"
        ".size __AArch64AbsLongThunk_leaf, . - __AArch64AbsLongThunk_leaf")

ASSEMBLY(jumps, "ud2", "ldr w9, [x0, 4]; b .Lveneer_1", "")
ASSEMBLY(forwards, "ud2", "adrp x16, leaf; add x16, x16, :lo12:leaf; br x16", "")
ASSEMBLY(calls_forwards, "ud2", "str x30, [sp, -16]!; ldr w9, [x0, 4]; bl forwards; ldr x30, [sp], 16; ret", "")

ROUTINE void scenario(const int* from)
{
   for (int i = 0; i < CALLS; i++) {
      through_1(from);
      through_2(from);
      through_3(from);
      through_4(from);
      through_5(from);
      through_6(from);
      jumps(from);
      calls_forwards(from);
   }
}

/* Beside the two ints, the veneer reads `bytes` bytes. */
static void expect_caller(const char* name, unsigned long bytes, int blocks, int blocks_below)
{
   expect_calls(name, 2 + bytes / 4, CALLS);
   expect_line("cost %s.self = %d", name, blocks * CALLS);
   expect_line("cost %s.sum = %d", name, (blocks + blocks_below) * CALLS);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   scenario(values);

   expect_any("scenario", 1);
   expect_calls("leaf", 1, 8 * CALLS);
   expect_line("cost leaf.sum = %d", 8 * CALLS);
   expect_caller("through_1", 0, 3, 1);
   expect_caller("through_2", 0, 3, 1);
   expect_caller("through_3", 8, 3, 1);
   expect_caller("through_4", 8, 3, 1);
   expect_caller("through_5", 0, 3, 1);
   expect_caller("through_6", 8, 3, 1);
   expect_caller("jumps", 0, 2, 1);
   expect_calls("forwards", 1, CALLS);
   expect_line("cost forwards.self = %d", CALLS);
   expect_line("cost forwards.sum = %d", 2 * CALLS);
   expect_caller("calls_forwards", 0, 2, 2);
   return end();
}
