/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Code that is written at run time: all of an anonymous region of memory is one routine, "code at ADDRESS".

   written      written, run, overwritten, and run again, CALLS times each; it calls nothing
   calling      calls another place of the region (which is the same routine), and a routine of this program;
                is called by a jump, and jumps to a routine of this program
   mapped       unmapped and mapped again: the region's routine goes on
   protected    writable and executable in turn
   widened      unmapped, and in the middle of a larger region then: the same addresses are another routine
   on_stack     a nested function, whose address is code on the stack (a trampoline)
   replaced     where the region was there is a library's code then, and where that was the region again
                (reload.c) */

#include <sys/mman.h>
#include "calls.h"

#define CALLS  20
#define REGION 65536

static int values[64] OWN_PAGE;

typedef int Code(const volatile int* from, int count);

SUM_ROUTINE(compiled)

static unsigned char* new_region(unsigned char* at, unsigned long size, int protection)
{
   unsigned char* region = mmap(at, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | (at == NULL ? 0 : MAP_FIXED), -1, 0);
   if (region == MAP_FAILED)
      die("cannot map memory for code");
   return region;
}

/* add 4*i(%rdi), %eax for each of `count` ints; returns the end. */
static unsigned char* write_sum(unsigned char* to, int count)
{
   for (int i = 0; i < count; i++) {
      *to++ = 0x03;
      *to++ = 0x47;
      *to++ = (unsigned char)(4 * i);
   }
   *to++ = 0xc3;
   return to;
}

/* mov $target, %rax; then jmp *%rax or call *%rax */
static unsigned char* write_jump(unsigned char* to, const void* target, int call)
{
   *to++ = 0x48;
   *to++ = 0xb8;
   memcpy(to, &target, sizeof target);
   to += sizeof target;
   *to++ = 0xff;
   *to++ = call ? 0xd0 : 0xe0;
   return to;
}

ROUTINE void run(Code* code, int count)
{
   for (int i = 0; i < CALLS; i++)
      code(values, count);
}

static void alias(const char* name, const void* region)
{
   expect_line("alias %s code at 0x%lx", name, (unsigned long)(uintptr_t)region);
}

ROUTINE void written(unsigned char* region)
{
   for (int count = 1; count <= 10; count++) {
      write_sum(region, count);
      run((Code*)region, 0);
   }
}

ROUTINE void calling(unsigned char* region)
{
   unsigned char* second = region + 1000;
   write_sum(second, 7);

   /* Calls the other place, then `compiled` by a jump. */
   unsigned char* to = region;
   *to++ = 0x57;                             /* push %rdi */
   to = write_jump(to, second, 1);
   *to++ = 0x5f;                             /* pop %rdi */
   write_jump(to, (const void*)compiled, 0);
   run((Code*)region, 12);

   /* And `compiled` by a call. */
   to = region;
   *to++ = 0x50;                             /* push %rax */
   to = write_jump(to, (const void*)compiled, 1);
   *to++ = 0x59;                             /* pop %rcx */
   *to++ = 0xc3;
   run((Code*)region, 13);
}

void jumps_to(Code* code, const int* from);
ASSEMBLY(jumps_to, "mov %rdi, %rax; mov %rsi, %rdi; jmp *%rax")

ROUTINE void jumped_to(unsigned char* region)
{
   write_sum(region, 9);
   for (int i = 0; i < CALLS; i++)
      jumps_to((Code*)region, values);
}

ROUTINE void mapped(unsigned char* region)
{
   for (int count = 20; count < 25; count++) {
      munmap(region, REGION);
      new_region(region, REGION, PROT_READ | PROT_WRITE | PROT_EXEC);
      write_sum(region, count);
      run((Code*)region, 0);
   }
}

ROUTINE void protected(unsigned char* region)
{
   for (int count = 26; count < 30; count++) {
      mprotect(region, REGION, PROT_READ | PROT_WRITE);
      write_sum(region, count);
      mprotect(region, REGION, PROT_READ | PROT_EXEC);
      run((Code*)region, 0);
   }
   mprotect(region, REGION, PROT_READ | PROT_WRITE | PROT_EXEC);
}

ROUTINE void widened(unsigned char* region, unsigned char* larger)
{
   munmap(region, REGION);
   new_region(larger, 2 * REGION, PROT_READ | PROT_WRITE | PROT_EXEC);
   for (int count = 1; count <= 10; count++) {
      write_sum(region, count);
      run((Code*)region, 0);
   }
}

#ifndef __clang__
ROUTINE int call_back(int (*function)(int), int argument)
{
   return function(argument);
}

ROUTINE int on_stack(const int* from, int count)
{
   auto int nested(int i);
   int nested(int i)
   {
      return compiled(from, count) + i;
   }
   int total = 0;
   for (int i = 0; i < CALLS; i++)
      total += call_back(nested, i);
   return total;
}
#endif

int main(int argc, char** argv)
{
   begin(argc, argv);
   unsigned char* larger = new_region(NULL, 3 * REGION, PROT_NONE);
   unsigned char* region = new_region(larger + REGION, REGION, PROT_READ | PROT_WRITE | PROT_EXEC);
   alias("region", region);

   written(region);
   for (int count = 1; count <= 10; count++)
      expect_calls("NONE:region", count, CALLS);
   expect_any("written", 1);

   calling(region);
   expect_calls("compiled", 12, CALLS);
   expect_calls("compiled", 13, CALLS);
   expect_calls("NONE:region", 7, CALLS);
   expect_calls("NONE:region", 12, CALLS);
   expect_calls("NONE:region", 13, CALLS);
   expect_line("cost compiled.real = compiled.self");

   jumped_to(region);
   expect_calls("NONE:region", 9, CALLS);
   expect_calls("jumps_to", 9, CALLS);

   mapped(region);
   for (int count = 20; count < 25; count++)
      expect_calls("NONE:region", count, CALLS);
   protected(region);
   for (int count = 26; count < 30; count++)
      expect_calls("NONE:region", count, CALLS);

   widened(region, larger);
   alias("larger", larger);
   for (int count = 1; count <= 10; count++)
      expect_calls("NONE:larger", count, CALLS);

#ifndef __clang__
   on_stack(values, 14);
   expect_calls("compiled", 14, CALLS);
   expect_any("call_back", CALLS);
   expect_any("nested*", CALLS);
   expect_line("cost call_back.sum > call_back.self + nested*.sum");
#endif
   return end();
}
