/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Loops whose head is the first instruction of a routine are no calls: n iterations are one activation.

   Each routine reads n ints, and executes n blocks or some more; a `rep` instruction executes one for each 64 bytes.

   conditional_loop, jump_loop, indirect_loop, memory_loop, return_loop
                     go back to their beginning by each kind of jump, the last by a `ret` to an address that
                     it pushed
   repeat, scan      begin with a `rep` instruction, which is a loop by itself
   inner_loop        goes back behind its first instruction
   half_a            jumps to the middle of half_b and that back to the middle of half_a: neither is called
   compiled_loop     calls itself last: where the compiler makes a jump of that (SIBLING_CALLS) a loop, else
                     recursion */

#include "calls.h"

static int values[256] OWN_PAGE;
static int copy[256] OWN_PAGE;

typedef void Loop(const volatile int* from, long count, void* argument);
Loop conditional_loop, jump_loop, indirect_loop, memory_loop, return_loop, inner_loop, half_a, half_b, call_repeat,
     call_scan;

ASSEMBLY(conditional_loop, "add (%rdi), %eax; add $4, %rdi; dec %rsi; jnz conditional_loop; ret")
ASSEMBLY(jump_loop,        "add (%rdi), %eax; add $4, %rdi; dec %rsi; jz 1f; jmp jump_loop; 1: ret")
ASSEMBLY(indirect_loop,    "add (%rdi), %eax; add $4, %rdi; dec %rsi; jz 1f; jmp *%rdx; 1: ret")
ASSEMBLY(memory_loop,      "add (%rdi), %eax; add $4, %rdi; dec %rsi; jz 1f; jmp *-8(%rsp); 1: ret")
ASSEMBLY(return_loop,      "add (%rdi), %eax; add $4, %rdi; dec %rsi; jz 1f; push %rdx; ret; 1: ret")
ASSEMBLY(inner_loop,       "nop; 1: add (%rdi), %eax; add $4, %rdi; dec %rsi; jnz 1b; ret")
ASSEMBLY(half_a,           "nop; half_a_2: add (%rdi), %eax; add $4, %rdi; dec %rsi; jnz half_b_2; ret")
ASSEMBLY(half_b,           "nop; half_b_2: add (%rdi), %eax; add $4, %rdi; dec %rsi; jnz half_a_2; ret")

/* From rsi to rdi, rcx ints; and until an int at rdi is not eax. */
ASSEMBLY(repeat,           "rep movsl; ret")
ASSEMBLY(scan,             "repe scasl; ret")
ASSEMBLY(call_repeat,      "mov %rsi, %rcx; mov %rdi, %rsi; mov %rdx, %rdi; call repeat; ret")
ASSEMBLY(call_scan,        "mov %rsi, %rcx; xor %eax, %eax; call scan; ret")

ROUTINE void compiled_loop(const volatile int* from, long count, void* argument)
{
   USE(from[0]);
   if (count > 1)
      compiled_loop(from + 1, count - 1, argument);
}

/* What a `rep` instruction reads in a block: 64 bytes. */
#define INTS_OF_BLOCK 16

/* `routine` is what is called by `loop`, or itself. Blocks are `per_iteration` for `at_once` ints, and `more`. */
static void run(const char* routine, Loop* loop, void* argument, int at_once, int per_iteration, int more)
{
   unsigned long blocks = 0;
   for (long count = 2; count <= 200; count += 13) {
      loop(values, count, argument);
      expect(routine, count);
      blocks += (count + at_once - 1) / at_once * per_iteration + more;
   }
   expect_line("cost %s.self = %lu", routine, blocks);
   expect_line("cost %s.sum = %lu", routine, blocks);
   expect_line("cost %s.real = %lu", routine, blocks);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   run("conditional_loop", conditional_loop, NULL, 1, 1, 1);
   run("jump_loop", jump_loop, NULL, 1, 2, 0);
   run("indirect_loop", indirect_loop, (void*)indirect_loop, 1, 2, 0);
   run("return_loop", return_loop, (void*)return_loop, 1, 2, 0);
   run("inner_loop", inner_loop, NULL, 1, 1, 1);
   run("half_a", half_a, NULL, 1, 1, 1);
   expect_line("absent half_b");
   run("repeat", call_repeat, copy, INTS_OF_BLOCK, 1, 1);
   run("scan", call_scan, NULL, INTS_OF_BLOCK, 1, 1);

   for (long count = 2; count <= 200; count += 13) {
      compiled_loop(values, count, NULL);
      expect("compiled_loop", count);
#if !SIBLING_CALLS
      for (long rest = 1; rest < count; rest++)
         expect("compiled_loop", rest);
#endif
   }
   expect_line("cost compiled_loop.real = compiled_loop.self");
   return end();
}
