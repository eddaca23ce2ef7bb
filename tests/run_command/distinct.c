/* distinct [FILE]: says after each fifth line of a file, or of standard input, whether all so far differ.
   all_differ reads n cells and more, and takes n^2 steps. */
// build: -g -O1

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST  2000

static int lines[MOST];

static __attribute__((noinline)) int all_differ(int count)
{
   int same = 0;
   for (int i = 0; i < count; i++) {
      for (int k = 0; k < i; k++) {
         same += lines[i] == lines[k];
      }
   }
   return same == 0;
}

int main(int argc, char** argv)
{
   FILE* in = argc > 1 ? fopen(argv[1], "r") : stdin;
   char  line[100];
   int   count = 0, different = 0;
   if (in == NULL) {
      return 3;
   }
   while (count < MOST && fgets(line, sizeof line, in) != NULL) {
      lines[count++] = atoi(line);
      if (count % 5 == 0) {
         different += all_differ(count);
      }
   }
   printf("%d\n", different);
   return 0;
}
