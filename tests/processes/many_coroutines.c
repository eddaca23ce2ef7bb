/* More coroutines at a time than there is address space for flat shadow memories
   (--memory-resolution=1 takes 512 GB for each): they take it from each other, and
   nothing that they had accessed is forgotten.  Each reads what it has read before
   when it is resumed, and something new. */
// build: $(plain) -static
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#define COROUTINES  400
#define ROUNDS      3
#define BYTES       64
#define STACK       16384

static ucontext_t    scheduler;
static ucontext_t    contexts[COROUTINES];
static volatile char data[COROUTINES][ROUNDS][BYTES];

static __attribute__((noinline)) void coroutine(int number)
{
   for (int round = 0; round < ROUNDS; round++) {
      for (int old = 0; old <= round; old++) {
         for (int i = 0; i < BYTES; i++) {
            (void)data[number][old][i];
         }
      }
      swapcontext(&contexts[number], &scheduler);
   }
}

int main(void)
{
   for (int i = 0; i < COROUTINES; i++) {
      getcontext(&contexts[i]);
      contexts[i].uc_stack.ss_sp   = malloc(STACK);
      contexts[i].uc_stack.ss_size = STACK;
      contexts[i].uc_link          = &scheduler;
      makecontext(&contexts[i], (void (*)(void))coroutine, 1, i);
   }
   for (int round = 0; round <= ROUNDS; round++) {
      for (int i = 0; i < COROUTINES; i++) {
         swapcontext(&scheduler, &contexts[i]);
      }
   }
   puts("done");
   return 0;
}
