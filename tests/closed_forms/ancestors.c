/* Cells that belong to activations at every distance, for recursions of every depth up to 100.  Activation
   i of a recursion, from 0, accesses element i: it writes it if i is even, and reads it else. Then the last
   one, activation n, calls a routine that reads all elements up to n: one of each activation.

   `gather` has n + 1 cells. Activation i has of the elements below i all, for the first to access them within
   it is `gather`, and of those from i to n the odd ones: the first to access one of these is the activation
   of its number. */
// build: $(closed_form)
#include "../common/expect.h"

#define DEPTH 100

static int values[DEPTH + 1] OWN_PAGE;

ROUTINE long gather(const int* from, long count)
{
   long sum = 0;
   for (long i = 0; i < count; i++)
      sum += from[i];
   return sum;
}

ROUTINE long descend(int* all, long i, long last)
{
   long sum = 0;
   if (i % 2 == 0)
      all[i] = 1;
   else
      sum += all[i];
   return sum + (i == last ? gather(all, last + 1) : descend(all, i + 1, last));
}

int main(int argc, char** argv)
{
   start(argc, argv);
   for (long last = 0; last <= DEPTH; last++) {
      descend(values, 0, last);
      expect("gather", cells(values, 4ul * (last + 1)));
      for (long i = 0; i <= last; i++) {
         long odd = (last + 1) / 2 - i / 2;
         expect("descend", i + odd);
      }
   }
   return finish();
}
