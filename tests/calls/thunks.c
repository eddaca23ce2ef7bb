/* Indirect calls and jumps, and returns, by thunks that compilers make against speculation: with and without symbols,
   of each kind that there is. A thunk is nobody's routine: a call of it is one of its target.

   by_call        calls `leaf_1` and `leaf_2` through a table
   by_tail        ends with such a call, which the compiler may make a jump
   by_switch      has a switch of many cases, which may be a jump through a table: no call
   by_hand        assembly, a thunk for each: a call, a tail call, and a jump inside the routine
   recursive      calls itself through the table, `depth` deep
   in_library     is called by qsort, and calls back */
// build -thunk (amd64): $(calls) -O2 -mindirect-branch=thunk -fcf-protection=none
// build -unoptimized (amd64): $(calls) -O0 -mindirect-branch=thunk -fcf-protection=none
// build -inline (amd64): $(calls) -O2 -mindirect-branch=thunk-inline -fcf-protection=none
// build -register (amd64): $(calls) -O2 -mindirect-branch=thunk -mindirect-branch-register
// build -register (amd64): -fcf-protection=none
// build -return (amd64): $(calls) -O2 -mindirect-branch=thunk -mfunction-return=thunk -fcf-protection=none
// build -return-inline (amd64): $(calls) -O2 -mindirect-branch=thunk-inline -mfunction-return=thunk-inline
// build -return-inline (amd64): -fcf-protection=none
// build -extern (amd64): $(calls) -O2 -mindirect-branch=thunk-extern -mfunction-return=thunk-extern
// build -extern (amd64): -mindirect-branch-cs-prefix -fcf-protection=none -DEXTERN_THUNKS
// build -ibt (amd64): $(calls) -O2 -mindirect-branch=thunk -fcf-protection=branch
// Clang's returns read their address as data to check it (LVI).
// build -clang-retpoline (amd64): $(calls) -O2 -mretpoline
// build -clang-lvi (amd64): $(calls) -O2 -mlvi-cfi -DRETURN_CELLS=2

#include "calls.h"

#define CALLS  12

/* What a return reads of its address as data. */
#ifndef RETURN_CELLS
#define RETURN_CELLS 0
#endif

static int values[128] OWN_PAGE;

SUM_ROUTINE(leaf_1)
SUM_ROUTINE(leaf_2)

typedef int Leaf(const volatile int* from, int count);
static Leaf* volatile leaves[] = { leaf_1, leaf_2 };

ROUTINE int by_call(const volatile int* from, int i)
{
   return leaves[i % 2](from, 10 + i % 2) + leaf_1(from, 5);
}

ROUTINE int by_tail(const volatile int* from, int i)
{
   return leaves[i % 2](from, 20 + i % 2);
}

ROUTINE int by_switch(const volatile int* from, int i)
{
   switch (i % 12) {
      case 0: return leaf_1(from, 30) + 1;
      case 1: return leaf_1(from, 31) + 7;
      case 2: return leaf_2(from, 32) + 5;
      case 3: return from[0] + 3;
      case 4: return leaf_2(from, 34) * 3;
      case 5: return from[1] - 9;
      case 6: return leaf_1(from, 36) + 11;
      case 7: return leaf_2(from, 37) ^ 13;
      case 8: return leaf_1(from, 38) + 17;
      case 9: return from[4] + 8;
      case 10: return leaf_2(from, 40) + 2;
      default: return leaf_2(from, 41) + 6;
   }
}

ROUTINE int recursive(const volatile int* from, int depth);
static int (*volatile again)(const volatile int*, int) = recursive;

ROUTINE int recursive(const volatile int* from, int depth)
{
   return from[depth] + (depth > 1 ? again(from, depth - 1) : 0) + 1;
}

ROUTINE int in_library(const void* a, const void* b)
{
   return leaves[1](values, 50) + *(const int*)a - *(const int*)b;
}

/* Those of GCC have no size, and so no symbol for Valgrind. */
__asm__(".text\n"
        "unsized_thunk: call 1f; 2: pause; lfence; jmp 2b; 1: mov %r10, (%rsp); ret\n"
        "unsized_fence: lfence; jmp *%r10\n"
        ".globl __x86_indirect_thunk_of_test\n.type __x86_indirect_thunk_of_test, @function\n"
        "__x86_indirect_thunk_of_test: call 1f; 2: pause; lfence; jmp 2b; .p2align 4; 1: mov %r10, (%rsp); ret\n"
        ".size __x86_indirect_thunk_of_test, . - __x86_indirect_thunk_of_test\n"
        "unsized_stack: call 1f; 2: pause; lfence; jmp 2b; 1: add $8, %rsp; ret\n");

#ifdef EXTERN_THUNKS
__asm__(".irp register, rax, rcx, rdx, rbx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15\n"
        ".globl __x86_indirect_thunk_\\register\n.type __x86_indirect_thunk_\\register, @function\n"
        "__x86_indirect_thunk_\\register: lfence; jmp *%\\register\n"
        ".size __x86_indirect_thunk_\\register, . - __x86_indirect_thunk_\\register\n.endr\n"
        ".globl __x86_return_thunk\n.type __x86_return_thunk, @function\n"
        "__x86_return_thunk: call 1f; 2: pause; lfence; jmp 2b; 1: lea 8(%rsp), %rsp; ret\n"
        ".size __x86_return_thunk, . - __x86_return_thunk\n");
#endif

#define BY_HAND(name, thunk)                                                                                        \
   void name(const int* from);                                                                                      \
   __asm__(".globl " #name "\n.type " #name ", @function\n" #name ":\n"                                             \
           "push %rdi; lea assembly_leaf(%rip), %r10; call " thunk "; mov (%rsp), %rdi;"                           \
           "lea 1f(%rip), %r10; jmp " thunk "; ud2; 1: add (%rdi), %eax; pop %rdi;"                                 \
           "lea assembly_leaf(%rip), %r10; jmp " thunk "\n.size " #name ", . - " #name "\n");

void assembly_leaf(void);
ASSEMBLY(assembly_leaf, "add 4(%rdi), %eax; ret", "", "")
BY_HAND(by_thunk, "unsized_thunk")
BY_HAND(by_fence, "unsized_fence")
BY_HAND(by_named, "__x86_indirect_thunk_of_test")

/* The target is on the stack. */
void by_stack(const int* from);
ASSEMBLY(by_stack, "lea assembly_leaf(%rip), %r10; push %r10; jmp unsized_stack", "", "")

/* A thunk inside of the routine. */
void by_inner(const int* from);
ASSEMBLY(by_inner, "lea assembly_leaf(%rip), %r10; jmp 4f; 3: call 1f; 2: pause; lfence; jmp 2b;"
                   "1: mov %r10, (%rsp); ret; 4: call 3b; ret", "", "")

ROUTINE void scenario(void)
{
   static int to_sort[8];
   for (int i = 0; i < CALLS; i++) {
      by_call(values, i);
      by_tail(values, i);
      by_switch(values, i);
      recursive(values, 6);
      by_thunk(values);
      by_fence(values);
      by_named(values);
      by_stack(values);
      by_inner(values);
   }
   for (int i = 0; i < 8; i++)
      to_sort[i] = 8 - i;
   qsort(to_sort, 2, sizeof *to_sort, in_library);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   scenario();
   expect_any("scenario", 1);
   expect_any("by_call", CALLS);
   expect_any("by_tail", CALLS);
   expect_any("by_switch", CALLS);
   expect_any("recursive", 6 * CALLS);
   expect_any("in_library", 1);
   expect_calls("leaf_1", 5 + RETURN_CELLS, CALLS);
   for (int i = 0; i <= 1; i++) {
      expect_calls(i == 0 ? "leaf_1" : "leaf_2", 10 + i + RETURN_CELLS, CALLS / 2);
      expect_calls(i == 0 ? "leaf_1" : "leaf_2", 20 + i + RETURN_CELLS, CALLS / 2);
   }
   static const int of_leaf_1[] = { 30, 31, 36, 38 }, of_leaf_2[] = { 32, 34, 37, 40, 41, 50 };
   for (unsigned i = 0; i < sizeof of_leaf_1 / sizeof *of_leaf_1; i++)
      expect("leaf_1", of_leaf_1[i] + RETURN_CELLS);
   for (unsigned i = 0; i < sizeof of_leaf_2 / sizeof *of_leaf_2; i++)
      expect("leaf_2", of_leaf_2[i] + RETURN_CELLS);
   expect_calls("assembly_leaf", 1, (3 * 2 + 2) * CALLS);
   expect_any("by_thunk", CALLS);
   expect_any("by_fence", CALLS);
   expect_any("by_named", CALLS);
   expect_any("by_stack", CALLS);
   expect_any("by_inner", CALLS);
   expect_line("absent __x86_indirect_thunk_of_test");
   expect_line("absent __x86_indirect_thunk_rax");
   expect_line("absent __x86_return_thunk");
   expect_line("absent __llvm_retpoline_r11");
   expect_line("absent __llvm_lvi_thunk_r11");
   /* The thunks' blocks are their callers'. */
   expect_line("cost assembly_leaf.sum = assembly_leaf.self");
   expect_line("cost scenario.sum = scenario.self + by_call.sum + by_tail.sum + by_switch.sum + recursive.real"
               " + by_thunk.sum + by_fence.sum + by_named.sum + by_stack.sum + by_inner.sum"
               " + libc.so.6:qsort.sum");
   return end();
}
