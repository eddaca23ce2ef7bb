/* A program without a C library, whose every access is written here, so that the whole report follows from
   the definition:

      freestanding none      sorts an array. There is no input: the report with --drms=yes is that without.
      freestanding kernel    reads 400 bytes into one buffer, and sums them, 10 times: 4,000 bytes from the
                             kernel.
      freestanding thread    another thread fills the buffer 10 times, this one sums it: 4,000 bytes from a
                             thread.

   Built without a stack protector and the like: no byte is read that is not read here. Threads wait for each
   other by system calls only; the byte sent is read by the kernel, but nobody records a write of it. */
// build: $(closed_form) -static -nostdlib
#include <linux/sched.h>
#include "../common/call_kernel.h"

#define ROUTINE __attribute__((noipa))

#define call(number, a, b, c)  system_call(number, a, b, c, 0, 0, 0)

#define LENGTH 400
#define ROUNDS 10

/* Valgrind reads the symbols of a program that has initialised data. */
__attribute__((used)) static int initialised = 1;

static volatile char buffer[LENGTH] __attribute__((aligned(64)));
static int pipes[2][2];
static char sent, received[2][64] __attribute__((aligned(64)));
static char stack[65536] __attribute__((aligned(64)));

ROUTINE long sum(void)
{
   long total = 0;
   for (int i = 0; i < LENGTH; i++)
      total += buffer[i];
   return total;
}

ROUTINE void fill(void)
{
   for (int i = 0; i < LENGTH; i++)
      buffer[i] = (char)(LENGTH - i);
}

ROUTINE void sort(void)
{
   for (int i = 1; i < LENGTH; i++)
      for (int j = i; j > 0 && buffer[j] < buffer[j - 1]; j--) {
         char larger = buffer[j - 1];
         buffer[j - 1] = buffer[j];
         buffer[j] = larger;
      }
}

ROUTINE void from_kernel(void)
{
   for (int i = 0; i < ROUNDS; i++) {
      call(SYS_getrandom, (long)buffer, LENGTH, 0);
      sum();
   }
}

/* The descriptors are constants: 3 to 6, the first free ones. */
ROUTINE void producer(void)
{
   for (int i = 0; i < ROUNDS; i++) {
      fill();
      call(SYS_write, 4, (long)&sent, 1);
      call(SYS_read, 5, (long)received[0], 1);
   }
   call(SYS_exit, 0, 0, 0);
}

ROUTINE void consumer(void)
{
   for (int i = 0; i < ROUNDS; i++) {
      call(SYS_read, 3, (long)received[1], 1);
      sum();
      call(SYS_write, 6, (long)&sent, 1);
   }
}

/* The new thread begins behind the system call, with an empty stack. */
static void begin_producer(void)
{
   long flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
#if defined __x86_64__
   long result;
   __asm__ volatile("xorl %%edx, %%edx; xorl %%r10d, %%r10d; xorl %%r8d, %%r8d; syscall\n\t"
                    "testq %%rax, %%rax; jnz 1f; call producer; 1:"
                    : "=a"(result) : "0"((long)SYS_clone), "D"(flags), "S"(stack + sizeof stack)
                    : "memory", "rcx", "rdx", "r8", "r10", "r11");
#elif defined __aarch64__
   register long x8 __asm__("x8") = SYS_clone;
   register long x0 __asm__("x0") = flags;
   register char* x1 __asm__("x1") = stack + sizeof stack;
   __asm__ volatile("mov x2, 0; mov x3, 0; mov x4, 0; svc 0; cbnz x0, 1f; bl producer; 1:"
                    : "+r"(x0) : "r"(x8), "r"(x1) : "memory", "cc", "x2", "x3", "x4", "x30");
#elif defined __riscv
   register long a7 __asm__("a7") = SYS_clone;
   register long a0 __asm__("a0") = flags;
   register char* a1 __asm__("a1") = stack + sizeof stack;
   __asm__ volatile("li a2, 0; li a3, 0; li a4, 0; ecall; bnez a0, 1f; call producer; 1:"
                    : "+r"(a0) : "r"(a7), "r"(a1) : "memory", "a2", "a3", "a4", "ra");
#endif
}

ROUTINE void from_thread(void)
{
   for (int i = 3; i < 7; i++)
      call(SYS_close, i, 0, 0);
   call(SYS_pipe2, (long)pipes[0], 0, 0);
   call(SYS_pipe2, (long)pipes[1], 0, 0);
   begin_producer();
   consumer();
}

__attribute__((used, noreturn)) static void begin(const long* arguments)
{
   const char* what = (const char*)arguments[2];
   fill();
   if (what[0] == 'n')
      sort();
   else if (what[0] == 'k')
      from_kernel();
   else
      from_thread();
   call(SYS_exit_group, 0, 0, 0);
   __builtin_unreachable();
}

#if defined __x86_64__
__asm__(".globl _start\n_start: movq %rsp, %rdi; andq $-16, %rsp; call begin");
#elif defined __aarch64__
__asm__(".globl _start\n_start: mov x0, sp; bl begin");
#elif defined __riscv
__asm__(".globl _start\n_start: .option push; .option norelax; la gp, __global_pointer$; .option pop; mv a0, sp; call begin");
#endif
