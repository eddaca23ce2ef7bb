/* grows TEST...

   Complexity tests of functions whose costs are known, and one that is wrong in each way. */
// build: $(plain) -static -O2
// build -O0: $(plain) -static -O0

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <valgrind/aprof_test.h>

static volatile unsigned long sink;

/*------------------------------------------------------------------*/
/*--- What is tested                                             ---*/
/*------------------------------------------------------------------*/

static void count(size_t n, void *unused)
{
   (void)unused;
   for (size_t i = 0; i < n; i++)
      sink += i;
}

static void sort_numbers(size_t n, void *numbers);

static int compare(const void *left, const void *right)
{
   unsigned a = *(const unsigned *)left, b = *(const unsigned *)right;
   return (a > b) - (a < b);
}

static void *make_numbers(size_t n, void *seed)
{
   unsigned *numbers = malloc(n * sizeof *numbers), x = *(unsigned *)seed;
   for (size_t i = 0; i < n; i++)
      numbers[i] = x = x * 1103515245 + 12345;
   qsort(numbers, n, sizeof *numbers, compare);         /* making an input may cost more than what is tested */
   for (size_t i = n - 1; i > 0; i--) {
      x = x * 1103515245 + 12345;
      unsigned other = numbers[x / 65536 % (i + 1)];
      numbers[x / 65536 % (i + 1)] = numbers[i];
      numbers[i] = other;
   }
   return numbers;
}

static void sort_numbers(size_t n, void *numbers)
{
   qsort(numbers, n, sizeof(unsigned), compare);
}

static void drop_numbers(size_t n, void *numbers)
{
   (void)n;
   free(numbers);
}

/* A list of names, in which each new one is looked up from the beginning. */
typedef struct { char (*names)[16]; size_t used; } Names;

/* As texts, at one cost: strcmp's depends on where both lie in their pages, and on how long they agree. */
__attribute__((always_inline)) static inline int are_equal(const char *left, const char *right)
{
   uint64_t l[2], r[2];
   memcpy(l, left, sizeof l);
   memcpy(r, right, sizeof r);
   return ((l[0] ^ r[0]) | (l[1] ^ r[1])) == 0;
}

__attribute__((noinline)) static int find_name(const Names *names, const char *name)
{
   for (size_t i = 0; i < names->used; i++)
      if (are_equal(names->names[i], name))
         return 1;
   return 0;
}

static void *make_names(size_t n, void *unused)
{
   Names *names = malloc(sizeof *names);
   (void)unused;
   names->names = calloc(n, sizeof *names->names);
   names->used = 0;
   return names;
}

static void add_names(size_t n, void *input)
{
   Names *names = input;
   for (size_t i = 0; i < n; i++) {
      char name[16] = "";
      snprintf(name, sizeof name, "%u", (unsigned)i);
      if (!find_name(names, name))
         memcpy(names->names[names->used++], name, sizeof name);
   }
}

static void drop_names(size_t n, void *input)
{
   Names *names = input;
   (void)n;
   free(names->names);
   free(names);
}

/* Linear for small inputs: the quadratic part is hidden at first. */
static void hidden(size_t n, void *unused)
{
   for (size_t i = 0; i < n; i++)
      count(500, unused);
   for (size_t i = 0; i < n; i++)
      count(n, unused);
}

/* Makes a test of itself: so a call of it, this one, does not end before all is measured. */
__attribute__((noinline)) static void visit(size_t n, void *result)
{
   for (size_t i = 0; i < n; i++)
      for (size_t k = 0; k < n; k++)
         sink += k;
   if (n == 0)
      *(aprof_result *)result = APROF_GROWS("visit", "n log n", .run = visit);
}

/*------------------------------------------------------------------*/
/*--- The tests                                                  ---*/
/*------------------------------------------------------------------*/

static aprof_result test_of(const char *which)
{
   static unsigned     seed = 1;
   static aprof_result of_visit;
   if (strcmp(which, "visit") == 0) {
      visit(0, &of_visit);
      return of_visit;
   }
   if (strcmp(which, "linear") == 0)
      return APROF_GROWS("linear", "n", .run = count);
   if (strcmp(which, "sort") == 0)
      return APROF_GROWS("sort", "n log n", .make = make_numbers, .run = sort_numbers, .drop = drop_numbers,
                         .data = &seed);
   if (strcmp(which, "sort-n") == 0)
      return APROF_GROWS("sort", "n", .make = make_numbers, .run = sort_numbers, .drop = drop_numbers,
                         .data = &seed);
   if (strcmp(which, "names") == 0)
      return APROF_GROWS("add names", "n log n", .make = make_names, .run = add_names, .drop = drop_names);
   if (strcmp(which, "names-2") == 0)
      return APROF_GROWS("add \"names\" *[", "n^2.0", .make = make_names, .run = add_names, .drop = drop_names,
                         APROF_SIZES(50, 100, 200, 300, 400));
   if (strcmp(which, "hidden") == 0)
      return APROF_GROWS("hidden", "n log n", .run = hidden);
   if (strcmp(which, "bad-limit") == 0)
      return APROF_GROWS("bad limit", "n logs", .run = count);
   if (strcmp(which, "few-sizes") == 0)
      return APROF_GROWS("few sizes", "n", .run = count, APROF_SIZES(10, 20, 30, 40));
   if (strcmp(which, "narrow") == 0)
      return APROF_GROWS("narrow", "n", .run = count, APROF_SIZES(10, 20, 30, 35, 39));
   return APROF_GROWS("nothing", "n", .run = NULL);
}

int main(int argc, char **argv)
{
   if (argc > 1 && strcmp(argv[1], "exec") == 0) {
      aprof_result result = aprof_exec(NULL, (const char *const *)argv + 2);
      printf("%s: %s\n", aprof_verdict_name(result.verdict), result.message);
      return 0;
   }
   for (int i = 1; i < argc; i++) {
      aprof_result result = test_of(argv[i]);
      printf("%s: %s\n", aprof_verdict_name(result.verdict), result.message);
   }
   return 0;
}
