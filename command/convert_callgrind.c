/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The Callgrind format, for KCachegrind, callgrind_annotate and many others.

   A cost line has the self cost of a function; its inclusive cost is what
   readers add up from call lines:

      ob=(1) /usr/bin/example        fl=(1) ???        fn=(1) main
      0 10 1                         main itself: 10 blocks, 1 call
      cob=(1)  cfi=(1)  cfn=(2) sort
      calls=4 0
      0 184 52                       its 4 calls of sort: 184 blocks, 52 calls in all

   So a report without contexts gives functions with self costs, and no call:
   any call line would be a guess.  How often each was called is an event of its
   own, as the calls= lines that would say it may not be there.

   The order of lines, and what looks redundant in them, are the readers' demands:
   each of the three names stands before every function, and before every call,
   and all numbers of the events on every line. */

#include "convert.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "call_graph.h"
#include "objects.h"

typedef struct {
   Conversion* conversion;
   CallGraph   graph;
   Objects     objects;
   bool        file_named;        /* names that have been written; from then on their number will do */
   bool*       object_named;      /* by object */
   bool*       function_named;    /* by function */
} Writer;

/*------------------------------------------------------------------*/
/*--- Header                                                     ---*/
/*------------------------------------------------------------------*/

static void write_descriptions(const Writer* writer)
{
   FILE* out = writer->conversion->out;
   fputs("desc: Source: report of aprof\n", out);
   if (writer->graph.node_count == 0) {
      fputs("desc: Calls: not in the report, which has no contexts: costs are self costs\n", out);
   } else if (convert_has_folded_recursion(writer->conversion)) {
      fputs("desc: Recursion: recursive calls and their cost are those of the call that began it\n", out);
   }
}

static void write_header(const Writer* writer)
{
   Conversion* conversion = writer->conversion;
   const char* pid = report_comment(conversion->report, "pid");
   CostName    cost = convert_cost_name(conversion);
   FILE*       out = conversion->out;

   fputs("# callgrind format\nversion: 1\ncreator: aprof " PACKAGE_VERSION "\n", out);
   if (pid != NULL && pid[0] != '\0' && strspn(pid, "0123456789") == strlen(pid)) {
      fprintf(out, "pid: %s\n", pid);
   }
   fprintf(out, "cmd: %s\npart: 1\n", convert_command_line(conversion));
   write_descriptions(writer);
   fprintf(out, "positions: line\nevent: %s : %s\nevent: Calls : Calls of routines\nevents: %s Calls\n",
           cost.event, cost.description, cost.event);
   fprintf(out, "summary: %" PRIu64 " %" PRIu64 "\n",
           convert_total(conversion, writer->graph.self), writer->graph.activations);
}

/*------------------------------------------------------------------*/
/*--- Functions                                                  ---*/
/*------------------------------------------------------------------*/

/* A name whole where it comes first, and by its number afterwards. */
static void write_name(const Writer* writer, const char* key, uint32_t number, bool* named, const char* name,
                       uint32_t level)
{
   FILE* out = writer->conversion->out;
   fprintf(out, "%s=(%" PRIu32 ")", key, number);
   if (!*named) {
      fprintf(out, " %s", convert_text(writer->conversion, name));
      *named = true;
      if (level > 1) {
         fprintf(out, "'%" PRIu32, level);
      }
   }
   fputc('\n', out);
}

/* Object, file and name. */
static void write_names(Writer* writer, uint32_t number, bool is_called)
{
   const Function* function = &writer->graph.functions[number];
   const Routine*  routine = report_routine(writer->conversion->report, function->routine);
   uint32_t        object = writer->objects.of_routine[function->routine];

   write_name(writer, is_called ? "cob" : "ob", object + 1, &writer->object_named[object],
              routine->image, 1);
   write_name(writer, is_called ? "cfi" : "fl", 1, &writer->file_named, "???", 1);
   write_name(writer, is_called ? "cfn" : "fn", number + 1, &writer->function_named[number],
              routine->name, function->level);
}

static void write_function(Writer* writer, uint32_t number)
{
   FILE*           out = writer->conversion->out;
   const Function* function = &writer->graph.functions[number];
   fputc('\n', out);
   write_names(writer, number, false);
   if (function->self > 0 || function->calls > 0) {
      fprintf(out, "0 %" PRIu64 " %" PRIu64 "\n", function->self, function->calls);
   }
   for (size_t i = 0; i < function->call_count; i++) {
      const Call* call = &writer->graph.calls[function->first_call + i];
      write_names(writer, call->callee, true);
      fprintf(out, "calls=%" PRIu64 " 0\n", call->calls);
      fprintf(out, "0 %" PRIu64 " %" PRIu64 "\n", call->cost, call->all_calls);
   }
}

/*------------------------------------------------------------------*/
/*--- Names that are not unique                                  ---*/
/*------------------------------------------------------------------*/

static const char* base_name(const char* path)
{
   const char* slash = strrchr(path, '/');
   return slash == NULL ? path : slash + 1;
}

static int compare_identities(const void* left, const void* right)
{
   const Routine* a = *(const Routine* const*)left;
   const Routine* b = *(const Routine* const*)right;
   int order = strcmp(a->name, b->name);
   return order != 0 ? order : strcmp(base_name(a->image), base_name(b->image));
}

/* Readers know a function by its name, its source file (which a report does not
   have) and the last part of its object's path. */
static void note_equal_names(const Writer* writer)
{
   const CallGraph* graph = &writer->graph;
   const Routine**  routines = memory_resize(NULL, (size_t)graph->function_count + 1, sizeof *routines);
   uint32_t count = 0;
   for (uint32_t i = 0; i < graph->function_count; i++) {
      if (graph->functions[i].level == 1) {
         routines[count++] = report_routine(writer->conversion->report, graph->functions[i].routine);
      }
   }
   qsort(routines, count, sizeof *routines, compare_identities);
   uint32_t equal = 0;
   for (uint32_t i = 1; i < count; i++) {
      equal += compare_identities(&routines[i - 1], &routines[i]) == 0;
   }
   if (equal > 0) {
      convert_note(writer->conversion, "%" PRIu32 " routine%s the name and object file of another: "
                   "viewers of this format will add them up", equal, equal == 1 ? " has" : "s have");
   }
   free(routines);
}

static void note_missing_calls(const Writer* writer)
{
   const CallGraph* graph = &writer->graph;
   if (graph->function_count == 0) {
      convert_note(writer->conversion, "the report has no points: nothing was measured");
   } else if (graph->node_count == 0) {
      convert_note(writer->conversion, "the report has no contexts, so there are no calls, and no inclusive "
                   "costs: profile with --collect-cct=yes to have them");
   }
   convert_note_recursion(writer->conversion);
}

/*------------------------------------------------------------------*/
/*--- The file                                                   ---*/
/*------------------------------------------------------------------*/

static bool* make_flags(uint32_t count)
{
   bool* flags = memory_resize(NULL, (size_t)count + 1, sizeof *flags);
   memset(flags, false, ((size_t)count + 1) * sizeof *flags);
   return flags;
}

bool convert_callgrind(Conversion* conversion)
{
   Writer writer = {
      .conversion = conversion,
      .graph = call_graph_make(conversion->report),
      .objects = objects_find(conversion->report),
   };
   writer.object_named = make_flags(writer.objects.count);
   writer.function_named = make_flags(writer.graph.function_count);
   write_header(&writer);
   for (uint32_t i = 0; i < writer.graph.function_count; i++) {
      write_function(&writer, i);
   }
   fprintf(conversion->out, "\ntotals: %" PRIu64 " %" PRIu64 "\n",
           writer.graph.self, writer.graph.activations);
   note_missing_calls(&writer);
   note_equal_names(&writer);
   free(writer.object_named);
   free(writer.function_named);
   objects_free(&writer.objects);
   call_graph_free(&writer.graph);
   return true;
}
