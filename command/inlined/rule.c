/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The compiler mixes the instructions of an instance with those around it.  So one instruction says little;
   what decides is where branches, calls and loops of the instance are.  Numbers are those of
   docs/call-stack.md. */

#include "inlined/rule.h"

#include "inlined/survey.h"

/* One instance, and what the rule says of it. */
typedef struct {
   const Survey*   survey;
   const Flow*     flow;
   const Function* function;
   int             instance;
   Bits            touched;      /* blocks with an instruction of it */
   Bits            substantial;  /* of those, the ones with a branch or call of it */
   Bits            cut;          /* back edges, by their number: they lead into a new activation */
   Bits            ending;       /* blocks that end it */
   Bits            own;          /* blocks of it */
   Bits            begins;       /* of those, the ones that it begins in */
   Bits            live;         /* blocks that it goes on in */
   guint           low;          /* ways between its blocks lead through none of a lower order ... */
   guint           high;         /* ... or of a higher one */
} Trial;

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

/*------------------------------------------------------------------*/
/*--- 1: cut edges                                               ---*/
/*------------------------------------------------------------------*/

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

static bool is_cut(const Trial* trial, guint from, guint to)
{
   const FlowBlock* block = &trial->flow->blocks[from];
   for (guint i = block->first_edge; i < block->edge_end; i++) {
      if (g_array_index(trial->flow->back_edges, Loop, i).header == to) {
         return bits_has(trial->cut, i);
      }
   }
   return false;
}

/*------------------------------------------------------------------*/
/*--- 2 to 4: blocks                                             ---*/
/*------------------------------------------------------------------*/

/* Blocks without code of the instance: those with a call, and headers of loops without such code. */
static void find_ending(Trial* trial)
{
   const Survey* survey = trial->survey;
   Bits          loops = bits_new(trial->flow->loops->len);
   Bits          headers = bits_new(trial->flow->count);
   bits_copy(headers, survey->headers);
   unite_at(loops, survey->loops, trial->touched);
   for (guint i = bits_next(loops, 0); i != BITS_END; i = bits_next(loops, i + 1)) {
      bits_remove(headers, g_array_index(trial->flow->loops, Loop, i).header);
   }
   bits_copy(trial->ending, survey->calls);
   bits_subtract(trial->ending, trial->touched);
   bits_unite(trial->ending, headers);
   bits_free(loops);
   bits_free(headers);
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
      if (!bits_has(trial->cut, i) && !bits_has(trial->ending, edge->header)) {
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
   Bits          substantial = bits_new(edges->len);
   Bits          outside = bits_new(trial->flow->count);
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
   bits_free(substantial);
   bits_free(outside);
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

static void choose_blocks(Trial* trial)
{
   Bits after = reach(trial, trial->substantial, false);
   Bits before = reach(trial, trial->substantial, true);
   Bits down = bits_new(trial->flow->count);
   Bits up = bits_new(trial->flow->count);
   find_moved(trial, down, up);
   bits_copy(trial->own, trial->substantial);
   for (guint b = bits_next(trial->touched, 0); b != BITS_END; b = bits_next(trial->touched, b + 1)) {
      if (!bits_has(trial->own, b) && !bits_has(down, b) && !is_of_another(trial, b)
          && (bits_has(after, b) || (bits_has(before, b) && !bits_has(up, b)))) {
         bits_add(trial->own, b);
      }
   }
   bits_copy(trial->begins, trial->own);
   bits_intersect(trial->begins, before);
   bits_free(after);
   bits_free(before);
   bits_free(down);
   bits_free(up);
}

/* All that only exceptions lead to counts as led to. */
static void find_live(Trial* trial)
{
   Bits forwards = reach(trial, trial->own, false);
   Bits backwards = reach(trial, trial->own, true);
   bits_fill(trial->live);
   bits_subtract(trial->live, trial->flow->entered);
   bits_unite(trial->live, forwards);
   bits_intersect(trial->live, backwards);
   bits_free(forwards);
   bits_free(backwards);
}

static void trial_free(Trial* trial)
{
   bits_free(trial->touched);
   bits_free(trial->substantial);
   bits_free(trial->cut);
   bits_free(trial->ending);
   bits_free(trial->own);
   bits_free(trial->begins);
   bits_free(trial->live);
}

static Trial try_instance(const Survey* survey, int instance)
{
   const Flow* flow = survey->flow;
   Trial trial = {
      .survey = survey, .flow = flow, .function = survey->function, .instance = instance,
      .touched = bits_new(flow->count), .substantial = bits_new(flow->count),
      .cut = bits_new(flow->back_edges->len), .ending = bits_new(flow->count),
      .own = bits_new(flow->count), .begins = bits_new(flow->count),
      .live = bits_new(flow->count)
   };
   find_touched(&trial);
   if (!bits_is_empty(trial.substantial)) {
      cut_edges(&trial);
      find_ending(&trial);
      find_limits(&trial);
      choose_blocks(&trial);
      find_live(&trial);
   }
   return trial;
}

/*------------------------------------------------------------------*/
/*--- 5 to 7: changes                                            ---*/
/*------------------------------------------------------------------*/

/* All instances that count, by their place in `tried`: where they are live and begin, by blocks. */
typedef struct {
   const Flow* flow;
   GArray*     tried;     /* int: instances; outer ones first */
   Bits*       goes_on;   /* by block */
   Bits*       begins;
   Bits*       ends;      /* by back edge */
} Table;

static void note(Table* table, guint place, const Trial* trial)
{
   for (guint b = bits_next(trial->live, 0); b != BITS_END && b < table->flow->count;
        b = bits_next(trial->live, b + 1)) {
      bits_add(table->goes_on[b], place);
   }
   for (guint b = bits_next(trial->begins, 0); b != BITS_END; b = bits_next(trial->begins, b + 1)) {
      bits_add(table->begins[b], place);
   }
   for (guint i = bits_next(trial->cut, 0); i != BITS_END; i = bits_next(trial->cut, i + 1)) {
      const Loop* edge = &g_array_index(table->flow->back_edges, Loop, i);
      if (bits_has(trial->live, edge->latch) && bits_has(trial->live, edge->header)) {
         bits_add(table->ends[i], place);
      }
   }
}

/* Takes away what ends when control leaves `from` for `to`. */
static void leave(const Table* table, Bits live, guint from, guint to)
{
   const FlowBlock* block = &table->flow->blocks[from];
   for (guint i = block->first_edge; i < block->edge_end; i++) {
      if (g_array_index(table->flow->back_edges, Loop, i).header == to) {
         bits_subtract(live, table->ends[i]);
      }
   }
}

static void enter(const Table* table, Bits live, guint block)
{
   bits_intersect(live, table->goes_on[block]);
   bits_unite(live, table->begins[block]);
}

/* Sets what is live when control enters the block: on all ways (`must`), or on any. */
static void meet_ways(const Table* table, const Bits* at_end, guint block, bool must, Bits live, Bits way)
{
   const FlowBlock* flow_block = &table->flow->blocks[block];
   bool             is_any = flow_block->is_root && block != table->flow->entry;
   if (must == (flow_block->is_root)) {
      bits_clear(live);
   } else if (is_any || must) {
      bits_fill(live);
   } else {
      bits_clear(live);
   }
   for (guint i = 0; i < flow_block->before.count; i++) {
      guint from = flow_block->before.blocks[i];
      bits_copy(way, at_end[from]);
      leave(table, way, from, block);
      if (must) {
         bits_intersect(live, way);
      } else {
         bits_unite(live, way);
      }
   }
}

/* Blocks, so that most stand behind those that lead to them. */
static guint* blocks_in_order(const Flow* flow)
{
   guint* blocks = g_new(guint, flow->count);
   guint  end = 0;
   guint* by_order = g_new(guint, flow->count + 1);
   for (guint i = 0; i <= flow->count; i++) {
      by_order[i] = G_MAXUINT;
   }
   for (guint b = 0; b < flow->count; b++) {
      if (flow->blocks[b].order == 0) {
         blocks[end++] = b;
      } else {
         by_order[flow->blocks[b].order] = b;
      }
   }
   for (guint i = 1; i <= flow->count; i++) {
      if (by_order[i] != G_MAXUINT) {
         blocks[end++] = by_order[i];
      }
   }
   g_free(by_order);
   return blocks;
}

static void mark_next(const FlowBlock* block, Bits stale)
{
   for (guint i = 0; i < block->next.count; i++) {
      bits_add(stale, block->next.blocks[i]);
   }
}

/* Iterates until nothing changes; returns what is live when control enters each block.  A block is looked at
   again only if one that leads to it has changed. */
static Bits* flow_live(const Table* table, const guint* order, bool must)
{
   guint count = table->flow->count;
   Bits* at_start = bits_new_many(count, table->tried->len);
   Bits* at_end = bits_new_many(count, table->tried->len);
   Bits  live = bits_new(table->tried->len);
   Bits  way = bits_new(table->tried->len);
   Bits  stale = bits_new(count);
   bits_fill(stale);
   for (guint b = 0; b < count && must; b++) {
      bits_fill(at_start[b]);
      bits_fill(at_end[b]);
   }
   for (bool changes = true; changes; ) {
      changes = false;
      for (guint i = 0; i < count; i++) {
         guint b = order[i];
         if (!bits_has(stale, b)) {
            continue;
         }
         bits_remove(stale, b);
         meet_ways(table, at_end, b, must, live, way);
         bits_copy(at_start[b], live);
         enter(table, live, b);
         if (!bits_equal(live, at_end[b])) {
            bits_copy(at_end[b], live);
            changes = true;
            mark_next(&table->flow->blocks[b], stale);
         }
      }
   }
   bits_free(stale);
   bits_free_many(at_end);
   bits_free(live);
   bits_free(way);
   return at_start;
}

static GArray* list_of(const Table* table, Bits set)
{
   GArray* list = g_array_new(FALSE, FALSE, sizeof(int));
   for (guint i = bits_next(set, 0); i != BITS_END; i = bits_next(set, i + 1)) {
      g_array_append_val(list, g_array_index(table->tried, int, i));
   }
   return list;
}

static GArray* list_entering(const Table* table)
{
   guint   count = table->flow->count;
   guint*  order = blocks_in_order(table->flow);
   GArray* entering = g_array_new(FALSE, FALSE, sizeof(Entering));
   Bits*   must = flow_live(table, order, true);
   Bits*   may = flow_live(table, order, false);
   for (guint b = 0; b < count; b++) {
      if (!bits_is_within(may[b], table->goes_on[b]) || !bits_is_within(table->begins[b], must[b])) {
         Entering added = { b, list_of(table, table->goes_on[b]), list_of(table, table->begins[b]) };
         g_array_append_val(entering, added);
      }
   }
   bits_free_many(must);
   bits_free_many(may);
   g_free(order);
   return entering;
}

static GArray* list_leaving(const Table* table)
{
   GArray* leaving = g_array_new(FALSE, FALSE, sizeof(Leaving));
   for (guint i = 0; i < table->flow->back_edges->len; i++) {
      const Loop* edge = &g_array_index(table->flow->back_edges, Loop, i);
      if (!bits_is_empty(table->ends[i])) {
         Leaving added = { edge->latch, edge->header, list_of(table, table->ends[i]) };
         g_array_append_val(leaving, added);
      }
   }
   return leaving;
}

/* The instances that count and are wanted. */
static GArray* instances_to_try(const Survey* survey, Wanted wanted)
{
   GArray* tried = g_array_new(FALSE, FALSE, sizeof(int));
   for (guint i = bits_next(survey->kept, 0); i != BITS_END; i = bits_next(survey->kept, i + 1)) {
      int number = (int)i;
      if (instance_is(&g_array_index(survey->function->instances, Instance, i), wanted)) {
         g_array_append_val(tried, number);
      }
   }
   return tried;
}

static Changes changes_of(const Survey* survey, GArray* tried)
{
   guint   blocks = survey->flow->count;
   guint   edges = survey->flow->back_edges->len;
   Table   table = { .flow = survey->flow, .tried = tried };
   Changes changes = { .used = bits_new(survey->function->instances->len) };
   table.goes_on = bits_new_many(blocks, tried->len);
   table.begins = bits_new_many(blocks, tried->len);
   table.ends = bits_new_many(edges, tried->len);
   for (guint i = 0; i < tried->len; i++) {
      Trial trial = try_instance(survey, g_array_index(tried, int, i));
      if (!bits_is_empty(trial.own)) {
         bits_add(changes.used, (guint)trial.instance);
         note(&table, i, &trial);
      }
      trial_free(&trial);
   }
   bool is_any = !bits_is_empty(changes.used);
   changes.entering = is_any ? list_entering(&table) : g_array_new(FALSE, FALSE, sizeof(Entering));
   changes.leaving = is_any ? list_leaving(&table) : g_array_new(FALSE, FALSE, sizeof(Leaving));
   bits_free_many(table.goes_on);
   bits_free_many(table.begins);
   bits_free_many(table.ends);
   return changes;
}

Changes rule_apply(const Flow* flow, const Function* function, Wanted wanted)
{
   Survey  survey = survey_of(flow, function);
   GArray* tried = instances_to_try(&survey, wanted);
   Changes changes = changes_of(&survey, tried);
   g_array_free(tried, TRUE);
   survey_free(survey);
   return changes;
}

void rule_free(Changes changes)
{
   for (guint i = 0; i < changes.entering->len; i++) {
      g_array_free(g_array_index(changes.entering, Entering, i).goes_on, TRUE);
      g_array_free(g_array_index(changes.entering, Entering, i).begins, TRUE);
   }
   for (guint i = 0; i < changes.leaving->len; i++) {
      g_array_free(g_array_index(changes.leaving, Leaving, i).ends, TRUE);
   }
   g_array_free(changes.entering, TRUE);
   g_array_free(changes.leaving, TRUE);
   bits_free(changes.used);
}
