/* A system call without a function of the C library. */

#ifndef APROF_TESTS_CALL_KERNEL_H
#define APROF_TESTS_CALL_KERNEL_H

#include <sys/syscall.h>

/* With two arguments: takes no more registers than it needs, so that the compiler has no reason to save any. */
static inline __attribute__((always_inline))
long short_system_call(long number, long a, long b)
{
#if defined __x86_64__
   long result;
   __asm__ volatile("syscall" : "=a"(result) : "0"(number), "D"(a), "S"(b) : "memory", "rcx", "r11");
   return result;
#elif defined __aarch64__
   register long x8 __asm__("x8") = number;
   register long x0 __asm__("x0") = a;
   register long x1 __asm__("x1") = b;
   __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1) : "memory");
   return x0;
#elif defined __riscv
   register long a7 __asm__("a7") = number;
   register long a0 __asm__("a0") = a;
   register long a1 __asm__("a1") = b;
   __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1) : "memory");
   return a0;
#endif
}

static inline __attribute__((always_inline))
long system_call(long number, long a, long b, long c, long d, long e, long f)
{
#if defined __x86_64__
   register long r10 __asm__("r10") = d;
   register long r8 __asm__("r8") = e;
   register long r9 __asm__("r9") = f;
   long result;
   __asm__ volatile("syscall" : "=a"(result)
                    : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                    : "memory", "rcx", "r11");
   return result;
#elif defined __aarch64__
   register long x8 __asm__("x8") = number;
   register long x0 __asm__("x0") = a;
   register long x1 __asm__("x1") = b;
   register long x2 __asm__("x2") = c;
   register long x3 __asm__("x3") = d;
   register long x4 __asm__("x4") = e;
   register long x5 __asm__("x5") = f;
   __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
   return x0;
#elif defined __riscv
   register long a7 __asm__("a7") = number;
   register long a0 __asm__("a0") = a;
   register long a1 __asm__("a1") = b;
   register long a2 __asm__("a2") = c;
   register long a3 __asm__("a3") = d;
   register long a4 __asm__("a4") = e;
   register long a5 __asm__("a5") = f;
   __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5) : "memory");
   return a0;
#endif
}

#endif
