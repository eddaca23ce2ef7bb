/* Works until somebody writes the file monitor.done: for monitor_commands. */
// build: $(plain) -static
#include <unistd.h>
#include "../common/expect.h"

static volatile int values[100];

ROUTINE int work(int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += values[i];
   return total;
}

int main(void)
{
   FILE* ready = fopen("monitor.ready", "w");
   if (ready == NULL || fclose(ready) != 0)
      die("cannot write monitor.ready");
   while (access("monitor.done", F_OK) != 0)
      for (int n = 1; n <= 100; n++)
         work(n);
   return 0;
}
