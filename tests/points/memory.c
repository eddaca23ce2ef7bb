/* Programs whose measurements need more memory than they may have.

      memory sizes    4,000,000 calls of take, each with another input (--input-arg=take:1)
      memory touch    writes 220 MB, so that shadow memory would have as much
      memory both     a tenth of these calls; then it writes 220 MB
      memory paths    calls left and right in 2^18 orders of 18 calls, so in 2^19 contexts
      memory write    maps 220 MB, and has the kernel read all of it by one system call
      memory thread   as `sizes`, in a second thread, when the first one has ended
      memory unused   the same thread maps 4 GB and touches nothing of it
      memory wave     under ulimit -v: what is left falls below 128 MB, of which aprof takes notice, and rises
                      above it, ten times; there is nothing that aprof could give up */
// build: $(closed_form) -static -pthread
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include "../common/expect.h"

ROUTINE int take(int number)
{
   return number;
}

ROUTINE void touch(int* block, size_t count)
{
   for (size_t i = 0; i < count; i++)
      block[i] = 1;
}

/* Level 18 calls left18 or right18, which call a routine of level 17, and so on: as the bits of `path` say.  The
   routines add something, so that their calls are no tail calls. */
#define LEVEL(number, next)                                            \
   ROUTINE static int left##number(int path)  { return next(path) + 1; } \
   ROUTINE static int right##number(int path) { return next(path) - 1; } \
   PART int go##number(int path) { return path & 1 ? left##number(path >> 1) : right##number(path >> 1); }

PART int end(int path)
{
   return path;
}

LEVEL(1, end)
LEVEL(2, go1)
LEVEL(3, go2)
LEVEL(4, go3)
LEVEL(5, go4)
LEVEL(6, go5)
LEVEL(7, go6)
LEVEL(8, go7)
LEVEL(9, go8)
LEVEL(10, go9)
LEVEL(11, go10)
LEVEL(12, go11)
LEVEL(13, go12)
LEVEL(14, go13)
LEVEL(15, go14)
LEVEL(16, go15)
LEVEL(17, go16)
LEVEL(18, go17)

static void make_sizes(int count)
{
   for (int i = 0; i < count; i++)
      take(i);
}

#define MB (1 << 20)

static void touch_megabytes(int count)
{
   for (int i = 0; i < count; i++) {
      int* block = malloc(MB);
      if (block == NULL)
         die("no memory for the program itself");
      touch(block, MB / sizeof *block);
   }
}

static void* map_memory(size_t size)
{
   void* mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   if (mapped == MAP_FAILED)
      die("no memory for the program itself");
   return mapped;
}

ROUTINE void write_all(const void* from, size_t size)
{
   if (write(open("/dev/null", O_WRONLY), from, size) != (ssize_t)size)
      die("not all is written");
}

static pthread_t first_thread;

static void* run_thread(void* way)
{
   pthread_join(first_thread, NULL);
   if (strcmp(way, "unused") == 0) {
      map_memory(4ul << 30);
      usleep(500000);
      make_sizes(1000000);
   } else {
      make_sizes(4000000);
   }
   puts("done");
   exit(3);
}

static void run_thread_only(char* way)
{
   pthread_t thread;
   first_thread = pthread_self();
   if (pthread_create(&thread, NULL, run_thread, way) != 0)
      die("no second thread");
   pthread_exit(NULL);
}

/* By the limit of address space. */
static size_t left(void)
{
   struct rlimit limit;
   unsigned long pages;
   FILE* file = fopen("/proc/self/statm", "r");
   if (file == NULL || fscanf(file, "%lu", &pages) != 1 || getrlimit(RLIMIT_AS, &limit) != 0)
      die("it is not known how much memory is left");
   fclose(file);
   return limit.rlim_cur - pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void make_wave(void)
{
   size_t wave = 60 * (size_t)MB;
   map_memory(left() - 160 * (size_t)MB);
   for (int i = 0; i < 10; i++) {
      void* block = map_memory(wave);
      for (int wait = 0; wait < 100; wait++) {
         usleep(1000);
         make_sizes(20);
      }
      munmap(block, wave);
      for (int wait = 0; wait < 100; wait++) {
         usleep(1000);
         make_sizes(20);
      }
   }
}

int main(int argc, char** argv)
{
   if (argc != 2)
      die("usage: memory sizes|touch|both|paths|write|thread|unused|wave");
   if (strcmp(argv[1], "sizes") == 0) {
      make_sizes(4000000);
   } else if (strcmp(argv[1], "touch") == 0) {
      touch_megabytes(220);
   } else if (strcmp(argv[1], "both") == 0) {
      make_sizes(400000);
      touch_megabytes(220);
   } else if (strcmp(argv[1], "write") == 0) {
      write_all(map_memory(220 * (size_t)MB), 220 * (size_t)MB);
   } else if (strcmp(argv[1], "thread") == 0 || strcmp(argv[1], "unused") == 0) {
      run_thread_only(argv[1]);
   } else if (strcmp(argv[1], "wave") == 0) {
      make_wave();
   } else {
      int sum = 0;
      for (int path = 0; path < 1 << 18; path++)
         sum += go18(path);
      if (sum != 0)
         die("as many calls of left as of right");
   }
   puts("done");
   return 3;
}
