/* Threads.  rms is defined on the accesses of an activation, and an activation belongs to one thread: what
   other threads do to the same memory makes no difference to it.

   sum                 each of the threads that sum the same n ints has rms n, also one that follows in the
                       place of a thread that has ended, also when another thread has written the ints in
                       between
   fill                0 in any thread
   fill_wait_sum       fills the array, lets another thread overwrite it and sums it: its own first access of
                       each element is its write, so only the flag it waits for counts: 1
   sum_wait_sum        sums the array before and after the other thread overwrites it: n and the flag */
// build: $(closed_form) -static -pthread
#include <pthread.h>
#include "../common/call_kernel.h"
#include "../common/expect.h"

#define LARGEST 2000
#define ROUNDS 40

static volatile int values[LARGEST] OWN_PAGE;
static volatile int request OWN_CELL, answer OWN_CELL;

ROUTINE int sum(const volatile int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   return total;
}

ROUTINE void fill(volatile int* to, int count, int value)
{
   for (int i = 0; i < count; i++)
      to[i] = value;
}

PART void yield(void)
{
   short_system_call(SYS_sched_yield, 0, 0);
}

/* Asks the other thread for round `round` and waits until it is done: reads one int again and again. */
PART void ask_and_wait(int round)
{
   request = round;
   while (answer != round)
      yield();
}

ROUTINE int fill_wait_sum(volatile int* array, int count, int round)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      array[i] = i;
   ask_and_wait(round);
   for (int i = 0; i < count; i++)
      total += array[i];
   return total;
}

ROUTINE int sum_wait_sum(const volatile int* array, int count, int round)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += array[i];
   ask_and_wait(round);
   for (int i = 0; i < count; i++)
      total += array[i];
   return total;
}

static void* sum_thread(void* count)
{
   sum(values, (int)(long)count);
   return NULL;
}

static void* fill_thread(void* count)
{
   fill(values, (int)(long)count, 5);
   return NULL;
}

/* Overwrites the array at each request. */
static void* answer_thread(void* rounds)
{
   for (int round = 1; round <= (int)(long)rounds; round++) {
      while (request != round)
         yield();
      fill(values, LARGEST, round);
      answer = round;
   }
   return NULL;
}

static pthread_t begin(void* (*body)(void*), long argument)
{
   pthread_t thread;
   if (pthread_create(&thread, NULL, body, (void*)argument) != 0)
      die("cannot create a thread");
   return thread;
}

int main(int argc, char** argv)
{
   start(argc, argv);

   pthread_t first = begin(sum_thread, 1000), second = begin(sum_thread, 1000);
   sum(values, 1000);
   pthread_join(first, NULL);
   pthread_join(second, NULL);
   expect_calls("sum", cells((void*)values, 4000), 3);

   pthread_join(begin(fill_thread, 500), NULL);
   sum(values, 500);
   pthread_join(begin(sum_thread, 500), NULL);
   expect("fill", 0);
   expect_calls("sum", cells((void*)values, 2000), 2);

   for (int i = 1; i <= ROUNDS; i++) {
      pthread_join(begin(i % 2 ? sum_thread : fill_thread, i), NULL);
      if (i % 2)
         expect("sum", cells((void*)values, 4ul * i));
      else
         expect("fill", 0);
   }

   first = begin(answer_thread, 20);
   for (int round = 1; round <= 20; round += 2) {
      fill_wait_sum(values, 100 * round, round);
      expect("fill_wait_sum", cells((void*)&answer, 4));
      sum_wait_sum(values, 100 * round, round + 1);
      expect("sum_wait_sum", cells((void*)values, 400ul * round) + cells((void*)&answer, 4));
   }
   pthread_join(first, NULL);
   expect_calls("fill", 0, 20);
   return finish();
}
