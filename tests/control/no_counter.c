/* A program that forbids that the processor's time stamp counter is read: aprof must not read it either.  It is
   static, because the dynamic linker may read the counter.

      no_counter 4 FILE           works before and after, in a thread and in a child, and reads the counter itself: a
                                  fault, which it handles
      no_counter 4 FILE kill      works for half a second after, and kills itself
      no_counter execute FILE...  executes another program after

   Older kernels on ARM, and some virtual machines, do not forbid it: then reading is no fault. */
// build: $(plain) -D_GNU_SOURCE -static -pthread
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "../common/expect.h"

#define COUNT  100

static const volatile int values[COUNT] OWN_PAGE;
static sigjmp_buf behind_fault;

ROUTINE int work(const volatile int* from, int count)
{
   int total = 0;
   for (int i = 0; i < count; i++)
      total += from[i];
   return total;
}

static void work_from(int first, int count)
{
   for (int n = first; n < first + count; n++) {
      work(values, n);
      expect("work", n);
   }
}

static void* thread(void* unused)
{
   work_from(60, 20);
   return unused;
}

static void work_in_thread(void)
{
   pthread_t id;
   if (pthread_create(&id, NULL, thread, NULL) != 0 || pthread_join(id, NULL) != 0)
      die("cannot create a thread");
}

/* Its report is replaced by that of its parent. */
static void work_in_child(void)
{
   int   status = -1;
   pid_t child  = fork();
   if (child == 0) {
      work(values, COUNT);
      _exit(7);
   }
   waitpid(child, &status, 0);
   printf("child: %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -status);
}

static void on_fault(int number)
{
   siglongjmp(behind_fault, number);
}

static unsigned long counter(void)
{
#if defined __x86_64__
   return __builtin_ia32_rdtsc();
#elif defined __aarch64__
   unsigned long ticks;
   __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
   return ticks;
#elif defined __riscv
   unsigned long ticks;
   __asm__ volatile("rdtime %0" : "=r"(ticks));
   return ticks;
#endif
}

static int faults_at_read(void)
{
   if (sigsetjmp(behind_fault, 1) != 0)
      return 1;
   volatile unsigned long read = counter();
   (void)read;
   return 0;
}

static void read_counter(void)
{
   int faults = 0;
   signal(SIGSEGV, on_fault);
   for (int i = 0; i < 5; i++)
      faults += faults_at_read();
   printf("faults: %d\n", faults);
}

static double now(void)
{
   struct timespec time;
   clock_gettime(CLOCK_MONOTONIC, &time);
   return time.tv_sec + time.tv_nsec / 1e9;
}

/* The file of expectations is complete before. */
static void be_killed(void)
{
   finish();
   for (double end = now() + 0.5; now() < end; )
      continue;
   kill(getpid(), SIGKILL);
}

int main(int argc, char** argv)
{
   int is_to_execute = argc > 2 && strcmp(argv[1], "execute") == 0;
   if (!is_to_execute)
      start(argc, argv);
   if (!is_to_execute)
      work_from(1, 20);
   prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0);
   if (is_to_execute) {
      execv(argv[2], argv + 2);
      die("cannot execute the program");
   }
   work_from(30, 20);
   if (argc > 3)
      be_killed();
   work_in_thread();
   work_in_child();
   read_counter();
   return finish();
}
