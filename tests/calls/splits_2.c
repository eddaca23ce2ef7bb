/* The other file of splits.c: it has a static routine of the same name. */

__attribute__((noinline)) static int twice(const volatile int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total -= from[i];
   __asm__ volatile("" : : "r"(total));   /* USE: see calls.h */
   return total;
}

__attribute__((noinline)) long other_file(const volatile int* from, int count)
{
   return twice(from, count) + twice(from, count);
}
