/* A routine with many input sizes in an order that looks random: its table of points grows, and moves, again and again.

      many_sizes RESOLUTION EXPECTATIONS whole|beyond

   With --input-arg=visit:1 and --input-arg=visit_one:1, a routine's first argument is its input size. In each
   round `visit` has every size from 0 to SIZES - 1, one after the other, in three activations: one that calls
   itself, that one, and a third. What they cost depends on the round only. So

   - every size has three activations for each round;
   - the points of `visit` differ in nothing but their size;
   - a routine that does the same with one size only, visit_one, has the same numbers in its only point.

   whole       ROUNDS rounds
   beyond      another program takes the process over, in an activation of `visit` whose size is new; nothing is
               expected of the points */
// build: $(closed_form) -static
#include <unistd.h>
#include "../common/expect.h"

#define SIZES   20011   /* a prime */
#define STEP    17389
#define ROUNDS  4

/* The same blocks for all sizes. */
#define VISIT_ROUTINE(name)                                   \
   ROUTINE long name(long size, long turns, long again)       \
   {                                                          \
      long sum = again == 0 ? 0 : name(size, turns, 0);       \
      if (turns < 0)                                          \
         execl("/bin/true", "true", NULL);                    \
      for (volatile long i = 0; i < turns; i++)               \
         sum += i;                                            \
      return sum;                                             \
   }

VISIT_ROUTINE(visit)
VISIT_ROUTINE(visit_one)

static void visit_rounds(long rounds)
{
   for (long round = 0; round < rounds; round++) {
      for (long i = 0; i < SIZES; i++) {
         visit(i * STEP % SIZES, round, 1);
         visit(i * STEP % SIZES, round, 0);
      }
   }
}

/* What `rounds` whole rounds have done for each size, done for one. */
static void compare_with_one(long rounds)
{
   for (long round = 0; round < rounds; round++) {
      visit_one(7, round, 1);
      visit_one(7, round, 0);
   }
   expect_calls("visit_one", 7, 3 * rounds);
   fprintf(expectations, "alike visit visit_one\n");
}

int main(int argc, char** argv)
{
   start(argc, argv);
   visit_rounds(ROUNDS);
   if (argc > 3 && strcmp(argv[3], "beyond") == 0) {
      finish();
      visit(SIZES, -1, 0);
   }
   compare_with_one(ROUNDS);
   for (long size = 0; size < SIZES; size++)
      expect_calls("visit", size, 3 * ROUNDS);
   return finish();
}
