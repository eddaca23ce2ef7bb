/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Lines whose first reads follow from the source, at any memory resolution: a comment says how many
   (check_reads.pl explains it, and compares).

   A line counts what the routine itself reads there first: not what it, or a routine that it has called,
   has accessed before; but what its caller has accessed counts again.  Nothing else is read on these
   lines: scalars are in registers, as built (look at the compiler's output before trusting a number). */

#include <sys/syscall.h>

#define ROUTINE __attribute__((noipa))
#define ALIGNED __attribute__((aligned(64)))

typedef volatile unsigned char      u8;
typedef volatile unsigned short     u16 __attribute__((aligned(1), may_alias));
typedef volatile unsigned int       u32 __attribute__((aligned(1), may_alias));
typedef volatile unsigned long      u64 __attribute__((aligned(1), may_alias));
typedef volatile unsigned long long v16 __attribute__((vector_size(16), aligned(1), may_alias));

#define READ(type, address)  (*(type*)(address))

#define SYSTEM_CALL(result, number, first, second, third) \
   __asm__ volatile("syscall" : "=a"(result) \
                    : "0"((long)(number)), "D"((long)(first)), "S"(second), "d"((long)(third)) \
                    : "memory", "rcx", "r11")

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
      (void)READ(v16, bytes + 448 + 16 * i);                            /* first reads: span(448, 160) */
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
      (void)READ(v16, bytes + 512 + 7 + 32 * i);                        /* first reads: 10 * span(7, 16) */
   return x;
}

/* By 32 bytes where the processor can, else twice by 16: that is the same. */
#define READ_32(address) \
   do { \
      if (has_avx) \
         __asm__ volatile("vmovdqu (%0), %%ymm0" : : "r"(address) : "xmm0"); \
      else \
         __asm__ volatile("movdqu (%0), %%xmm0; movdqu 16(%0), %%xmm0" : : "r"(address) : "xmm0"); \
   } while (0)

ROUTINE void by_32(int has_avx)
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

/* By instructions that read in another way. */
ROUTINE long by_instructions(void)
{
   long x = 0;
   const void* from = (void*)(bytes + 3);
   void* to = (void*)(others + 5);
   long left = 100;
   /* first reads: span(3, 100) */
   __asm__ volatile("rep movsb" : "+S"(from), "+D"(to), "+c"(left) : : "memory");
   /* first reads: span(201, 4) */
   __asm__ volatile("lock xaddl %%eax, (%1)" : "+a"(x) : "r"(bytes + 201) : "memory");
   /* first reads: span(264, 4) */
   __asm__ volatile("lock cmpxchgl %%ecx, (%1)" : "+a"(x) : "r"(bytes + 264) : "memory");
   /* first reads: span(320, 4) */
   __asm__ volatile("btl $9, (%1); adcl $0, %%eax" : "+a"(x) : "r"(bytes + 320) : "memory");
   /* first reads: span(384, 8) */
   __asm__ volatile("pushq (%1); popq 64(%1)" : "+a"(x) : "r"(bytes + 384) : "memory");
   /* first reads: span(512, 10) */
   __asm__ volatile("fldt (%1); fstpt 64(%1)" : "+a"(x) : "r"(bytes + 512) : "memory");
   return x;
}

/* An aligned access leaves the block if it is not aligned: what follows is in the same block, but not always
   executed with it.  Not a jump in sight.  The second of the lines reads what the first one has not. */
ROUTINE long behind_exit(u8* first)
{
   long x = 0;
   /* first reads: span(0, 16) */
   __asm__ volatile("movaps (%1), %%xmm0" : "+a"(x) : "r"(first) : "xmm0");
   /* first reads: rest(0, 16, 20) */
   __asm__ volatile("addl 12(%1), %%eax; addl 16(%1), %%eax" : "+a"(x) : "r"(first) : "cc");
   /* first reads: span(64, 16) */
   __asm__ volatile("movdqa 64(%1), %%xmm0" : "+a"(x) : "r"(first) : "xmm0");
   /* first reads: 2 */
   __asm__ volatile("addb 80(%1), %%al; addb 96(%1), %%al" : "+a"(x) : "r"(first) : "cc");
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
   by_32(__builtin_cpu_supports("avx"));
   long x = each_size() + misaligned() + in_one_line() + by_instructions() + behind_exit(bytes);
   x += many() + caller() + callee();
   x += descend(5) + by_kernel();
   return x == -1;
}
