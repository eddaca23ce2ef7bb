/* The Callgrind format, for KCachegrind, callgrind_annotate and many others.

   A cost line has the self cost of a function.  Readers compute its inclusive cost from
   call lines:

      ob=(1) /usr/bin/example        fl=(1) ??? in /usr/bin/example     fn=(1) main
      0 10 1                         main itself: 10 blocks, 1 call
      cob=(1)  cfi=(1)  cfn=(2) sort
      calls=4 0
      0 184 52                       its 4 calls of sort: 184 blocks, 52 calls in all

   A report without contexts gives functions with self costs and no call lines, because
   these would be guesses.  The number of calls is an event of its own, because there may
   be no calls= line to say it.

   As soon as there is one call of a function, readers compute its inclusive cost from
   calls alone, and do not take it for a root.  But a root may also be called: clone, for
   example, begins a thread and is called by the thread's creator.  Or it may be recursive,
   and its own cost and that of its calls, where a recursion is folded, have something in
   common.  In such a file, a function `(root)`, without file and cost of its own, calls all
   roots.

   gprof2dot fails if some calls in a circle (f calls g, g calls f) lead to one function and cost
   nothing, as calls in a folded recursion, or calls that allocate nothing.  So such a call costs 1,
   and the costliest call of that function 1 less: functions cost what they cost.

   Readers know a function by its name and source file, some also by the last part of its
   object's path.  A report knows no source files, so the object takes their place.  If an
   object has several routines of one name, a number follows: `??? in /usr/bin/example
   (2)`.  The object's path alone would not do: callgrind_annotate would list the object
   as source, and it cuts the current directory off a function's file, but not off the
   file of a called function.

   Readers demand this order of lines, and some things that look redundant: all three
   names before every function and before every call, and the numbers of all events on
   every line. */

#define _GNU_SOURCE   /* qsort_r */

#include "convert/conversion.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/call_graph.h"
#include "util/text.h"

#define ROOT_NAME  "(root)"
#define NO_FILE    "???"

/* Names by number that have not been written. After a name was written, its number is enough. */
typedef const char** Names;

typedef struct {
   Conversion* conversion;
   CallGraph   graph;
   Objects     objects;
   uint32_t*   routine_files;     /* by routine: the number of its file */
   uint32_t    file_count;        /* also the number that stands for no file */
   Names       object_names;
   Names       file_names;
   Names       function_names;
} Writer;

/*--- Header ---*/

static void write_descriptions(const Writer* writer)
{
   FILE* out = writer->conversion->out;
   fputs("desc: Source: report of aprof\n", out);
   if (writer->graph.node_count == 0) {
      fputs("desc: Calls: not in the report, which has no contexts: costs are self costs\n", out);
   } else if (convert_has_folded_recursion(writer->conversion)) {
      fputs("desc: Recursion: recursive calls and their self cost are those of the call that began it\n",
            out);
   }
}

/* The empty lines stand where Callgrind writes them, too: some readers wait for them. */
static void write_header(const Writer* writer)
{
   Conversion* conversion = writer->conversion;
   const char* pid = header_comment(report_header(conversion->report), "pid");
   CostName    cost = convert_cost_name(conversion);
   FILE*       out = conversion->out;

   fputs("# callgrind format\nversion: 1\ncreator: aprof " PACKAGE_VERSION "\n", out);
   if (pid != NULL && pid[0] != '\0' && strspn(pid, "0123456789") == strlen(pid)) {
      fprintf(out, "pid: %s\n", pid);
   }
   fprintf(out, "cmd: %s\npart: 1\n\n\n", convert_command_line(conversion));
   write_descriptions(writer);
   fprintf(out, "\npositions: line\nevent: %s : %s\nevent: Calls : Calls of routines\nevents: %s Calls\n",
           cost.event, cost.description, cost.event);
   fprintf(out, "summary: %" PRIu64 " %" PRIu64 "\n\n",
           report_total_cost(conversion->report), writer->graph.activations);
}

/*--- Functions ---*/

/* Writes the whole name the first time, and only its number afterwards. */
static void write_name(const Writer* writer, const char* key, Names names, uint32_t number)
{
   FILE* out = writer->conversion->out;
   fprintf(out, "%s=(%" PRIu32 ")", key, number + 1);
   if (names[number] != NULL) {
      fprintf(out, " %s", names[number]);
      names[number] = NULL;
   }
   fputc('\n', out);
}

/* Writes object, file and name.  The numbers of `(root)` come after all others. */
static void write_names(const Writer* writer, uint32_t number, bool is_called)
{
   bool     is_root = number == writer->graph.function_count;
   uint32_t routine = is_root ? NO_ROUTINE : writer->graph.functions[number].routine;
   uint32_t object = is_root ? writer->objects.count : writer->objects.routine_objects[routine];
   uint32_t file = is_root ? writer->file_count : writer->routine_files[routine];
   write_name(writer, is_called ? "cob" : "ob", writer->object_names, object);
   write_name(writer, is_called ? "cfi" : "fl", writer->file_names, file);
   write_name(writer, is_called ? "cfn" : "fn", writer->function_names, number);
}

static void write_calls(const Writer* writer, const Call* calls, size_t count)
{
   FILE* out = writer->conversion->out;
   for (size_t i = 0; i < count; i++) {
      write_names(writer, calls[i].callee, true);
      fprintf(out, "calls=%" PRIu64 " 0\n", calls[i].totals.calls);
      fprintf(out, "0 %" PRIu64 " %" PRIu64 "\n", calls[i].cost, calls[i].all_calls);
   }
}

static void write_function(const Writer* writer, uint32_t number)
{
   FILE*           out = writer->conversion->out;
   const Function* function = &writer->graph.functions[number];
   fputc('\n', out);
   write_names(writer, number, false);
   if (function->self > 0 || function->calls > 0) {
      fprintf(out, "0 %" PRIu64 " %" PRIu64 "\n", function->self, function->calls);
   }
   write_calls(writer, writer->graph.calls + function->first_call, function->call_count);
}

static void write_root(const Writer* writer)
{
   if (call_graph_needs_root(&writer->graph)) {
      fputc('\n', writer->conversion->out);
      write_names(writer, writer->graph.function_count, false);
      write_calls(writer, writer->graph.root_calls, writer->graph.root_call_count);
   }
}

/*--- Names ---*/

static void name_objects(Writer* writer)
{
   Conversion*    conversion = writer->conversion;
   const Objects* objects = &writer->objects;
   writer->object_names = g_new(const char*, (size_t)objects->count + 1);
   for (uint32_t i = 0; i < objects->count; i++) {
      writer->object_names[i] = convert_name(conversion, objects_path(objects, conversion->report, i));
   }
   writer->object_names[objects->count] = NO_FILE;
}

static void name_functions(Writer* writer)
{
   const CallGraph* graph = &writer->graph;
   writer->function_names = g_new(const char*, (size_t)graph->function_count + 1);
   for (uint32_t i = 0; i < graph->function_count; i++) {
      const Routine* routine = report_routine(writer->conversion->report, graph->functions[i].routine);
      writer->function_names[i] = convert_function_name(writer->conversion, routine->name,
                                                        graph->functions[i].level);
   }
   writer->function_names[graph->function_count] = ROOT_NAME;
}

static int compare_identities(const Routine* a, const Routine* b)
{
   int order = strcmp(a->name, b->name);
   return order != 0 ? order : strcmp(text_file_name(a->image), text_file_name(b->image));
}

/* A routine among those of its name in objects of one name. */
typedef struct {
   uint32_t routine;
   uint32_t object;
   uint32_t ordinal;   /* from 1 on */
} Namesake;

static int by_identity(const void* left, const void* right, void* report)
{
   uint32_t a = ((const Namesake*)left)->routine;
   uint32_t b = ((const Namesake*)right)->routine;
   int order = compare_identities(report_routine(report, a), report_routine(report, b));
   return order != 0 ? order : a < b ? -1 : a > b;
}

static int by_file(const void* left, const void* right)
{
   const Namesake* a = left;
   const Namesake* b = right;
   if (a->object != b->object) {
      return a->object < b->object ? -1 : 1;
   }
   return a->ordinal < b->ordinal ? -1 : a->ordinal > b->ordinal;
}

static void count_namesakes(const Writer* writer, Namesake* namesakes, uint32_t count)
{
   Report* report = writer->conversion->report;
   for (uint32_t i = 0; i < count; i++) {
      namesakes[i] = (Namesake){ .routine = i, .object = writer->objects.routine_objects[i], .ordinal = 1 };
   }
   qsort_r(namesakes, count, sizeof *namesakes, by_identity, report);
   for (uint32_t i = 1; i < count; i++) {
      if (compare_identities(report_routine(report, namesakes[i - 1].routine),
                             report_routine(report, namesakes[i].routine)) == 0) {
         namesakes[i].ordinal = namesakes[i - 1].ordinal + 1;
      }
   }
}

static const char* file_name(const Writer* writer, const Namesake* namesake)
{
   const char* object = writer->object_names[namesake->object];
   GString*    name = g_string_new(NO_FILE " in ");
   g_string_append(name, object);
   if (namesake->ordinal > 1) {
      g_string_append_printf(name, " (%" PRIu32 ")", namesake->ordinal);
   }
   return convert_keep(writer->conversion, name);
}

/* One file for each object, and more if the object has several routines of one name. */
static void name_files(Writer* writer)
{
   uint32_t count = report_routine_count(writer->conversion->report);
   g_autofree Namesake* namesakes = g_new(Namesake, (size_t)count + 1);
   count_namesakes(writer, namesakes, count);
   qsort(namesakes, count, sizeof *namesakes, by_file);
   writer->routine_files = g_new(uint32_t, (size_t)count + 1);
   writer->file_names = g_new(const char*, (size_t)count + 1);
   for (uint32_t i = 0; i < count; i++) {
      if (i == 0 || by_file(&namesakes[i - 1], &namesakes[i]) != 0) {
         writer->file_names[writer->file_count++] = file_name(writer, &namesakes[i]);
      }
      writer->routine_files[namesakes[i].routine] = writer->file_count - 1;
   }
   assert(writer->file_count <= count);
   writer->file_names[writer->file_count] = NO_FILE;
}

/*--- Circles of calls ---*/

/* Calls between names, which are numbers: call i is from ends[0][i] to ends[1][i]. */
typedef struct {
   uint32_t* ends[2];
   size_t    count;
   uint32_t  names;
} NamedCalls;

/* Clears `in_circle` of all names to which no calls lead but from such names; or from which, if `to` is 0:
   takes them away one after the other.  Circles remain. */
static void clear_outer(const NamedCalls* calls, int to, bool* in_circle)
{
   const uint32_t* callers = calls->ends[!to];
   const uint32_t* callees = calls->ends[to];
   const size_t    most = (size_t)calls->names + 1;
   g_autofree size_t*   first = g_new0(size_t, most);   /* by caller: its callees in `sorted` */
   g_autofree uint32_t* sorted = g_new(uint32_t, calls->count + 1);
   g_autofree uint32_t* leading = g_new0(uint32_t, most);   /* calls, from names not cleared yet */
   g_autofree uint32_t* cleared = g_new(uint32_t, most);
   uint32_t count = 0;
   for (size_t i = 0; i < calls->count; i++) {
      first[callers[i]]++;
      leading[callees[i]]++;
   }
   first[calls->names] = calls->count;
   for (uint32_t name = 0; name < calls->names; name++) {
      first[name] += name > 0 ? first[name - 1] : 0;   /* where they end */
      if (leading[name] == 0) {
         cleared[count++] = name;
      }
   }
   for (size_t i = 0; i < calls->count; i++) {
      sorted[--first[callers[i]]] = callees[i];   /* in the end, where they begin */
   }
   for (uint32_t at = 0; at < count; at++) {
      const uint32_t name = cleared[at];
      in_circle[name] = false;
      for (size_t i = first[name]; i < first[name + 1]; i++) {
         assert(leading[sorted[i]] > 0);
         if (--leading[sorted[i]] == 0) {
            cleared[count++] = sorted[i];
         }
      }
   }
   assert(count <= calls->names);   /* each once */
}

/* Numbers names from 0 on. */
static uint32_t* number_names(const char* const* names, uint32_t count, uint32_t* different)
{
   g_autoptr(GHashTable) numbers = g_hash_table_new(g_str_hash, g_str_equal);
   uint32_t* numbered = g_new(uint32_t, (size_t)count + 1);
   for (uint32_t i = 0; i < count; i++) {
      gpointer number;
      if (!g_hash_table_lookup_extended(numbers, names[i], NULL, &number)) {
         number = GUINT_TO_POINTER(g_hash_table_size(numbers));
         g_hash_table_insert(numbers, (gpointer)names[i], number);
      }
      numbered[i] = GPOINTER_TO_UINT(number);
   }
   *different = g_hash_table_size(numbers);
   return numbered;
}

/* Returns for each function whether it is in a circle of calls, or between two.  Calls of a function by
   itself make no circle.  `names` has a name for each function: to readers, those of one name are one.  The
   caller frees the result. */
static bool* circles_find(const CallGraph* graph, const char* const* names)
{
   const size_t most = graph->call_count + 1;
   g_autofree uint32_t* callers = g_new(uint32_t, most);
   g_autofree uint32_t* callees = g_new(uint32_t, most);
   NamedCalls calls = { .ends = { callers, callees } };
   g_autofree uint32_t* numbers = number_names(names, graph->function_count, &calls.names);
   g_autofree bool*     in_circle = g_new(bool, (size_t)calls.names + 1);
   bool* found = g_new0(bool, (size_t)graph->function_count + 1);
   for (size_t i = 0; i < graph->call_count; i++) {
      const uint32_t caller = numbers[graph->calls[i].caller];
      const uint32_t callee = numbers[graph->calls[i].callee];
      if (caller != callee) {
         callers[calls.count] = caller;
         callees[calls.count++] = callee;
      }
   }
   for (uint32_t i = 0; i < calls.names; i++) {
      in_circle[i] = true;
   }
   clear_outer(&calls, 1, in_circle);
   clear_outer(&calls, 0, in_circle);
   for (uint32_t i = 0; i < graph->function_count; i++) {
      found[i] = in_circle[numbers[i]];
   }
   return found;
}

/*--- Calls that cost nothing ---*/

/* Behind all others stand the calls that nobody made. */
static void raise_calls_in_circles(Writer* writer)
{
   CallGraph* graph = &writer->graph;
   g_autofree bool*  in_circle = circles_find(graph, writer->function_names);
   g_autofree Call** costliest = g_new0(Call*, (size_t)graph->function_count + 1);
   for (Call* call = graph->calls; call < graph->root_calls + graph->root_call_count; call++) {
      Call** most = &costliest[call->callee];
      *most = *most == NULL || call->cost > (*most)->cost ? call : *most;
   }
   for (Call* call = graph->calls; call < graph->root_calls; call++) {
      if (call->cost == 0 && in_circle[call->caller] && in_circle[call->callee]) {
         assert(costliest[call->callee] != NULL);   /* it may be the call itself */
         costliest[call->callee]->cost -= costliest[call->callee]->cost > 1;
         call->cost = 1;
      }
   }
}

/*--- The file ---*/

static void note_missing_calls(const Writer* writer)
{
   const CallGraph* graph = &writer->graph;
   if (graph->function_count == 0) {
      convert_note(writer->conversion, "the report has no points: nothing was measured");
   } else if (graph->node_count == 0) {
      convert_note(writer->conversion, "the report has no contexts, so there are no calls, and no inclusive "
                   "costs: profile with --collect-cct=yes to have them");
   }
   convert_note_recursion(writer->conversion, CONVERT_CALLS_AND_SELF);
}

bool convert_callgrind(Conversion* conversion)
{
   Writer writer = {
      .conversion = conversion,
      .graph = call_graph_make(conversion->report),
      .objects = objects_find(conversion->report),
   };
   name_objects(&writer);
   name_files(&writer);
   name_functions(&writer);
   raise_calls_in_circles(&writer);
   write_header(&writer);
   for (uint32_t i = 0; i < writer.graph.function_count; i++) {
      write_function(&writer, i);
   }
   write_root(&writer);
   fprintf(conversion->out, "\ntotals: %" PRIu64 " %" PRIu64 "\n",
           writer.graph.self, writer.graph.activations);
   note_missing_calls(&writer);
   g_free(writer.object_names);
   g_free(writer.file_names);
   g_free(writer.function_names);
   g_free(writer.routine_files);
   objects_free(&writer.objects);
   call_graph_free(&writer.graph);
   return true;
}
