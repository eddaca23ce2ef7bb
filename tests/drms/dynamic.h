/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   What the programs for --drms=yes share.

      program K FILE rms|drms

   They run under either definition, and expect of each routine what that one says.  The dynamic read memory size
   counts a cell again that another thread or the kernel has written since the thread last accessed it.

   Routines under test make their system calls themselves: the C library's functions read memory of their own. */

#ifndef APROF_TESTS_DYNAMIC_H
#define APROF_TESTS_DYNAMIC_H

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "../expect.h"

static int is_dynamic;

UNUSED static void start_dynamic(int argc, char** argv)
{
   if (argc != 4)
      die("usage: program RESOLUTION FILE rms|drms");
   start(argc, argv);
   is_dynamic = strcmp(argv[3], "drms") == 0;
}

UNUSED static void expect_sizes(const char* routine, unsigned long rms, unsigned long drms)
{
   expect(routine, is_dynamic ? drms : rms);
}

PART long system_call(long number, long a, long b, long c, long d, long e, long f)
{
   register long r10 __asm__("r10") = d;
   register long r8 __asm__("r8") = e;
   register long r9 __asm__("r9") = f;
   long result;
   __asm__ volatile("syscall" : "=a"(result)
                    : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "memory", "rcx", "r11");
   return result;
}

#define CALL3(number, a, b, c) system_call(number, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define CALL6(number, a, b, c, d, e, f) \
   system_call(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

PART long sum(const volatile void* from, long n)
{
   const volatile char* bytes = from;
   long total = 0;
   for (long i = 0; i < n; i++)
      total += bytes[i];
   return total;
}

PART void fill(volatile void* to, long n)
{
   volatile char* bytes = to;
   for (long i = 0; i < n; i++)
      bytes[i] = (char)i;
}

#endif
