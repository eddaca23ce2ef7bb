/* The program that `aprof grow` runs in the tests. Its routine `work` runs a loop of so many turns:

      square N         N * N
      line N           N
      same N           1000, whatever N is
      fall N           1,000,000 / N
      rough N          N * (20 + N * 7919 % 97)
      jump N           N, and a thousand times as many from N = 600 on
      once N FILE      N, and a thousand times as many if N is 600 or more and there is no FILE, which it makes
      both A B         A * B
      bytes            as many as standard input has bytes
      file PATH        as many as the file has bytes
      map [PATH]       as many as the file has bytes, or standard input, which is mapped
      first PATH       1000; reads the first bytes of the file
      wait N           1, and waits for N milliseconds
      slow N           N, and waits for two seconds if Valgrind runs it
      hold N PATH      N; if N is 1000 or more, waits until there is no such file
      fail N AT        N; the status is 3 if N is AT, else 0
      crash N AT       N; ends by SIGABRT from N = AT on
      null N AT        N; writes to address 0 from N = AT on
      open PATH        N; the status is 1 if the file cannot be opened, or is not named
      grep N           N; the status is always 1
      busy N           N, and 0.31 s of the processor if Valgrind does not run it
      kernel N         the same, but the kernel has nearly all of these 0.31 s
      memory N         N, and writes to N thousand bytes of new memory
      remove PATH      the size of the file, which is removed; without it, the status is 1 */
// build: $(closed_form) -static

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <valgrind/aprof.h>

static volatile unsigned long sum;

static void __attribute__((noipa)) work(unsigned long turns)
{
   for (unsigned long i = 0; i < turns; i++) {
      sum += i;
   }
}

static unsigned long count_bytes(FILE* file)
{
   unsigned long count = 0;
   while (getc(file) != EOF) {
      count++;
   }
   return count;
}

static unsigned long count_mapped(int file)
{
   struct stat status;
   if (fstat(file, &status) != 0) {
      return 0;
   }
   size_t               size = (size_t)status.st_size;
   const volatile char* bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
   unsigned long        count = 0;
   for (size_t i = 0; i < size; i++) {
      count += bytes[i] != '\0';
   }
   return count;
}

static void fail(unsigned long at, unsigned long n)
{
   if (n == at) {
      fprintf(stderr, "one line\nno luck with %lu\n", n);
      exit(3);
   }
}

/* Whether this is the first of several runs: a garbage collector works in some, and in others not. */
static int is_first(const char* path)
{
   int is_there = access(path, F_OK) == 0;
   if (!is_there) {
      fclose(fopen(path, "w"));
   }
   return !is_there;
}

/* clock is a system call, so it is not asked all the time. */
static void be_busy(void)
{
   while (!APROF_RUNNING && clock() < 31 * CLOCKS_PER_SEC / 100) {
      work(100000);
   }
}

static void keep_kernel_busy(void)
{
   static char bytes[1 << 20];
   FILE*       zeros = fopen("/dev/zero", "r");
   while (!APROF_RUNNING && clock() < 31 * CLOCKS_PER_SEC / 100) {
      sum += (unsigned long)read(fileno(zeros), bytes, sizeof bytes);
   }
}

static void __attribute__((noipa)) fill(char* bytes, size_t size)
{
   memset(bytes, 1, size);
}

int main(int count, char** words)
{
   const char*   mode = words[1];
   unsigned long n = count > 2 ? strtoul(words[2], NULL, 10) : 0;
   unsigned long m = count > 3 ? strtoul(words[3], NULL, 10) : 0;
   if (strcmp(mode, "bytes") == 0 || strcmp(mode, "file") == 0) {
      FILE* file = mode[0] == 'b' ? stdin : fopen(words[2], "r");
      n = count_bytes(file);
   }
   if (strcmp(mode, "map") == 0) {
      n = count_mapped(count > 2 ? open(words[2], O_RDONLY) : STDIN_FILENO);
   }
   if (strcmp(mode, "first") == 0) {
      FILE* file = fopen(words[2], "r");
      n = getc(file) == EOF ? 0 : 1000;
   }
   if (strcmp(mode, "wait") == 0) {
      usleep((useconds_t)n * 1000);
      n = 1;
   }
   if (strcmp(mode, "slow") == 0 && APROF_RUNNING) {
      sleep(2);
   }
   if (strcmp(mode, "remove") == 0) {
      FILE* file = fopen(words[2], "r");
      n = file == NULL ? 0 : count_bytes(file);
      be_busy();
      if (unlink(words[2]) != 0) {
         return 1;
      }
   }
   if (strcmp(mode, "busy") == 0) {
      be_busy();
   }
   if (strcmp(mode, "kernel") == 0) {
      keep_kernel_busy();
   }
   if (strcmp(mode, "memory") == 0) {
      fill(malloc(n * 1000), n * 1000);
   }
   if (strcmp(mode, "hold") == 0 && n >= 1000) {
      while (access(words[3], F_OK) == 0) {
         usleep(10000);
      }
   }
   if (strcmp(mode, "open") == 0 && (count < 3 || fopen(words[2], "r") == NULL)) {
      fprintf(stderr, "sizes: no such file: %s\n", count < 3 ? "none" : words[2]);
      return 1;
   }
   work(mode[0] == 's' && mode[1] == 'q'                   ? n * n
        : strcmp(mode, "same") == 0                        ? 1000
        : strcmp(mode, "fall") == 0                        ? 1000000 / n
        : strcmp(mode, "rough") == 0                       ? n * (20 + n * 7919 % 97)
        : strcmp(mode, "jump") == 0 && n >= 600            ? n * 1000
        : strcmp(mode, "once") == 0 && n >= 600 && is_first(words[3]) ? n * 1000
        : strcmp(mode, "both") == 0                        ? n * m
                                                           : n);
   if (strcmp(mode, "fail") == 0) {
      fail(m, n);
   }
   if (strcmp(mode, "crash") == 0 && n >= m) {
      abort();
   }
   if (strcmp(mode, "null") == 0 && n >= m) {
      *(volatile unsigned long* volatile)NULL = n;
   }
   return strcmp(mode, "grep") == 0;
}
