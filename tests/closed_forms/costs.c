/* The cost of a routine against its input.  A cost is a number of executed blocks, and how many blocks a
   loop's body has is the compiler's and Valgrind's affair; but one turn of a loop has as many as the next, so
   the costs of a routine that does the same for each element lie on a straight line over n, exactly.

   sum and length   the loop's blocks once for each element
   sum_list         recursion: one activation, with the same blocks, for each node */
// build: $(closed_form) -static
#include "../common/expect.h"

struct Pair { struct Pair* next; long value; };

static int values[512] OWN_PAGE;
static char text[512] OWN_PAGE;
static struct Pair list[300] OWN_PAGE;

ROUTINE int sum(const int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   return total;
}

ROUTINE long length(const char* s)
{
   long n = 0;
   while (s[n] != 0)
      n++;
   return n;
}

ROUTINE long sum_list(const struct Pair* node)
{
   if (node == NULL)
      return 0;
   return node->value + sum_list(node->next);
}

int main(int argc, char** argv)
{
   start(argc, argv);
   for (int n = 1; n <= 300; n++) {
      sum(values, n);
      expect("sum", cells(values, 4ul * n));
      memset(text, 'x', n);
      text[n] = 0;
      length(text);
      expect("length", cells(text, n + 1ul));
   }
   for (int i = 0; i < 300; i++)
      list[i].next = i < 299 ? &list[i + 1] : NULL;
   sum_list(list);
   for (int left = 0; left <= 300; left++)
      expect("sum_list", left * (16 / resolution));
   expect_linear_cost("sum_list");

   /* At a coarser resolution several n share an rms, and their costs differ by the turns of the loop. */
   if (resolution <= 4)
      expect_linear_cost("sum");
   if (resolution == 1)
      expect_linear_cost("length");
   return finish();
}
