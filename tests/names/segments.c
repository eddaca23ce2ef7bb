/* A program without a C library, so that nothing but the linker decides which segments it has.  Unless
   INITIALISED, it has no data in the file. */

#ifdef INITIALISED
static int values[1000] = { 1 };
#else
static int values[1000];
#endif

__attribute__((noinline)) int sum_up(volatile int* from, int count)
{
   int sum = 0;
   for (int i = 0; i < count; i++)
      sum += from[i];
   return sum;
}

void _start(void)
{
   for (int count = 1; count < 1000; count += 100)
      sum_up(values, count);
#if defined(__x86_64__)
   __asm__ volatile("syscall" : : "a"(231L), "D"(0L));
#elif defined(__aarch64__)
   register long number __asm__("x8") = 94, status __asm__("x0") = 0;
   __asm__ volatile("svc 0" : : "r"(number), "r"(status));
#else
   register long number __asm__("a7") = 94, status __asm__("a0") = 0;
   __asm__ volatile("ecall" : : "r"(number), "r"(status));
#endif
   __builtin_unreachable();
}
