/* Works for four seconds. */
// build: $(plain) -static
#include <time.h>

static volatile int values[1000];

int main(void)
{
   int    total = 0;
   time_t end   = time(NULL) + 4;
   while (time(NULL) < end)
      for (int i = 0; i < 1000; i++)
         total += values[i];
   return total != 0;
}
