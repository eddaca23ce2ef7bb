/* Intermediate reports. Each holds what ended since the one before: an activation is in the part in which it
   ends, as one whole, and so is everything that is still running when the program ends.

      parts RESOLUTION EXPECTATIONS REPORT

   phase(n) calls work(values, i) for i = 1 to n, and descend(n) n + 1 deep, each of which calls work once on
   its way down and once on its way up. The reports are expected to be written (by --dump-after or
   --dump-before, with all kinds of patterns)

      after     after phase, of which there are PHASES: part i has phase i and what it calls, the last part
                has main
      before    before phase: part i + 1 has phase i
      deepest   after the routine `deepest`, which descend calls at its deepest point: what ends before is in
                the part before, and the activations of descend that run then are in the next one */
// build: $(closed_form) -static
#include "../common/expect.h"

#define PHASES 6

static int values[200] OWN_PAGE;

ROUTINE long work(const int* array, long n)
{
   long sum = 0;
   for (long i = 0; i < n; i++)
      sum += array[i];
   return sum;
}

ROUTINE long deepest(void)
{
   return work(values, 100);
}

ROUTINE long descend(long n)
{
   if (n == 0)
      return deepest();
   return work(values, 20) + descend(n - 1) + work(values, 30);
}

ROUTINE long phase(long n)
{
   long sum = 0;
   for (long i = 1; i <= n; i++)
      sum += work(values, i);
   return sum + descend(n);
}

static void expect_report(const char* report, int part)
{
   fprintf(expectations, "report %s.%d\n", report, part);
}

/* What the parts have of phase n, before `deepest` has ended in it, and afterwards. */
static void expect_before(long n)
{
   for (long i = 1; i <= n; i++)
      expect("work", cells(values, 4 * i));
   expect_calls("work", cells(values, 80), n);
   expect("work", cells(values, 400));
   expect("deepest", cells(values, 400));
}

static void expect_after(long n)
{
   expect_calls("work", cells(values, 120), n);
   expect_calls("descend", cells(values, 400), n + 1);
   expect("phase", cells(values, 400));
}

int main(int argc, char** argv)
{
   start(argc, argv);
   if (argc != 5)
      die("usage: parts RESOLUTION EXPECTATIONS REPORT after|before|deepest");
   for (int i = 1; i <= PHASES; i++)
      phase(i);

   const char* report = argv[3];
   int before  = strcmp(argv[4], "before") == 0;
   int deepest = strcmp(argv[4], "deepest") == 0;
   int last    = PHASES + 1;
   for (int part = 1; part <= last; part++) {
      int ended = before ? part - 1 : part;
      expect_report(report, part);
      if (deepest) {
         if (part > 1)
            expect_after(part - 1);
         if (part < last)
            expect_before(part);
      } else if (ended >= 1 && ended <= PHASES) {
         expect_before(ended);
         expect_after(ended);
      }
      if (part < last)
         fprintf(expectations, "absent main\n");
      else
         expect_any("main", 1);
   }
   return finish();
}
