/* Calls of library functions, each for the first time, from all kinds of places: so the dynamic linker binds them
   there, if it binds them lazily. left_out.pl runs the program. */
// build: $(plain) -O2 -fPIE -pie -Wl,-z,lazy
#include <ctype.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define ROUTINE __attribute__((noipa))

static char    text[] = "some words";
static int     numbers[] = { 3, 1, 2, 5, 4 };
static jmp_buf before;
static volatile int sink;

/* By a tail call, where optimisation makes one of it. */
ROUTINE static size_t length_of(const char* of)
{
   return strlen(of);
}

/* Called by the library. */
static int compare(const void* left, const void* right)
{
   sink += toupper('a');
   return *(const int*)left - *(const int*)right;
}

ROUTINE static void sort(void)
{
   qsort(numbers, 5, sizeof *numbers, compare);
}

/* Left by a jump of the library's. */
ROUTINE static void jump_back(int value)
{
   sink += atoi("12");
   longjmp(before, value);
}

ROUTINE static void jump(void)
{
   if (setjmp(before) == 0) {
      jump_back(1);
   }
}

static void handler(int signal)
{
   sink += labs(-signal);
}

ROUTINE static void interrupt(void)
{
   signal(SIGUSR1, handler);
   raise(SIGUSR1);
   raise(SIGUSR1);
}

static ucontext_t caller, coroutine;

static void run(void)
{
   sink += rand();
   swapcontext(&coroutine, &caller);
   sink += memchr(text, 'w', sizeof text) != NULL;
}

ROUTINE static void switch_stacks(void)
{
   static char machine_stack[1 << 16];
   getcontext(&coroutine);
   coroutine.uc_stack.ss_sp   = machine_stack;
   coroutine.uc_stack.ss_size = sizeof machine_stack;
   coroutine.uc_link          = &caller;
   makecontext(&coroutine, run, 0);
   swapcontext(&caller, &coroutine);
   swapcontext(&caller, &coroutine);
}

int main(void)
{
   for (int i = 0; i < 3; i++) {
      sink += (int)length_of(text);
      sort();
      jump();
      interrupt();
      switch_stacks();
   }
   return 0;
}
