/*
   This file, and those that name it as the place of their licence, are
   under the following BSD-style licence; the rest of aprof is under the
   GNU General Public License.

   Copyright (C) 2026 The aprof authors.  All rights reserved.

   Redistribution and use in source and binary forms, with or without
   modification, are permitted provided that the following conditions
   are met:

   1. Redistributions of source code must retain the above copyright
      notice, this list of conditions and the following disclaimer.

   2. Neither the name of the authors nor the names of contributors may
      be used to endorse or promote products derived from this software
      without specific prior written permission.

   THIS SOFTWARE IS PROVIDED BY THE AUTHORS "AS IS" AND ANY EXPRESS OR
   IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
   WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
   DISCLAIMED.  IN NO EVENT SHALL THE AUTHORS BE LIABLE FOR ANY DIRECT,
   INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES
   (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
   SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION)
   HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT,
   STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING
   IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE
   POSSIBILITY OF SUCH DAMAGE.
*/

/* Requests of a program to aprof, the input-sensitive profiler.

      #include <valgrind/aprof.h>

   Nothing has to be linked.  Each request is a handful of instructions that do
   nothing when the program does not run under `valgrind --tool=aprof`; define
   NVALGRIND before the #include, and there are none at all.  For C and C++.

   Requests act on the thread that makes them, unless they say otherwise. */

#ifndef APROF_H
#define APROF_H

#include <valgrind/valgrind.h>   /* by its full name: it may be below another prefix */

/* The order is an interface: new ones go to the end. */
typedef enum {
   VG_USERREQ__APROF_START_INSTRUMENTATION = VG_USERREQ_TOOL_BASE('A', 'P'),
   VG_USERREQ__APROF_STOP_INSTRUMENTATION,
   VG_USERREQ__APROF_TOGGLE_COLLECT,
   VG_USERREQ__APROF_ZERO,
   VG_USERREQ__APROF_DUMP,
   VG_USERREQ__APROF_INPUT_SIZE,
   VG_USERREQ__APROF_REGION_BEGIN,
   VG_USERREQ__APROF_REGION_END,
   VG_USERREQ__APROF_EXPECT,
   VG_USERREQ__APROF_RUNNING,
   VG_USERREQ__APROF_REPORT_NAME,
   VG_USERREQ__APROF_NO_REPORT,
   VG_USERREQ__APROF_NEXT_SIZE
} Vg_AprofClientRequest;

/* Starts and stops profiling, in all threads.  While it is stopped the program
   runs about as fast as under no tool.  Stopping ends the running activations, as
   the program's end would; starting begins with the routine that runs then.  With
   --instr-atstart=no, profiling is stopped at first. */
#define APROF_START_INSTRUMENTATION \
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__APROF_START_INSTRUMENTATION, 0, 0, 0, 0, 0)
#define APROF_STOP_INSTRUMENTATION \
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__APROF_STOP_INSTRUMENTATION, 0, 0, 0, 0, 0)

/* Switches collecting on or off in this thread, with its coroutines and signal handlers: while
   it is off, calls are followed, but no cost and no access counts.  With --collect-atstart=no it
   is off at first.  It may be switched while profiling is stopped, too. */
#define APROF_TOGGLE_COLLECT \
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__APROF_TOGGLE_COLLECT, 0, 0, 0, 0, 0)

/* Forgets all that was measured so far, of all threads.  Activations that run now count from here. */
#define APROF_ZERO \
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__APROF_ZERO, 0, 0, 0, 0, 0)

/* Writes a report of all activations that ended since the last one was written.  The label, a text
   or 0, stands in the report. */
#define APROF_DUMP(label) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__APROF_DUMP, (label), 0, 0, 0, 0)

/* The input size of the running activation is n (0 to 2^32 - 1), instead of what it reads. */
#define APROF_INPUT_SIZE(n) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__APROF_INPUT_SIZE, (n), 0, 0, 0, 0)

/* Makes the code from here to the matching APROF_REGION_END(name) an activation of a routine of this
   name, called by the routine around it.  Regions may be nested, and end at the latest with the
   activation that began them.  A longjmp or an exception into that activation does not end them.
   The name is a text. */
#define APROF_REGION_BEGIN(name) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__APROF_REGION_BEGIN, (name), 0, 0, 0, 0)
#define APROF_REGION_END(name) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__APROF_REGION_END, (name), 0, 0, 0, 0)

/* States what a routine or region of this name may cost: a class, as "n log n", for its costliest calls; or
   limits as in a file of rules, as "mean <= n points >= 6".  The report has it, with the file and line of
   this macro, and `aprof check REPORT` judges it.  Both are texts.  It can stand anywhere that runs, before
   the report is written; if it runs again, it counts once. */
#define APROF_EXPECT(routine, limit) \
   APROF_EXPECT_AT(routine, limit, __FILE__, __LINE__)

/* Expects so at another place in the source. */
#define APROF_EXPECT_AT(routine, limit, file, line) \
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__APROF_EXPECT, (routine), (limit), (file), (line), 0)

/* Not 0 if the program runs under aprof. */
#define APROF_RUNNING \
   ((unsigned)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, VG_USERREQ__APROF_RUNNING, 0, 0, 0, 0, 0))

/* Copies the path of the report that this process has written last, by APROF_DUMP, to the buffer, and returns
   its length.  If that is not less than the size, nothing is copied.  0: there is none. */
#define APROF_REPORT_NAME(buffer, size) \
   ((unsigned long)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, VG_USERREQ__APROF_REPORT_NAME, (buffer), (size), \
                                                   0, 0, 0))

/* This process writes no report any more: for a forked child that will only execute another program. */
#define APROF_NO_REPORT \
   VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__APROF_NO_REPORT, 0, 0, 0, 0, 0)

/* The size that a complexity test measures after this one (0: first), by what each has taken, with all that
   the process has done between two such requests; 0: there are enough.  <valgrind/aprof_test.h> uses it. */
#define APROF_NEXT_SIZE(measured) \
   ((unsigned long)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, VG_USERREQ__APROF_NEXT_SIZE, (measured), 0, 0, 0, 0))

#ifdef __cplusplus

/* A region from here to the end of the scope, however the scope is left:

      aprof_region sorting("sort");

   Its functions are always inlined, because a region ends with the activation that began it. */
class aprof_region {
public:
   __attribute__((always_inline)) explicit inline aprof_region(const char* name) : name_(name)
   {
      APROF_REGION_BEGIN(name_);
   }

   __attribute__((always_inline)) inline ~aprof_region()
   {
      APROF_REGION_END(name_);
   }

private:
   aprof_region(const aprof_region&);              /* not to be copied; C++98 cannot say "delete" */
   aprof_region& operator=(const aprof_region&);

   const char* name_;
};

#endif

#endif
