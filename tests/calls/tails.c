/* Tail calls: a routine that is jumped to is a callee of the one that jumps, and both end at the return.

   The assembly routines take an array in their first argument and read one int of it each, so that the rms tells
   who called whom; every one is a known number of blocks.

   direct, when_not_zero, when_zero, not_taken, not_taken_2, indirect, through_memory, by_return, thunked
                     jump to `leaf` in the ways that there are, also by a `ret` to an address that they pushed
                     themselves (or that is in another register than the link register), as the code against
                     Spectre does
   link_1 ... link_5 a chain: each has read what those behind it read
   with_prologue     calls a routine that begins its frame: it leaves more on the stack than before, as V8's
                     does. It has returned, and is no caller of `leaf`
   leaf_after        is reached from a routine that first cleans up a frame
   compiled_1 ... 3  the same chain as the compiler makes it: tail calls at -O2, calls at -O0 */
// build ways:
// build -landings: $(calls) $(O2) $(landings)

#include "calls.h"

#define CALLS 10

typedef void TailCaller(const int* from, void* argument);
TailCaller leaf, direct, when_not_zero, when_zero, not_taken, not_taken_2, indirect, through_memory, by_return, thunk,
           thunked, thunk_caller, cleaning, prologue, with_prologue, link_1, nested;

static int values[64] OWN_PAGE;

ASSEMBLY(leaf,           "add (%rdi), %eax; ret",
                         "ldr w9, [x0]; ret",
                         "lw t1, (a0); ret")
ASSEMBLY(direct,         "add 4(%rdi), %eax; jmp leaf",
                         "ldr w9, [x0, 4]; b leaf",
                         "lw t1, 4(a0); j leaf")
ASSEMBLY(when_not_zero,  "add 8(%rdi), %eax; test %rdi, %rdi; jnz leaf; ret",
                         "ldr w9, [x0, 8]; cbnz x0, leaf; ret",
                         "lw t1, 8(a0); bnez a0, leaf; ret")
ASSEMBLY(when_zero,      "add 8(%rdi), %eax; xor %ecx, %ecx; jz leaf; ret",
                         "ldr w9, [x0, 8]; subs x2, x0, x0; b.eq leaf; ret",
                         "lw t1, 8(a0); sub t2, a0, a0; beqz t2, leaf; ret")
ASSEMBLY(not_taken,      "add 12(%rdi), %eax; test %rdi, %rdi; jz leaf; ret",
                         "ldr w9, [x0, 12]; cbz x0, leaf; ret",
                         "lw t1, 12(a0); beqz a0, leaf; ret")
ASSEMBLY(not_taken_2,    "add 12(%rdi), %eax; xor %ecx, %ecx; jnz leaf; ret",
                         "ldr w9, [x0, 12]; subs x2, x0, x0; b.ne leaf; ret",
                         "lw t1, 12(a0); sub t2, a0, a0; bnez t2, leaf; ret")
ASSEMBLY(indirect,       "add 16(%rdi), %eax; jmp *%rsi",
                         "ldr w9, [x0, 16]; br x1",
                         "lw t1, 16(a0); jr a1")
ASSEMBLY(through_memory, "add 20(%rdi), %eax; jmp *leaf_pointer(%rip)",
                         "ldr w9, [x0, 20]; adrp x2, leaf_pointer; ldr x2, [x2, :lo12:leaf_pointer]; br x2",
                         "lw t1, 20(a0); ld t2, leaf_pointer; jr t2")
ASSEMBLY(by_return,      "add 24(%rdi), %eax; push %rsi; ret",
                         "ldr w9, [x0, 24]; ret x1",
                         "lw t1, 24(a0); jr a1")
ASSEMBLY(thunk,          "call 1f; 2: pause; jmp 2b; 1: mov %rsi, (%rsp); ret",
                         "mov x9, x30; bl 1f; 2: yield; b 2b; 1: mov x30, x9; ret x1",
                         "mv t2, ra; jal 1f; 2: nop; j 2b; 1: mv ra, t2; jr a1")
ASSEMBLY(thunked,        "add 28(%rdi), %eax; jmp thunk",
                         "ldr w9, [x0, 28]; b thunk",
                         "lw t1, 28(a0); j thunk")
ASSEMBLY(thunk_caller,   "sub $24, %rsp; add 32(%rdi), %eax; call thunk; add $24, %rsp; ret",
                         "stp x29, x30, [sp, -16]!; ldr w9, [x0, 32]; bl thunk; ldp x29, x30, [sp], 16; ret",
                         "addi sp, sp, -16; sd ra, (sp); lw t1, 32(a0); call thunk; ld ra, (sp); addi sp, sp, 16; ret")
ASSEMBLY(cleaning,       "push %rbx; sub $32, %rsp; add 36(%rdi), %eax; add $32, %rsp; pop %rbx; jmp leaf",
                         "stp x29, x30, [sp, -32]!; ldr w9, [x0, 36]; ldp x29, x30, [sp], 32; b leaf",
                         "addi sp, sp, -32; sd ra, (sp); lw t1, 36(a0); ld ra, (sp); addi sp, sp, 32; j leaf")

ASSEMBLY(prologue,       "pop %rcx; push %rbx; sub $24, %rsp; add 40(%rdi), %eax; push %rcx; ret",
                         "stp x29, x9, [sp, -32]!; ldr w9, [x0, 40]; ret",
                         "addi sp, sp, -32; sd t2, (sp); lw t1, 40(a0); ret")
ASSEMBLY(with_prologue,  "call prologue; add 44(%rdi), %eax; call leaf; add $24, %rsp; pop %rbx; ret",
                         "mov x9, x30; bl prologue; ldr w9, [x0, 44]; bl leaf; ldp x29, x30, [sp], 32; ret",
                         "mv t2, ra; call prologue; lw t1, 44(a0); call leaf; ld ra, (sp); addi sp, sp, 32; ret")

ASSEMBLY(link_5,         "add 4*5(%rdi), %eax; ret",
                         "ldr w9, [x0, 4*5]; ret",
                         "lw t1, 4*5(a0); ret")
ASSEMBLY(link_4,         "add 4*4(%rdi), %eax; jmp link_5",
                         "ldr w9, [x0, 4*4]; b link_5",
                         "lw t1, 4*4(a0); j link_5")
ASSEMBLY(link_3,         "add 4*3(%rdi), %eax; test %rdi, %rdi; jnz link_4; ret",
                         "ldr w9, [x0, 4*3]; cbnz x0, link_4; ret",
                         "lw t1, 4*3(a0); bnez a0, link_4; ret")
ASSEMBLY(link_2,         "add 4*2(%rdi), %eax; lea link_3(%rip), %rdx; jmp *%rdx",
                         "ldr w9, [x0, 4*2]; adr x2, link_3; br x2",
                         "lw t1, 4*2(a0); lla t2, link_3; jr t2")
ASSEMBLY(link_1,         "add 4*1(%rdi), %eax; jmp link_2",
                         "ldr w9, [x0, 4*1]; b link_2",
                         "lw t1, 4*1(a0); j link_2")

/* Only assembly uses it. */
__attribute__((used)) void* leaf_pointer OWN_CELL = (void*)leaf;

ASSEMBLY(nested,         "push %rbx; mov %rdi, %rbx; call direct; mov %rbx, %rdi; call when_not_zero;"
                         "mov %rbx, %rdi; pop %rbx; jmp direct",
                         "stp x19, x30, [sp, -16]!; mov x19, x0; bl direct; mov x0, x19; bl when_not_zero;"
                         "mov x0, x19; ldp x19, x30, [sp], 16; b direct",
                         "addi sp, sp, -16; sd s1, (sp); sd ra, 8(sp); mv s1, a0; call direct; mv a0, s1; call when_not_zero;"
                         "mv a0, s1; ld s1, (sp); ld ra, 8(sp); addi sp, sp, 16; j direct")

ROUTINE int compiled_3(const volatile int* from, int x)
{
   return from[2] + x;
}

ROUTINE int compiled_2(const volatile int* from, int x)
{
   return compiled_3(from, x + from[1]);
}

ROUTINE int compiled_1(const volatile int* from, int (*next)(const volatile int*, int))
{
   return next(from, from[0]);
}

ROUTINE void scenario(const int* from)
{
   for (int i = 0; i < CALLS; i++) {
      direct(from, NULL);
      when_not_zero(from, NULL);
      when_zero(from, NULL);
      not_taken(from, NULL);
      not_taken_2(from, NULL);
      indirect(from, (void*)leaf);
      through_memory(from, NULL);
      by_return(from, (void*)leaf);
      thunked(from, (void*)leaf);
      thunk_caller(from, (void*)leaf);
      cleaning(from, NULL);
      with_prologue(from, NULL);
      link_1(from, NULL);
      nested(from, NULL);
      compiled_1(from, compiled_2);
   }
}

static void expect_tail_caller(const char* name, unsigned long rms, unsigned long calls, int blocks)
{
   expect_calls(name, rms, calls);
   expect_line("cost %s.self = %lu", name, blocks * calls);
   expect_line("cost %s.real = %s.sum", name, name);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   scenario(values);

   expect_any("scenario", 1);
   expect_tail_caller("leaf", 1, 13 * CALLS, 1);
   expect_line("cost leaf.sum = %d", 13 * CALLS);
   expect_tail_caller("direct", 2, 3 * CALLS, 1);
   expect_line("cost direct.sum = %d", 2 * 3 * CALLS);
   expect_tail_caller("when_not_zero", 2, 2 * CALLS, 1);
   expect_line("cost when_not_zero.sum = %d", 2 * 2 * CALLS);
   expect_tail_caller("when_zero", 2, CALLS, 1);
   expect_line("cost when_zero.sum = %d", 2 * CALLS);
   expect_tail_caller("not_taken", 1, CALLS, 2);
   expect_line("cost not_taken.sum = %d", 2 * CALLS);
   expect_tail_caller("not_taken_2", 1, CALLS, 2);
   expect_line("cost not_taken_2.sum = %d", 2 * CALLS);
   expect_tail_caller("indirect", 2, CALLS, 1);
   expect_line("cost indirect.sum = %d", 2 * CALLS);
   expect_tail_caller("through_memory", 2 + 2, CALLS, 1);
   expect_line("cost through_memory.sum = %d", 2 * CALLS);
   expect_tail_caller("by_return", 2, CALLS, 1);
   expect_line("cost by_return.sum = %d", 2 * CALLS);
   expect_tail_caller("thunk", 1, 2 * CALLS, 2);
   expect_tail_caller("thunked", 2, CALLS, 1);
   expect_line("cost thunked.sum = %d", 4 * CALLS);
   expect_tail_caller("thunk_caller", 2, CALLS, 2);
   expect_line("cost thunk_caller.sum = %d", 5 * CALLS);
   expect_tail_caller("cleaning", 2, CALLS, 1);
   /* It reads its return address as data. */
   expect_tail_caller("prologue", INSTRUCTIONS(1 + 2, 1, 1), CALLS, 1);
   expect_line("cost prologue.sum = %d", CALLS);
   expect_tail_caller("with_prologue", INSTRUCTIONS(3 + 2, 3, 3), CALLS, 3);
   expect_line("cost with_prologue.sum = %d", 5 * CALLS);

   expect_tail_caller("link_5", 1, CALLS, 1);
   expect_tail_caller("link_4", 2, CALLS, 1);
   expect_tail_caller("link_3", 3, CALLS, 1);
   expect_tail_caller("link_2", 4, CALLS, 1);
   expect_tail_caller("link_1", 5, CALLS, 1);
   expect_line("cost link_1.sum = %d", 5 * CALLS);

   expect_tail_caller("nested", 3, CALLS, 3);
   expect_line("cost nested.sum = %d", 9 * CALLS);

   expect_calls("compiled_3", 1, CALLS);
   expect_calls("compiled_2", 2, CALLS);
   expect_calls("compiled_1", 3, CALLS);
   expect_line("cost compiled_1.sum = compiled_1.self + compiled_2.sum");
   expect_line("cost compiled_2.sum = compiled_2.self + compiled_3.sum");
   expect_line("cost compiled_3.sum = compiled_3.self");

   expect_line("cost scenario.sum = scenario.self + leaf.self + direct.self + when_not_zero.self + when_zero.self"
               " + not_taken.self + not_taken_2.self + indirect.self + through_memory.self + by_return.self + thunk.self + thunked.self + thunk_caller.self"
               " + cleaning.self + with_prologue.self + prologue.self + link_1.sum + nested.self + compiled_1.sum");
   return end();
}
