/* Ways out of and into a routine other than call and return.

   catch and throw      catch saves its place in a buffer (it writes it first), throw calls itself d times and
                        the deepest activation goes back to the place, which ends all d + 1 of them: each has
                        read the buffer's three words; catch then sums n ints and has n
   tail_even, tail_odd  a chain of n tail calls: each of the n activations reads one int of an array and, with
                        those it jumped on to, all behind it.  (A routine entered by a tail call is a callee
                        that returns together with its caller.)
   interrupted          sums n ints, half of them before a signal's handler runs and half after.  The handler
                        is nobody's callee: what it reads and writes belongs to nobody but itself.  So
                        interrupted has n, also where the handler wrote or read the same ints first
   handler              runs on_signal's work: reads n ints and writes n others */
// build: $(closed_form) -static
#include <signal.h>
#include <unistd.h>
#include "../common/call_kernel.h"
#include "../common/expect.h"

#define SIZE 400

static int values[SIZE] OWN_PAGE;
static int others[SIZE] OWN_PAGE;
static void* place[8] OWN_PAGE;
static int process OWN_CELL;

/* --- longjmp ------------------------------------------------------------------------------------------- */

ROUTINE long throw(void** back, long depth)
{
   if (depth == 0)
      __builtin_longjmp(back, 1);
   return throw(back, depth - 1) + 1;
}

ROUTINE long catch(void** back, long depth, const volatile int* from, long count)
{
   long total = 0;
   if (__builtin_setjmp(back) == 0)
      throw(back, depth);
   for (long i = 0; i < count; i++)
      total += from[i];
   return total;
}

/* --- tail calls: each of `count` activations reads an int ------------------------------------------------ */

long tail_even(const int* from, long count);
long tail_odd(const int* from, long count);

#if defined __x86_64__
#define TAIL_CALL(next)  "add (%rdi), %eax; add $4, %rdi; dec %rsi; jnz " next "; ret\n"
#elif defined __aarch64__
#define TAIL_CALL(next)  "ldr w9, [x0], 4; subs x1, x1, 1; b.ne " next "; ret\n"
#elif defined __riscv
#define TAIL_CALL(next)  "lw t1, (a0); addi a0, a0, 4; addi a1, a1, -1; bnez a1, " next "; ret\n"
#endif
#define TAIL_CALLER(name, next)              \
   __asm__(".globl " #name "\n"              \
           ".type " #name ", %function\n"    \
           #name ":\n"                       \
           TAIL_CALL(#next)                  \
           ".size " #name ", . - " #name "\n");

TAIL_CALLER(tail_even, tail_odd)
TAIL_CALLER(tail_odd, tail_even)

/* --- signals ------------------------------------------------------------------------------------------- */

ROUTINE int handler_work(const int* from, volatile int* to, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++) {
      total += from[i];
      to[i] = i;
   }
   return total;
}

static const int* handler_reads;
static int* handler_writes;
static int handler_count;

static void on_signal(int signal)
{
   (void)signal;
   handler_work(handler_reads, handler_writes, handler_count);
}

ROUTINE int interrupted(const volatile int* from, int count, long self)
{
   int total = 0;
   for (int i = 0; i < count / 2; i++)
      total += from[i];
   short_system_call(SYS_kill, self, SIGUSR1);
   for (int i = count / 2; i < count; i++)
      total += from[i];
   return total;
}

static void check_signal(const int* reads, int* writes, int handled, int count)
{
   handler_reads = reads;
   handler_writes = writes;
   handler_count = handled;
   interrupted(values, count, process);
   expect("interrupted", cells(values, 4ul * count));
   unsigned long same = reads == writes;
   expect("handler_work", same ? cells(writes, 4ul * handled) : cells(reads, 4ul * handled));
}

int main(int argc, char** argv)
{
   start(argc, argv);
   for (long depth = 0; depth < 20; depth++)
      for (long count = 0; count < 50; count += 7) {
         catch(place, depth, values, count);
         expect("catch", cells(values, 4ul * count));
         expect_calls("throw", cells(place, 24), depth + 1);
      }

   for (long count = 1; count <= 40; count++) {
      tail_even(values, count);
      for (long i = 0; i < count; i++)
         expect(i % 2 == 0 ? "tail_even" : "tail_odd", cells(values + i, 4ul * (count - i)));
   }

   process = (int)syscall(SYS_getpid);
   static char alternative[65536] OWN_PAGE;
   for (int on_own_stack = 0; on_own_stack < 2; on_own_stack++) {
      stack_t stack = {
         .ss_sp = alternative, .ss_size = sizeof alternative, .ss_flags = on_own_stack ? 0 : SS_DISABLE
      };
      struct sigaction action = { .sa_handler = on_signal, .sa_flags = on_own_stack ? SA_ONSTACK : 0 };
      sigaltstack(&stack, NULL);
      sigaction(SIGUSR1, &action, NULL);
      for (int count = 0; count <= 200; count += 20) {
         check_signal(others, others + 200, 100, count);
         check_signal(values, others, 200, count);
         check_signal(others, values, 200, count);
         check_signal(values, values, 200, count);
      }
   }
   return finish();
}
