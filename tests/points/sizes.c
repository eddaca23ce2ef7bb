/* A routine with very many different input sizes (--max-points).

      sizes RESOLUTION EXPECTATIONS COUNT LIMIT [MEGABYTES]

   descend has COUNT activations, each with an input size of its own, from 0 to COUNT - 1 cells: it goes
   LEVELS deep, reads one cell on its way up at each level, and at the deepest hands to the kernel as many
   cells before as it takes. few has FEW input sizes: with a larger LIMIT its points are exact.

   The expectation: with d leading binary digits, a size that has more is rounded down to a multiple of a
   power of two, which is what its last digits together can be. d is the largest that leaves at most LIMIT
   sizes of those there are. With MEGABYTES, the process, and with it all that the profiler keeps, must not
   have taken more memory than that. */
// build: $(closed_form) -static
#include <fcntl.h>
#include "../common/call_kernel.h"
#include "../common/expect.h"

#define LEVELS 50000
#define FEW 60

PART long write_to(long file, const char* from, long size)
{
   return system_call(SYS_write, file, (long)from, size, 0, 0, 0);
}

/* The deepest activation reads what is before `end`, and the levels above it one cell more each. */
ROUTINE long descend(long level, const char* begin, const char* end, long cell, long nowhere)
{
   if (level == 0)
      return write_to(nowhere, begin, end - begin) == end - begin;
   long below = descend(level - 1, begin, end, cell, nowhere);
   return below + *(const volatile char*)(end + (level - 1) * cell);
}

ROUTINE long few(const char* from, long n, long cell)
{
   long sum = 0;
   for (long i = 0; i < n; i++)
      sum += *(const volatile char*)(from + i * cell);
   return sum;
}

/* How many sizes from `size` on are rounded down to it. */
static long shared(long size, int digits)
{
   long step = 1;
   while (size / step >= 1l << digits)
      step *= 2;
   return step;
}

static long different_sizes(long count, int digits)
{
   long different = 0;
   for (long size = 0; size < count; size += shared(size, digits))
      different++;
   return different;
}

/* The sizes are those below `count`, once each. */
static void expect_sizes(const char* routine, long count, long limit)
{
   int digits = 32;
   while (different_sizes(count, digits) > limit)
      digits--;
   for (long size = 0; size < count; size += shared(size, digits)) {
      long left = count - size, together = shared(size, digits);
      expect_calls(routine, size, left < together ? left : together);
   }
}

static long most_memory(void)
{
   char line[256];
   long kilobytes = -1;
   FILE* status = fopen("/proc/self/status", "r");
   while (status != NULL && fgets(line, sizeof line, status) != NULL)
      sscanf(line, "VmHWM: %ld", &kilobytes);
   if (status != NULL)
      fclose(status);
   return kilobytes / 1024;
}

int main(int argc, char** argv)
{
   start(argc, argv);
   if (argc < 5)
      die("usage: sizes RESOLUTION EXPECTATIONS COUNT LIMIT [MEGABYTES]");
   long count = atol(argv[3]);
   long limit = atol(argv[4]);
   char* memory = aligned_alloc(64, (count + 64) * resolution / 64 * 64);
   long nowhere = open("/dev/null", O_WRONLY);
   if (memory == NULL)
      die("no memory");
   memset(memory, 0, count * resolution);
   require(count % (LEVELS + 1) == 0, "COUNT is a multiple of LEVELS + 1");
   for (long first = 0; first < count; first += LEVELS + 1)
      if (descend(LEVELS, memory, memory + first * resolution, resolution, nowhere) != 1)
         die("cannot write to nothing");
   for (long n = 0; n < FEW; n++)
      few(memory, n, resolution);
   if (argc > 5 && (most_memory() < 1 || most_memory() > atol(argv[5]))) {
      fprintf(stderr, "%ld MB of memory, expected %s at most\n", most_memory(), argv[5]);
      return 1;
   }
   expect_sizes("descend", count, limit);
   expect_sizes("few", FEW, limit);
   return finish();
}
