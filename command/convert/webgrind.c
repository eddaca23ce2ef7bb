/* The files that webgrind makes of a profile for its own use, versions 4 to 7.

   All numbers have 32 bits and are little endian.  An address is a place in the file.  A
   text ends at a newline.

      all:          version, address of headers, n, n addresses, n functions, v4: subcalls, headers
      v5 function:  self, inclusive, calls, n callers, callers, file, name
      v6 function:  self, inclusive, calls, n callers, n callees, callers, callees, file, name
      v7 function:  line, then as v6
      a caller or callee:  function, line, calls, cost
      v4 function:  self, inclusive, cost of calls, n, n invocations, file, name
      invocation:   self, inclusive, cost of call, calling function, its invocation, line,
                    n subcalls, address of the first
      v4 subcall:   function, its invocation, line, cost

   Version 4 has every single invocation.  A report has activations added up by context,
   so each context is one invocation.  A report knows no source files and lines, so the
   file is the object file, and lines are 0.

   The file is written from beginning to end, so all addresses are computed first. */

#include "convert/conversion.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "model/call_graph.h"
#include "util/number.h"
#include "util/problem.h"

#define NUMBER_SIZE       4
#define LARGEST_NUMBER    UINT32_MAX
#define HEAD_SIZE         (3 * NUMBER_SIZE)
#define CALL_SIZE         (4 * NUMBER_SIZE)
#define INVOCATION_SIZE   (8 * NUMBER_SIZE)
#define NO_CALLER         UINT32_MAX
#define UNKNOWN_LINE      0

/* webgrind cannot read a file with fewer functions. */
#define LEAST_FUNCTIONS   2
#define FILLER_NAME       "(no routine: webgrind needs two)"

typedef struct {
   Conversion* conversion;
   unsigned    version;
   CallGraph   graph;
   uint32_t    function_count;   /* with fillers */
   uint64_t    scale;            /* the number by which all costs are divided */
   bool        calls_cut;        /* a number of calls was too large */

   /* Version 4: invocations are contexts or, without these, functions. */
   uint32_t*   invocation_count; /* by function */
   uint32_t*   invocation;       /* by context: its number within its function */
   uint32_t*   contexts;         /* all contexts by function */
   uint32_t*   subcalls;         /* by context: how many subcalls precede its own in the file */
   uint32_t    subcall_count;
   uint64_t    subcalls_address;
} Writer;

/*--- Numbers and texts ---*/

static void write_number(const Writer* writer, uint64_t number)
{
   unsigned char bytes[NUMBER_SIZE];
   for (unsigned i = 0; i < NUMBER_SIZE; i++) {
      bytes[i] = (unsigned char)(number >> (8 * i));
   }
   fwrite(bytes, sizeof bytes, 1, writer->conversion->out);
}

static void write_cost(const Writer* writer, uint64_t cost)
{
   write_number(writer, convert_scaled(cost, writer->scale));
}

static void write_calls(Writer* writer, uint64_t calls)
{
   writer->calls_cut |= calls > LARGEST_NUMBER;
   write_number(writer, calls > LARGEST_NUMBER ? LARGEST_NUMBER : calls);
}

static bool is_filler(const Writer* writer, uint32_t number)
{
   return number >= writer->graph.function_count;
}

/* The two texts of a function, with their newlines.  Prints them if `out` is not
   NULL; returns their length. */
static size_t put_texts(const Writer* writer, uint32_t number, FILE* out)
{
   if (is_filler(writer, number)) {
      if (out != NULL) {
         fputs("???\n" FILLER_NAME "\n", out);
      }
      return strlen("???\n" FILLER_NAME "\n");
   }
   const Function* function = &writer->graph.functions[number];
   const Routine*  routine = report_routine(writer->conversion->report, function->routine);
   const char* file = convert_name(writer->conversion, routine->image);
   const char* name = convert_function_name(writer->conversion, routine->name, function->level);
   if (out != NULL) {
      fprintf(out, "%s\n%s\n", file, name);
   }
   return strlen(file) + strlen(name) + 2;
}

/* The power of ten by which the costs of the program and of all routines fit into a number. */
static uint64_t find_scale(const Writer* writer)
{
   uint64_t largest = report_total_cost(writer->conversion->report);
   for (uint32_t i = 0; i < writer->graph.function_count; i++) {
      uint64_t inclusive = writer->graph.functions[i].inclusive;
      largest = inclusive > largest ? inclusive : largest;
   }
   uint64_t scale = 1;
   while (convert_scaled(largest, scale) > LARGEST_NUMBER) {
      scale *= 10;
   }
   return scale;
}

/*--- Versions 5 to 7 ---*/

static uint64_t function_size(const Writer* writer, uint32_t number)
{
   uint64_t callers = 0;
   uint64_t callees = 0;
   if (!is_filler(writer, number)) {
      callers = writer->graph.functions[number].caller_count;
      callees = writer->version >= 6 ? writer->graph.functions[number].call_count : 0;
   }
   return (writer->version - 1) * NUMBER_SIZE + (callers + callees) * CALL_SIZE
          + put_texts(writer, number, NULL);
}

static void write_call(Writer* writer, const Call* call, uint32_t other_function)
{
   write_number(writer, other_function);
   write_number(writer, UNKNOWN_LINE);
   write_calls(writer, call->totals.calls);
   write_cost(writer, call->cost);
}

static void write_function(Writer* writer, uint32_t number)
{
   static const Function filler;
   const CallGraph* graph = &writer->graph;
   const Function*  function = is_filler(writer, number) ? &filler : &graph->functions[number];
   if (writer->version >= 7) {
      write_number(writer, UNKNOWN_LINE);
   }
   write_cost(writer, function->self);
   write_cost(writer, function->inclusive);
   write_calls(writer, function->calls);
   write_number(writer, function->caller_count);
   if (writer->version >= 6) {
      write_number(writer, function->call_count);
   }
   for (size_t i = 0; i < function->caller_count; i++) {
      const Call* call = &graph->calls[graph->callers[function->first_caller + i]];
      write_call(writer, call, call->caller);
   }
   for (size_t i = 0; writer->version >= 6 && i < function->call_count; i++) {
      const Call* call = &graph->calls[function->first_call + i];
      write_call(writer, call, call->callee);
   }
   put_texts(writer, number, writer->conversion->out);
}

/*--- Version 4 ---*/

static bool has_contexts(const Writer* writer)
{
   return writer->graph.node_count > 0;
}

static const Context* context_at(const Writer* writer, uint32_t number)
{
   return report_context(writer->conversion->report, number);
}

static uint32_t count_children(const Writer* writer, uint32_t parent)
{
   uint32_t count = 0;
   uint32_t child = context_at(writer, parent)->first_child;
   for (; child != NO_CONTEXT; child = context_at(writer, child)->next_sibling) {
      count++;
   }
   return count;
}

/* Numbers the contexts of each function, and lists them by function. */
static void list_invocations(Writer* writer)
{
   const CallGraph* graph = &writer->graph;
   writer->invocation_count = g_new(uint32_t, (size_t)graph->function_count + 1);
   writer->invocation = g_new(uint32_t, (size_t)graph->node_count + 1);
   writer->contexts = g_new(uint32_t, (size_t)graph->node_count + 1);
   for (uint32_t i = 0; i < graph->function_count; i++) {
      writer->invocation_count[i] = has_contexts(writer) ? 0 : 1;
   }
   for (uint32_t i = 0; i < graph->node_count; i++) {
      writer->invocation[i] = writer->invocation_count[graph->nodes[i].function]++;
   }
   g_autofree uint32_t* first = g_new(uint32_t, (size_t)graph->function_count + 1);
   uint32_t end = 0;
   for (uint32_t i = 0; i < graph->function_count; i++) {
      first[i] = end;
      end += writer->invocation_count[i];
   }
   for (uint32_t i = 0; i < graph->node_count; i++) {
      writer->contexts[first[graph->nodes[i].function] + writer->invocation[i]] = i;
   }
}

/* The subcalls stand in the order of the functions and their invocations. */
static void place_subcalls(Writer* writer)
{
   writer->subcalls = g_new(uint32_t, (size_t)writer->graph.node_count + 1);
   for (uint32_t i = 0; i < writer->graph.node_count; i++) {
      writer->subcalls[writer->contexts[i]] = writer->subcall_count;
      writer->subcall_count += count_children(writer, writer->contexts[i]);
   }
   assert(writer->subcall_count <= writer->graph.node_count);   /* each has one parent */
}

static uint64_t function_size_4(const Writer* writer, uint32_t number)
{
   uint64_t invocations = is_filler(writer, number) ? 0 : writer->invocation_count[number];
   return 4 * NUMBER_SIZE + invocations * INVOCATION_SIZE + put_texts(writer, number, NULL);
}

/* A function without calls, as all are without contexts. */
static void write_lone_invocation(const Writer* writer, const Function* function)
{
   write_cost(writer, function->self);
   write_cost(writer, function->inclusive);
   write_cost(writer, 0);
   write_number(writer, NO_CALLER);
   write_number(writer, 0);
   write_number(writer, UNKNOWN_LINE);
   write_number(writer, 0);
   write_number(writer, writer->subcalls_address);
}

static void write_invocation(const Writer* writer, uint32_t number)
{
   const CallNode* nodes = writer->graph.nodes;
   const Context*  context = context_at(writer, number);
   bool is_called = context->parent != NO_CONTEXT;
   write_cost(writer, context->totals.self_sum);
   write_cost(writer, nodes[number].cost);
   write_cost(writer, is_called ? nodes[number].cost : 0);
   write_number(writer, is_called ? nodes[context->parent].function : NO_CALLER);
   write_number(writer, is_called ? writer->invocation[context->parent] : 0);
   write_number(writer, UNKNOWN_LINE);
   write_number(writer, count_children(writer, number));
   write_number(writer, writer->subcalls_address + (uint64_t)writer->subcalls[number] * CALL_SIZE);
}

/* The contexts of the functions before this one have been written: the next is contexts[*next]. */
static void write_function_4(Writer* writer, uint32_t number, uint32_t* next)
{
   static const Function filler;
   const CallGraph* graph = &writer->graph;
   bool             fills = is_filler(writer, number);
   const Function*  function = fills ? &filler : &graph->functions[number];
   uint32_t         invocations = fills ? 0 : writer->invocation_count[number];
   uint64_t         cost_of_calls = 0;
   for (size_t i = 0; i < function->caller_count; i++) {
      uint32_t call = graph->callers[function->first_caller + i];
      cost_of_calls = add_saturating(cost_of_calls, graph->calls[call].cost);
   }
   write_cost(writer, function->self);
   write_cost(writer, function->inclusive);
   write_cost(writer, cost_of_calls);
   write_number(writer, invocations);
   if (!has_contexts(writer) && !fills) {
      write_lone_invocation(writer, function);
   }
   for (uint32_t i = 0; has_contexts(writer) && i < invocations; i++) {
      write_invocation(writer, writer->contexts[(*next)++]);
   }
   put_texts(writer, number, writer->conversion->out);
}

static void write_subcalls(const Writer* writer)
{
   for (uint32_t i = 0; i < writer->graph.node_count; i++) {
      uint32_t child = context_at(writer, writer->contexts[i])->first_child;
      for (; child != NO_CONTEXT; child = context_at(writer, child)->next_sibling) {
         write_number(writer, writer->graph.nodes[child].function);
         write_number(writer, writer->invocation[child]);
         write_number(writer, UNKNOWN_LINE);
         write_cost(writer, writer->graph.nodes[child].cost);
      }
   }
}

/*--- The file ---*/

/* Sets where each function will stand; returns the address behind the last. */
static uint64_t place_functions(const Writer* writer, uint64_t* addresses)
{
   uint64_t address = HEAD_SIZE + (uint64_t)writer->function_count * NUMBER_SIZE;
   for (uint32_t i = 0; i < writer->function_count; i++) {
      addresses[i] = address;
      address += writer->version == 4 ? function_size_4(writer, i) : function_size(writer, i);
   }
   return address;
}

static void write_functions(Writer* writer)
{
   uint32_t next = 0;
   for (uint32_t i = 0; i < writer->function_count; i++) {
      if (writer->version == 4) {
         write_function_4(writer, i, &next);
      } else {
         write_function(writer, i);
      }
   }
   if (writer->version == 4) {
      assert(next == writer->graph.node_count);
      write_subcalls(writer);
   }
}

/* The summary is what webgrind takes percentages of, so it is scaled too. */
static void write_headers(const Writer* writer)
{
   Conversion* conversion = writer->conversion;
   uint64_t    total = report_total_cost(conversion->report);
   FILE*       out = conversion->out;
   fprintf(out, "version: 1\ncreator: aprof\ncmd: %s\nevents: %s\nsummary: %" PRIu64 "\n",
           convert_command_line(conversion), convert_cost_name(conversion).capitals,
           convert_scaled(total, writer->scale));
   if (writer->scale > 1) {
      fprintf(out, "scale: all costs are divided by %" PRIu64 "\ntotal: %" PRIu64 "\n", writer->scale, total);
   }
}

static void note_losses(const Writer* writer)
{
   const Conversion* conversion = writer->conversion;
   const CallGraph*  graph = &writer->graph;
   if (writer->scale > 1) {
      convert_note(conversion, "all costs are divided by %" PRIu64 ", to fit into 32 bits", writer->scale);
   }
   if (writer->calls_cut) {
      convert_note(conversion, "numbers of calls above %" PRIu32 " are written as %" PRIu32,
                   LARGEST_NUMBER, LARGEST_NUMBER);
   }
   if (graph->function_count == 0) {
      convert_note(conversion, "the report has no points: nothing was measured");
   } else if (!has_contexts(writer)) {
      convert_note(conversion, "the report has no contexts, so there are no callers and callees: "
                   "profile with --collect-cct=yes to have them");
   }
   convert_note_recursion(conversion, CONVERT_CALLS_AND_SELF);
   if (writer->version == 4 && graph->function_count > 0) {
      convert_note(conversion, "the calls of a routine are added up: %" PRIu64 " calls are %" PRIu32
                   " invocations, one for each %s", graph->activations,
                   has_contexts(writer) ? graph->node_count : graph->function_count,
                   has_contexts(writer) ? "context" : "routine");
   }
   if (writer->function_count > graph->function_count) {
      convert_note(conversion, "webgrind needs two routines: \"" FILLER_NAME "\" makes up for those that are "
                   "not there");
   }
}

static bool write_file(Writer* writer)
{
   g_autofree uint64_t* addresses = g_new(uint64_t, writer->function_count);
   uint64_t headers = place_functions(writer, addresses);
   if (writer->version == 4) {
      writer->subcalls_address = headers;
      headers += (uint64_t)writer->subcall_count * CALL_SIZE;
   }
   bool fits = headers <= LARGEST_NUMBER;
   if (fits) {
      write_number(writer, writer->version);
      write_number(writer, headers);
      write_number(writer, writer->function_count);
      for (uint32_t i = 0; i < writer->function_count; i++) {
         write_number(writer, addresses[i]);
      }
      write_functions(writer);
      write_headers(writer);
      note_losses(writer);
   } else {
      message_print("%s: the file would have %" PRIu64 " bytes; webgrind can read 4294967295",
                    writer->conversion->command, headers);
   }
   return fits;
}

bool convert_webgrind(Conversion* conversion)
{
   Writer writer = {
      .conversion = conversion,
      .version = conversion->version,
      .graph = call_graph_make(conversion->report),
   };
   writer.function_count = writer.graph.function_count < LEAST_FUNCTIONS ? LEAST_FUNCTIONS
                                                                         : writer.graph.function_count;
   writer.scale = find_scale(&writer);
   if (writer.version == 4) {
      list_invocations(&writer);
      place_subcalls(&writer);
   }
   bool written = write_file(&writer);
   g_free(writer.invocation_count);
   g_free(writer.invocation);
   g_free(writer.contexts);
   g_free(writer.subcalls);
   call_graph_free(&writer.graph);
   return written;
}
