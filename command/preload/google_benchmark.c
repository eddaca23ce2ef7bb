/* Is preloaded into a program with benchmarks of Google Benchmark, for `aprof grow --google-benchmark`.

   Under aprof, Valgrind calls these functions around those of the library that start and stop its clock, also
   if the program has the library inside.  They switch collecting on and off; so what is counted is exactly
   what the library would time.  StartKeepRunning calls ResumeTiming, which the compiler may have inlined; so
   each of them may come first.

   Without Valgrind, a clock that does not depend on the machine shows what a benchmark claims.  The library
   prints a fit of the times as it prints a claim, but a fit changes with the clock (experiment/claims.c).
   The clock leaves a file, the mark, when it is used: in a program that is linked statically, it never is. */

#define _GNU_SOURCE

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <valgrind/aprof.h>

/*--- What is counted ---*/

static _Thread_local int is_timed;

static void begin_timed(void)
{
   if (!is_timed) {
      is_timed = 1;
      APROF_TOGGLE_COLLECT;
   }
}

static void end_timed(void)
{
   if (is_timed) {
      APROF_TOGGLE_COLLECT;
      is_timed = 0;
   }
}

/* Valgrind finds them by their names: any object (Za), and the function of the library. */
#define AROUND(function, before, after) \
   void I_WRAP_SONAME_FNNAME_ZU(Za, function)(void* state); \
   void I_WRAP_SONAME_FNNAME_ZU(Za, function)(void* state) \
   { \
      OrigFn original; \
      VALGRIND_GET_ORIG_FN(original); \
      before; \
      CALL_FN_v_W(original, state); \
      after; \
   }

AROUND(_ZN9benchmark5State16StartKeepRunningEv, , begin_timed())
AROUND(_ZN9benchmark5State12ResumeTimingEv, , begin_timed())
AROUND(_ZN9benchmark5State17FinishKeepRunningEv, end_timed(), )
AROUND(_ZN9benchmark5State11PauseTimingEv, end_timed(), )

/*--- The clock ---*/

#define SECOND  1000000000L

typedef enum { CLOCK_NOT_KNOWN, CLOCK_OF_KERNEL, CLOCK_EVEN, CLOCK_RISING, CLOCK_FALLING } ClockKind;

static ClockKind wanted_clock(void)
{
   const char* name = getenv("APROF_BENCHMARK_CLOCK");
   return name == NULL                    ? CLOCK_OF_KERNEL
          : strcmp(name, "rising") == 0   ? CLOCK_RISING
          : strcmp(name, "falling") == 0  ? CLOCK_FALLING : CLOCK_EVEN;
}

static void leave_mark(void)
{
   const char* path = getenv("APROF_BENCHMARK_MARK");
   int         mark = path == NULL ? -1 : open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
   if (mark >= 0) {
      close(mark);
   }
}

/* Each call is a step later than the one before; steps are equal, or become larger, or smaller.  All clocks
   of the process are this one. */
int clock_gettime(clockid_t clock, struct timespec* time)
{
   static ClockKind kind = CLOCK_NOT_KNOWN;
   static long      now = SECOND, step;
   if (kind == CLOCK_NOT_KNOWN) {
      kind = wanted_clock();
      step = kind == CLOCK_FALLING ? 1000 * SECOND : 1000;
      if (kind != CLOCK_OF_KERNEL) {
         leave_mark();
      }
   }
   if (kind == CLOCK_OF_KERNEL) {
      return (int)syscall(SYS_clock_gettime, clock, time);
   }
   now += step;
   if (kind == CLOCK_RISING && step < 1000000 * SECOND) {
      step += step / 8;
   } else if (kind == CLOCK_FALLING) {
      step -= step / 8;
   }
   time->tv_sec = now / SECOND;
   time->tv_nsec = now % SECOND;
   return 0;
}
