/* Tail calls through a routine that is skipped (--fn-skip), and has no activation.

   Each again_WAY reads an int, and jumps to skipped_WAY, which jumps back to the first instruction of again_WAY,
   `count` times in all: each time, again_WAY is called. */
// build ways:
#include "calls.h"

#define CALLS  10
#define DEPTH  10

static int values[64] OWN_PAGE;

typedef void Again(const int* from, long count, void* self);

#define WAY(name, amd64, arm64, riscv64)                                                                           \
   Again again_##name, skipped_##name;                                                                             \
   ASSEMBLY(again_##name, "add (%rdi), %eax; add $4, %rdi; dec %rsi; jz 1f; jmp skipped_" #name "; 1: ret",         \
                          "ldr w9, [x0], 4; subs x1, x1, 1; b.eq 1f; b skipped_" #name "; 1: ret",                 \
                          "lw t1, (a0); addi a0, a0, 4; addi a1, a1, -1; beqz a1, 1f; j skipped_" #name "; 1: ret") \
   ASSEMBLY(skipped_##name, amd64, arm64, riscv64)

WAY(direct,    "jmp again_direct",    "b again_direct", "j again_direct")
WAY(indirect,  "jmp *%rdx",           "br x2",          "jr a2")
WAY(by_return, "push %rdx; ret",      "ret x2",         "jr a2")
WAY(retpoline, "call 1f; 2: pause; jmp 2b; 1: mov %rdx, (%rsp); ret", "ret x2", "jr a2")

static void run(const char* name, Again* again)
{
   for (int i = 0; i < CALLS; i++)
      again(values, DEPTH, (void*)again);
   for (int depth = 1; depth <= DEPTH; depth++)
      expect_calls(name, depth, CALLS);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   run("again_direct", again_direct);
   run("again_indirect", again_indirect);
   run("again_by_return", again_by_return);
   run("again_retpoline", again_retpoline);
   expect_line("absent skipped_direct");
   expect_line("absent skipped_indirect");
   expect_line("absent skipped_by_return");
   expect_line("absent skipped_retpoline");
   return end();
}
