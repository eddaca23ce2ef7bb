/* Recursion 60,000 activations deep, which is more than any fixed limit one would think of.  Activation i
   reads element i: with the n - i below it, it has the cells of n - i + 1 ints. */
// build: $(closed_form) -static
#include "../common/expect.h"

#define DEPTH 60000

static int values[DEPTH + 1] OWN_PAGE;

ROUTINE long descend(const int* next, long levels)
{
   if (levels == 0)
      return 0;
   return *next + descend(next + 1, levels - 1);
}

int main(int argc, char** argv)
{
   start(argc, argv);
   descend(values, DEPTH);
   for (long levels = 0; levels <= DEPTH; levels++)
      expect("descend", cells(values + DEPTH - levels, 4ul * levels));
   return finish();
}
