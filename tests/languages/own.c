/* The program's own functions, one of its header, and what the C library does for it. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "own.h"

static int log2_of(int number)
{
   int bits = 0;
   for (; number > 1; number /= 2)
      bits++;
   return bits;
}

static int compare(const void* left, const void* right)
{
   return *(const int*)left - *(const int*)right;
}

__attribute__((noinline)) int sort(int* numbers, size_t count)
{
   qsort(numbers, count, sizeof *numbers, compare);
   return numbers[0];
}

int main(void)
{
   int   numbers[200];
   char* text = malloc(300);
   memset(text, 'x', 299);
   text[299] = '\0';
   for (int i = 0; i < 200; i++)
      numbers[i] = (i * 37) % 101;
   printf("%d %d %zu %d\n", sort(numbers, 200), log2_of(numbers[199]), strlen(text), sum_of(numbers, 200));
   free(text);
}
