/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Faults in the middle of a block: what was read before one counts at its line; what stands behind it, and
   the access that faults, do not until they are executed.  A comment says what each line must have
   (check_reads.pl).  In each routine, all lines up to an `if` are one block, unless there is a fault.

      faults jump    The handler leaves by a jump.
      faults mend    The handler makes the page readable, and the block is gone on with where it stood:
                     another block begins there.

   The first page of three can be read, the second one cannot until it is mended.  Addresses stay in
   registers that no instruction changes: Valgrind's registers are not up to date at a fault, but for the
   stack pointer. */
// build: $(closed_form) -static
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../common/instructions.h"

#define ROUTINE __attribute__((noipa))
#define PAGE    4096

typedef volatile unsigned char      u8;
typedef volatile unsigned long      u64 __attribute__((aligned(1), may_alias));
typedef volatile unsigned long long v16 __attribute__((vector_size(16), aligned(1), may_alias));

static u8* pages;
static int mends;
static sigjmp_buf before;

static void on_fault(int signal)
{
   (void)signal;
   if (!mends)
      siglongjmp(before, 1);
   mprotect((void*)(pages + PAGE), PAGE, PROT_READ | PROT_WRITE);
}

static void forbid(void)
{
   mprotect((void*)(pages + PAGE), PAGE, PROT_NONE);
}

/* Accesses what is at an offset in a page. */
#define ACCESS(page, offset, amd64, arm64, riscv64) \
   INSTRUCTIONS(__asm__ volatile(amd64 : "+a"(x) : "r"(page), "i"(offset) : "cc", "memory", "rcx", "xmm0"), \
                __asm__ volatile(arm64 : "+r"(x) : "r"(page), "i"(offset) : "memory", "x9", "x10", "v0"), \
                __asm__ volatile(riscv64 : "+r"(x) : "r"(page), "i"(offset) : "memory", "t1", "t2"))

/* Where no argument is, so that nothing must be moved before the first access. */
#define SUM __asm__(INSTRUCTIONS("rax", "x11", "t3"))

#define READ(page, offset) ACCESS(page, offset, "addb %c2(%1), %%al", "ldrb w9, [%1, %2]; add %0, %0, x9", \
                                  "lbu t1, %2(%1); add %0, %0, t1")

/* Five times: a byte that cannot be read, between two that can. */
ROUTINE void one_byte(u8* at, u8* bad)
{
   register long x SUM = 0;          /* blocks: 5, first reads: 0 */
   READ(at, 0);                     /* blocks: 0, first reads: 5 */
   READ(at, 64);                    /* blocks: 0, first reads: 5 */
   READ(bad, 0);                    /* blocks: $mends * 5, first reads: $mends * 5 */
   READ(at, 128);                   /* blocks: 0, first reads: $mends * 5 */
   READ(at, 192);                   /* blocks: 0, first reads: $mends * 5 */
}

/* Across the beginning of the page: nothing of such an access counts before all of it is done. */
ROUTINE void across(u8* at, u8* bad)
{
   register long x SUM = 0;          /* blocks: 5, first reads: 0 */
   /* first reads: 5 */
   READ(at, 0);
   /* first reads: $mends * 5 * span(4092, 8) */
   ACCESS(bad, -4, "addq %c2(%1), %%rax", "ldr x9, [%1, %2]; add %0, %0, x9", "ld t1, %2(%1); add %0, %0, t1");
   READ(bad, -4);                                                                   /* first reads: 0 */
   /* first reads: $mends * 5 */
   READ(bad, 64);
}

ROUTINE void vector_across(u8* at, u8* bad)
{
   register long x SUM = 0;          /* blocks: 5, first reads: 0 */
   /* first reads: 5 */
   READ(at, 0);
   /* first reads: $mends * 5 * span(4091, 16) */
   ACCESS(bad, -5, "movdqu %c2(%1), %%xmm0", "ldr q0, [%1, %2]",
      "ld t1, %2(%1); ld t2, %2+8(%1); add %0, %0, t1; add %0, %0, t2");
   /* first reads: $mends * 5 */
   READ(bad, 64);
}

/* A write that faults does not make its cells accessed. */
ROUTINE void after_write(u8* at, u8* bad)
{
   register long x SUM = 0;          /* blocks: 5, first reads: 0 */
   /* first reads: 5 */
   READ(at, 0);
   ACCESS(bad, 32, "movb $1, %c2(%1)", "strb wzr, [%1, %2]", "sb zero, %2(%1)");                     /* first reads: 0 */
   /* first reads: $mends * 5 */
   READ(at, 64);
   READ(bad, 32);                                                                   /* first reads: 0 */
}

/* Several reads on one line, the second of which faults. */
ROUTINE void in_one_line(u8* at, u8* bad)
{
   register long x SUM = 0;
   READ(at, 0); READ(bad, 0); READ(at, 64); READ(at, 0);          /* first reads: 5 + $mends * 5 * 2 */
   READ(at, 128);                                       /* first reads: $mends * 5 */
}

/* After a fault, the same activation reads again, or goes on; then it reads once more what it has read. */
ROUTINE void twice(u8* at, u8* bad)
{
   volatile long sum = 0;
   long x = 0;
   if (sigsetjmp(before, 1) == 0) {
      register u8* good  __asm__(INSTRUCTIONS("r8", "x12", "t4")) = at;
      register u8* fault __asm__(INSTRUCTIONS("r9", "x13", "t5")) = bad;
      READ(good, 0);                                    /* first reads: 5 */
      READ(fault, 0);                                   /* first reads: $mends * 5 */
      READ(good, 64);                                   /* first reads: $mends * 5 */
   }
   x += sum;
   READ(at, 0);                                         /* first reads: 0 */
   READ(at, 64);                                        /* first reads: 5 - $mends * 5 */
   READ(at, 128);                                       /* first reads: 5 */
}

/* Faults that are not memory's; in the middle of the block all the same.  On RISC-V, it is a breakpoint. */
ROUTINE void misaligned(u8* at, __attribute__((unused)) u8* bad)
{
   register long x SUM = 0;          /* blocks: 5, first reads: 0 */
   /* first reads: 5 */
   READ(at, 0);
   ACCESS(at, 44, "movaps %c2(%1), %%xmm0", "add x10, %1, %2; ldar x9, [x10]", "ebreak");  /* first reads: 0 */
   READ(at, 128);                                                                   /* first reads: 0 */
}

/* A division by zero, or where that is no fault, a breakpoint. */
ROUTINE void traps(u8* at, __attribute__((unused)) u8* bad)
{
   register long x SUM = 0;          /* blocks: 5, first reads: 0 */
   /* first reads: 5 */
   READ(at, 0);
   /* first reads: 5 * span(256, 2) + 5 */
   ACCESS(at, 256, "movw %c2(%1), %%cx; divb 64(%1)", "ldrh w9, [%1, %2]; ldrb w10, [%1, 64]; brk 0",
          "lhu t1, %2(%1); lbu t2, 64(%1); ebreak");
   READ(at, 128);                                                                   /* first reads: 0 */
}

ROUTINE void try(void (*routine)(u8*, u8*))
{
   for (volatile int round = 0; round < 5; round++) {
      forbid();
      if (sigsetjmp(before, 1) == 0)
         routine(pages, pages + PAGE);
   }
}

int main(int argc, char** argv)
{
   struct sigaction action;
   memset(&action, 0, sizeof action);
   action.sa_handler = on_fault;
   sigaction(SIGSEGV, &action, NULL);
   sigaction(SIGBUS, &action, NULL);
   sigaction(SIGFPE, &action, NULL);
   sigaction(SIGTRAP, &action, NULL);
   mends = argc > 1 && strcmp(argv[1], "mend") == 0;
   pages = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   memset((void*)pages, 1, 3 * PAGE);
   try(one_byte);
   try(across);
   try(vector_across);
   try(after_write);
   try(in_one_line);
   try(twice);
   pages[64] = 0;
   mends = 0;
   try(misaligned);
   try(traps);
   return 0;
}
