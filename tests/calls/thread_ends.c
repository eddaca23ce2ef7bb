/* Threads, and all ways for them to end. Each has a call stack and an input of its own: the same array read
   by many threads is input to each.

   worker            200 of them, at most 50 at a time, joined backwards, or not at all (detached). Thread
                     number i reads i ints, and returns, or calls pthread_exit below DEPTH activations of
                     exit_deep, or is cancelled while it waits (wait_deep) or while it counts (count_forever),
                     below as many
   cleaned_up        what runs while an ended thread's stack is unwound
   on_own_memory     a thread whose stack is in malloc'd memory, twice in the same
   left_waiting      threads that the end of the program ends */
// build ways:
#include <pthread.h>
#include <semaphore.h>
#include "calls.h"

#define THREADS    200
#define AT_A_TIME  50
#define DEPTH      6
#define WAITING    5
#define MEGABYTES_ALLOWED  10

/* Only a few, as each of them takes the processor from all others. */
#define COUNTING   (THREADS / 40)
#define COUNTS(i)  ((i) % 40 == 3)

static int values[256] OWN_PAGE;
static sem_t started;
static volatile long counter;
static __thread volatile int in_thread;

SUM_ROUTINE(sum)
SUM_ROUTINE(cleaned_up)
SUM_ROUTINE(sum_on_own_memory)

static void clean_up(void* from)
{
   cleaned_up(from, 5);
}

ROUTINE void exit_deep(int depth)
{
   if (never)
      return;
   if (depth == 0)
      pthread_exit(NULL);
   exit_deep(depth - 1);
   counter++;
}

ROUTINE void wait_deep(int depth)
{
   if (never)
      return;
   if (depth == 0) {
      sem_post(&started);
      for (;;)
         pause();
   }
   wait_deep(depth - 1);
   counter++;
}

ROUTINE void count_forever(int depth)
{
   if (never)
      return;
   if (depth == 0) {
      int old;
      pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
      sem_post(&started);
      for (;;)
         counter++;
   }
   count_forever(depth - 1);
   counter++;
}

ROUTINE void* worker(void* number)
{
   long i = (long)number;
   sum(values, (int)i);
   in_thread += (int)i;
   if (in_thread != i)
      die("a thread's variable is not its own");
   if (i % 4 == 0)
      return number;
   pthread_cleanup_push(clean_up, values);
   if (i % 4 == 1)
      exit_deep(DEPTH);
   if (COUNTS(i))
      count_forever(DEPTH);
   wait_deep(DEPTH);
   pthread_cleanup_pop(0);
   return NULL;
}

ROUTINE void* on_own_memory(void* count)
{
   sum_on_own_memory(values, (int)(long)count);
   return count;
}

ROUTINE void* left_waiting(void* unused)
{
   wait_deep(0);
   return unused;
}

static void start_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*code)(void*), long argument)
{
   if (pthread_create(thread, attributes, code, (void*)argument) != 0)
      die("cannot create a thread");
}

ROUTINE void start_all(void)
{
   long after_first = 0;
   for (int first = 0; first < THREADS; first += AT_A_TIME) {
      pthread_t threads[AT_A_TIME];
      for (int i = 0; i < AT_A_TIME; i++)
         start_thread(&threads[i], NULL, worker, first + i);
      for (int i = AT_A_TIME - 1; i >= 0; i--) {
         int number = first + i;
         if (number % 4 >= 2) {
            sem_wait(&started);
         }
      }
      for (int i = AT_A_TIME - 1; i >= 0; i--) {
         int number = first + i;
         if (number % 4 >= 2)
            pthread_cancel(threads[i]);
         void* result;
         if (pthread_join(threads[i], &result) != 0)
            die("cannot join a thread");
         if (number % 4 == 0 && result != (void*)(long)number)
            die("a thread's result is wrong");
      }
      if (first == AT_A_TIME)   /* by then all that is used again is there */
         after_first = megabytes();
   }
   require(megabytes() - after_first < MEGABYTES_ALLOWED, "the profiler's memory must not grow with the threads that ended");
}

static void use_own_memory(void)
{
   size_t size = 1 << 18;
   char* memory = malloc(size + 4096);
   pthread_attr_t attributes;
   pthread_attr_init(&attributes);
   if (memory == NULL || pthread_attr_setstack(&attributes, (void*)(((uintptr_t)memory + 4095) & -4096ul), size) != 0)
      die("cannot set a thread's stack");
   for (int i = 0; i < 2; i++) {
      pthread_t thread;
      start_thread(&thread, &attributes, on_own_memory, 70 + i);
      pthread_join(thread, NULL);
   }
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   sem_init(&started, 0, 0);
   start_all();
   use_own_memory();
   for (int i = 0; i < WAITING; i++) {
      pthread_t thread;
      start_thread(&thread, NULL, left_waiting, i);
      pthread_detach(thread);
      sem_wait(&started);
   }

   expect_line("strands");
   expect_any("worker", THREADS);
   for (int i = 0; i < THREADS; i++)
      expect("sum", i);
   expect_any("exit_deep", THREADS / 4 * (DEPTH + 1));
   expect_any("wait_deep", (THREADS / 2 - COUNTING) * (DEPTH + 1) + WAITING);
   expect_any("count_forever", COUNTING * (DEPTH + 1));
   expect_calls("cleaned_up", 5, THREADS / 4 * 3);
   expect_any("on_own_memory", 2);
   expect("sum_on_own_memory", 70);
   expect("sum_on_own_memory", 71);
   expect_line("cost on_own_memory.sum = on_own_memory.self + sum_on_own_memory.self");
   expect_any("left_waiting", WAITING);
   expect_line("cost start_all.calls = 1");
   expect_line("cost libc.so.6:start_thread.calls = %d", THREADS + 2 + WAITING);
   return end();
}
