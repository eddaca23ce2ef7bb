/* Signal handlers run on a call stack of their own: they are nobody's callees. What they interrupt goes on as
   if they had not been there, with the input and the cost that it would have had.

   before_main     a constructor is interrupted
   synchronous     raises n signals, whose handler reads 50 ints; its own input is the 10 ints that it sums
   faulting        the handler of a fault makes it go on behind; what faulted is no input
   nested          handlers of three signals, each raising the next one
   by_timer        counts while a timer's signals come, as many as the handler has counted
   on_alternate    likewise, with the handler on an alternate stack, which is in a local array of its caller
   in_system_call  reads from a pipe: the signal interrupts the read, which begins again (SA_RESTART) or fails
   thread_signal   sent to another thread while it waits
   suspended       sigsuspend, and the handler then */
// build ways:
// build -landings: $(calls) $(O2) $(landings)

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include "../common/call_kernel.h"
#include "calls.h"

#define CALLS  20

static int values[256] OWN_PAGE;
static volatile int timer_signals;
static int pipe_ends[2];

SUM_ROUTINE(handler_work)
SUM_ROUTINE(own_work)

static void handle(int number, void (*handler)(int), int flags)
{
   struct sigaction action = { .sa_handler = handler, .sa_flags = flags };
   sigemptyset(&action.sa_mask);
   sigaction(number, &action, NULL);
}

/* --- before main ---------------------------------------------------------------------------------------- */

SUM_ROUTINE(work_before_main)

static void on_early(int number)
{
   (void)number;
   work_before_main(values, 30);
}

ROUTINE void early(void)
{
   work_before_main(values, 10);
   raise(SIGUSR1);
   work_before_main(values, 20);
}

__attribute__((constructor)) static void before_main(void)
{
   handle(SIGUSR1, on_early, 0);
   early();
}

/* --- synchronous ---------------------------------------------------------------------------------------- */

static void on_user_signal(int number)
{
   (void)number;
   handler_work(values, 50);
}

ROUTINE int synchronous(const volatile int* from, long process, int count)
{
   int total = 0;
   for (int i = 0; i < 10; i++) {
      total += from[i];
      for (int j = 0; j < count; j++)
         short_system_call(SYS_kill, process, SIGUSR1);
   }
   USE(total);
   return total;
}

/* Makes `faulting` go on behind the instruction that faults. */
static void on_fault(int number, siginfo_t* info, void* context)
{
   (void)number, (void)info;
#if defined __x86_64__
   ((ucontext_t*)context)->uc_mcontext.gregs[REG_RIP] += 2;
#elif defined __aarch64__
   ((ucontext_t*)context)->uc_mcontext.pc += 4;
#elif defined __riscv
   ((ucontext_t*)context)->uc_mcontext.__gregs[REG_PC] += 4;
#endif
   handler_work(values, 60);
}

void faulting(const int* from, const void* bad);
ASSEMBLY(faulting, "mov %rsi, %rax; movl (%rax), %ecx; movl (%rdi), %eax; ret",
                   "ldr w10, [x1]; ldr w9, [x0]; ret",
                   "lw t2, (a1); lw t1, (a0); ret")

/* --- nested --------------------------------------------------------------------------------------------- */

SUM_ROUTINE(innermost)

static void on_third(int number)
{
   (void)number;
   innermost(values, 73);
}

static void on_second(int number)
{
   (void)number;
   raise(SIGRTMIN + 3);
   handler_work(values, 72);
}

static void on_first(int number)
{
   (void)number;
   raise(SIGRTMIN + 2);
   handler_work(values, 71);
}

ROUTINE void nested(const int* from)
{
   own_work(from, 11);
   raise(SIGRTMIN + 1);
   own_work(from, 12);
}

/* --- asynchronous --------------------------------------------------------------------------------------- */

SUM_ROUTINE(timer_work)

static void on_timer(int number)
{
   (void)number;
   timer_signals++;
   timer_work(values, 40);
}

static void set_timer(int microseconds)
{
   struct itimerval timer = { { 0, microseconds }, { 0, microseconds } };
   setitimer(ITIMER_REAL, &timer, NULL);
}

ROUTINE int step(const volatile int* from, int count)
{
   int deeper = count <= 1 ? 0 : step(from, count - 1);
   return from[count - 1] + deeper;
}

ROUTINE int by_timer(const int* from, int wanted)
{
   int rounds = 0;
   set_timer(2000);
   for (int until = timer_signals + wanted; timer_signals < until; rounds++)
      step(from, 15);
   set_timer(0);
   return rounds;
}

ROUTINE int on_alternate(const int* from, int wanted)
{
   char alternate[32768] OWN_CELL;
   stack_t stack = { .ss_sp = alternate, .ss_size = sizeof alternate }, no_stack = { .ss_flags = SS_DISABLE };
   sigaltstack(&stack, NULL);
   int rounds = by_timer(from, wanted);
   sigaltstack(&no_stack, NULL);
   return rounds;
}

/* --- in system calls ------------------------------------------------------------------------------------ */

static void on_alarm(int number)
{
   (void)number;
   handler_work(values, 80);
   if (write(pipe_ends[1], "x", 1) != 1)
      die("cannot write to the pipe");
}

ROUTINE int in_system_call(const int* from)
{
   char byte;
   struct itimerval once = { { 0, 0 }, { 0, 20000 } };
   setitimer(ITIMER_REAL, &once, NULL);
   ssize_t size = read(pipe_ends[0], &byte, 1);
   int failed = size < 0 && errno == EINTR;
   own_work(from, 13);
   if (failed && read(pipe_ends[0], &byte, 1) != 1)
      die("cannot read from the pipe");
   return failed;
}

static pthread_mutex_t running = PTHREAD_MUTEX_INITIALIZER;

static volatile int thread_signals;

static void on_thread_signal(int number)
{
   (void)number;
   handler_work(values, 90);
   thread_signals++;
}

ROUTINE void* thread_signal(void* from)
{
   pthread_mutex_lock(&running);
   own_work((const int*)from, 14);
   pthread_mutex_unlock(&running);
   return NULL;
}

ROUTINE void suspended(const int* from)
{
   sigset_t blocked, before;
   sigemptyset(&blocked);
   sigaddset(&blocked, SIGUSR2);
   sigprocmask(SIG_BLOCK, &blocked, &before);
   raise(SIGUSR2);
   sigsuspend(&before);
   sigprocmask(SIG_SETMASK, &before, NULL);
   own_work(from, 16);
}

/* --- all of it ------------------------------------------------------------------------------------------ */

PART void signal_before_main(void)
{
   expect("work_before_main", 10);
   expect("work_before_main", 20);
   expect("work_before_main", 30);
   expect_any("early", 1);
   expect_line("cost before_main.calls = 1");
}

PART void signal_oneself(void)
{
   handle(SIGUSR1, on_user_signal, 0);
   for (int count = 0; count < CALLS; count++) {
      synchronous(values, getpid(), count);
      expect("synchronous", 10);
   }
   expect_calls("handler_work", 50, 10 * CALLS * (CALLS - 1) / 2);
   expect_line("cost synchronous.sum = synchronous.self");
}

PART void cause_faults(void)
{
   struct sigaction fault = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
   sigaction(SIGSEGV, &fault, NULL);
   /* Low, unmapped, the kernel's, and no address at all. */
   static const uintptr_t bad[] = { 0, 64, 0x123456789000, 0x7ffffffff000, 0xffffffffff600000, 0xffffffffffffffe0,
                                    0x800000000000, 0xdeadbeefdeadbee0, 0x8000000000000000 };
   for (int i = 0; i < CALLS; i++)
      faulting(values, (const void*)bad[i % (sizeof bad / sizeof *bad)]);
   expect_calls("faulting", 1, CALLS);
   expect_calls("handler_work", 60, CALLS);
   expect_line("cost faulting.sum = %d", 2 * CALLS);
}

PART void nest_signals(void)
{
   handle(SIGRTMIN + 1, on_first, 0);
   handle(SIGRTMIN + 2, on_second, 0);
   handle(SIGRTMIN + 3, on_third, 0);
   for (int i = 0; i < CALLS; i++)
      nested(values);
   expect_any("nested", CALLS);
   expect_calls("own_work", 11, CALLS);
   expect_calls("own_work", 12, CALLS);
   expect_calls("handler_work", 71, CALLS);
   expect_calls("handler_work", 72, CALLS);
   expect_calls("innermost", 73, CALLS);
   expect_any("on_first", CALLS);
   expect_any("on_second", CALLS);
   expect_any("on_third", CALLS);
   expect_line("cost on_third.sum = on_third.self + innermost.sum");
}

PART void run_timers(void)
{
   handle(SIGALRM, on_timer, SA_ONSTACK);
   int rounds = by_timer(values, CALLS) + on_alternate(values, CALLS);
   handle(SIGALRM, SIG_IGN, 0);
   expect_any("by_timer", 2);
   expect_any("on_alternate", 1);
   expect_calls("timer_work", 40, timer_signals);
   for (int count = 1; count <= 15; count++)
      expect_calls("step", count, rounds);
   expect_line("cost step.real = step.self");
}

PART void interrupt_system_calls(void)
{
   if (pipe(pipe_ends) != 0)
      die("cannot make a pipe");
   int failures = 0;
   for (int i = 0; i < 4; i++) {
      handle(SIGALRM, on_alarm, i % 2 == 0 ? SA_RESTART : 0);
      failures += in_system_call(values);
   }
   require(failures == 2, "half of the reads must fail");
   expect_any("in_system_call", 4);
   expect_any("on_alarm", 4);
   expect_calls("handler_work", 80, 4);
   expect_calls("own_work", 13, 4);
}

PART void signal_thread(void)
{
   pthread_t thread;
   pthread_mutex_lock(&running);
   if (pthread_create(&thread, NULL, thread_signal, values) != 0)
      die("cannot create a thread");
   handle(SIGUSR2, on_thread_signal, 0);
   for (int i = 1; i <= CALLS; i++) {
      pthread_kill(thread, SIGUSR2);
      while (thread_signals < i)
         usleep(100);
   }
   pthread_mutex_unlock(&running);
   pthread_join(thread, NULL);
   expect("own_work", 14);
   expect_calls("handler_work", 90, CALLS);
   expect_any("thread_signal", 1);
}

PART void suspend(void)
{
   handle(SIGUSR2, on_user_signal, 0);
   for (int i = 0; i < CALLS; i++)
      suspended(values);
   expect_any("suspended", CALLS);
   expect_calls("own_work", 16, CALLS);
   expect_calls("handler_work", 50, CALLS);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   expect_line("strands");
   signal_before_main();
   signal_oneself();
   cause_faults();
   nest_signals();
   run_timers();
   interrupt_system_calls();
   signal_thread();
   suspend();
   return end();
}
