/* GCC calls a function of its library where a result may be no number: after a multiplication of complex
   numbers, say.  This call has no place in the source, so it gets that of the code before it in memory, which
   may be another instance's, or the function's return.  But control comes there only by a branch of
   the instance that multiplies, and goes on with that instance. */

#include "inlined/flow.h"

#define MOST_BLOCKS  16

/* Blocks that run one after the other. */
typedef struct {
   guint blocks[MOST_BLOCKS];
   guint count;
} Detour;

static bool is_one(const BlockList* list)
{
   return list->count == 1;
}

/* All that runs from the block on before control can go another way or come from one. */
static Detour detour_from(const Flow* flow, guint block)
{
   Detour detour = { .blocks = { block }, .count = 1 };
   guint  last = block;
   while (is_one(&flow->blocks[last].next) && detour.count < MOST_BLOCKS) {
      guint next = flow->blocks[last].next.blocks[0];
      if (!is_one(&flow->blocks[next].before) || flow->blocks[next].order <= flow->blocks[last].order) {
         break;
      }
      detour.blocks[detour.count++] = last = next;
   }
   return detour;
}

/* The block that control comes from, with a branch of an instance; NULL: there is no such one, or others. */
static const FlowBlock* branch_to(const Flow* flow, const FlowBlock* block)
{
   const FlowBlock* from = is_one(&block->before) ? &flow->blocks[block->before.blocks[0]] : NULL;
   const Step*      last = from == NULL ? NULL : flow_step(flow, from->end - 1);
   return from != NULL && from->next.count == 2 && last->decoded.going == BRANCHES && last->line != 0
          && last->instance >= 0 ? from : NULL;
}

/* Whether one way of the branch is the detour, and the other leads to where that ends. */
static bool is_around(const Flow* flow, const FlowBlock* from, const Detour* detour)
{
   const FlowBlock* last = &flow->blocks[detour->blocks[detour->count - 1]];
   if (!is_one(&last->next)) {
      return false;
   }
   guint to = last->next.blocks[0];
   return flow->blocks[to].order > last->order && (from->next.blocks[0] == to || from->next.blocks[1] == to);
}

/* Whether a call of the detour has the place in the source of what stands before that in memory, which does
   not go on there. */
static bool has_place_before(const Flow* flow, const Detour* detour, const Step* call)
{
   guint before = flow->blocks[detour->blocks[0]].first;
   while (before > 0 && flow_step(flow, before - 1)->decoded.is_padding) {
      before--;
   }
   if (before == 0) {
      return false;
   }
   const Step* step = flow_step(flow, before - 1);
   return (step->decoded.going == ENDS || step->decoded.going == JUMPS) && step->line > 0
          && step->line == call->line && step->column == call->column;
}

/* Whether there is a call that is not the owner's, and each such call has the place of the code before. */
static bool is_stray(const Flow* flow, const Function* function, const Detour* detour, int owner)
{
   bool has_call = false;
   for (guint i = 0; i < detour->count; i++) {
      const FlowBlock* block = &flow->blocks[detour->blocks[i]];
      for (guint s = block->first; s < block->end; s++) {
         const Step* step = flow_step(flow, s);
         if (step->decoded.going == CALLS && !flow_is_inside(function, step->instance, owner)) {
            if (!has_place_before(flow, detour, step)) {
               return false;
            }
            has_call = true;
         }
      }
   }
   return has_call;
}

static void give(Flow* flow, const Function* function, const Detour* detour, int owner)
{
   for (guint i = 0; i < detour->count; i++) {
      const FlowBlock* block = &flow->blocks[detour->blocks[i]];
      for (guint s = block->first; s < block->end; s++) {
         Step* step = &g_array_index(flow->steps, Step, s);
         if (!flow_is_inside(function, step->instance, owner)) {
            step->instance = owner;
         }
      }
   }
}

void strays_mend(Flow* flow, const Function* function)
{
   for (guint b = 0; b < flow->count; b++) {
      const FlowBlock* from = branch_to(flow, &flow->blocks[b]);
      if (from == NULL) {
         continue;
      }
      Detour detour = detour_from(flow, b);
      int    owner = flow_step(flow, from->end - 1)->instance;
      if (is_around(flow, from, &detour) && is_stray(flow, function, &detour, owner)) {
         give(flow, function, &detour, owner);
      }
   }
}
