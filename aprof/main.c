/* aprof: an input-sensitive profiler.  Registers the tool with Valgrind and
   connects Valgrind's events to the files that handle them.

   Overview.  While the program runs:

      listener.h     what all of this announces to those who listen
      code/          address -> routine
         routine.c         code address -> routine
         perf_map.c, jitdump.c  code address -> what the program says of the code that it has generated
      translate/     instruction -> event
         instrument.c      block -> the same with code for cost, accesses and exits
      cells/         access -> first read
         shadow.c          when a strand has accessed each cell last
         reads.c           reads -> first reads of activations, by these times
         writes.c          which cells were written from outside, for --drms
         mappings.c        system calls about memory where shadow memory is, or is not
      stack/         event -> number
         calls.c, transfers.c  calls, returns and jumps -> activations that begin and end
         stack.c           the shadow call stack
         access.c          accesses that generated code leaves to a function
      strands/       event -> which stack
         strand.c          one stack and shadow memory for each thread, coroutine and signal handler
         switching.c       which of them runs when
         outside.c         reads and writes by system calls, and writes by other threads
      profile/       number -> point: profile.c says whose it is, points.c has the points
      report/        point -> line of the report
      files/         line -> file, as a whole or not at all
      callgrind/     for a Callgrind profile of the same run: lines.c, graph.c, callgrind_file.c

   docs/architecture.md follows one memory access all the way. */

#include "callgrind/callgrind_file.h"
#include "cells/mappings.h"
#include "cells/reads.h"
#include "cells/shadow.h"
#include "clock.h"
#include "code/inlined.h"
#include "code/perf_map.h"
#include "code/routine.h"
#include "files/files.h"
#include "files/text.h"
#include "memory.h"
#include "options.h"
#include "oracle/oracle.h"
#include "profile/context.h"
#include "report/report.h"
#include "requests/requests.h"
#include "shortage/shortage.h"
#include "stack/cost.h"
#include "stack/stack.h"
#include "strands/given.h"
#include "strands/outside.h"
#include "strands/strand.h"
#include "strands/switching.h"
#include "surroundings/surroundings.h"
#include "translate/instrument.h"
#include "valgrind_version.h"

/*--- System calls ---*/

/* Shells try one directory after the other: no report for what is not there. */
static Bool may_succeed(const HChar* path)
{
   struct vg_stat status;
   return !files_are_forbidden && memory_is_readable((Addr)path, 1) && files_stat(path, &status);
}

/* A successful execve ends the program without any further event. */
static void before_system_call(ThreadId thread, UInt number, UWord* arguments, UInt count)
{
   clock_before_system_call(number, arguments);
   sizes_before_system_call();
   mappings_make_way(number, arguments);
   sandbox_before_system_call(number, arguments);
   surroundings_before_system_call(number, arguments);
   allocations_before_system_call(number, arguments);
   if (number == __NR_execveat
       || (number == __NR_execve && may_succeed((const HChar*)arguments[0]))) {
      report_write();
   }
}

static void after_system_call(ThreadId thread, UInt number, UWord* arguments, UInt count, SysRes result)
{
   mappings_made();
   sandbox_after_system_call(number, sr_isError(result));
   surroundings_after_system_call(number, arguments, sr_isError(result));
   routine_after_system_call(number);
   if (!sr_isError(result)) {
      given_after_system_call(number, arguments, sr_Res(result));
   }
}

/* Valgrind is about to run code of the thread, every 100,000 blocks at the latest. */
static void thread_runs(ThreadId thread, ULong blocks_dispatched)
{
   switching_thread_runs(thread);
   triggers_blocks_run(blocks_dispatched);
}

static void thread_stops(ThreadId thread, ULong blocks_dispatched)
{
   switching_thread_stops(thread);
   sizes_blocks_run(blocks_dispatched);
   triggers_look();
}

static void thread_ends(ThreadId thread)
{
   switching_thread_ends(thread);
   report_ended_threads();
}

static void forked(ThreadId thread)
{
   perf_map_begin();
   switching_forked(thread);
   given_forked();
   report_forked();
}

/*--- Beginning and end ---*/

/* Registers what follows the kernel's accesses, if they matter. */
static void track_accesses_of_kernel(void)
{
   if (options.rms) {
      VG_(track_pre_mem_read)(outside_reads);
      VG_(track_pre_mem_read_asciiz)(outside_reads_string);
      VG_(track_post_mem_write)(outside_wrote);
   }
}

static void post_clo_init(void)
{
   options_check();
   text_init();
   surroundings_adapt();
   version_report_core_errors(VG_(clo_track_fds) > 0);
   if (VG_(clo_vex_control).guest_chase || VG_(clo_vex_control).iropt_unroll_thresh != 0) {
      VG_(umsg)("aprof ignores --vex-guest-chase and --vex-iropt-unroll-thresh.\n");
      instrument_fix_blocks();
   }
   aprof_file_init();
   callgrind_init();
   clock_init();
   cost_init();
   allocations_init();
   shadow_init(options.memory_resolution, options.rms);
   if (options.rms) {
      reads_init();
   }
   routine_init();
   inlined_init();
   points_limit = options.max_points;
   context_limit = options.cct_limit;
   profile_init();
   oracle_init();
   strand_follow_copied_stacks();
   triggers_init();
   requests_init();
   stack_prepare();
   switching_init();
   shortage_init();
   track_accesses_of_kernel();
}

static void fini(Int exit_code)
{
   strand_end_all(True);
   report_write();
   if (VG_(clo_stats)) {
      report_print_statistics();
   }
   if (options.check_rms) {
      oracle_report();
   }
}

static void pre_clo_init(void)
{
   options_init();
   VG_(details_name)("aprof");
   VG_(details_version)(PACKAGE_VERSION);
   VG_(details_description)("an input-sensitive profiler");
   VG_(details_copyright_author)("Copyright (C) 2026, and GNU GPL'd, by the aprof authors.");
   VG_(details_bug_reports_to)(PACKAGE_BUGREPORT);
   VG_(details_avg_translation_sizeB)(550);

   VG_(basic_tool_funcs)(post_clo_init, instrument_block, fini);
   version_report_core_errors(True);   /* allows the options about errors; see post_clo_init */
   VG_(needs_command_line_options)(options_process, options_print_usage, options_print_debug_usage);
   VG_(needs_client_requests)(requests_handle);
   VG_(needs_syscall_wrapper)(before_system_call, after_system_call);

   VG_(track_new_mem_startup)(outside_memory_at_start);
   VG_(track_new_mem_mmap)(outside_memory_mapped);
   VG_(track_copy_mem_remap)(outside_memory_moved);
   VG_(track_die_mem_munmap)(routine_memory_gone);
   VG_(track_pre_thread_ll_create)(outside_thread_created);
   VG_(track_pre_thread_first_insn)(switching_thread_begins);
   VG_(track_start_client_code)(thread_runs);
   VG_(track_stop_client_code)(thread_stops);
   VG_(track_pre_thread_ll_exit)(thread_ends);
   VG_(track_pre_deliver_signal)(switching_signal_begins);
   VG_(track_post_deliver_signal)(switching_signal_ends);
   VG_(atfork)(NULL, NULL, forked);

   instrument_fix_blocks();
}

VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)
