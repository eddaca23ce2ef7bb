/* The processor's time stamp counter is monotonic, runs at a constant rate on all processors of the last
   fifteen years, and takes some 20 cycles to read; a system call for the time would take ten times as long
   as many a routine that it measures.  Its rate is measured against the system's clock before the program
   starts.  Where it does step back (another processor's may be behind, and a suspended machine's begin
   anew), time stands still, and goes on from there.

   A thread may forbid that the counter is read, for itself and for all threads and processes that it begins
   from then on, also behind an execve.  Reading it is a fault then, so aprof reads the system's clock
   instead, in all threads. */

#include "clock.h"

#include "platform.h"

/* From Linux' prctl.h; on arm64, since Linux 6.12. */
#define PR_GET_TSC      25
#define PR_SET_TSC      26
#define PR_TSC_SIGSEGV  2

/* From Linux' time.h. */
#define CLOCK_MONOTONIC  1

/* How long the rate is measured for, in nanoseconds, and how often both clocks are read at each end. */
#define CALIBRATION  20000000
#define READINGS     20

/* How many ticks clock_has_gone_on lets pass. */
#define LOOK_TICKS  (1 << 20)

/* Microseconds for each tick, times 2^FRACTION. */
#define FRACTION  40
static ULong rate;
#define RATE_OF_NANOSECONDS  ((1ULL << FRACTION) / 1000)

static Bool  is_forbidden;
static ULong last;       /* of the ticks */
static ULong behind;     /* added up: how far they have stepped back */
static ULong added;      /* to the time, lest it jump with the change to the system's clock */

static ULong system_nanoseconds(void)
{
   struct vki_timespec now = { 0 };
   platform_system_call(__NR_clock_gettime, CLOCK_MONOTONIC, (UWord)&now, 0, 0, 0, 0);
   return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

/* But that they never step back. */
static ULong ticks_now(void)
{
   ULong ticks = is_forbidden ? system_nanoseconds() : platform_ticks();
   if (ticks < last) {
      behind += last - ticks;
   }
   last = ticks;
   return ticks + behind;
}

ULong clock_now(void)
{
   return (ULong)(((unsigned __int128)ticks_now() * rate) >> (FRACTION - CLOCK_FRACTION)) + added;
}

Bool clock_has_gone_on(void)
{
   static ULong last_look;   /* the counter may step back */
   if (is_forbidden) {
      return True;
   }
   ULong ticks = platform_ticks();
   if (ticks - last_look < LOOK_TICKS) {
      return False;
   }
   last_look = ticks;
   return True;
}

/*--- Where the counter is forbidden ---*/

static void use_system_clock(void)
{
   is_forbidden = True;
   last = behind = 0;
   rate = RATE_OF_NANOSECONDS;
}

void clock_init(void)
{
   Int mode = 0;
   platform_system_call(__NR_prctl, PR_GET_TSC, (UWord)&mode, 0, 0, 0, 0);
   if (mode == PR_TSC_SIGSEGV) {
      use_system_clock();
   }
}

void clock_before_system_call(UInt number, const UWord* arguments)
{
   if (number == __NR_prctl && (UInt)arguments[0] == PR_SET_TSC && (UInt)arguments[1] == PR_TSC_SIGSEGV
       && !is_forbidden) {
      ULong before = clock_now();
      use_system_clock();
      added += before - clock_now();
   }
}

/*--- The counter's rate ---*/

/* A moment by both clocks: the system's was read in the last `uncertain` ticks. */
typedef struct {
   ULong nanoseconds;
   ULong ticks;
   ULong uncertain;
} Moment;

/* Returns the sharpest of some readings, because an interruption between the two clocks would make one of
   them seem faster. */
static Moment read_clocks(void)
{
   Moment sharpest = { .uncertain = ~0ULL };
   for (UInt i = 0; i < READINGS; i++) {
      ULong  before = ticks_now();
      Moment next   = { .nanoseconds = system_nanoseconds(), .ticks = ticks_now() };
      next.uncertain = next.ticks - before;
      sharpest = next.uncertain < sharpest.uncertain ? next : sharpest;
   }
   return sharpest;
}

/* Multiplies by 2^30 first, which leaves room for 17 seconds, in case the program is stopped meanwhile. */
void clock_measure_rate(void)
{
   if (is_forbidden) {
      return;
   }
   Moment begin = read_clocks();
   Moment end;
   do {
      end = read_clocks();
   } while (end.nanoseconds - begin.nanoseconds < CALIBRATION);
   ULong ticks = end.ticks > begin.ticks ? end.ticks - begin.ticks : 1;
   rate = (((end.nanoseconds - begin.nanoseconds) << 30) / ticks << (FRACTION - 30)) / 1000;
}
