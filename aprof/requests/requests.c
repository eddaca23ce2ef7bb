/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Client requests from the program.  A wrong request leads to a warning with a stack
   trace and to nothing worse. */

#include "requests/requests.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_stacktrace.h"

#include "../../include/aprof.h"
#include "files/characters.h"
#include "listener.h"
#include "memory.h"
#include "report/report.h"
#include "requests/monitor.h"
#include "requests/triggers.h"
#include "stack/stack.h"
#include "strands/switching.h"

/* Longest text that a program may pass. */
#define MAX_TEXT  1000

/* A warning is printed at most so often, because a wrong request may be in a loop. */
#define MAX_WARNINGS  10

typedef struct {
   const HChar* what;
   UInt         given;   /* how often it was printed */
} Warning;

static Warning no_text        = { .what = "the text is empty, or no text: ignored" };
static Warning bad_text       = { .what = "the text is too long, or has no end: ignored" };
static Warning no_region      = { .what = "no such region is open in this activation: ignored" };
static Warning many_regions   = { .what = "too many regions are open in this activation: ignored" };
static Warning large_size     = { .what = "more than 2^32 - 1, or negative: counted as 2^32 - 1" };
static Warning no_request     = { .what = "unknown to this version of aprof: ignored" };
static Warning region_is_open = { .what = "the routine that began it was left before APROF_REGION_END" };

static Bool is_to_be_given(Warning* warning)
{
   return warning->given < MAX_WARNINGS && ++warning->given > 0;
}

static void say_if_last(const Warning* warning)
{
   if (warning->given == MAX_WARNINGS) {
      VG_(umsg)("further instances of this warning will not be shown\n");
   }
}

static void warn(ThreadId thread, const HChar* request, Warning* warning, const HChar* name)
{
   if (is_to_be_given(warning)) {
      Bool   named   = *name != '\0';
      HChar* visible = characters_visible(name);
      VG_(umsg)("Warning: %s%s%s%s: %s\n", request, named ? "(\"" : "", visible, named ? "\")" : "",
                warning->what);
      VG_(free)(visible);
      VG_(get_and_pp_StackTrace)(thread, VG_(clo_backtrace_size));
      say_if_last(warning);
   }
}

/* Copies a text of the program.  If there is none, warns and returns False. */
static Bool copy_text(ThreadId thread, const HChar* request, Addr text, HChar* copy)
{
   SizeT size   = memory_text_size(text, MAX_TEXT);
   Bool  is_all = size > 0 && ((const HChar*)text)[size - 1] == '\0';
   if (is_all && size > 1) {
      VG_(memcpy)(copy, (const HChar*)text, size);
      return True;
   }
   warn(thread, request, is_all || size == 0 ? &no_text : &bad_text, "");
   return False;
}

static void region_begins(ThreadId thread, Addr text)
{
   HChar name[MAX_TEXT + 1];
   if (copy_text(thread, "APROF_REGION_BEGIN", text, name)) {
      Routine* region = routine_of_region(name, VG_(get_IP)(thread));
      if (region->begun_at == NULL) {
         region->begun_at = VG_(record_ExeContext)(thread, 0);
      }
      if (!stack_region_begins(region)) {
         warn(thread, "APROF_REGION_BEGIN", &many_regions, name);
      }
   }
}

static void region_ends(ThreadId thread, Addr text)
{
   HChar name[MAX_TEXT + 1];
   if (copy_text(thread, "APROF_REGION_END", text, name)
       && !stack_region_ends(routine_of_region(name, VG_(get_IP)(thread)))) {
      warn(thread, "APROF_REGION_END", &no_region, name);
   }
}

static void input_size(ThreadId thread, UWord size)
{
   if (size > 0xffffffffUL) {
      warn(thread, "APROF_INPUT_SIZE", &large_size, "");
      size = 0xffffffffUL;
   }
   stack_declare_input((UInt)size);
}

static void dump(ThreadId thread, Addr text)
{
   HChar label[MAX_TEXT + 1] = "";
   if (text == 0 || copy_text(thread, "APROF_DUMP", text, label)) {
      HChar trigger[sizeof label + 20];
      VG_(sprintf)(trigger, *label == '\0' ? "APROF_DUMP" : "APROF_DUMP: %s", label);
      report_dump(trigger);
   }
}

static void region_left(Routine* region)
{
   if (!region->warned && is_to_be_given(&region_is_open)) {
      HChar* visible = characters_visible(region->name);
      region->warned = True;
      VG_(umsg)("Warning: region \"%s\": %s\n"
                "(this is said once for each region); first begun:\n", visible, region_is_open.what);
      VG_(free)(visible);
      VG_(pp_ExeContext)(region->begun_at);
      say_if_last(&region_is_open);
   }
}

/* Ignores requests of a thread that is not measured now. */
static void handle_in_activation(ThreadId thread, UWord request, UWord argument)
{
   if (switching_is_measured(thread)) {
      switch (request) {
         case VG_USERREQ__APROF_INPUT_SIZE:     input_size(thread, argument);        break;
         case VG_USERREQ__APROF_REGION_BEGIN:   region_begins(thread, argument);     break;
         case VG_USERREQ__APROF_REGION_END:     region_ends(thread, argument);       break;
         default:                                                                    break;
      }
   }
}

Bool requests_handle(ThreadId thread, UWord* arguments, UWord* result)
{
   *result = 0;
   if (arguments[0] == VG_USERREQ__GDB_MONITOR_COMMAND) {
      *result = monitor_command(thread, (const HChar*)arguments[1]);
      return *result;
   }
   if (!VG_IS_TOOL_USERREQ('A', 'P', arguments[0])) {
      return False;
   }
   switch (arguments[0]) {
      case VG_USERREQ__APROF_START_INSTRUMENTATION: switching_set_instrumenting(True);   break;
      case VG_USERREQ__APROF_STOP_INSTRUMENTATION:  switching_set_instrumenting(False);  break;
      case VG_USERREQ__APROF_ZERO:                  switching_zero();                    break;
      case VG_USERREQ__APROF_DUMP:                  dump(thread, arguments[1]);       break;
      case VG_USERREQ__APROF_TOGGLE_COLLECT:        triggers_toggle_collecting(thread); break;
      case VG_USERREQ__APROF_INPUT_SIZE:
      case VG_USERREQ__APROF_REGION_BEGIN:
      case VG_USERREQ__APROF_REGION_END:
         handle_in_activation(thread, arguments[0], arguments[1]);
         break;
      default:
         warn(thread, "Client request", &no_request, "");
         break;
   }
   return True;
}

static Listener listener = { .region_left = region_left };

void requests_init(void)
{
   listener_register(&listener);
}
