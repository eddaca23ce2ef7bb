/* Code that Valgrind has translated, and discards while other code goes on to it. */
// build: $(plain) -static
#include <stdio.h>
#include <valgrind/aprof.h>

static __attribute__((noipa)) int next(int number)
{
   return number + 1;
}

int main(void)
{
   int sum = 0;
   for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 1000; j++) {
         sum += next(j);
      }
      VALGRIND_DISCARD_TRANSLATIONS((const char*)next, 8);
   }
   printf("%d\n", sum);
   return 0;
}
