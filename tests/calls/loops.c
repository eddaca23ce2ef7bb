/* Loops whose head is the first instruction of a routine are no calls: n iterations are one activation.

   Each routine reads n ints, and executes n blocks or some more.

   conditional_loop, jump_loop, indirect_loop, return_loop
                     go back to their beginning by each kind of jump, the last by a `ret` to an address that
                     it pushed (or that is in another register than the link register)
   inner_loop        goes back behind its first instruction
   half_a            jumps to the middle of half_b and that back to the middle of half_a: neither is called
   compiled_loop     calls itself last: where the compiler makes a jump of that (SIBLING_CALLS) a loop, else
                     recursion */
// build ways:
// build -landings: $(calls) $(O2) $(landings)

#include "calls.h"

static int values[256] OWN_PAGE;

typedef void Loop(const volatile int* from, long count, void* argument);
Loop conditional_loop, jump_loop, indirect_loop, return_loop, inner_loop, half_a, half_b;

ASSEMBLY(conditional_loop, "add (%rdi), %eax; add $4, %rdi; dec %rsi; jnz conditional_loop; ret",
                           "ldr w9, [x0], 4; subs x1, x1, 1; b.ne conditional_loop; ret",
                           "lw t1, (a0); addi a0, a0, 4; addi a1, a1, -1; bnez a1, conditional_loop; ret")
ASSEMBLY(jump_loop,        "add (%rdi), %eax; add $4, %rdi; dec %rsi; jz 1f; jmp jump_loop; 1: ret",
                           "ldr w9, [x0], 4; subs x1, x1, 1; b.eq 1f; b jump_loop; 1: ret",
                           "lw t1, (a0); addi a0, a0, 4; addi a1, a1, -1; beqz a1, 1f; j jump_loop; 1: ret")
ASSEMBLY(indirect_loop,    "add (%rdi), %eax; add $4, %rdi; dec %rsi; jz 1f; jmp *%rdx; 1: ret",
                           "ldr w9, [x0], 4; subs x1, x1, 1; b.eq 1f; br x2; 1: ret",
                           "lw t1, (a0); addi a0, a0, 4; addi a1, a1, -1; beqz a1, 1f; jr a2; 1: ret")
ASSEMBLY(return_loop,      "add (%rdi), %eax; add $4, %rdi; dec %rsi; jz 1f; push %rdx; ret; 1: ret",
                           "ldr w9, [x0], 4; subs x1, x1, 1; b.eq 1f; ret x2; 1: ret",
                           "lw t1, (a0); addi a0, a0, 4; addi a1, a1, -1; beqz a1, 1f; jr a2; 1: ret")
ASSEMBLY(inner_loop,       "nop; 1: add (%rdi), %eax; add $4, %rdi; dec %rsi; jnz 1b; ret",
                           "nop; 1: ldr w9, [x0], 4; subs x1, x1, 1; b.ne 1b; ret",
                           "nop; 1: lw t1, (a0); addi a0, a0, 4; addi a1, a1, -1; bnez a1, 1b; ret")
ASSEMBLY(half_a,           "nop; half_a_2: add (%rdi), %eax; add $4, %rdi; dec %rsi; jnz half_b_2; ret",
                           "nop; half_a_2: ldr w9, [x0], 4; subs x1, x1, 1; b.ne half_b_2; ret",
                           "nop; half_a_2: lw t1, (a0); addi a0, a0, 4; addi a1, a1, -1; bnez a1, half_b_2; ret")
ASSEMBLY(half_b,           "nop; half_b_2: add (%rdi), %eax; add $4, %rdi; dec %rsi; jnz half_a_2; ret",
                           "nop; half_b_2: ldr w9, [x0], 4; subs x1, x1, 1; b.ne half_a_2; ret",
                           "nop; half_b_2: lw t1, (a0); addi a0, a0, 4; addi a1, a1, -1; bnez a1, half_a_2; ret")

ROUTINE void compiled_loop(const volatile int* from, long count, void* argument)
{
   if (from[0] == 0 && count > 1)
      compiled_loop(from + 1, count - 1, argument);
}

/* Blocks are `per_iteration` for each int, and `more`. */
static void run(const char* routine, Loop* loop, int per_iteration, int more)
{
   unsigned long blocks = 0;
   for (long count = 2; count <= 200; count += 13) {
      loop(values, count, (void*)loop);
      expect(routine, count);
      blocks += count * per_iteration + more;
   }
   expect_line("cost %s.self = %lu", routine, blocks);
   expect_line("cost %s.sum = %lu", routine, blocks);
   expect_line("cost %s.real = %lu", routine, blocks);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   run("conditional_loop", conditional_loop, 1, 1);
   run("jump_loop", jump_loop, 2, 0);
   run("indirect_loop", indirect_loop, 2, 0);
   run("return_loop", return_loop, 2, 0);
   run("inner_loop", inner_loop, 1, 1);
   run("half_a", half_a, 1, 1);
   expect_line("absent half_b");

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
