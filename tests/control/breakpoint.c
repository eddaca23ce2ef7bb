/* For control/breakpoint_session, which stops it at `stop`: that is called ROUNDS times. */
// build: $(plain)
#include <stdio.h>
#include <unistd.h>

#define ROUNDS  60

volatile int  sum;
static int    data[100 * ROUNDS];

__attribute__((noipa)) void stop(int n)
{
   sum = n;
}

__attribute__((noipa)) static void work(int round)
{
   for (int i = 0; i < 100; i++) {
      sum += data[100 * round + i];
   }
   stop(round);
}

int main(void)
{
   FILE* ready = fopen("breakpoint.ready", "w");
   fprintf(ready, "%p\n", (void*)stop);
   fclose(ready);
   while (access("breakpoint.ready", F_OK) == 0) {
      usleep(10000);   /* until there is a breakpoint */
   }
   for (int round = 0; round < ROUNDS; round++) {
      work(round);
   }
   return 0;
}
