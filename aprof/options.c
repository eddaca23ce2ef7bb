/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The command line options of the tool: defaults, parsing, help. */

#include "options.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"

#include "hot.h"
#include "profile/points.h"

#define MAX_TIMESTAMP  ((1u << HOT_STAMP_BITS) - 1)

#define MAX_BLOCKS  (~0ULL >> 1)

#define MAX_CCT_LIMIT      1000000000
#define DEFAULT_CCT_LIMIT  1000000

/* In seconds. */
#define DEFAULT_CHECKPOINT  60
#define MAX_SECONDS         1000000

/* Room for the bottom activation, the running one and one more. */
#define MIN_TIMESTAMP_LIMIT  4

/* More depths of recursion than this are not told apart. */
#define MAX_RECURSIONS  1000000
#define MAX_CALLERS     1000

Options options = {
   .memory_resolution = 4,
   .out_file          = "aprof.out.%p",
   .checkpoint        = DEFAULT_CHECKPOINT * 1000,
   .cct_recursion     = CctFold,
   .cct_limit         = DEFAULT_CCT_LIMIT,
   .collect_at_start  = True,
   .instrument_at_start = True,
   .dump_line         = True,
   .separate_recursions = 2,
   .drms              = False,
   .separate_binding  = True,
   .separate_runtime  = True,
   .perf_map          = True,
   .check_rms         = False,
   .timestamp_limit   = MAX_TIMESTAMP,
};

/* A decimal number in [low, high], or the kind of error that Valgrind's own
   options give. */
static ULong parse_number(const HChar* arg, const HChar* text, ULong low, ULong high)
{
   ULong value    = 0;
   Bool  overflow = *text == '\0';
   for (const HChar* digit = text; *digit != '\0'; digit++) {
      overflow |= *digit < '0' || *digit > '9' || __builtin_mul_overflow(value, 10, &value)
                  || __builtin_add_overflow(value, *digit - '0', &value);
   }
   if (overflow || value < low || value > high) {
      VG_(fmsg_bad_option)(arg, "'%s' is not a number from %llu to %llu\n", text, low, high);
   }
   return value;
}

/* Milliseconds from 0 to 1000 * MAX_SECONDS; the text has at most three digits behind the point. */
static UInt parse_seconds(const HChar* arg, const HChar* text)
{
   UInt         digits[] = { 100, 10, 1 };
   ULong        value    = 0;
   const HChar* at       = text;
   for (; VG_(isdigit)(*at) && value <= MAX_SECONDS; at++) {
      value = 10 * value + (*at - '0');
   }
   value *= 1000;
   if (at > text && *at == '.') {
      at++;
      for (UInt i = 0; i < sizeof digits / sizeof *digits && VG_(isdigit)(*at); i++) {
         value += digits[i] * (*at++ - '0');
      }
   }
   if (at == text || *at != '\0' || value > 1000 * MAX_SECONDS) {
      VG_(fmsg_bad_option)(arg, "'%s' is not a number of seconds from 0 to %d, such as 60 or 0.5\n", text,
                           MAX_SECONDS);
   }
   return value;
}

static UInt parse_memory_resolution(const HChar* arg, const HChar* text)
{
   static const UInt resolutions[] = { 1, 2, 4, 8, 16 };
   HChar* end;
   Long   value = VG_(strtoll10)(text, &end);
   if (end != text && *end == '\0') {
      for (UInt i = 0; i < sizeof resolutions / sizeof *resolutions; i++) {
         if (value == resolutions[i]) {
            return resolutions[i];
         }
      }
   }
   VG_(fmsg_bad_option)(arg, "'%s' is not a size of memory cells in bytes: use 1, 2, 4, 8 or 16\n", text);
   return 0;
}

static UInt parse_max_points(const HChar* arg, const HChar* text)
{
   ULong value = parse_number(arg, text, 0, ~0u);
   if (value > 0 && value < POINTS_FEWEST) {
      VG_(fmsg_bad_option)(arg, "A routine needs %d points at least; 0 is no limit\n", POINTS_FEWEST);
   }
   return value;
}

static void need_text(const HChar* arg, const HChar* text, const HChar* what)
{
   if (*text == '\0') {
      VG_(fmsg_bad_option)(arg, "%s is needed\n", what);
   }
}

static void add_routines(const HChar* arg, const HChar* pattern, Selection** selection)
{
   need_text(arg, pattern, "The name of a routine, or a pattern with * and ?,");
   selection_add(selection, pattern);
}

static void add_objects(const HChar* arg, const HChar* list, Selection** selection)
{
   if (!selection_add_list(selection, list)) {
      VG_(fmsg_bad_option)(arg, "A list of object files, none without a name, is needed, for example "
                                "libc.so*,ld-linux*\n");
   }
}

#define MAX_ARGUMENT  64

/* ROUTINE:NUMBER, where the routine's name may have colons. */
static void add_input_argument(const HChar* arg, const HChar* text)
{
   const HChar* colon = VG_(strrchr)(text, ':');
   if (colon == NULL || colon == text) {
      VG_(fmsg_bad_option)(arg, "A routine and the number of its argument are needed, as in fib:1\n");
   }
   InputArgument* added = VG_(calloc)("aprof.options.argument", 1, sizeof *added);
   added->pattern = VG_(strdup)("aprof.options.argument", text);
   added->pattern[colon - text] = '\0';
   selection_add(&added->routines, added->pattern);
   added->number           = parse_number(arg, colon + 1, 1, MAX_ARGUMENT);
   added->next             = options.input_arguments;
   options.input_arguments = added;
}

Bool options_process(const HChar* arg)
{
   const HChar* text;

   if VG_STR_CLO(arg, "--memory-resolution", text) {
      options.memory_resolution = parse_memory_resolution(arg, text);
   } else if VG_STR_CLO(arg, "--aprof-out-file", text) {
      if (*text == '\0') {
         VG_(fmsg_bad_option)(arg, "A file name is needed, for example --aprof-out-file=aprof.out.%%p\n");
      }
      options.out_file = text;
   } else if VG_STR_CLO(arg, "--fn-skip", text) {
      add_routines(arg, text, &options.skipped_routines);
   } else if VG_STR_CLO(arg, "--toggle-collect", text) {
      add_routines(arg, text, &options.toggled_routines);
      options.collect_at_start = False;
   } else if VG_STR_CLO(arg, "--max-points", text) {
      options.max_points = parse_max_points(arg, text);
   } else if VG_BOOL_CLO(arg, "--separate-threads", options.separate_threads) {
   } else if VG_BOOL_CLO(arg, "--collect-cct", options.collect_cct) {
   } else if VG_XACT_CLO(arg, "--cct-recursion=fold", options.cct_recursion, CctFold) {
   } else if VG_XACT_CLO(arg, "--cct-recursion=full", options.cct_recursion, CctFull) {
   } else if VG_STR_CLO(arg, "--cct-recursion", text) {
      VG_(fmsg_bad_option)(arg, "'%s' is nothing to do with recursion: use fold or full\n", text);
   } else if VG_STR_CLO(arg, "--cct-limit", text) {
      options.cct_limit = parse_number(arg, text, 1, MAX_CCT_LIMIT);
   } else if VG_STR_CLO(arg, "--dump-before", text) {
      add_routines(arg, text, &options.dump_before);
   } else if VG_STR_CLO(arg, "--dump-after", text) {
      add_routines(arg, text, &options.dump_after);
   } else if VG_STR_CLO(arg, "--dump-every-bb", text) {
      options.dump_every_bb = parse_number(arg, text, 0, MAX_BLOCKS);
   } else if VG_BOOL_CLO(arg, "--collect-atstart", options.collect_at_start) {
   } else if VG_BOOL_CLO(arg, "--instr-atstart", options.instrument_at_start) {
   } else if VG_STR_CLO(arg, "--objects", text) {
      add_objects(arg, text, &options.objects);
   } else if VG_STR_CLO(arg, "--skip-objects", text) {
      add_objects(arg, text, &options.skipped_objects);
   } else if VG_STR_CLO(arg, "--progress", text) {
      options.progress = parse_seconds(arg, text);
   } else if VG_STR_CLO(arg, "--checkpoint", text) {
      options.checkpoint = parse_seconds(arg, text);
      options.checkpoint_is_asked_for = True;
   } else if VG_STR_CLO(arg, "--input-arg", text) {
      add_input_argument(arg, text);
   } else if VG_XACT_CLO(arg, "--cost=bb-count", options.cost, CostBlocks) {
   } else if VG_XACT_CLO(arg, "--cost=instr", options.cost, CostInstructions) {
   } else if VG_XACT_CLO(arg, "--cost=time-usec", options.cost, CostTime) {
   } else if VG_STR_CLO(arg, "--cost", text) {
      VG_(fmsg_bad_option)(arg, "'%s' is no cost: use bb-count, instr or time-usec\n", text);
   } else if VG_XACT_CLO(arg, "--rep-cost=64-bytes", options.rep_cost, RepCostBytes) {
   } else if VG_XACT_CLO(arg, "--rep-cost=iteration", options.rep_cost, RepCostIteration) {
   } else if VG_STR_CLO(arg, "--rep-cost", text) {
      VG_(fmsg_bad_option)(arg, "'%s' is no cost of a repeated instruction: use 64-bytes or iteration\n",
                           text);
   } else if VG_STR_CLO(arg, "--callgrind-out-file", text) {
      if (*text == '\0') {
         VG_(fmsg_bad_option)(arg, "A file name is needed, for example "
                                   "--callgrind-out-file=callgrind.out.%%p\n");
      }
      options.callgrind_file = text;
   } else if VG_BOOL_CLO(arg, "--dump-instr", options.dump_instr) {
   } else if VG_BOOL_CLO(arg, "--dump-line", options.dump_line) {
   } else if VG_STR_CLO(arg, "--separate-recs", text) {
      options.separate_recursions = parse_number(arg, text, 1, MAX_RECURSIONS);
   } else if VG_STR_CLO(arg, "--separate-callers", text) {
      options.separate_callers = parse_number(arg, text, 0, MAX_CALLERS);
   } else if VG_BOOL_CLO(arg, "--drms", options.drms) {
   } else if VG_BOOL_CLO(arg, "--separate-binding", options.separate_binding) {
   } else if VG_STR_CLO(arg, "--separate-routine", text) {
      add_routines(arg, text, &options.separate_routines);
   } else if VG_BOOL_CLO(arg, "--separate-runtime", options.separate_runtime) {
   } else if VG_BOOL_CLO(arg, "--perf-map", options.perf_map) {
   } else if VG_BOOL_CLO(arg, "--check-rms", options.check_rms) {
   } else if VG_STR_CLO(arg, "--timestamp-limit", text) {
      options.timestamp_limit = parse_number(arg, text, MIN_TIMESTAMP_LIMIT, MAX_TIMESTAMP);
   } else {
      return False;
   }
   return True;
}

void options_print_usage(void)
{
   VG_(printf)(
"    --aprof-out-file=<file>   write the report to this file  [aprof.out.%%p]\n"
"                              (%%p: process id; %%q{VAR}: environment variable;\n"
"                              %%n: number of the file)\n"
"    --memory-resolution=1|2|4|8|16\n"
"                              bytes in a memory cell; input sizes are counted in\n"
"                              cells  [4]\n"
"    --drms=no|yes             count a cell again if another thread or a system\n"
"                              call has written it since the last access  [no]\n"
"    --input-arg=<routine>:<k> take the value of the routine's k-th argument (an\n"
"                              integer or a pointer) as its input size, instead\n"
"                              of what it reads\n"
"    --cost=bb-count|instr|time-usec\n"
"                              count this as cost: executed basic blocks,\n"
"                              executed instructions, or microseconds  [bb-count]\n"
"    --separate-binding=no|yes leave the dynamic linker's work at the first call of\n"
"                              a function out of the caller's cost and input\n"
"                              [yes]\n"
"    --separate-routine=<routine>\n"
"                              leave the routine, with all that it calls, out of its\n"
"                              callers' cost and input\n"
"    --separate-runtime=no|yes do so with what V8 does for itself: it compiles, and\n"
"                              collects garbage  [yes]\n"
"    --perf-map=no|yes         take the names of code that the program generates from\n"
"                              its perf map, /tmp/perf-PID.map  [yes]\n"
"    --rep-cost=64-bytes|iteration\n"
"                              count a repeated string instruction (such as rep\n"
"                              movs) as one basic block for each 64 bytes, or as\n"
"                              one for each iteration  [64-bytes]\n"
"    --checkpoint=<seconds>    write the report so far, every so many seconds, in\n"
"                              case the program is killed; 0: never  [%d]\n"
"    --progress=<seconds>      print how far the program is, every so many\n"
"                              seconds; 0: never  [0]\n"
"    --collect-atstart=no|yes  count cost and input from the beginning  [yes]\n"
"    --instr-atstart=no|yes    measure from the beginning; with no, the program\n"
"                              runs fast until it, or vgdb, starts measuring\n"
"                              [yes]\n"
"    --toggle-collect=<routine>\n"
"                              start to count cost and input when the routine is\n"
"                              entered, and stop when it is left; implies\n"
"                              --collect-atstart=no\n"
"    --fn-skip=<routine>       add the routine's cost and input to its callers',\n"
"                              as if it had been inlined (*: any text, ?: any\n"
"                              character)\n"
"    --skip-objects=<list>     do the same for all routines of these object\n"
"                              files: paths or file names, separated by commas\n"
"    --objects=<list>          do the same for the routines of all other object\n"
"                              files\n"
"    --collect-cct=no|yes      measure a routine separately for each path of\n"
"                              calls that leads to it (calling context)  [no]\n"
"    --cct-recursion=fold|full give a recursive call the context that the routine\n"
"                              already has on the path, or a new one  [fold]\n"
"    --cct-limit=<n>           make at most n contexts; calls beyond the limit\n"
"                              share a marked context of their caller  [%d]\n"
"    --max-points=<n>          keep at most n input sizes for each routine or\n"
"                              context; if there are more, neighbouring sizes\n"
"                              count as one; 0: no limit  [0]\n"
"    --separate-threads=no|yes write a report for each thread, FILE-01 and so on\n"
"                              [no]\n"
"    --dump-before=<routine>   write an intermediate report (FILE.1, FILE.2, ...)\n"
"                              when the routine is entered\n"
"    --dump-after=<routine>    do the same when the routine has returned\n"
"    --dump-every-bb=<n>       do the same every n basic blocks or somewhat\n"
"                              later; 0: never  [0]\n"
"    --callgrind-out-file=<file>\n"
"                              also write a Callgrind profile of the same run\n"
"                              (%%p, %%q and %%n as above)\n"
"    --dump-instr=no|yes       Callgrind profile: add the addresses of\n"
"                              instructions  [no]\n"
"    --dump-line=no|yes        Callgrind profile: give each source line its own\n"
"                              cost  [yes]\n"
"    --separate-recs=<n>       Callgrind profile: keep n levels of recursion\n"
"                              apart  [2]\n"
"    --separate-callers=<n>    Callgrind profile: keep routines apart by their\n"
"                              last n callers  [0]\n",
      DEFAULT_CHECKPOINT, DEFAULT_CCT_LIMIT);
}

void options_print_debug_usage(void)
{
   VG_(printf)(
"    --check-rms=no|yes        compute every input size again by a simple, slow\n"
"                              method, and report differences  [no]\n"
"    --timestamp-limit=<n>     renumber all timestamps when they reach n, a number\n"
"                              from %d to %u  [%u]\n",
      MIN_TIMESTAMP_LIMIT, MAX_TIMESTAMP, MAX_TIMESTAMP);
}
