/* Memory above 128 GB, where Valgrind puts none by itself, but where a program can ask for it (as JavaScript
   engines do).  Where the memory is makes no difference to what is input.

   sum      reads n ints: n, in low memory before and after the first high mapping, and at several high
            addresses
   fill     writes n ints: 0
   total    fills n ints and sums them: 0; then again in the same activation n others that main has filled: n
   proposed a program that only proposes an address (no MAP_FIXED) gets memory below 128 GB, until it has
            demanded some above
   around   reads n ints of a heap that has grown without a word, asks for the first high memory, and reads
            them again: n */
// build: $(closed_form) -static
#include <sys/mman.h>
#include <unistd.h>
#include "../common/call_kernel.h"
#include "../common/expect.h"

#define LARGEST 2000

static int low[LARGEST] OWN_PAGE;

ROUTINE int sum(const volatile int* from, int count)
{
   int result = 0;
   for (int i = 0; i < count; i++)
      result += from[i];
   return result;
}

ROUTINE void fill(volatile int* to, int count)
{
   for (int i = 0; i < count; i++)
      to[i] = i;
}

ROUTINE int total(volatile int* own, const volatile int* others, int count)
{
   fill(own, count);
   return sum(own, count) + sum(others, count);
}

/* The system call itself: the library's function would read memory of its own. */
PART long map(unsigned long address, unsigned long size, long more_flags)
{
   return system_call(SYS_mmap, (long)address, (long)size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | more_flags, -1, 0);
}

PART long map_at(unsigned long address, unsigned long size)
{
   return map(address, size, MAP_FIXED_NOREPLACE);
}

ROUTINE long around(const volatile int* heap, int count, unsigned long address)
{
   int  sum_before = sum(heap, count);
   long mapped     = map_at(address, 4096);
   return sum_before == sum(heap, count) ? mapped : -1;
}

/* Whatever stood at the end of the heap was told of when it was mapped; what lies megabytes
   behind it was not. */
static void check_around(void)
{
   char* heap = sbrk(5 << 20);
   if (heap == (void*)-1)
      die("the heap does not grow");
   int* behind = (int*)(((uintptr_t)heap + (4 << 20)) & -64);
   if (around(behind, LARGEST, 1ul << 38) != 1l << 38)
      die("no memory above 128 GB");
   expect("around", cells(behind, sizeof(int) * LARGEST));
   expect("sum", cells(behind, sizeof(int) * LARGEST));
   expect("sum", cells(behind, sizeof(int) * LARGEST));
}

static void check_at(int* memory);

/* The kernel, too, would choose another address where there is memory already. */
static void check_proposed(unsigned long limit)
{
   for (unsigned long address = 1ul << 37; address < 1ul << 46; address <<= 3) {
      unsigned long first  = map(address, 1 << 20, 0);
      unsigned long second = map(address, 1 << 20, 0);
      if (first >= limit || second >= limit || first == second)
         die("memory is where it should not be");
      check_at((int*)first);
      munmap((void*)second, 1 << 20);
   }
   if (map((1ul << 37) - 4096, 8192, 0) >= (long)(limit - 8192))
      die("memory is where it should not be");
}

static void check_at(int* memory)
{
   for (int count = 1; count <= LARGEST; count += 333) {
      fill(memory, count);
      expect("fill", 0);
      sum(memory, count);
      expect("sum", cells(memory, sizeof(int) * count));
      total(memory, low, count);
      expect("fill", 0);
      expect("sum", cells(memory, sizeof(int) * count));
      expect("sum", cells(low, sizeof(int) * count));
      expect("total", memory == low ? 0 : cells(low, sizeof(int) * count));
   }
}

int main(int argc, char** argv)
{
   start(argc, argv);
   check_proposed(1ul << 37);
   check_around();
   check_at(low);
   for (unsigned long address = 1ul << 37; address < 1ul << 47; address <<= 2) {
      int* memory = (int*)map_at(address + (1 << 20), 1 << 20);
      if (memory != (int*)(address + (1 << 20)))
         return 1;
      check_at(memory);
   }
   check_at(low);
   if (map(3ul << 40, 4096, 0) != 3l << 40 || map(5ul << 40, 1ul << 38, 0) != 5l << 40)
      die("no memory where it was proposed");
   return finish();
}
