/* What of a program is measured: one program, whose expectations depend on the options it is run with.

      control-VARIANT CASE MODE

   leaf            reads n ints
   middle          calls leaf twice, for n ints each: input 2 n
   outer           calls middle and reads one int more: input 2 n + 1
   recursive       reads an int for each of its n levels
   by_library      sorts: the library calls compare
   For n from 1 to 10, main calls outer, leaf and recursive.  Three activations of leaf have the input n, and
   they cost the same; two of them are called by middle.

   MODE        is what the options leave of it
   all         everything
   no_middle   --fn-skip=middle: what it calls is called by outer
   no_leaf     leaf is skipped
   no_libraries     all but the program itself is skipped
   in_middle   --toggle-collect=middle: callers have what was collected while they ran
   in_recursive     likewise; a recursion is entered once, by its first activation, and left once
   not_in_leaf      outer and leaf both toggle: within outer, leaf is not collected, elsewhere it is
   requested   nothing, unless the program asks for it: it does for recursive
   started     not instrumented, until the program asks for it, and after that from what runs then
   stopped     likewise, until it asks for the end
   argument    the argument n is the input of middle, and the eighth one of that of by_stack
   declared    programs say how large inputs are
   zeroed      the program runs all twice, and has the first time forgotten
   dumped      it runs all twice, and writes a report in between: the two add up */
// build: $(plain) -D_GNU_SOURCE
#include "../calls/calls.h"
#include <valgrind/aprof.h>

#define SIZES 10

static volatile int values[400] OWN_PAGE;
static int sorted[64] OWN_PAGE;
static int comparisons OWN_CELL;
static const char* mode;

static int is(const char* name)
{
   return strcmp(mode, name) == 0;
}

SUM_ROUTINE(leaf)

ROUTINE int middle(const volatile int* from, int count)
{
   return leaf(from, count) + leaf(from + count, count);
}

ROUTINE int outer(const volatile int* from, int count)
{
   return middle(from, count) + from[2 * count];
}

ROUTINE int recursive(const volatile int* from, int count)
{
   if (count == 0)
      return 0;
   return from[count] + recursive(from, count - 1);
}

ROUTINE int compare(const void* left, const void* right)
{
   comparisons++;
   return *(const int*)left - *(const int*)right;
}

ROUTINE void by_library(void)
{
   qsort(sorted, 64, sizeof *sorted, compare);
}

ROUTINE int by_stack(int a, int b, int c, int d, int e, int f, long g, long count)
{
   int total = a + b + c + d + e + f + (int)g;
   for (long i = 0; i < count; i++)
      total += values[i];
   return total;
}

PART void all_sizes(void)
{
   for (int n = 1; n <= SIZES; n++) {
      outer(values, n);
      leaf(values + 100, n);
      if (is("requested"))
         APROF_TOGGLE_COLLECT;
      recursive(values + 200, n);
      if (is("requested"))
         APROF_TOGGLE_COLLECT;
   }
}

/* --- Instrumentation that begins and ends inside routines ----------------------------------------------- */

ROUTINE int starts(const volatile int* from)
{
   int before = leaf(from, 20);
   APROF_START_INSTRUMENTATION;
   return before + leaf(from, 30);
}

ROUTINE int calls_starter(const volatile int* from)
{
   return leaf(from, 40) + starts(from) + leaf(from, 50);
}

ROUTINE int stops(const volatile int* from)
{
   int before = leaf(from, 60);
   APROF_STOP_INSTRUMENTATION;
   return before + leaf(from, 70);
}

/* --- Declared inputs ------------------------------------------------------------------------------------ */

ROUTINE int declares(int count)
{
   APROF_INPUT_SIZE(1000 * count);
   return leaf(values, count) + 1;
}

ROUTINE int changes_its_mind(int count)
{
   APROF_INPUT_SIZE(7);
   int total = leaf(values, count);
   APROF_INPUT_SIZE(0xffffffff);
   return total;
}

ROUTINE int calls_declaring(int count)
{
   return declares(count) + 1;
}

/* --- Expectations --------------------------------------------------------------------------------------- */

static void expect_leaf(int calls)
{
   for (int n = 1; calls > 0 && n <= SIZES; n++)
      expect_calls("leaf", n, calls);
   if (calls == 0)
      expect_line("absent leaf");
}

static void expect_recursive(void)
{
   for (int n = 1; n <= SIZES; n++)
      expect_calls("recursive", n, SIZES + 1 - n);
   expect_calls("recursive", 0, SIZES);
}

static void expect_times(const char* routine, int factor, int more)
{
   for (int n = 1; n <= SIZES; n++)
      expect_calls(routine, factor * n + more, 1);
}

static void expect_all(void)
{
   expect_times("outer", 2, 1);
   if (is("no_middle"))
      expect_line("absent middle");
   else
      expect_times("middle", 2, 0);
   expect_leaf(is("no_leaf") ? 0 : 3);
   expect_recursive();
   expect_line("cost recursive.real = recursive.self");
   if (is("dumped")) {
      expect_line("strands");   /* added up, the parts' routines stand in another order */
      expect_times("outer", 2, 1);
      expect_times("middle", 2, 0);
      expect_leaf(3);
      expect_recursive();
   }
   if (is("no_middle"))
      expect_line("cost 3*outer.sum = 3*outer.self + 2*leaf.sum");
   else if (is("no_leaf"))
      expect_line("cost middle.sum = middle.self");
   else
      expect_line("cost 3*middle.sum = 3*middle.self + 2*leaf.sum");
   expect_any("compare", comparisons);
   if (is("no_libraries")) {
      expect_line("absent libc.so.6:*");
      expect_line("cost by_library.sum = by_library.self + compare.sum");
   } else {
      expect_any("libc.so.6:qsort", 1);
   }
}

static void expect_collected(void)
{
   if (is("in_middle")) {
      expect_leaf(2);
      expect_times("middle", 2, 0);
      expect_times("outer", 2, 0);
      expect_line("absent recursive");
      expect_line("cost outer.self = 0");
      expect_line("cost main.sum = middle.self + leaf.self");
   } else if (is("not_in_leaf")) {
      expect_leaf(1);
      expect_calls("outer", 1, SIZES);
      expect_calls("middle", 0, SIZES);
      expect_line("absent recursive");
      expect_line("cost middle.sum = middle.self");
      expect_line("cost main.sum = outer.sum + leaf.sum");
   } else {
      expect_recursive();
      expect_leaf(0);
      expect_line("absent middle");
      expect_line("cost recursive.real = recursive.self");
      if (is("in_recursive"))
         expect_line("cost main.sum = recursive.self");
   }
}

PART void run_part(void)
{
   if (is("started")) {
      calls_starter(values);
      all_sizes();
      expect_leaf(3);
      expect_calls("leaf", 30, 1);
      expect_calls("leaf", 50, 1);
      /* They also read what they had written before. */
      expect_any("starts", 1);
      expect_any("calls_starter", 1);
      expect_line("cost calls_starter.sum = calls_starter.self + starts.sum + leaf@50.sum");
      expect_line("cost starts.sum = starts.self + leaf@30.sum");
   } else if (is("stopped")) {
      APROF_START_INSTRUMENTATION;
      all_sizes();
      stops(values);
      all_sizes();
      expect_leaf(3);
      expect_calls("leaf", 60, 1);
      expect_calls("stops", 60, 1);
   } else {
      return;
   }
   expect_times("middle", 2, 0);
   expect_times("outer", 2, 1);
   expect_recursive();
}

PART void run_declared(void)
{
   if (is("argument")) {
      for (int n = 1; n <= SIZES; n++) {
         outer(values, n);
         by_stack(1, 2, 3, 4, 5, 6, 7, 3 * n);
         expect_calls("outer", 2 * n + 1, 1);
         expect_calls("middle", n, 1);
         expect_calls("by_stack", 3 * n, 1);
      }
      expect_leaf(2);
   } else if (is("declared")) {
      for (int n = 1; n <= SIZES; n++) {
         declares(n);
         calls_declaring(n);
         changes_its_mind(n);
         expect_calls("declares", 1000 * n, 2);
         expect_calls("calls_declaring", n, 1);
      }
      expect_leaf(3);
      expect_calls("changes_its_mind", 0xffffffffu, SIZES);
   }
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   mode = argc > 2 ? argv[2] : "all";
   for (int i = 0; i < 64; i++)
      sorted[i] = i * 29 % 64;
   if (is("started") || is("stopped")) {
      expect_line("strands");
      run_part();
   } else if (is("argument") || is("declared")) {
      run_declared();
   } else {
      if (is("zeroed") || is("dumped"))
         all_sizes();
      if (is("zeroed"))
         APROF_ZERO;
      if (is("dumped"))
         APROF_DUMP("half of it");
      all_sizes();
      by_library();
      if (strncmp(mode, "in_", 3) == 0 || is("not_in_leaf") || is("requested"))
         expect_collected();
      else
         expect_all();
   }
   return end();
}
