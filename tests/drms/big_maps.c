/* A mapping of 4 GB costs nothing, of anonymous memory or of a file, with one thread or several, and again
   where it was before; pages that are looked at cost what they cost. Says so if the process, which the
   profiler is part of, does not grow by more than 32 MB and the mappings take less than 2 seconds of its
   time. */
// build: $(plain) -pthread
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define SIZE (4ul << 30)

static long resident_megabytes(void)
{
   long total, resident = -1;
   FILE* file = fopen("/proc/self/statm", "r");
   if (file == NULL || fscanf(file, "%ld %ld", &total, &resident) != 2)
      exit(1);
   fclose(file);
   return resident * sysconf(_SC_PAGESIZE) >> 20;
}

static double seconds(void)
{
   struct timespec now;
   clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
   return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A page for each 64 MB. */
static long look(const char* at)
{
   long total = 0;
   for (unsigned long i = 0; i < SIZE; i += 64 << 20)
      total += at[i];
   return total;
}

static void map(const char* what, int flags, int file)
{
   long   before  = resident_megabytes();
   double started = seconds();
   void*  at      = NULL;
   for (int i = 0; i < 5; i++) {
      at = mmap(at, SIZE, PROT_READ, flags | (i == 0 ? 0 : MAP_FIXED), file, 0);
      if (at == MAP_FAILED || (i > 2 && look(at) != 0)) {
         printf("%s: cannot map or read\n", what);
         exit(1);
      }
   }
   munmap(at, SIZE);
   double used   = seconds() - started;
   long   growth = resident_megabytes() - before;
   if (growth > 32 || used > 2)
      printf("%s: %ld MB more, %.2f seconds\n", what, growth, used);
   else
      printf("%s: costs nothing\n", what);
}

static void map_both(const char* anonymous, const char* of_file, int file)
{
   map(anonymous, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
   map(of_file, MAP_SHARED, file);
}

static void* nothing(void* argument)
{
   return argument;
}

int main(void)
{
   FILE* scratch = tmpfile();
   pthread_t thread;
   if (scratch == NULL || ftruncate(fileno(scratch), SIZE) != 0)
      return 1;
   map_both("4 GB", "4 GB of a file", fileno(scratch));
   if (pthread_create(&thread, NULL, nothing, NULL) != 0 || pthread_join(thread, NULL) != 0)
      return 1;
   map_both("4 GB, with threads", "4 GB of a file, with threads", fileno(scratch));
   return 0;
}
