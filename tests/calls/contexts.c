/* makecontext and swapcontext. Each context has a call stack of its own, in whatever memory; one that is
   resumed n times is one activation, and has its input and cost from all n times together. What resumes it is
   not its caller: its cost and input are not theirs.

   generate        yields n times, each time after reading one int more: n ints in all; on stacks in malloc'd
                   memory, in a static array, and in a local array of main
   generate_deep   the same, from below `depth` calls of itself: each level yields on its way down and on its
                   way up
   many            1,000 contexts at a time, resumed in turn
   finished        a context that returns (uc_link), and whose stack is used again by another one
   abandoned       a context that is never finished; its activations end with the program
   migrating       a context that is begun by one thread and finished by another
   in_handler      a signal handler switches between contexts, and so does a context that is interrupted
   throws          a context that makes a long jump inside itself */
// build ways:
// build -landings: $(calls) $(O2) $(landings)

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <ucontext.h>
#include "calls.h"

#define STACK     65536
#define RESUMES   30
#define DEPTH     12
#define MANY      1000
#define ROUNDS    5

static int values[512] OWN_PAGE;
static char static_stack[STACK] OWN_PAGE;

typedef struct {
   ucontext_t self, resumer;
   int yielded, finished;
} Coroutine;

static Coroutine* current;

SUM_ROUTINE(own_work)

/* In whichever routine it is used. */
PART void yield(Coroutine* coroutine)
{
   coroutine->yielded++;
   swapcontext(&coroutine->self, &coroutine->resumer);
}

PART void resume(Coroutine* coroutine)
{
   swapcontext(&coroutine->resumer, &coroutine->self);
}

/* The first routine of a context gets ints only. */
PART Coroutine* from_ints(unsigned high, unsigned low)
{
   return (Coroutine*)((uintptr_t)high << 32 | low);
}

static void start_context(Coroutine* coroutine, void (*code)(unsigned, unsigned), void* stack, unsigned long size)
{
   memset(coroutine, 0, sizeof *coroutine);
   getcontext(&coroutine->self);
   coroutine->self.uc_stack.ss_sp = stack;
   coroutine->self.uc_stack.ss_size = size;
   coroutine->self.uc_link = &coroutine->resumer;
   uintptr_t address = (uintptr_t)coroutine;
   makecontext(&coroutine->self, (void (*)(void))code, 2, (unsigned)(address >> 32), (unsigned)address);
}

SUM_ROUTINE(generator_work)

ROUTINE void generate(unsigned high, unsigned low)
{
   Coroutine* coroutine = from_ints(high, low);
   for (int i = 1; i <= RESUMES; i++) {
      generator_work(values, i);
      yield(coroutine);
   }
   coroutine->finished = 1;
}

ROUTINE void generate_deep_level(Coroutine* coroutine, int depth)
{
   generator_work(values, 100 + depth);
   yield(coroutine);
   if (depth > 1)
      generate_deep_level(coroutine, depth - 1);
   yield(coroutine);
   generator_work(values, 200 + depth);
}

ROUTINE void generate_deep(unsigned high, unsigned low)
{
   Coroutine* coroutine = from_ints(high, low);
   generate_deep_level(coroutine, DEPTH);
   coroutine->finished = 1;
}

ROUTINE void run_one(void (*code)(unsigned, unsigned), void* stack)
{
   Coroutine coroutine;
   start_context(&coroutine, code, stack, STACK);
   while (!coroutine.finished) {
      own_work(values, 7);
      resume(&coroutine);
   }
}

ROUTINE void on_all_stacks(void)
{
   char local_stack[STACK] OWN_CELL;
   void* memory = malloc(STACK);
   run_one(generate, memory);
   run_one(generate, static_stack);
   run_one(generate, local_stack);
   run_one(generate_deep, memory);
   run_one(generate_deep, static_stack);
   run_one(generate_deep, local_stack);
   free(memory);
}

SUM_ROUTINE(many_work)

ROUTINE void one_of_many(unsigned high, unsigned low)
{
   Coroutine* coroutine = from_ints(high, low);
   for (int i = 0; i < ROUNDS; i++) {
      many_work(values, i + 1);
      yield(coroutine);
   }
   coroutine->finished = 1;
}

ROUTINE void many(void)
{
   Coroutine* all = calloc(MANY, sizeof *all);
   char* stacks = malloc(MANY * 16384ul);
   for (int i = 0; i < MANY; i++)
      start_context(&all[i], one_of_many, stacks + i * 16384ul, 16384);
   for (int round = 0; round <= ROUNDS; round++)
      for (int i = 0; i < MANY; i++)
         resume(&all[round % 2 == 0 ? i : MANY - 1 - i]);
   free(stacks);
   free(all);
}

SUM_ROUTINE(abandoned_work)

ROUTINE void abandoned_level(Coroutine* coroutine, int depth)
{
   abandoned_work(values, depth);
   if (depth > 0)
      abandoned_level(coroutine, depth - 1);
   yield(coroutine);
   abandoned_work(values, 500);
}

ROUTINE void abandoned(unsigned high, unsigned low)
{
   abandoned_level(from_ints(high, low), DEPTH);
}

ROUTINE void abandon(Coroutine* coroutine)
{
   start_context(coroutine, abandoned, static_stack, STACK);
   resume(coroutine);
   resume(coroutine);
}

SUM_ROUTINE(migrating_work)

ROUTINE void migrating(unsigned high, unsigned low)
{
   Coroutine* coroutine = from_ints(high, low);
   for (int i = 0; i < 10; i++) {
      migrating_work(values, i + 1);
      yield(coroutine);
   }
   coroutine->finished = 1;
}

ROUTINE void* other_thread(void* argument)
{
   Coroutine* coroutine = argument;
   while (!coroutine->finished)
      resume(coroutine);
   return NULL;
}

ROUTINE void migrate(void)
{
   Coroutine coroutine;
   void* stack = malloc(STACK);
   pthread_t thread;
   start_context(&coroutine, migrating, stack, STACK);
   for (int i = 0; i < 3; i++)
      resume(&coroutine);
   if (pthread_create(&thread, NULL, other_thread, &coroutine) != 0 || pthread_join(thread, NULL) != 0)
      die("cannot run a thread");
   free(stack);
}

/* --- signals -------------------------------------------------------------------------------------------- */

SUM_ROUTINE(interrupted_work)
SUM_ROUTINE(handler_work)

static void on_signal(int number)
{
   (void)number;
   handler_work(values, 44);
   resume(current);
   handler_work(values, 45);
}

ROUTINE void resumed_by_handler(unsigned high, unsigned low)
{
   Coroutine* coroutine = from_ints(high, low);
   for (int i = 0; i < 10; i++) {
      interrupted_work(values, 10 + i);
      yield(coroutine);
   }
   coroutine->finished = 1;
}

static void on_signal_in_context(int number)
{
   (void)number;
   handler_work(values, 46);
}

ROUTINE void interrupted_context(unsigned high, unsigned low)
{
   Coroutine* coroutine = from_ints(high, low);
   for (int i = 0; i < 10; i++) {
      interrupted_work(values, 20 + i);
      raise(SIGUSR2);
      yield(coroutine);
   }
   coroutine->finished = 1;
}

ROUTINE void in_handler(void)
{
   Coroutine coroutine;
   void* stack = malloc(STACK);
   signal(SIGUSR1, on_signal);
   signal(SIGUSR2, on_signal_in_context);
   current = &coroutine;
   start_context(&coroutine, resumed_by_handler, stack, STACK);
   while (!coroutine.finished) {
      raise(SIGUSR1);
      own_work(values, 8);
   }
   start_context(&coroutine, interrupted_context, stack, STACK);
   while (!coroutine.finished) {
      resume(&coroutine);
      own_work(values, 9);
   }
   free(stack);
}

/* --- long jumps inside a context ------------------------------------------------------------------------ */

static jmp_buf buffer;

SUM_ROUTINE(after_throw)

ROUTINE void throw_deep(Coroutine* coroutine, int depth)
{
   if (never)
      return;
   if (depth == 0)
      longjmp(buffer, 1);
   yield(coroutine);
   throw_deep(coroutine, depth - 1);
   own_work(values, 300);
}

ROUTINE void throws(unsigned high, unsigned low)
{
   Coroutine* volatile coroutine = from_ints(high, low);
   if (setjmp(buffer) == 0)
      throw_deep(coroutine, DEPTH);
   after_throw(values, 60);
   yield(coroutine);
   after_throw(values, 61);
   coroutine->finished = 1;
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   expect_line("strands");
   on_all_stacks();
   many();
   static Coroutine left;
   abandon(&left);
   migrate();
   in_handler();
   void* stack = malloc(STACK);
   run_one(throws, stack);

   expect_any("on_all_stacks", 1);
   expect_any("run_one", 7);
   expect_any("generate", 3);
   for (int i = 1; i <= RESUMES; i++)
      expect_calls("generator_work", i, 3);
   expect_any("generate_deep", 3);
   expect_any("generate_deep_level", 3 * DEPTH);
   for (int i = 1; i <= DEPTH; i++) {
      expect_calls("generator_work", 100 + i, 3);
      expect_calls("generator_work", 200 + i, 3);
   }
   expect_calls("own_work", 7, 3 * (RESUMES + 1) + 3 * (2 * DEPTH + 1) + DEPTH + 2);
   expect_any("many", 1);
   expect_any("one_of_many", MANY);
   for (int i = 0; i < ROUNDS; i++)
      expect_calls("many_work", i + 1, MANY);
   expect_any("abandon", 1);
   expect_any("abandoned", 1);
   expect_any("abandoned_level", DEPTH + 1);
   for (int i = 0; i <= DEPTH; i++)
      expect("abandoned_work", i);
   expect("abandoned_work", 500);
   expect_any("migrate", 1);
   expect_any("migrating", 1);
   for (int i = 0; i < 10; i++)
      expect("migrating_work", i + 1);
   expect_any("other_thread", 1);

   expect_any("in_handler", 1);
   expect_calls("own_work", 8, 11);
   expect_calls("own_work", 9, 11);
   expect_any("resumed_by_handler", 1);
   expect_any("interrupted_context", 1);
   for (int i = 0; i < 10; i++) {
      expect("interrupted_work", 10 + i);
      expect("interrupted_work", 20 + i);
   }
   expect_any("on_signal", 11);
   expect_calls("handler_work", 44, 11);
   expect_calls("handler_work", 45, 11);
   expect_any("on_signal_in_context", 10);
   expect_calls("handler_work", 46, 10);

   expect_any("throws", 1);
   expect_any("throw_deep", DEPTH + 1);
   expect("after_throw", 60);
   expect("after_throw", 61);
   return end();
}
