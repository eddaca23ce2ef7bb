/* What programs that test system calls share.

   Routines under test make their system calls themselves: the C library's functions read memory of their
   own. */

#ifndef APROF_TESTS_SYSTEM_CALL_H
#define APROF_TESTS_SYSTEM_CALL_H

#include "../common/expect.h"
#include "../common/call_kernel.h"

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
