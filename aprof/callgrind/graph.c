/* The call graph.  Nodes and edges live as long as the process: activations,
   code places and counters of lines point to them. */

#include "callgrind/graph.h"

#include "options.h"

static VgHashTable* nodes;
static VgHashTable* edges;

/* Room for the callers of a node, and for one more. */
static const Routine** some_callers;

void graph_init(void)
{
   some_callers = VG_(malloc)("aprof.graph.callers", (options.separate_callers + 1) * sizeof *some_callers);
   nodes = VG_(HT_construct)("aprof.nodes");
   edges = VG_(HT_construct)("aprof.edges");
}

/*--- Nodes and edges ---*/

static UWord mix(UWord hash, UWord value)
{
   return (hash ^ value) * 0x9e3779b97f4a7c15ULL;
}

static Word compare_nodes(const void* left, const void* right)
{
   const Node* a = left;
   const Node* b = right;
   if (a->routine != b->routine || a->depth != b->depth || a->profile != b->profile
       || a->caller_count != b->caller_count) {
      return 1;
   }
   for (UInt i = 0; i < a->caller_count; i++) {
      if (a->callers[i] != b->callers[i]) {
         return 1;
      }
   }
   return 0;
}

/* `callers`: at most --separate-callers, the nearest first. */
static Node* find_or_add_node(const Profile* profile, const Routine* routine, UInt depth,
                              const Routine** callers, UInt caller_count)
{
   tl_assert(depth <= options.separate_recursions && caller_count <= options.separate_callers);
   UWord hash  = mix(mix(mix(0, (UWord)profile), (UWord)routine), depth);
   Node  probe = {
      .profile = profile, .routine = routine, .depth = depth,
      .callers = callers, .caller_count = caller_count,
   };
   for (UInt i = 0; i < caller_count; i++) {
      hash = mix(hash, (UWord)callers[i]);
   }
   probe.node.key = hash >> 16;

   Node* node = VG_(HT_gen_lookup)(nodes, &probe, compare_nodes);
   if (node == NULL) {
      SizeT callers_size = caller_count * sizeof *callers;
      node           = VG_(malloc)("aprof.node", sizeof *node + callers_size);
      *node          = probe;
      node->callers  = VG_(memcpy)(node + 1, callers, callers_size);
      node->entry    = source_at(routine->entry);
      node->file     = node->entry.file != NULL ? node->entry.file : source_file(SOURCE_UNKNOWN);
      node->number   = VG_(HT_count_nodes)(nodes) + 1;
      node->named_in = node->called_in = 0;
      VG_(HT_add_node)(nodes, node);
   }
   return node;
}

/* Stands for the caller of an activation that nobody calls. */
static Routine nobody = { .name = "(root)", .mangled = "", .image = "", .number = ROUTINE_NOT_CALLED };

/* If a routine calls itself, its callers stay the same. */
static Node* node_called_by(const Node* caller, const Routine* routine, UInt depth)
{
   const Routine** callers = some_callers;
   UInt            count   = 0;
   if (caller->routine != &nobody && caller->routine != routine) {
      callers[count++] = caller->routine;
   }
   for (UInt i = 0; i < caller->caller_count; i++) {
      callers[count++] = caller->callers[i];
      if (count > options.separate_callers) {
         break;
      }
   }
   if (count > options.separate_callers) {
      count = options.separate_callers;
   }
   return find_or_add_node(caller->profile, routine, depth, callers, count);
}

static Word compare_edges(const void* left, const void* right)
{
   const Edge* a = left;
   const Edge* b = right;
   return a->caller != b->caller || a->place != b->place || a->routine != b->routine || a->depth != b->depth;
}

static UWord hash_of_edge(const Node* caller, const CodePlace* place, const Routine* routine, UInt depth)
{
   return mix(mix((UWord)place, (UWord)caller), (UWord)routine + depth);
}

/* The probe has no callee, except in graph_call_by_new, where the callee exists already and
   stays the same. */
static Edge* find_or_add_edge(const Edge* probe)
{
   Edge* edge = VG_(HT_gen_lookup)(edges, probe, compare_edges);
   if (edge == NULL) {
      tl_assert(probe->depth > 0);
      edge  = VG_(malloc)("aprof.edge", sizeof *edge);
      *edge = *probe;
      if (edge->callee == NULL) {
         edge->callee = node_called_by(probe->caller, probe->routine, probe->depth);
      }
      VG_(HT_add_node)(edges, edge);
   }
   return edge;
}

/* A cache in front of the table, for repeated calls. */
#define RECENT_LOG2 12
static Edge* recent[1 << RECENT_LOG2];

static Edge* edge_of(Node* caller, const CodePlace* place, const Routine* routine, UInt depth)
{
   UWord  hash = hash_of_edge(caller, place, routine, depth);
   Edge** slot = &recent[hash >> (64 - RECENT_LOG2)];
   Edge*  edge = *slot;
   if (edge == NULL || edge->place != place || edge->caller != caller || edge->routine != routine
       || edge->depth != depth) {
      Edge probe = { .caller = caller, .place = place, .routine = routine, .depth = depth };
      probe.node.key = hash >> 16;
      edge  = find_or_add_edge(&probe);
      *slot = edge;
   }
   return edge;
}

/*--- Calls ---*/

Node graph_paused_node;

Edge* graph_call_of_stub(Node* caller, const CodePlace* place)
{
   return edge_of(caller, place, &routine_in_plt, 1);
}

Edge* graph_begin(const Routine* routine, const Profile* profile)
{
   return edge_of(find_or_add_node(profile, &nobody, 0, NULL, 0), NULL, routine, 1);
}

Edge* graph_find_call(Node* caller, CodePlace* place, const Routine* routine, UInt depth)
{
   return place->last_call = edge_of(caller, place, routine, depth);
}

/* The place of the call is not known, so it is the entry of the caller's node, which no
   other edge has. */
Edge* graph_call_by_new(const Edge* called, const Edge* caller)
{
   Edge probe = {
      .caller  = caller->callee,
      .place   = &caller->callee->entry,
      .routine = called->routine,
      .depth   = called->depth,
      .callee  = called->callee,
   };
   probe.node.key = hash_of_edge(probe.caller, probe.place, probe.routine, probe.depth) >> 16;
   return find_or_add_edge(&probe);
}

Bool graph_has_caller(const Edge* edge)
{
   return edge->caller->routine != &nobody;
}

/*--- All edges ---*/

void graph_for_each_edge(void (*visit)(Edge* edge, void* data), void* data)
{
   VG_(HT_ResetIter)(edges);
   Edge* edge;
   while ((edge = VG_(HT_Next)(edges)) != NULL) {
      visit(edge, data);
   }
}

static void forget_edge(Edge* edge, void* profile)
{
   if (edge->caller->profile == profile) {
      edge->calls  = 0;
      edge->events = edge->own = (Events){ 0 };
   }
}

void graph_forget(const Profile* profile)
{
   graph_for_each_edge(forget_edge, (void*)profile);
}
