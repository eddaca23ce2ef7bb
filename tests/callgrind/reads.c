/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Lines whose first reads follow from the source, at any memory resolution: a comment says how many
   (check_reads.pl explains it, and compares).

   A line counts what the routine itself reads there first: not what it, or a routine that it has called,
   has accessed before; but what its caller has accessed counts again.  Nothing else is read on these
   lines: scalars are in registers, as built (look at the compiler's output before trusting a number). */
// build: $(closed_form) -static
#include <sys/syscall.h>

#include "../common/instructions.h"

#define ROUTINE __attribute__((noipa))
#define ALIGNED __attribute__((aligned(64)))

typedef volatile unsigned char      u8;
typedef volatile unsigned short     u16 __attribute__((aligned(1), may_alias));
typedef volatile unsigned int       u32 __attribute__((aligned(1), may_alias));
typedef volatile unsigned long      u64 __attribute__((aligned(1), may_alias));
typedef volatile unsigned long long v16 __attribute__((vector_size(16), aligned(1), may_alias));

#define READ(type, address)  (*(type*)(address))
#ifndef __riscv
#define READ_16(address)     (READ(v16, address), 0)
#define VECTORS              INSTRUCTIONS("xmm0", "v0", ""), INSTRUCTIONS("xmm1", "v1", "")
#else
/* The compiler would load both halves into one register, and Valgrind would drop the first load. */
#define READ_16(address)     (READ(u64, address) + READ(u64, (address) + 8))
#define VECTORS              "ft0", "ft1", "ft2", "ft3"
#endif

/* On the line where it stands; no function of another file. */
#if defined __x86_64__
#define SYSTEM_CALL(result, number, first, second, third) \
   __asm__ volatile("syscall" : "=a"(result) \
                    : "0"((long)(number)), "D"((long)(first)), "S"(second), "d"((long)(third)) \
                    : "memory", "rcx", "r11")
#elif defined __aarch64__
#define SYSTEM_CALL(result, number, first, second, third) \
   do { \
      register long x8 __asm__("x8") = number; \
      register long x0 __asm__("x0") = first; \
      register long x1 __asm__("x1") = (long)(second); \
      register long x2 __asm__("x2") = third; \
      __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory"); \
      result = x0; \
   } while (0)
#elif defined __riscv
#define SYSTEM_CALL(result, number, first, second, third) \
   do { \
      register long a7 __asm__("a7") = number; \
      register long a0 __asm__("a0") = first; \
      register long a1 __asm__("a1") = (long)(second); \
      register long a2 __asm__("a2") = third; \
      __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2) : "memory"); \
      result = a0; \
   } while (0)
#endif

static u8 bytes[1024] ALIGNED = { 1 };
static u8 others[1024] ALIGNED;
static u8 many_bytes[400000] ALIGNED;

/* By each size, aligned.  (Vectors are read and dropped.) */
ROUTINE long each_size(void)
{
   long x = 0;
   for (int i = 0; i < 100; i++)
      x += READ(u8, bytes + i);                                         /* first reads: span(0, 100) */
   for (int i = 0; i < 50; i++)
      x += READ(u16, bytes + 100 + 2 * i);                              /* first reads: rest(0, 100, 200) */
   for (int i = 0; i < 10; i++)
      x += READ(u32, bytes + 256 + 4 * i);                              /* first reads: span(256, 40) */
   for (int i = 0; i < 10; i++)
      x += (long)READ(u64, bytes + 320 + 8 * i);                        /* first reads: span(320, 80) */
   for (int i = 0; i < 10; i++)
      x += READ_16(bytes + 448 + 16 * i);                               /* first reads: span(448, 160) */
   for (int i = 0; i < 10; i++)
      x += READ(u8, bytes + i) + (long)READ(u64, bytes + 448 + i);      /* first reads: 0 */
   return x;
}

/* By each size from odd addresses, with gaps between. */
ROUTINE long misaligned(void)
{
   long x = 0;
   for (int i = 0; i < 10; i++)
      x += READ(u16, bytes + 15 + 32 * i);                              /* first reads: 10 * span(15, 2) */
   for (int i = 0; i < 10; i++)
      x += READ(u32, others + 13 + 32 * i);                             /* first reads: 10 * span(13, 4) */
   for (int i = 0; i < 10; i++)
      x += (long)READ(u64, others + 512 + 9 + 32 * i);                  /* first reads: 10 * span(9, 8) */
   for (int i = 0; i < 10; i++)
      x += READ_16(bytes + 512 + 7 + 32 * i);                           /* first reads: 10 * span(7, 16) */
   return x;
}

/* By 32 bytes where the processor can, else by less: that is the same. */
#define READ_FOUR "fld ft0, (%0); fld ft1, 8(%0); fld ft2, 16(%0); fld ft3, 24(%0)"
#define READ_32(address) \
   do { \
      if (has_wide) \
         __asm__ volatile(INSTRUCTIONS("vmovdqu (%0), %%ymm0", "ldp q0, q1, [%0]", READ_FOUR) \
                          : : "r"(address) : VECTORS); \
      else \
         __asm__ volatile(INSTRUCTIONS("movdqu (%0), %%xmm0; movdqu 16(%0), %%xmm0", \
                                       "ldr q0, [%0]; ldr q1, [%0, 16]", READ_FOUR) : : "r"(address) : VECTORS); \
   } while (0)

ROUTINE void by_32(int has_wide)
{
   for (int i = 0; i < 4; i++)
      READ_32(bytes + 32 * i);                                          /* first reads: span(0, 128) */
   for (int i = 0; i < 4; i++)
      READ_32(bytes + 256 + 29 + 64 * i);                               /* first reads: 4 * span(29, 32) */
   READ_32(bytes + 16);                                                 /* first reads: 0 */
   /* first reads: rest(0, 128, 128 - 9 + 32) */
   READ_32(bytes + 128 - 9);
}

/* Several accesses in one line. */
ROUTINE long in_one_line(void)
{
   long x = 0;
   /* first reads: span(0, 4) + 1 + span(128, 2) */
   x += READ(u32, bytes) + READ(u8, bytes + 64) + READ(u16, bytes + 128);
   for (int i = 0; i < 64; i++)
      READ(u8, others + i) = READ(u8, bytes + 256 + i);                 /* first reads: span(256, 64) */
   for (int i = 0; i < 64; i++)
      x += READ(u8, others + i);                                        /* first reads: 0 */
   for (int i = 0; i < 64; i++)
      READ(u8, others + 128 + i) += 1;                                  /* first reads: span(128, 64) */
   for (int i = 0; i < 64; i++)
      READ(u8, others + 256 + i) = 1, x += READ(u8, others + 256 + i);  /* first reads: 0 */
   /* first reads: span(520, 8, 512, 8) */
   READ(u64, bytes + 512) = 1, x += READ(u32, bytes + 516) + READ(u64, bytes + 520);
   return x;
}

/* With an address in the second operand. */
#define AT(address, amd64, arm64, riscv64) \
   INSTRUCTIONS(__asm__ volatile(amd64 : "+a"(x) : "r"(address) : "cc", "memory", "rcx", "xmm0"), \
                __asm__ volatile(arm64 : "+r"(x) : "r"(address) : "cc", "memory", "x9", "x10", "v0"), \
                __asm__ volatile(riscv64 : "+r"(x) : "r"(address) : "memory", "t1", "t2", "ft0"))

/* By instructions that read in another way. */
ROUTINE long by_instructions(void)
{
   long x = 0;
   const void* from = (void*)(bytes + 3);
   void* to = (void*)(others + 5);
   long left = 100;
   /* first reads: span(3, 100) */
   __asm__ volatile(INSTRUCTIONS("rep movsb",
                                 "1: ldrb w9, [%0], 1; strb w9, [%1], 1; subs %2, %2, 1; b.ne 1b",
                                 "1: lbu t1, (%0); addi %0, %0, 1; sb t1, (%1); addi %1, %1, 1;"
                                 "addi %2, %2, -1; bnez %2, 1b")
                    : INSTRUCTIONS("+S", "+r", "+r")(from), INSTRUCTIONS("+D", "+r", "+r")(to),
                      INSTRUCTIONS("+c", "+r", "+r")(left)
                    : : "memory", "cc", INSTRUCTIONS("rax", "x9", "t1"));
   /* first reads: span(201, 4) */
   AT(bytes + 201, "lock xaddl %%eax, (%1)", "ldr w9, [%1]; add w9, w9, 1; str w9, [%1]",
      "lw t1, (%1); addi t1, t1, 1; sw t1, (%1)");
   /* first reads: span(264, 4) */
   AT(bytes + 264, "lock cmpxchgl %%ecx, (%1)", "1: ldaxr w9, [%1]; stlxr w10, w9, [%1]; cbnz w10, 1b",
      "1: lr.w t1, (%1); sc.w t2, t1, (%1); bnez t2, 1b");
   /* first reads: span(320, 4) */
   AT(bytes + 320, "btl $9, (%1); adcl $0, %%eax", "ldxr w9, [%1]; clrex; tst w9, 0x200; adc %0, %0, xzr",
      "lr.w t1, (%1); andi t1, t1, 0x200; add %0, %0, t1");
   /* first reads: span(384, 8) */
   AT(bytes + 384, "pushq (%1); popq 64(%1)", "ldp w9, w10, [%1]; stp w9, w10, [%1, 64]",
      "lw t1, (%1); lw t2, 4(%1); sw t1, 64(%1); sw t2, 68(%1)");
   /* first reads: span(512, 10) */
   AT(bytes + 512, "fldt (%1); fstpt 64(%1)",
      "ldr d0, [%1]; add x9, %1, 8; ld1 {v0.h}[4], [x9]; str q0, [%1, 64]",
      "fld ft0, (%1); lhu t1, 8(%1); fsd ft0, 64(%1); sh t1, 72(%1)");
   return x;
}

/* An aligned access leaves the block if it is not aligned: what follows is in the same block, but not always
   executed with it.  Not a jump in sight.  The second of the lines reads what the first one has not. */
ROUTINE long behind_exit(u8* first)
{
   long x = 0;
   /* first reads: span(0, 16) */
   AT(first, "movaps (%1), %%xmm0", "ldaxp x9, x10, [%1]; clrex",
      "ld t1, (%1); ld t2, 8(%1); xor t1, t1, t2; add %0, %0, t1");
   /* first reads: rest(0, 16, 20) */
   AT(first, "addl 12(%1), %%eax; addl 16(%1), %%eax",
      "ldr w9, [%1, 12]; ldr w10, [%1, 16]; add x9, x9, x10; add %0, %0, x9",
      "lw t1, 12(%1); lw t2, 16(%1); add t1, t1, t2; add %0, %0, t1");
   /* first reads: span(64, 16) */
   AT(first, "movdqa 64(%1), %%xmm0", "add x10, %1, 64; ldxp x9, x10, [x10]; clrex",
      "ld t1, 64(%1); ld t2, 72(%1); xor t1, t1, t2; add %0, %0, t1");
   /* first reads: 2 */
   AT(first, "addb 80(%1), %%al; addb 96(%1), %%al",
      "ldrb w9, [%1, 80]; ldrb w10, [%1, 96]; add x9, x9, x10; add %0, %0, x9",
      "lbu t1, 80(%1); lbu t2, 96(%1); add t1, t1, t2; add %0, %0, t1");
   return x;
}

/* More than the tool logs at a time. */
ROUTINE long many(void)
{
   long x = 0;
   for (int i = 0; i < 100000; i++)
      x += READ(u32, many_bytes + 4 * i);                               /* first reads: span(0, 400000) */
   for (int i = 0; i < 100000; i++)
      x += READ(u16, many_bytes + 4 * i + 1);                           /* first reads: 0 */
   for (int i = 0; i < 1000; i++)
      x += READ(u8, bytes + i);                                         /* first reads: span(0, 1000) */
   return x;
}

ROUTINE long callee(void)
{
   long x = 0;
   for (int i = 0; i < 64; i++)
      x += READ(u8, bytes + i);                                         /* first reads: 3 * span(0, 64) */
   for (int i = 0; i < 64; i++)
      READ(u8, others + i) = 1;                                         /* first reads: 0 */
   return x;
}

/* Not what the callee has accessed; but the callee counts what its caller has accessed. */
ROUTINE long caller(void)
{
   long x = 0;
   x += READ(u8, bytes + 16);                                           /* first reads: 1 */
   x += callee();                                                       /* first reads: 0 */
   for (int i = 0; i < 128; i++)
      x += READ(u8, bytes + i);                                         /* first reads: span(64, 64) */
   for (int i = 0; i < 64; i++)
      x += READ(u8, others + i);                                        /* first reads: 0 */
   x += callee();                                                       /* first reads: 0 */
   return x;
}

/* Before and behind the recursive call: each activation reads `bytes[0]` and a cell of its own. */
ROUTINE long descend(int depth)
{
   long x = 0;
   x += READ(u8, bytes) + READ(u8, bytes + 64 + 64 * depth);            /* first reads by depth: 2 2 2 2 2 */
   if (depth > 1)
      x += descend(depth - 1);                                          /* first reads: 0 */
   x += READ(u8, bytes + 64) + READ(u8, others + 512);                  /* first reads by depth: 0 0 0 0 2 */
   return x + READ(u8, others + 64 * depth);                            /* first reads by depth: 1 1 1 1 1 */
}

/* What the kernel reads is read by the line with the system call; what it writes is new, with --drms=yes. */
ROUTINE long by_kernel(void)
{
   long x = 0;
   for (int i = 0; i < 3; i++) {
      SYSTEM_CALL(x, SYS_write, 1, bytes + 5, 100);                     /* first reads: span(5, 100) */
      SYSTEM_CALL(x, SYS_read, 0, others, 300);                         /* first reads: 0 */
      for (int j = 0; j < 300; j++)
         /* first reads: span(0, 300), dynamic: 3 * span(0, 300), from the kernel: 3 * span(0, 300) */
         x += READ(u8, others + j);
   }
   return x;
}

int main(void)
{
   by_32(INSTRUCTIONS(__builtin_cpu_supports("avx"), 1, 1));
   long x = each_size() + misaligned() + in_one_line() + by_instructions() + behind_exit(bytes);
   x += many() + caller() + callee();
   x += descend(5) + by_kernel();
   return x == -1;
}
