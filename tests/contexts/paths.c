/* Calling contexts.

      paths RESOLUTION EXPECTATIONS fold|full

   leaf         n ints, called from left and right, and from recursions
   descend      calls itself: one context when folded, one for each level when not; and leaf from each level
   ping, pong   mutual recursion: likewise
   tangle_a, _b, _c   each calls the two others, down to a depth: the paths are 2^depth when not folded, and
                      the ways to order three routines when folded
   hop          a tail call away from leaf, so that leaf is called by hop and not by hop's caller

   The expectations come from a replay of the calls, whose path is a list of names: a call appends one, or,
   folded, cuts the list behind that name if it is there. Only routines of this program count, from main
   on. */
// build: $(closed_form) -static
#include "../common/expect.h"

#define DEPTH  12
#define TANGLE 7
#define LONGEST 64

static int values[256] OWN_PAGE;
static int folded;

ROUTINE long leaf(const int* array, long n)
{
   long sum = 0;
   for (long i = 0; i < n; i++)
      sum += array[i];
   return sum;
}

ROUTINE long left(long n)
{
   return leaf(values, n) + 1;
}

ROUTINE long right(long n)
{
   return leaf(values, 2 * n) + 1;
}

ROUTINE long descend(long n)
{
   long sum = leaf(values, n);
   return n == 0 ? sum : sum + descend(n - 1) + 1;
}

ROUTINE long pong(long n);

ROUTINE long ping(long n)
{
   return n == 0 ? leaf(values, 3) + 1 : pong(n - 1) + 1;
}

ROUTINE long pong(long n)
{
   return n == 0 ? leaf(values, 5) + 1 : ping(n - 1) + 1;
}

ROUTINE long tangle_b(long n);
ROUTINE long tangle_c(long n);

ROUTINE long tangle_a(long n)
{
   return n == 0 ? leaf(values, 1) + 1 : tangle_b(n - 1) + tangle_c(n - 1);
}

ROUTINE long tangle_b(long n)
{
   return n == 0 ? leaf(values, 2) + 1 : tangle_c(n - 1) + tangle_a(n - 1);
}

ROUTINE long tangle_c(long n)
{
   return n == 0 ? leaf(values, 4) + 1 : tangle_a(n - 1) + tangle_b(n - 1);
}

__attribute__((noipa, optimize("optimize-sibling-calls"))) long hop(long n)
{
   return leaf(values + 1, n);
}

/* --- the replay ----------------------------------------------------------------------------------------- */

typedef struct { const char* names[LONGEST]; int length; } Path;

static Path called(Path path, const char* name)
{
   for (int i = 0; folded && i < path.length; i++)
      if (strcmp(path.names[i], name) == 0) {
         path.length = i + 1;
         return path;
      }
   if (path.length == LONGEST)
      die("the path is too long");
   path.names[path.length++] = name;
   return path;
}

static void expect_at(Path path, unsigned long rms)
{
   fputs("path ", expectations);
   for (int i = 0; i < path.length; i++)
      fprintf(expectations, "%s%s", i == 0 ? "" : "/", path.names[i]);
   fprintf(expectations, " %lu\n", rms);
}

static unsigned long expect_leaf(Path caller, int first, long n)
{
   expect_at(called(caller, "leaf"), cells(values + first, 4 * n));
   return cells(values + first, 4 * n);
}

static void expect_descend(Path caller, long n)
{
   Path path = called(caller, "descend");
   expect_at(path, expect_leaf(path, 0, n));
   if (n > 0)
      expect_descend(path, n - 1);
}

static unsigned long expect_ping(Path caller, long n, int pongs)
{
   Path path = called(caller, pongs ? "pong" : "ping");
   unsigned long rms = n == 0 ? expect_leaf(path, 0, pongs ? 5 : 3) : expect_ping(path, n - 1, !pongs);
   expect_at(path, rms);
   return rms;
}

/* All leaves below begin at the same int: the longest counts. */
static unsigned long expect_tangle(Path caller, int which, long n)
{
   static const char* const names[] = { "tangle_a", "tangle_b", "tangle_c" };
   Path path = called(caller, names[which]);
   unsigned long rms;
   if (n == 0) {
      rms = expect_leaf(path, 0, 1l << which);
   } else {
      unsigned long one   = expect_tangle(path, (which + 1) % 3, n - 1);
      unsigned long other = expect_tangle(path, (which + 2) % 3, n - 1);
      rms = one > other ? one : other;
   }
   expect_at(path, rms);
   return rms;
}

int main(int argc, char** argv)
{
   start(argc, argv);
   if (argc != 4)
      die("usage: paths RESOLUTION EXPECTATIONS fold|full");
   folded = strcmp(argv[3], "fold") == 0;
   for (long n = 0; n < 20; n++) {
      left(n);
      right(n);
      hop(n);
   }
   descend(DEPTH);
   ping(DEPTH);
   tangle_a(TANGLE);

   Path path = called((Path){ .length = 0 }, "main");
   for (long n = 0; n < 20; n++) {
      expect_at(called(path, "left"), expect_leaf(called(path, "left"), 0, n));
      expect_at(called(path, "right"), expect_leaf(called(path, "right"), 0, 2 * n));
      expect_at(called(path, "hop"), expect_leaf(called(path, "hop"), 1, n));
   }
   expect_descend(path, DEPTH);
   expect_ping(path, DEPTH, 0);
   expect_tangle(path, 0, TANGLE);
   return finish();
}
