/* random SEED: threads, their coroutines and signal handlers read and write the same few pages at random, so
   does the kernel, files are mapped there, threads end and others begin. Nothing is expected but that tool
   and oracle agree. */
// build: $(plain) -static -pthread
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

#define PAGES     4
#define PAGE      4096
#define AREA      (PAGES * PAGE)
#define MIDDLE    (AREA / 2)
#define THREADS   3
#define SHORT_LIVED 4
#define STACK     (64 << 10)

static char* area;
static int zero, null, file, with_strands;
static __thread uint64_t state;
static __thread ucontext_t here, there;
static __thread int in_coroutine;
static __thread char coroutine_stack[STACK];

static uint32_t chance(uint32_t below)
{
   state ^= state << 13, state ^= state >> 7, state ^= state << 17;
   return (uint32_t)(state >> 20) % below;
}

/* Around the middle, so that others are likely to have been there. */
static char* place(uint32_t* size)
{
   *size = 1 + chance(chance(8) == 0 ? 600 : 24);
   return area + MIDDLE - 700 + chance(1400 - *size);
}

__attribute__((noipa)) static void read_range(void)
{
   uint32_t size;
   const volatile char* p = place(&size);
   for (uint32_t i = 0; i < size; i++)
      (void)p[i];
}

__attribute__((noipa)) static void write_range(void)
{
   uint32_t size;
   char* p = place(&size);
   memset(p, (int)size, size);
}

__attribute__((noipa)) static void copy_range(void)
{
   uint32_t size, other;
   char* to = place(&size);
   const char* from = place(&other);
   memmove(to, from, size < other ? size : other);
}

__attribute__((noipa)) static void add_to_word(void)
{
   uint32_t size;
   int64_t* word = (int64_t*)((uintptr_t)place(&size) & -8ul);
   if (size % 2)
      __sync_fetch_and_add(word, size);
   else
      __sync_bool_compare_and_swap(word, 0, size);
}

__attribute__((noipa)) static void let_kernel_write(void)
{
   struct iovec parts[2];
   for (int i = 0; i < 2; i++) {
      uint32_t size;
      parts[i].iov_base = place(&size);
      parts[i].iov_len = size;
   }
   if (readv(zero, parts, 2) < 0)
      abort();
}

__attribute__((noipa)) static void let_kernel_read(void)
{
   uint32_t size;
   const char* p = place(&size);
   if (write(null, p, size) < 0)
      abort();
}

__attribute__((noipa)) static void map_something(void)
{
   char* page = area + chance(PAGES) * PAGE;
   int of_file = (int)chance(3);
   void* there_now = mmap(page, PAGE, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_PRIVATE | (of_file ? 0 : MAP_ANONYMOUS),
                          of_file ? file : -1, 0);
   if (there_now != page)
      abort();
}

static void act(int depth);

static void on_signal(int signal)
{
   (void)signal;
   act(3);
}

static void coroutine(void)
{
   for (;;) {
      act(2);
      in_coroutine = 0;
      swapcontext(&there, &here);
   }
}

static void switch_to_coroutine(void)
{
   if (!in_coroutine) {
      in_coroutine = 1;
      swapcontext(&here, &there);
   }
}

__attribute__((noipa)) static void act(int depth)
{
   uint32_t count = chance(6);
   for (uint32_t i = 0; i < count; i++)
      switch (chance(40)) {
         case 0: case 1: case 2: case 3: case 4: case 5: case 6: case 7:        read_range(); break;
         case 8: case 9: case 10: case 11: case 12: case 13:                    write_range(); break;
         case 14: case 15: case 16:                                             copy_range(); break;
         case 17: case 18:                                                      add_to_word(); break;
         case 19: case 20:                                                      let_kernel_write(); break;
         case 21:                                                               let_kernel_read(); break;
         case 22: if (chance(8) == 0) map_something();                          break;
         case 23: if (depth == 0 && with_strands) pthread_kill(pthread_self(), SIGUSR1);        break;
         case 24: if (depth == 0 && with_strands) switch_to_coroutine();                        break;
         case 25: usleep(1);                                                    break;
         default: if (depth < 12) act(depth + 1);                               break;
      }
}

static void* run(void* seed)
{
   state = 88172645463325252ull * (uintptr_t)seed;
   getcontext(&there);
   there.uc_stack.ss_sp = coroutine_stack;
   there.uc_stack.ss_size = STACK;
   makecontext(&there, coroutine, 0);
   for (int i = 0; i < 60; i++)
      act(0);
   return NULL;
}

int main(int argc, char** argv)
{
   uintptr_t seed = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
   with_strands = argc > 2;
   area = mmap(NULL, AREA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   zero = open("/dev/zero", O_RDONLY);
   null = open("/dev/null", O_WRONLY);
   FILE* scratch = tmpfile();
   if (area == MAP_FAILED || zero < 0 || null < 0 || scratch == NULL || ftruncate(fileno(scratch), PAGE) != 0)
      return 1;
   file = fileno(scratch);
   signal(SIGUSR1, on_signal);

   run((void*)(seed * 100 + 99));   /* with one thread first */
   pthread_t threads[THREADS], other;
   for (uintptr_t i = 0; i < THREADS; i++)
      if (pthread_create(&threads[i], NULL, run, (void*)(seed * 100 + i + 1)) != 0)
         return 1;
   for (uintptr_t i = 0; i < SHORT_LIVED; i++)
      if (pthread_create(&other, NULL, run, (void*)(seed * 100 + i + 50)) != 0 || pthread_join(other, NULL) != 0)
         return 1;
   for (int i = 0; i < THREADS; i++)
      pthread_join(threads[i], NULL);
   return 0;
}
