/* Another root directory changes what names lead to, but not what is open.

   Landlock lets calls fail that open or rename files, and nothing else.  So what is needed at the end is
   opened before.

   A filter of seccomp may end the process for a system call, so there is nothing to be tried once it is in
   force.  The filter is a BPF program over all arguments, so its effect cannot be predicted, only tried.  So
   a child process gets the filter first, and tries what aprof does while the program runs and at its end.
   The child sends no signal when it ends, and wait does not find it, so the program takes no notice. */

#include "surroundings/surroundings.h"

#include "code/inlined.h"
#include "files/files.h"
#include "files/output.h"
#include "memory.h"
#include "options.h"
#include "platform.h"
#include "report/report.h"
#include "shortage/shortage.h"
#include "strands/switching.h"

/* From Linux' seccomp.h: operations of seccomp(2), of which the others forbid nothing; modes of prctl are the
   same and one. */
#define SECCOMP_SET_MODE_FILTER           1
#define SECCOMP_FILTER_FLAG_NEW_LISTENER  (1 << 3)

/* From Linux' wait.h: any child, also one that sends no signal. */
#define WAIT_ALL  0x40000000

/* From Linux' asm-generic/resource.h.  A limit of a byte prevents core files, and programs that take them. */
#define RLIMIT_CORE  4

/* From Linux' asm-generic/unistd.h; older Valgrinds, which do not know the number, do not make the call. */
#define NR_LANDLOCK_RESTRICT_SELF  446

static Bool is_about_to_be_forbidden;

static Bool forbids(UInt number, const UWord* arguments)
{
   return (number == __NR_prctl && arguments[0] == VKI_PR_SET_SECCOMP)
          || (number == __NR_seccomp && arguments[0] <= SECCOMP_SET_MODE_FILTER);
}

/* Another process would have to answer what the child asks. */
static Bool has_listener(UInt number, const UWord* arguments)
{
   return number == __NR_seccomp && (arguments[1] & SECCOMP_FILTER_FLAG_NEW_LISTENER) != 0;
}

/* Valgrind's handler must not see the signal of a filter. */
static void let_signal_kill(void)
{
   UWord const       no_handler[8] = { 0 };
   struct vki_rlimit limit         = { 1, 1 };
   platform_system_call(__NR_rt_sigaction, VKI_SIGSYS, (UWord)no_handler, 0, sizeof(UWord), 0, 0);
   platform_system_call(__NR_setrlimit, RLIMIT_CORE, (UWord)&limit, 0, 0, 0, 0);
}

/* Ends the process: with 0 if nothing was forbidden, or nothing that aprof needs. */
static void try_files(UInt number, const UWord* arguments)
{
   struct vki_timeval now;
   let_signal_kill();
   Word result = platform_system_call(number, arguments[0], arguments[1], arguments[2], arguments[3],
                                      arguments[4], 0);
   memory_room();
   memory_is_readable(VG_(get_SP)(VG_(get_running_tid)()), 1);
   VG_(read_millisecond_timer)();
   VG_(gettimeofday)(&now, NULL);
   Bool can_write = report_can_be_written();
   platform_system_call(__NR_exit_group, result >= 0 && !can_write, 0, 0, 0, 0, 0);
}

static Bool allows_files(UInt number, const UWord* arguments)
{
   Int  status = -1;
   Word result;
   Word child  = platform_system_call(__NR_clone, 0, 0, 0, 0, 0, 0);
   if (child == 0) {
      try_files(number, arguments);
   }
   if (child < 0) {
      return False;
   }
   do {
      result = platform_system_call(__NR_wait4, child, (UWord)&status, WAIT_ALL, 0, 0, 0);
   } while (result == -VKI_EINTR);
   report_remove_trial_of(child);
   return result == child && status == 0;
}

static void save_report(void)
{
   const HChar* result = "there is no report, because of --checkpoint=0";
   if (options.checkpoint > 0) {
      result = report_checkpoint() ? "the report says what was measured until now" : "there is no report";
   }
   VG_(umsg)("The program is installing a seccomp filter under which aprof cannot write files.\n"
             "Measuring ends; %s.\n", result);
}

void sandbox_before_system_call(UInt number, const UWord* arguments)
{
   if (files_are_forbidden) {
      return;
   }
   if (number == __NR_chroot || number == __NR_pivot_root || number == NR_LANDLOCK_RESTRICT_SELF
       || forbids(number, arguments)) {
      inlined_keep_to_known();
   }
   if (number == __NR_chroot || number == __NR_pivot_root) {
      report_for_each_file(output_keep_directory);
   } else if (number == NR_LANDLOCK_RESTRICT_SELF) {
      report_for_each_file(output_reserve);
   } else if (forbids(number, arguments)) {
      is_about_to_be_forbidden = has_listener(number, arguments) || !allows_files(number, arguments);
      if (is_about_to_be_forbidden) {
         save_report();
      }
   }
}

void sandbox_after_system_call(UInt number, Bool failed)
{
   if (is_about_to_be_forbidden && (number == __NR_prctl || number == __NR_seccomp)) {
      is_about_to_be_forbidden = False;
      if (!failed) {
         files_are_forbidden = True;
         switching_set_instrumenting(False);
      }
   }
}
