/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The processor's time stamp counter is monotonic, runs at a constant rate on all processors of the last
   fifteen years, and takes some 20 cycles to read; a system call for the time would take ten times as long
   as many a routine that it measures.  Its rate is measured against the system's clock before the program
   starts.  Where it does step back (another processor's may be behind, and a suspended machine's begin
   anew), time stands still, and goes on from there.

   A thread may forbid that the counter is read, for itself and for all threads and processes that it begins
   from then on, also behind an execve.  Reading it is a fault then, so aprof reads the system's clock
   instead, in all threads. */

#include "clock.h"

#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "platform.h"

/* From Linux' prctl.h; on arm64, since Linux 6.12. */
#define PR_GET_TSC      25
#define PR_SET_TSC      26
#define PR_TSC_SIGSEGV  2

/* From Linux' time.h. */
#define CLOCK_MONOTONIC  1

/* How long the rate is measured for, in milliseconds, from the moment when one begins
   to when one does.  That is SHARP if it is known to so many ticks, one or two
   microseconds; if the program is interrupted then, one of the next milliseconds may do. */
#define CALIBRATION  20
#define SHARP        4000
#define MILLISECONDS 50

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

/*------------------------------------------------------------*/
/*--- Where the counter is forbidden                       ---*/
/*------------------------------------------------------------*/

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

/*------------------------------------------------------------*/
/*--- The counter's rate                                   ---*/
/*------------------------------------------------------------*/

/* When a millisecond of the system's monotonic clock began: at `ticks`, or up to
   `uncertain` of them before, when it had not. */
typedef struct {
   UInt  milliseconds;
   ULong ticks;
   ULong uncertain;
} Beginning;

/* Waits for that of `milliseconds`, or of a later one. */
static Beginning wait_until(UInt milliseconds)
{
   Beginning at = { 0 };
   ULong     before = 0;
   ULong     before_that;   /* and so before the timer was read for the last time but one: too early */
   do {
      before_that     = before;
      before          = at.ticks;
      at.milliseconds = VG_(read_millisecond_timer)();
      at.ticks        = ticks_now();
   } while (at.milliseconds < milliseconds);
   at.uncertain = at.ticks - before_that;
   return at;
}

/* An interruption while a millisecond begins would make one clock seem faster: so this
   waits for one that is sharp, or takes the sharpest. */
static Beginning wait_for_sharp(UInt milliseconds)
{
   Beginning sharpest = wait_until(milliseconds);
   for (UInt i = 1; i < MILLISECONDS && sharpest.uncertain > SHARP; i++) {
      Beginning next = wait_until(VG_(read_millisecond_timer)() + 1);
      if (next.uncertain < sharpest.uncertain) {
         sharpest = next;
      }
   }
   return sharpest;
}

void clock_measure_rate(void)
{
   if (is_forbidden) {
      return;
   }
   Beginning begin = wait_for_sharp(VG_(read_millisecond_timer)() + 1);
   Beginning end   = wait_for_sharp(begin.milliseconds + CALIBRATION);
   ULong     ticks = end.ticks > begin.ticks ? end.ticks - begin.ticks : 1;
   rate = ((end.milliseconds - begin.milliseconds) * 1000ULL << FRACTION) / ticks;
}
