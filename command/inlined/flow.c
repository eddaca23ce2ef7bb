/* Blocks end at jumps and calls, and begin at their targets.  Jump tables are found as compilers load
   them. */

#include "inlined/flow.h"

#include <assert.h>

#include "util/number.h"

/* A jump table is loaded at most so many instructions before its jump, and has at most so many places. */
#define TABLE_DISTANCE  16
#define MOST_PLACES     4096

#define NO_BLOCK  G_MAXUINT

/* A way from the end of a block to the beginning of one. */
typedef struct {
   guint from;
   guint to;     /* NO_BLOCK: it does not count */
} Edge;

static gint compare_steps(gconstpointer a, gconstpointer b)
{
   const Step* x = a;
   const Step* y = b;
   return x->decoded.address != y->decoded.address ? (x->decoded.address < y->decoded.address ? -1 : 1) : 0;
}

/* Returns the index of the step at the address, or of the first one behind it. */
static guint find_step(const Flow* flow, uint64_t address)
{
   return NUMBER_FIND(flow->steps, Step, decoded.address, address);
}

static bool has_step(const Flow* flow, uint64_t address)
{
   guint found = find_step(flow, address);
   return found < flow->steps->len && flow_step(flow, found)->decoded.address == address;
}

/*--- What an instruction belongs to ---*/

/* Instances stand before those inside of them, which overwrite them. */
static void set_instances(Flow* flow, const Function* function)
{
   for (guint i = 0; i < function->instances->len; i++) {
      const Instance* instance = &g_array_index(function->instances, Instance, i);
      for (guint k = instance->first; k < instance->end; k++) {
         const Range* range = &g_array_index(function->inner, Range, k);
         assert(range->low < range->high);
         for (guint s = find_step(flow, range->low); s < flow->steps->len; s++) {
            Step* step = &g_array_index(flow->steps, Step, s);
            if (step->decoded.address >= range->high) {
               break;
            }
            step->instance = (int)i;
         }
      }
   }
}

/* Nobody asks for the lines of other instructions. */
static void set_lines(Flow* flow, const Lines* lines)
{
   for (guint s = 0; s < flow->steps->len; s++) {
      Step* step = &g_array_index(flow->steps, Step, s);
      if (step->decoded.going != GOES_ON) {
         step->line = lines_at(lines, step->decoded.address, &step->column);
      }
   }
}

static bool name_has(const char* name, const char* const* parts)
{
   for (; name != NULL && *parts != NULL; parts++) {
      if (strstr(name, *parts) != NULL) {
         return true;
      }
   }
   return false;
}

/* Routines that panic, throw, or stop the program. */
static bool never_returns(const Instances* instances, const char* name, uint64_t target)
{
   static const char* const parts[] = {
      "panic", "throw", "_fail", "abort", "_Unwind_Resume", "alloc_error", "capacity_overflow", "terminate",
      "bad_alloc", "__stack_chk", NULL
   };
   return name_has(name, parts) || (name != NULL && strcmp(name, "exit") == 0)
          || (name != NULL && strcmp(name, "_exit") == 0)
          || g_hash_table_contains(instances->never_return, GSIZE_TO_POINTER(target));
}

/* Control may come back behind its call at any later time. */
static bool returns_again(const char* name)
{
   static const char* const parts[] = { "setjmp", "vfork", "getcontext", NULL };
   return name_has(name, parts);
}

static const char* callee_of(const Code* code, const Step* step)
{
   return step->decoded.going != CALLS || step->decoded.target == 0 ? NULL
          : g_hash_table_lookup(code_symbols(code), GSIZE_TO_POINTER(step->decoded.target));
}

static void set_calls(Flow* flow, const Code* code, const Instances* instances)
{
   for (guint s = 0; s < flow->steps->len; s++) {
      Step* step = &g_array_index(flow->steps, Step, s);
      step->decides = step->decoded.going == BRANCHES || step->decoded.going == JUMPS_ANYWHERE
                      || step->decoded.going == CALLS;
      step->is_known_call = step->decoded.going == CALLS
                            && !never_returns(instances, callee_of(code, step), step->decoded.target);
   }
}

/*--- Blocks ---*/

/* Whether the step after this one is the next in memory. */
static bool is_followed(const Flow* flow, guint s)
{
   const Decoded* decoded = &flow_step(flow, s)->decoded;
   return s + 1 < flow->steps->len
          && flow_step(flow, s + 1)->decoded.address == decoded->address + decoded->size;
}

/* Adds the places of the jump table to `places` (uint64_t): differences from the table in 4 bytes, or
   addresses in 8.  The table ends before what is no instruction of the function. */
static void read_table(const Flow* flow, const Code* code, uint64_t table, size_t size, GArray* places)
{
   int64_t number;
   for (guint k = 0; k < MOST_PLACES && code_read_number(code, table + k * size, size, &number); k++) {
      uint64_t place = size == 4 ? table + (uint64_t)number : (uint64_t)number;
      if (!has_step(flow, place)) {
         break;
      }
      g_array_append_val(places, place);
   }
}

/* Finds the table of a jump: its operand, or what the instructions before it have loaded. */
static GArray* places_of(const Flow* flow, const Code* code, guint jump)
{
   GArray* places = g_array_new(FALSE, FALSE, sizeof(uint64_t));
   uint64_t table = flow_step(flow, jump)->decoded.table;
   if (table != 0) {
      read_table(flow, code, table, 8, places);
   }
   for (guint back = 1; places->len == 0 && back <= TABLE_DISTANCE && back <= jump; back++) {
      table = flow_step(flow, jump - back)->decoded.table;
      if (table != 0) {
         read_table(flow, code, table, 4, places);
      }
   }
   return places;
}

static void free_places(gpointer places)
{
   g_clear_pointer(&places, g_array_unref);
}

/* The jump tables of the function: GArray of places by the jump's step; NULL where there is none. */
static GPtrArray* tables_of(const Flow* flow, const Code* code)
{
   GPtrArray* tables = g_ptr_array_new_with_free_func(free_places);
   for (guint s = 0; s < flow->steps->len; s++) {
      bool jumps = flow_step(flow, s)->decoded.going == JUMPS_ANYWHERE;
      g_ptr_array_add(tables, jumps ? places_of(flow, code, s) : NULL);
   }
   return tables;
}

static void mark_leader(const Flow* flow, Bits leaders, uint64_t address)
{
   if (has_step(flow, address)) {
      bits_add(leaders, find_step(flow, address));
   }
}

static Bits leaders_of(const Flow* flow, const Function* function, const GPtrArray* tables)
{
   Bits leaders = bits_new(flow->steps->len + 1);
   bits_add(leaders, 0);
   for (guint i = 0; i < function->ranges->len; i++) {
      mark_leader(flow, leaders, g_array_index(function->ranges, Range, i).low);
   }
   for (guint s = 0; s < flow->steps->len; s++) {
      const Decoded* decoded = &flow_step(flow, s)->decoded;
      const GArray*  places = g_ptr_array_index(tables, s);
      if (decoded->going == GOES_ON && is_followed(flow, s)) {
         continue;
      }
      bits_add(leaders, s + 1);
      if (decoded->going == JUMPS || decoded->going == BRANCHES) {
         mark_leader(flow, leaders, decoded->target);
      }
      for (guint k = 0; places != NULL && k < places->len; k++) {
         mark_leader(flow, leaders, g_array_index(places, uint64_t, k));
      }
   }
   return leaders;
}

static void make_blocks(Flow* flow, Bits leaders)
{
   flow->blocks = g_new0(FlowBlock, flow->steps->len + 1);
   for (guint s = 0; s < flow->steps->len; s++) {
      if (bits_has(leaders, s)) {
         flow->blocks[flow->count++].first = s;
      }
      flow->blocks[flow->count - 1].end = s + 1;
      g_array_index(flow->steps, Step, s).block = flow->count - 1;
   }
   assert(flow->blocks[0].first == 0 && flow->blocks[flow->count - 1].end == flow->steps->len);
}

/* The block that begins at the address, or NO_BLOCK. */
static guint block_at(const Flow* flow, uint64_t address)
{
   guint block = has_step(flow, address) ? flow_step(flow, find_step(flow, address))->block : NO_BLOCK;
   return block != NO_BLOCK && flow_address(flow, block) == address ? block : NO_BLOCK;
}

/* Edges of one block stand together.  Lists of blocks are only counted, until all edges are there. */
static void add_edge(Flow* flow, GArray* edges, guint from, guint to)
{
   if (to == NO_BLOCK) {
      return;
   }
   for (guint i = edges->len; i-- > 0 && g_array_index(edges, Edge, i).from == from; ) {
      if (g_array_index(edges, Edge, i).to == to) {
         return;
      }
   }
   Edge added = { from, to };
   g_array_append_val(edges, added);
   flow->blocks[from].next.count++;
   flow->blocks[to].before.count++;
}

static bool is_all_padding(const Flow* flow, const FlowBlock* block)
{
   for (guint s = block->first; s < block->end; s++) {
      if (!flow_step(flow, s)->decoded.is_padding) {
         return false;
      }
   }
   return true;
}

static void add_edges(Flow* flow, GArray* edges, const Code* code, const GPtrArray* tables)
{
   for (guint b = 0; b < flow->count; b++) {
      guint          last = flow->blocks[b].end - 1;
      const Step*    step = flow_step(flow, last);
      const GArray*  places = g_ptr_array_index(tables, last);
      Going          going = step->decoded.going;
      bool           falls = going == GOES_ON || going == BRANCHES || (going == CALLS && step->is_known_call);
      if (going == JUMPS || going == BRANCHES) {
         add_edge(flow, edges, b, block_at(flow, step->decoded.target));
      }
      for (guint k = 0; places != NULL && k < places->len; k++) {
         add_edge(flow, edges, b, block_at(flow, g_array_index(places, uint64_t, k)));
      }
      if (falls && is_followed(flow, last) && b + 1 < flow->count) {
         add_edge(flow, edges, b, b + 1);
         flow->blocks[b + 1].is_root |= going == CALLS && returns_again(callee_of(code, step));
      }
   }
}

/* Padding that nothing leads to leads nowhere. */
static void cut_padding(Flow* flow, GArray* edges)
{
   for (guint i = 0; i < edges->len; i++) {
      Edge*      edge = &g_array_index(edges, Edge, i);
      FlowBlock* from = &flow->blocks[edge->from];
      if (from->before.count == 0 && edge->from != flow->entry && is_all_padding(flow, from)) {
         from->next.count--;
         flow->blocks[edge->to].before.count--;
         edge->to = NO_BLOCK;
      }
   }
}

/* A jump whose table is not known leads to what nothing else leads to; what is then left is a handler of
   exceptions. */
static void add_unknown(Flow* flow, GArray* edges, const GPtrArray* tables)
{
   g_autoptr(GArray) orphans = g_array_new(FALSE, FALSE, sizeof(guint));
   for (guint b = 0; b < flow->count; b++) {
      if (flow->blocks[b].before.count == 0 && b != flow->entry && !is_all_padding(flow, &flow->blocks[b])) {
         g_array_append_val(orphans, b);
      }
   }
   for (guint b = 0; b < flow->count; b++) {
      const GArray* places = g_ptr_array_index(tables, flow->blocks[b].end - 1);
      for (guint i = 0; places != NULL && places->len == 0 && i < orphans->len; i++) {
         add_edge(flow, edges, b, g_array_index(orphans, guint, i));
      }
   }
   for (guint b = 0; b < flow->count; b++) {
      flow->blocks[b].is_root |= b == flow->entry || flow->blocks[b].before.count == 0;
   }
}

static guint* give_room(BlockList* list, guint* room)
{
   guint* end = room + list->count;
   *list = (BlockList){ .blocks = room };
   return end;
}

/* Lists the edges of each block, in their order. */
static void list_edges(Flow* flow, const GArray* edges)
{
   guint* room = flow->ways = g_new(guint, 2 * edges->len + 1);
   for (guint b = 0; b < flow->count; b++) {
      room = give_room(&flow->blocks[b].next, room);
      room = give_room(&flow->blocks[b].before, room);
   }
   for (guint i = 0; i < edges->len; i++) {
      Edge edge = g_array_index(edges, Edge, i);
      if (edge.to != NO_BLOCK) {
         BlockList* next = &flow->blocks[edge.from].next;
         BlockList* before = &flow->blocks[edge.to].before;
         next->blocks[next->count++] = edge.to;
         before->blocks[before->count++] = edge.from;
      }
   }
}

static void find_edges(Flow* flow, const Code* code, const GPtrArray* tables)
{
   g_autoptr(GArray) edges = g_array_new(FALSE, FALSE, sizeof(Edge));
   add_edges(flow, edges, code, tables);
   cut_padding(flow, edges);
   add_unknown(flow, edges, tables);
   list_edges(flow, edges);
}

/*--- The flow of a function ---*/

static gint compare_ranges(gconstpointer a, gconstpointer b)
{
   const Range* x = a;
   const Range* y = b;
   return x->low != y->low ? (x->low < y->low ? -1 : 1) : 0;
}

/* Steps are in order already, unless ranges of a function overlap. */
static void sort_steps(GArray* steps)
{
   for (guint i = 1; i < steps->len; i++) {
      if (compare_steps(&g_array_index(steps, Step, i - 1), &g_array_index(steps, Step, i)) > 0) {
         g_array_sort(steps, compare_steps);
         return;
      }
   }
}

static GArray* decode(const Code* code, const Function* function)
{
   g_autoptr(GArray) decoded = g_array_new(FALSE, FALSE, sizeof(Decoded));
   g_autoptr(GArray) ranges = g_array_copy(function->ranges);
   g_array_sort(ranges, compare_ranges);
   for (guint i = 0; i < ranges->len; i++) {
      const Range* range = &g_array_index(ranges, Range, i);
      code_decode(code, range->low, range->high, decoded);
   }
   GArray* steps = g_array_sized_new(FALSE, FALSE, sizeof(Step), decoded->len);
   g_array_set_size(steps, decoded->len);
   for (guint i = 0; i < decoded->len; i++) {
      g_array_index(steps, Step, i) = (Step){ .decoded = g_array_index(decoded, Decoded, i), .instance = -1 };
   }
   sort_steps(steps);
   return steps;
}

static void free_loop(gpointer loop)
{
   bits_free(&((Loop*)loop)->body);
}

static GArray* new_loops(void)
{
   GArray* loops = g_array_new(FALSE, FALSE, sizeof(Loop));
   g_array_set_clear_func(loops, free_loop);
   return loops;
}

Flow* flow_of(const Code* code, const Instances* instances, const Function* function)
{
   g_autoptr(Flow) flow = g_new0(Flow, 1);
   flow->steps = decode(code, function);
   flow->loops = new_loops();
   flow->back_edges = new_loops();
   uint64_t entry = g_array_index(function->ranges, Range, 0).low;
   if (!has_step(flow, entry)) {
      return NULL;
   }
   set_instances(flow, function);
   set_lines(flow, function->lines);
   set_calls(flow, code, instances);
   g_autoptr(GPtrArray) tables = tables_of(flow, code);
   g_auto(Bits)         leaders = leaders_of(flow, function, tables);
   make_blocks(flow, leaders);
   flow->entry = block_at(flow, entry);
   assert(flow->entry != NO_BLOCK);
   find_edges(flow, code, tables);
   return g_steal_pointer(&flow);
}

void flow_free(Flow* flow)
{
   g_free(flow->blocks);
   g_free(flow->ways);
   g_array_unref(flow->steps);
   bits_free(&flow->entered);
   bits_free(&flow->handled);
   g_array_unref(flow->loops);
   g_array_unref(flow->back_edges);
   g_free(flow);
}
