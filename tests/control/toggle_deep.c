/* Collecting is switched off and on again in the middle of a deep recursion, after
   libraries have come and gone: so the activations lie in memory that Valgrind has
   used before for something else.

   Every activation of descend, or its callee, reads `sum` and table[0] before anything writes them: two
   cells.  What is read while nothing is collected does not count.  There are 32,800 + 8 activations. */
// build: $(plain) -static
#include <dlfcn.h>
#include <stdio.h>

#include <valgrind/aprof.h>

static volatile int table[64];
static volatile int sum;

__attribute__((noinline)) static void descend(int n)
{
   if (n % 8 == 0) {
      APROF_TOGGLE_COLLECT;
      sum += table[1];
      APROF_TOGGLE_COLLECT;
   }
   if (n > 0) {
      descend(n - 1);
   }
   sum += table[0];   /* not a tail call */
}

int main(void)
{
   for (int i = 0; i < 4; i++) {
      void* library = dlopen("libm.so.6", RTLD_NOW);
      if (library != NULL) {
         dlclose(library);
      }
   }
   for (int depth = 10; depth < 30000; depth *= 3) {
      descend(depth);
   }
   printf("%d\n", sum);
   return 0;
}
