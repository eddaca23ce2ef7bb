/* The compiler mixes the instructions of an instance with those around it.  So one instruction says little;
   what decides is where branches, calls and loops of the instance are.  Numbers are those of
   docs/call-stack.md. */

#include "inlined/survey.h"

#include <assert.h>

static bool is_of(const Trial* trial, const Step* step)
{
   return flow_is_inside(trial->function, step->instance, trial->instance);
}

static void unite_at(Bits to, const Bits* by_block, Bits blocks)
{
   for (guint b = bits_next(blocks, 0); b != BITS_END; b = bits_next(blocks, b + 1)) {
      bits_unite(to, by_block[b]);
   }
}

/*--- 1: cut edges ---*/

static void find_touched(Trial* trial)
{
   const Survey* survey = trial->survey;
   int           last = g_array_index(trial->function->instances, Instance, trial->instance).last;
   for (guint i = survey->first_touch[trial->instance]; i < survey->first_touch[last + 1]; i++) {
      const Touch* touch = &g_array_index(survey->touches, Touch, i);
      bits_add(trial->touched, touch->block);
      if (touch->decides) {
         bits_add(trial->substantial, touch->block);
      }
   }
}

/* Cuts loops that touch the instance and are not its own. */
static void cut_edges(Trial* trial)
{
   unite_at(trial->cut, trial->survey->edges, trial->touched);
   for (guint i = bits_next(trial->cut, 0); i != BITS_END; i = bits_next(trial->cut, i + 1)) {
      if (span_is_inside(trial->function, trial->survey->edge_deciding[i], trial->instance)) {
         bits_remove(trial->cut, i);
      }
   }
}

static bool is_cut_edge(const Trial* trial, guint edge)
{
   return bits_has(trial->cut, edge) && !bits_has(trial->inner, edge);
}

static bool is_cut(const Trial* trial, guint from, guint to)
{
   const FlowBlock* block = &trial->flow->blocks[from];
   for (guint i = 0; i < trial->begun->len; i++) {
      const Way* way = &g_array_index(trial->begun, Way, i);
      if (way->from == from && way->to == to) {
         return true;
      }
   }
   for (guint i = block->first_edge; i < block->edge_end; i++) {
      if (g_array_index(trial->flow->back_edges, Loop, i).header == to) {
         return is_cut_edge(trial, i);
      }
   }
   return false;
}

/* Whether the block has code of the instance, and all that decides there is of it. */
static bool has_only(const Trial* trial, guint block)
{
   return bits_has(trial->touched, block)
          && span_is_inside(trial->function, trial->survey->deciding[block], trial->instance);
}

/* Adds the ways that lead from others to where the instance begins in the loop, if it has the jump back, and
   if all that comes before that jump is its own up to there.  Returns false if that is not so. */
static bool find_begun(Trial* trial, const Loop* edge, GArray* begun)
{
   guint*       left = trial->survey->stack;
   guint        count = 0;
   g_auto(Bits) seen = bits_new(trial->flow->count);
   bool         is_begun = has_only(trial, edge->latch);
   bits_add(seen, edge->latch);
   left[count++] = edge->latch;
   while (count > 0 && is_begun) {
      guint            block = left[--count];
      const BlockList* before = &trial->flow->blocks[block].before;
      is_begun = block != edge->header;
      for (guint i = 0; i < before->count; i++) {
         Way way = { before->blocks[i], block };
         if (!bits_has(edge->body, way.from)) {
            continue;
         }
         if (!has_only(trial, way.from)) {
            g_array_append_val(begun, way);
         } else if (!bits_has(seen, way.from)) {
            bits_add(seen, way.from);
            left[count++] = way.from;
         }
      }
   }
   return is_begun;
}

/* A compiler copies the first test of a loop to before it, and to its end: if the instance begins with a
   loop, the jump back of the loop around it may be in the middle of an activation. */
static void find_inner(Trial* trial)
{
   const Flow* flow = trial->flow;
   for (guint i = bits_next(trial->cut, 0); i != BITS_END; i = bits_next(trial->cut, i + 1)) {
      const Loop* edge = &g_array_index(flow->back_edges, Loop, i);
      guint       known = trial->begun->len;
      if (has_only(trial, edge->header) && find_begun(trial, edge, trial->begun)) {
         bits_add(trial->inner, i);
      } else {
         g_array_set_size(trial->begun, known);
      }
   }
}

/*--- 2 to 4: blocks ---*/

/* Whether others decide something in the block, which has no code of the instance. */
static bool is_of_others(const Trial* trial, guint block)
{
   Span deciding = trial->survey->deciding[block];
   return !bits_has(trial->touched, block) && deciding.least <= deciding.greatest
          && !span_is_inside(trial->function, deciding, trial->instance);
}

/* Blocks of others between two copies of a branch of the instance: the compiler has unrolled a loop around
   it.  So the second copy is of another activation. */
static void find_unrolled(Trial* trial)
{
   const GArray* repeats = trial->survey->repeats;
   for (guint i = 0; i < repeats->len; i++) {
      const Repeat* repeat = &g_array_index(repeats, Repeat, i);
      if (!is_of(trial, flow_step(trial->flow, repeat->first))
          || !is_of(trial, flow_step(trial->flow, repeat->second))) {
         continue;
      }
      for (guint b = bits_next(repeat->between, 0); b != BITS_END; b = bits_next(repeat->between, b + 1)) {
         if (is_of_others(trial, b)) {
            bits_add(trial->ending, b);
         }
      }
   }
}

/* Blocks without code of the instance: those with a call, and headers of loops without such code; and those
   of an unrolled loop. */
static void find_ending(Trial* trial)
{
   const Survey* survey = trial->survey;
   g_auto(Bits)  loops = bits_new(trial->flow->loops->len);
   g_auto(Bits)  headers = bits_new(trial->flow->count);
   bits_copy(headers, survey->headers);
   unite_at(loops, survey->loops, trial->touched);
   for (guint i = bits_next(loops, 0); i != BITS_END; i = bits_next(loops, i + 1)) {
      bits_remove(headers, g_array_index(trial->flow->loops, Loop, i).header);
   }
   bits_copy(trial->ending, survey->calls);
   bits_subtract(trial->ending, trial->touched);
   bits_unite(trial->ending, headers);
   find_unrolled(trial);
}

static void stretch(Trial* trial, guint low, guint high)
{
   trial->low = MIN(trial->low, low);
   trial->high = MAX(trial->high, high);
}

/* A way that leaves what is between the first and the last block of the instance comes back by an edge
   that is not cut. */
static void find_limits(Trial* trial)
{
   const Flow* flow = trial->flow;
   trial->low = G_MAXUINT;
   for (guint b = bits_next(trial->touched, 0); b != BITS_END; b = bits_next(trial->touched, b + 1)) {
      stretch(trial, flow->blocks[b].order, flow->blocks[b].order);
   }
   for (guint i = 0; i < flow->back_edges->len; i++) {
      const Loop* edge = &g_array_index(flow->back_edges, Loop, i);
      if (!is_cut_edge(trial, i) && !bits_has(trial->ending, edge->header)) {
         stretch(trial, flow->blocks[edge->header].order, flow->blocks[edge->latch].order);
      }
   }
   if (flow->low != 0) {
      stretch(trial, flow->low, flow->high);
   }
}

/* Handlers of exceptions are live if a way leads from them to a block of the instance. */
static bool is_within_limits(const Trial* trial, guint block)
{
   guint order = trial->flow->blocks[block].order;
   return order <= trial->high && (order >= trial->low || bits_has(trial->flow->handled, block));
}

/* The blocks on ways from those in `from` (or, backwards, to them) that are neither cut nor ended; with
   those themselves. */
static Bits reach(const Trial* trial, Bits from, bool backwards)
{
   const Flow* flow = trial->flow;
   Bits        seen = bits_new(flow->count);
   guint*      left = trial->survey->stack;
   guint       count = 0;
   bits_copy(seen, from);
   for (guint b = bits_next(from, 0); b != BITS_END; b = bits_next(from, b + 1)) {
      left[count++] = b;
   }
   while (count > 0) {
      guint            block = left[--count];
      const BlockList* others = backwards ? &flow->blocks[block].before : &flow->blocks[block].next;
      for (guint i = 0; i < others->count; i++) {
         guint other = others->blocks[i];
         if (!bits_has(seen, other) && !bits_has(trial->ending, other) && is_within_limits(trial, other)
             && !is_cut(trial, backwards ? other : block, backwards ? block : other)) {
            bits_add(seen, other);
            left[count++] = other;
         }
      }
   }
   return seen;
}

/* Adds blocks that were moved out of the instance.  `down`: those in a loop of others that has nothing
   substantial of it.  `up`: those outside of one that has. */
static void find_moved(const Trial* trial, Bits down, Bits up)
{
   const GArray* edges = trial->flow->back_edges;
   g_auto(Bits)  substantial = bits_new(edges->len);
   g_auto(Bits)  outside = bits_new(trial->flow->count);
   unite_at(substantial, trial->survey->edges, trial->substantial);
   for (guint i = bits_next(trial->cut, 0); i != BITS_END; i = bits_next(trial->cut, i + 1)) {
      Bits body = g_array_index(edges, Loop, i).body;
      if (bits_has(substantial, i)) {
         bits_fill(outside);
         bits_subtract(outside, body);
         bits_unite(up, outside);
      } else {
         bits_unite(down, body);
      }
   }
}

/* Whether a deciding instruction of the block is of an instance beside this one: neither is inside of the
   other.  Then what the block has of this one was moved there. */
static bool is_of_another(const Trial* trial, guint block)
{
   const FlowBlock* at = &trial->flow->blocks[block];
   for (guint s = at->first; s < at->end; s++) {
      const Step* step = flow_step(trial->flow, s);
      if (step->decides && step->line != 0 && step->instance >= 0 && !is_of(trial, step)
          && !flow_is_inside(trial->function, trial->instance, step->instance)) {
         return true;
      }
   }
   return false;
}

/* Whether a branch of others at the end of the block decides if control comes to the instance: one way leads
   to it, which those in `before` do, and one does not.  Then what the block has of it was moved up. */
static bool is_decided_by_others(const Trial* trial, guint block, Bits before)
{
   const FlowBlock* at = &trial->flow->blocks[block];
   const Step*      last = flow_step(trial->flow, at->end - 1);
   if (!last->decides || last->decoded.going == CALLS || last->line == 0 || is_of(trial, last)) {
      return false;
   }
   for (guint i = 0; i < at->next.count; i++) {
      guint other = at->next.blocks[i];
      if (!bits_has(before, other) || bits_has(trial->ending, other) || is_cut(trial, block, other)) {
         return true;
      }
   }
   return false;
}

static void choose_blocks(Trial* trial)
{
   g_auto(Bits) after = reach(trial, trial->substantial, false);
   g_auto(Bits) before = reach(trial, trial->substantial, true);
   g_auto(Bits) down = bits_new(trial->flow->count);
   g_auto(Bits) up = bits_new(trial->flow->count);
   find_moved(trial, down, up);
   bits_copy(trial->own, trial->substantial);
   for (guint b = bits_next(trial->touched, 0); b != BITS_END; b = bits_next(trial->touched, b + 1)) {
      if (!bits_has(trial->own, b) && !bits_has(down, b) && !is_of_another(trial, b)
          && (bits_has(after, b) || (bits_has(before, b) && !bits_has(up, b)
                                     && !is_decided_by_others(trial, b, before)))) {
         bits_add(trial->own, b);
      }
   }
   bits_copy(trial->begins, trial->own);
   bits_intersect(trial->begins, before);
}

/* All that only exceptions lead to counts as led to. */
static void find_live(Trial* trial)
{
   g_auto(Bits) forwards = reach(trial, trial->own, false);
   g_auto(Bits) backwards = reach(trial, trial->own, true);
   bits_fill(trial->live);
   bits_subtract(trial->live, trial->flow->entered);
   bits_unite(trial->live, forwards);
   bits_intersect(trial->live, backwards);
}

void trial_free(Trial* trial)
{
   bits_free(&trial->touched);
   bits_free(&trial->substantial);
   bits_free(&trial->cut);
   bits_free(&trial->inner);
   g_array_unref(trial->begun);
   bits_free(&trial->ending);
   bits_free(&trial->own);
   bits_free(&trial->begins);
   bits_free(&trial->live);
}

Trial trial_of(const Survey* survey, int instance)
{
   const Flow* flow = survey->flow;
   Trial trial = {
      .survey = survey, .flow = flow, .function = survey->function, .instance = instance,
      .touched = bits_new(flow->count), .substantial = bits_new(flow->count),
      .cut = bits_new(flow->back_edges->len), .inner = bits_new(flow->back_edges->len),
      .begun = g_array_new(FALSE, FALSE, sizeof(Way)), .ending = bits_new(flow->count),
      .own = bits_new(flow->count), .begins = bits_new(flow->count),
      .live = bits_new(flow->count)
   };
   find_touched(&trial);
   if (!bits_is_empty(trial.substantial)) {
      cut_edges(&trial);
      find_inner(&trial);
      find_ending(&trial);
      find_limits(&trial);
      choose_blocks(&trial);
      find_live(&trial);
      assert(bits_is_within(trial.begins, trial.own) && bits_is_within(trial.own, trial.touched));
      assert(bits_is_within(trial.inner, trial.cut));
   }
   return trial;
}
