/* What the programs of random_calls.pl share: threads and processes, and main.

   One thread runs at a time, and says which is next (BATON), or threads share nothing (Own). So what happens does not
   depend on who is faster. */

#ifndef APROF_TESTS_RANDOM_CALLS
#define APROF_TESTS_RANDOM_CALLS

#include "random_stacks.h"

static int another_thread(void)
{
   for (int i = 0, next = own->thread + 1 + (int)chance_of(THREADS + 1); i <= THREADS; i++, next++)
      if (alive[next % (THREADS + 1)] && next % (THREADS + 1) != own->thread)
         return next % (THREADS + 1);
   return -1;
}

static void wait_for_turn(int thread)
{
   while (sem_wait(&turns[thread]) != 0) { }
   own->thread = thread;
}

static void hand_over(Call* me)
{
   int next = BATON ? another_thread() : -1;
   if (next < 0 || own->strand->alternate)
      return;
   Slot* slot = own->slot;
   int   self = own->thread;
   own->strand->at = me;
   slot->inner = own->strand;
   sem_post(&turns[next]);
   wait_for_turn(self);
   own->slot   = slot;
   own->strand = slot->inner;
   goes_on(me);
}

static bool is_below(Call* call, int number)
{
   while (call != nullptr && call->node->number != number)
      call = call->caller;
   return call != nullptr;
}

/* An exception leads out of it, but not past what was called without a call. */
static void leave_thread(Call* me)
{
   Slot* slot = own->slot;
   if (!slot->is_thread || own->strand != &slot->first || slot->thread == 0 || is_below(me, PREEMPTED))
      return;
   int next = BATON ? another_thread() : -1;
   slot->state = FREE;
   alive[slot->thread] = false;
   if (next >= 0)
      sem_post(&turns[next]);
   pthread_exit(nullptr);
}

/* The child goes on for a while, and ends here. */
static void fork_here(Call* me)
{
   if (process != 0 || processes == 3)
      return;
   processes++;
   own->strand->at = me;
   int child = fork();
   if (child != 0) {
      while (waitpid(child, nullptr, 0) < 0) { }
      return;
   }
   process = processes;
   for (int i = 0; i <= THREADS; i++)
      alive[i] = i == own->thread;
   forget(me);
   own->calls_left = 60;
   try {
      own->sum += table[chance_of(ROUTINES)](own->sum, me);
   } catch (int number) {
      own->sum += number;
   }
   leave_program();
}

ROUTINE void run(Call* from)
{
   Call* me = begin(RUN, from);
   for (int i = 0; i < ROUNDS; i++) {
      own->calls_left = 120;
      own->strand->at = me;
      try {
         own->sum += table[i % ROUTINES](i, me);
      } catch (int number) {
         own->sum += number;
      }
      hand_over(me);
   }
}

static void use_alternate_stack(int thread)
{
   stack_t stack = { alternate_stacks[thread], 0, STACK };
   sigaltstack(&stack, nullptr);
}

static Slot* begin_thread(int thread)
{
   use_alternate_stack(thread);
   Slot* slot = &own->slots[BATON ? thread : 0];
   slot->is_thread = true;
   slot->state     = RUNS;
   slot->thread    = thread;
   slot->inner     = &slot->first;
   own->slot       = slot;
   own->strand     = slot->inner;
   return slot;
}

static void* run_thread(void* argument)
{
   int thread = (int)(uintptr_t)argument;
#ifndef own
   own = &owns[thread];
#endif
   if (BATON)
      wait_for_turn(thread);
   Slot* slot = begin_thread(thread);
   run(nullptr);
   slot->state   = FREE;
   alive[thread] = false;
   if (BATON)
      sem_post(&turns[another_thread()]);
   return nullptr;
}

static void prepare(Own* o, int number, char* frame)
{
   o->random     = SEED * 88172645463325252ul + 7919ul * (unsigned)(number + 1);
   o->slot_count = FIRST + COROUTINES;
   for (int i = 0; i < COROUTINES; i++) {
      Slot* slot = &o->slots[FIRST + i];
      slot->stack = number > 0 ? (char*)malloc(STACK)
                  : i < 2      ? static_stacks[i]
                  : i < 3      ? frame
                  : i < 4      ? (char*)malloc(STACK)
                  : (char*)map_stack(i < 5);
      slot->size = STACK;
   }
}

static void handle(int number, void (*handler)(int, siginfo_t*, void*), int flags)
{
   struct sigaction action;
   memset(&action, 0, sizeof action);
   action.sa_sigaction = handler;
   action.sa_flags     = SA_NODEFER | SA_SIGINFO | flags;
   sigaction(number, &action, nullptr);
}

static void handle_all(void)
{
   auto simple = (void (*)(int, siginfo_t*, void*))(void*)on_signal;
   auto brief  = (void (*)(int, siginfo_t*, void*))(void*)on_brief;
   handle(SIGUSR1,  simple, 0);
   handle(SIGUSR2,  simple, 0);
   handle(SIGIO,    brief, 0);
   handle(SIGPWR,   brief, 0);
   handle(SIGALRM,  simple, 0);
   handle(SIGHUP,   simple, SA_ONSTACK);
   handle(SIGWINCH, simple, SA_ONSTACK);
   handle(SIGILL,   on_fault, 0);
   handle(SIGSEGV,  on_fault, 0);
   handle(SIGTRAP,  on_fault, SA_ONSTACK);
   handle(SIGURG,   on_exchange, 0);
}

int main(int argc, char** argv)
{
   static pthread_t threads[THREADS + 1];
   char frame[STACK] __attribute__((aligned(4096)));
   output = argc > 1 ? argv[1] : "counts";
#ifndef own
   own = &owns[0];
#endif
   handle_all();
   for (int i = 0; i < OWNS; i++)
      prepare(&owns[i], i, frame);
   for (int i = 0; i <= THREADS; i++)
      alive[i] = true;
   begin_thread(0);
   Call* me = begin(MAIN, nullptr);
   own->strand->at = me;
   for (int i = 1; i <= THREADS; i++)
      if (sem_init(&turns[i], 0, 0) != 0 || pthread_create(&threads[i], nullptr, run_thread, (void*)(uintptr_t)i) != 0)
         die("cannot make threads");
   sem_init(&turns[0], 0, 0);
   run(me);
   while (BATON && another_thread() >= 0)
      hand_over(me);
   for (int i = 1; i <= THREADS; i++)
      pthread_join(threads[i], nullptr);
   write_counts();
   return (int)(own->sum & 63);
}

#endif
