/* Regions, and requests that make no sense.

   simple         reads 3 ints, and in the region "part_of_it" n others
   nested         in the region "outside" n ints, and in "inside" within that the same and n more: the input
                  of "inside" is 2 n, and that of "outside" too
   recursive_one  opens a region, and calls itself inside
   left_by_return, left_by_jump   never end their regions, which end with them
   jumps_to_itself      a long jump to the routine that opened it leaves a region open: it was begun before,
                        for all that is
                  known.  So the region has what comes then
   crossed        ends two regions in the order in which it began them: the first end ends both
   begins_many    begins a region again and again, without ever ending it */
// build: $(plain) -D_GNU_SOURCE
#include <setjmp.h>
#include <sys/mman.h>
#include "../calls/calls.h"
#include <valgrind/aprof.h>

#define SIZES 10

/* Cells that a region reads if it is still open when its routine returns: on ARM, the routine then restores
   the frame pointer and the return address, which it had saved before the region; on RISC-V, the return address. */
#define RESTORED  INSTRUCTIONS(0, 4, 2)

static volatile int values[200] OWN_PAGE;
static jmp_buf back;

SUM_ROUTINE(leaf)

ROUTINE int simple(int count)
{
   int total = leaf(values, 3);
   APROF_REGION_BEGIN("part_of_it");
   for (int i = 0; i < count; i++)
      total += values[10 + i];
   APROF_REGION_END("part_of_it");
   return total;
}

ROUTINE int nested(int count)
{
   APROF_REGION_BEGIN("outside");
   int total = leaf(values, count);
   APROF_REGION_BEGIN("inside");
   total += leaf(values, 2 * count);
   APROF_REGION_END("inside");
   APROF_REGION_END("outside");
   return total;
}

ROUTINE int recursive_one(int depth)
{
   int total = 0;
   APROF_REGION_BEGIN("level");
   if (depth > 0)
      total = recursive_one(depth - 1);
   total += values[depth];
   APROF_REGION_END("level");
   return total;
}

ROUTINE int left_by_return(int count)
{
   APROF_REGION_BEGIN("open");
   return leaf(values, count) + 1;
}

ROUTINE int jumps_back(int count)
{
   APROF_REGION_BEGIN("jumping");
   if (leaf(values, count) == 0)
      longjmp(back, 1);
   return 1;
}

ROUTINE int left_by_jump(int count)
{
   if (setjmp(back) == 0)
      return jumps_back(count);
   return leaf(values, count) + 1;
}

ROUTINE int jumps(int count)
{
   if (leaf(values, count) == 0)
      longjmp(back, 1);
   return 1;
}

ROUTINE int jumps_to_itself(int count)
{
   if (setjmp(back) == 0) {
      APROF_REGION_BEGIN("tried");
      jumps(count);
   }
   int total = leaf(values, 2 * count);
   APROF_REGION_END("tried");
   return total;
}

ROUTINE int crossed(int count)
{
   APROF_REGION_BEGIN("first");
   APROF_REGION_BEGIN("second");
   int total = leaf(values, count);
   APROF_REGION_END("first");
   APROF_REGION_END("second");
   return total + leaf(values, count);
}

ROUTINE int begins_many(int count)
{
   for (int i = 0; i < 5000; i++)
      APROF_REGION_BEGIN("again");
   return leaf(values, count);
}

/* Texts that nobody can read to their end: the file is shorter than its mapping, nothing is mapped behind, or they are
   too long.  The last one is just not. */
static void out_of_reach(void)
{
   static char text[1002] = "";
   char  name[] = "requests.XXXXXX";
   int   file   = mkstemp(name);
   int   end    = 4096;
   if (file < 0 || ftruncate(file, end) != 0 || unlink(name) != 0)
      die("cannot make a file");
   char* mapped = mmap(NULL, 2 * end, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
   char* alone  = mmap(NULL, 2 * end, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (mapped == MAP_FAILED || alone == MAP_FAILED || munmap(alone + end, end) != 0)
      die("cannot map memory");
   memset(mapped, 'a', end);
   memset(alone, 'a', end);
   memset(text, 'a', 1000);
   APROF_REGION_BEGIN(mapped + end);
   APROF_REGION_BEGIN(mapped + end - 10);
   APROF_REGION_BEGIN(alone + end - 10);
   APROF_REGION_BEGIN(text);
   text[999] = '\0';
   APROF_REGION_END(text);
}

static void without_sense(void)
{
   APROF_REGION_END("never begun");
   APROF_REGION_BEGIN("");
   APROF_REGION_BEGIN((const char*)16);
   APROF_REGION_END(0);
   APROF_INPUT_SIZE(-1);
   APROF_DUMP((const char*)16);
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ_TOOL_BASE('A', 'P') + 99, 1, 2, 3, 4, 5);
   for (int i = 0; i < 3; i++)
      APROF_START_INSTRUMENTATION;
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   for (int n = 1; n <= SIZES; n++) {
      simple(n);
      nested(n);
      left_by_return(n);
      left_by_jump(n);
      crossed(n);
      jumps_to_itself(n);
      expect_calls("part_of_it", n, 1);
      expect_calls("simple", n + 3, 1);
      expect_calls("outside", 2 * n, 1);
      expect_calls("inside", 2 * n, 1);
      expect_calls("nested", 2 * n, 1);
      expect_calls("open", n + RESTORED, 1);
      expect_calls("left_by_return", n, 1);
      expect_calls("first", n, 1);
      expect_calls("second", n, 1);
      expect_calls("crossed", n, 1);
      expect_any("tried", 1);
      expect_any("jumps", 1);
      expect_calls("leaf", n, 1 + 1 + 2 + 2 + 1);
      expect_calls("leaf", 2 * n, 1 + 1);
      expect_calls("level", n, 1);
      expect_calls("recursive_one", n, 1);
   }
   expect_calls("leaf", 3, SIZES);
   expect_line("cost nested.sum = nested.self + outside.sum");
   expect_line("cost first.sum = first.self + second.sum");
   expect_line("cost jumps_to_itself.sum > tried.sum");
   expect_line("cost tried.sum > jumps.sum");
   expect_line("cost recursive_one.real = recursive_one.self + level.self");
   expect_any("jumping", SIZES);
   recursive_one(SIZES - 1);
   out_of_reach();
   without_sense();
   begins_many(SIZES);
   expect_calls("again", SIZES + RESTORED, 1000);
   expect_calls("begins_many", SIZES, 1);
   expect_calls("leaf", SIZES, 1);
   return end();
}
