/* Makes functions of contexts, and the calls between functions.  Contexts are in
   preorder, so a walk through the array is a walk down and up the tree. */

#include "model/call_graph.h"

#include <assert.h>

#include "util/memory.h"
#include "util/number.h"

/*--- Functions ---*/

static uint32_t add_function(CallGraph* graph, size_t* capacity, uint32_t routine, uint32_t level)
{
   MEMORY_GROW(graph->functions, graph->function_count, capacity);
   graph->functions[graph->function_count] = (Function){ .routine = routine, .level = level };
   return graph->function_count++;
}

static void add_totals(Function* function, const Totals* totals)
{
   function->calls = add_saturating(function->calls, totals->calls);
   function->self = add_saturating(function->self, totals->self_sum);
}

/* One for each routine that has points. */
static void find_routines(CallGraph* graph, const Report* report)
{
   size_t capacity = 0;
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      const Routine* routine = report_routine(report, i);
      if (routine->points > 0) {
         uint32_t added = add_function(graph, &capacity, i, 1);
         add_totals(&graph->functions[added], &routine->totals);
         graph->functions[added].inclusive = routine->totals.real_sum;
      }
   }
}

/* The functions of routines, found by a walk through the tree.  Level n + 1 can be reached
   only from level n. */
typedef struct {
   uint32_t* outermost;   /* by routine: its function at level 1 */
   uint32_t* innermost;   /* by routine: its deepest function on the path, or NO_FUNCTION */
   uint32_t* deeper;      /* by function: the function of the next level, or NO_FUNCTION */
   size_t    deeper_capacity;
   size_t    function_capacity;
} Levels;

static uint32_t* make_unset(uint32_t count)
{
   uint32_t* array = g_new(uint32_t, (size_t)count + 1);
   for (uint32_t i = 0; i < count; i++) {
      array[i] = NO_FUNCTION;
   }
   return array;
}

/* The function of the routine if it is called from the current context of the walk. */
static uint32_t find_function(CallGraph* graph, Levels* levels, uint32_t routine)
{
   uint32_t  above = levels->innermost[routine];
   uint32_t* found = above == NO_FUNCTION ? &levels->outermost[routine] : &levels->deeper[above];
   if (*found == NO_FUNCTION) {
      uint32_t level = above == NO_FUNCTION ? 1 : graph->functions[above].level + 1;
      uint32_t added = add_function(graph, &levels->function_capacity, routine, level);
      *found = added;   /* before `deeper` may move */
      MEMORY_GROW(levels->deeper, added, &levels->deeper_capacity);
      levels->deeper[added] = NO_FUNCTION;
      return added;
   }
   return *found;
}

/* Gives each context its function. */
static void find_functions(CallGraph* graph, const Report* report)
{
   uint32_t routines = report_routine_count(report);
   Levels   levels = { .outermost = make_unset(routines), .innermost = make_unset(routines) };
   /* The value of `innermost` before each context. */
   g_autofree uint32_t* before = g_new(uint32_t, (size_t)graph->node_count + 1);
   uint32_t at = NO_CONTEXT;
   for (uint32_t i = 0; i < graph->node_count; i++) {
      const Context* context = report_context(report, i);
      for (; at != context->parent; at = report_context(report, at)->parent) {
         levels.innermost[report_context(report, at)->routine] = before[at];
      }
      uint32_t function = find_function(graph, &levels, context->routine);
      graph->nodes[i].function = function;
      before[i] = levels.innermost[context->routine];
      levels.innermost[context->routine] = function;
      at = i;
   }
   g_free(levels.outermost);
   g_free(levels.innermost);
   g_free(levels.deeper);
}

/* Adds up the cost of each context and those below it. Backwards, children come before their parents. */
static void add_up_nodes(CallGraph* graph, const Report* report)
{
   for (uint32_t i = graph->node_count; i-- > 0;) {
      const Context* context = report_context(report, i);
      CallNode* node = &graph->nodes[i];
      assert(context->parent == NO_CONTEXT || context->parent < i);
      node->cost = add_saturating(node->cost, context->totals.self_sum);
      node->all_calls = add_saturating(node->all_calls, context->totals.calls);
      if (context->parent != NO_CONTEXT) {
         CallNode* parent = &graph->nodes[context->parent];
         parent->cost = add_saturating(parent->cost, node->cost);
         parent->all_calls = add_saturating(parent->all_calls, node->all_calls);
      }
   }
}

/* Returns the cost of the calls of a context. The report has it, except for calls inside the same routine,
   which have no real cost: theirs is what was spent in them. The same goes for calls of a routine that has no
   points at all. */
static uint64_t cost_of_calls(const CallGraph* graph, const Report* report, uint32_t index)
{
   const Context*  context = report_context(report, index);
   const CallNode* node = &graph->nodes[index];
   bool            is_inside = graph->functions[node->function].level > 1;
   bool            has_points = report_routine(report, context->routine)->points > 0;
   bool            is_spent = context->totals.calls > 0 ? is_inside : !has_points;
   assert(node->function < graph->function_count);
   return is_spent ? node->cost : context->totals.real_sum;
}

static void add_nodes(CallGraph* graph, const Report* report)
{
   for (uint32_t i = 0; i < graph->node_count; i++) {
      CallNode* node = &graph->nodes[i];
      Function* function = &graph->functions[node->function];
      node->cost = cost_of_calls(graph, report, i);
      add_totals(function, &report_context(report, i)->totals);
      function->inclusive = add_saturating(function->inclusive, node->cost);
   }
}

/*--- Calls ---*/

/* One call for each context; without those that have no activation.  But if a routine has no points at all,
   it was called all the same: its activations executed nothing themselves, or are still running. */
static void list_calls(CallGraph* graph, const Report* report)
{
   graph->calls = g_new(Call, (size_t)graph->node_count + 1);
   for (uint32_t i = 0; i < graph->node_count; i++) {
      const Context*  context = report_context(report, i);
      const CallNode* node = &graph->nodes[i];
      if (context->totals.calls > 0 || node->cost > 0) {
         bool is_root = context->parent == NO_CONTEXT;
         Call* call = &graph->calls[graph->call_count++];
         *call = (Call){
            .caller = is_root ? NO_FUNCTION : graph->nodes[context->parent].function,
            .callee = node->function,
            .totals = context->totals,
            .cost = node->cost,
            .all_calls = node->all_calls,
         };
         call->totals.calls += call->totals.calls == 0;
      }
   }
}

/* Parts calls without a caller from the others, which they stand behind. */
static void part_root_calls(CallGraph* graph)
{
   while (graph->call_count > 0 && graph->calls[graph->call_count - 1].caller == NO_FUNCTION) {
      graph->call_count--;
      graph->root_call_count++;
   }
   graph->root_calls = graph->calls + graph->call_count;
}

/* Links each function to the calls that it makes, and to the calls of it. */
static void connect_calls(CallGraph* graph)
{
   for (size_t i = 0; i < graph->call_count; i++) {
      Function* caller = &graph->functions[graph->calls[i].caller];
      if (caller->call_count++ == 0) {
         caller->first_call = i;
      }
      graph->functions[graph->calls[i].callee].caller_count++;
   }
   size_t end = 0;
   for (uint32_t i = 0; i < graph->function_count; i++) {
      graph->functions[i].first_caller = end;
      end += graph->functions[i].caller_count;
      graph->functions[i].caller_count = 0;
   }
   assert(end == graph->call_count);
   graph->callers = g_new(uint32_t, graph->call_count + 1);
   for (size_t i = 0; i < graph->call_count; i++) {
      Function* callee = &graph->functions[graph->calls[i].callee];
      graph->callers[callee->first_caller + callee->caller_count++] = (uint32_t)i;
   }
}

/*--- The graph ---*/

CallGraph call_graph_make(const Report* report)
{
   CallGraph graph = { .node_count = report_context_count(report) };
   if (graph.node_count > 0) {
      graph.nodes = g_new0(CallNode, graph.node_count);
      find_functions(&graph, report);
      add_up_nodes(&graph, report);
      add_nodes(&graph, report);
      list_calls(&graph, report);
      graph.call_count = calls_add_up(graph.calls, graph.call_count);
      part_root_calls(&graph);
      connect_calls(&graph);
   } else {
      find_routines(&graph, report);
   }
   for (uint32_t i = 0; i < graph.function_count; i++) {
      graph.self = add_saturating(graph.self, graph.functions[i].self);
      graph.activations = add_saturating(graph.activations, graph.functions[i].calls);
   }
   return graph;
}

/* Its own cost and that of the calls that it makes. */
static uint64_t cost_from_callees(const CallGraph* graph, const Function* function)
{
   uint64_t cost = function->self;
   for (size_t i = 0; i < function->call_count; i++) {
      cost = add_saturating(cost, graph->calls[function->first_call + i].cost);
   }
   return cost;
}

bool call_graph_needs_root(const CallGraph* graph)
{
   for (size_t i = 0; i < graph->root_call_count; i++) {
      const Function* function = &graph->functions[graph->root_calls[i].callee];
      if (function->caller_count > 0
          || (function->calls > 0 && cost_from_callees(graph, function) != function->inclusive)) {
         return true;
      }
   }
   return false;
}

void call_graph_free(CallGraph* graph)
{
   g_free(graph->functions);
   g_free(graph->calls);
   g_free(graph->callers);
   g_free(graph->nodes);
   *graph = (CallGraph){ 0 };
}
