/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The compiler mixes the instructions of an instance with those around it.  So one instruction says little;
   what decides is where branches, calls and loops of the instance are.  Numbers are those of
   docs/call-stack.md. */

#include "inlined/rule.h"

/* One instance, and what the rule says of it. */
typedef struct {
   const Flow*     flow;
   const Function* function;
   int             instance;
   Bits            touched;      /* blocks with an instruction of it */
   Bits            substantial;  /* of those, the ones with a branch or call of it */
   Bits            cut;          /* back edges, by their number: they lead into a new activation */
   Bits            ending;       /* blocks that end it */
   Bits            own;          /* blocks that it begins in */
   Bits            live;         /* blocks that it goes on in */
} Trial;

static bool is_of(const Trial* trial, const Step* step)
{
   return flow_is_inside(trial->function, step->instance, trial->instance);
}

/*------------------------------------------------------------------*/
/*--- 0: which instances count                                   ---*/
/*------------------------------------------------------------------*/

/* Marks the instance and all that it was inlined into. */
static void keep_with_parents(const Function* function, Bits kept, int instance)
{
   for (; instance >= 0; instance = g_array_index(function->instances, Instance, instance).parent) {
      bits_add(kept, (guint)instance);
   }
}

/* The innermost instance that both are inside of. */
static int common_instance(const Function* function, int a, int b)
{
   while (a >= 0 && !flow_is_inside(function, b, a)) {
      a = g_array_index(function->instances, Instance, a).parent;
   }
   return a;
}

/* The innermost instance that has all instructions of the loop. */
static int owner_of(const Flow* flow, const Function* function, const Loop* loop)
{
   int  owner = -1;
   bool is_first = true;
   for (guint b = 0; b < flow->count; b++) {
      for (guint s = flow->blocks[b].first; bits_has(loop->body, b) && s < flow->blocks[b].end; s++) {
         int instance = flow_step(flow, s)->instance;
         owner = is_first ? instance : owner < 0 ? -1 : common_instance(function, owner, instance);
         is_first = false;
      }
   }
   return owner;
}

/* Returns those that have a loop or a call, and are wanted. */
static Bits instances_that_count(const Flow* flow, const Function* function, bool (*wanted)(const Instance*))
{
   Bits kept = bits_new(function->instances->len);
   for (guint i = 0; i < flow->loops->len; i++) {
      keep_with_parents(function, kept, owner_of(flow, function, &g_array_index(flow->loops, Loop, i)));
   }
   for (guint s = 0; s < flow->steps->len; s++) {
      if (flow_step(flow, s)->is_known_call) {
         keep_with_parents(function, kept, flow_step(flow, s)->instance);
      }
   }
   for (guint i = 0; i < function->instances->len; i++) {
      if (!wanted(&g_array_index(function->instances, Instance, i))) {
         bits_remove(kept, i);
      }
   }
   return kept;
}

/*------------------------------------------------------------------*/
/*--- 1: cut edges                                               ---*/
/*------------------------------------------------------------------*/

/* An instruction of line 0 is no information. */
static bool speaks_against(const Trial* trial, const Step* step)
{
   return step->line != 0 && !is_of(trial, step);
}

static bool is_own_loop(const Trial* trial, const Loop* loop)
{
   const Flow* flow = trial->flow;
   for (guint b = 0; b < flow->count; b++) {
      for (guint s = flow->blocks[b].first; bits_has(loop->body, b) && s < flow->blocks[b].end; s++) {
         const Step* step = flow_step(flow, s);
         if (step->decides && speaks_against(trial, step)) {
            return false;
         }
      }
   }
   const Step* last = flow_step(flow, flow->blocks[loop->latch].end - 1);
   return last->decoded.going == GOES_ON || !speaks_against(trial, last);
}

static void cut_edges(Trial* trial)
{
   for (guint i = 0; i < trial->flow->back_edges->len; i++) {
      const Loop* loop = &g_array_index(trial->flow->back_edges, Loop, i);
      if (bits_meet(loop->body, trial->touched) && !is_own_loop(trial, loop)) {
         bits_add(trial->cut, i);
      }
   }
}

static bool is_cut(const Trial* trial, guint from, guint to)
{
   const GArray* edges = trial->flow->back_edges;
   for (guint i = 0; trial->flow->blocks[from].is_latch && i < edges->len; i++) {
      const Loop* loop = &g_array_index(edges, Loop, i);
      if (loop->latch == from && loop->header == to) {
         return bits_has(trial->cut, i);
      }
   }
   return false;
}

/*------------------------------------------------------------------*/
/*--- 2 to 4: blocks                                             ---*/
/*------------------------------------------------------------------*/

static void look_at_blocks(Trial* trial)
{
   const Flow* flow = trial->flow;
   for (guint b = 0; b < flow->count; b++) {
      bool has_call = false;
      for (guint s = flow->blocks[b].first; s < flow->blocks[b].end; s++) {
         const Step* step = flow_step(flow, s);
         if (is_of(trial, step) && !step->decoded.is_padding) {
            bits_add(trial->touched, b);
            if (step->decides) {
               bits_add(trial->substantial, b);
            }
         }
         has_call |= step->decoded.going == CALLS;
      }
      if (has_call && !bits_has(trial->touched, b) && bits_has(flow->entered, b)) {
         bits_add(trial->ending, b);
      }
   }
   for (guint i = 0; i < flow->loops->len; i++) {
      const Loop* loop = &g_array_index(flow->loops, Loop, i);
      if (!bits_meet(loop->body, trial->touched)) {
         bits_add(trial->ending, loop->header);
      }
   }
}

/* The blocks on ways from those in `from` (or, backwards, to them) that are neither cut nor ended; with
   those themselves. */
static Bits reach(const Trial* trial, Bits from, bool backwards)
{
   const Flow* flow = trial->flow;
   Bits        seen = bits_new(flow->count);
   GArray*     left = g_array_new(FALSE, FALSE, sizeof(guint));
   for (guint b = 0; b < flow->count; b++) {
      if (bits_has(from, b)) {
         g_array_append_val(left, b);
         bits_add(seen, b);
      }
   }
   while (left->len > 0) {
      guint         block = g_array_index(left, guint, left->len - 1);
      const GArray* others = backwards ? flow->blocks[block].before : flow->blocks[block].next;
      g_array_set_size(left, left->len - 1);
      for (guint i = 0; i < others->len; i++) {
         guint other = g_array_index(others, guint, i);
         if (!bits_has(seen, other) && !bits_has(trial->ending, other)
             && !is_cut(trial, backwards ? other : block, backwards ? block : other)) {
            bits_add(seen, other);
            g_array_append_val(left, other);
         }
      }
   }
   g_array_free(left, TRUE);
   return seen;
}

/* Whether the block was moved out of the instance into a loop of others, which has nothing substantial of it
   (`sunk`); or is before a loop of others that has. */
static bool is_moved(const Trial* trial, guint block, bool sunk)
{
   const GArray* edges = trial->flow->back_edges;
   for (guint i = 0; i < edges->len; i++) {
      const Loop* loop = &g_array_index(edges, Loop, i);
      if (bits_has(trial->cut, i) && bits_has(loop->body, block) == sunk
          && bits_meet(loop->body, trial->substantial) != sunk) {
         return true;
      }
   }
   return false;
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
   bits_copy(trial->own, trial->substantial);
   for (guint b = 0; b < trial->flow->count; b++) {
      if (!bits_has(trial->touched, b) || bits_has(trial->own, b) || is_moved(trial, b, true)
          || is_of_another(trial, b)) {
         continue;
      }
      if (bits_has(after, b) || (bits_has(before, b) && !is_moved(trial, b, false))) {
         bits_add(trial->own, b);
      }
   }
   bits_free(after);
   bits_free(before);
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
   bits_free(trial->live);
}

static Trial try_instance(const Flow* flow, const Function* function, int instance)
{
   Trial trial = {
      .flow = flow, .function = function, .instance = instance,
      .touched = bits_new(flow->count), .substantial = bits_new(flow->count),
      .cut = bits_new(flow->back_edges->len), .ending = bits_new(flow->count),
      .own = bits_new(flow->count), .live = bits_new(flow->count)
   };
   look_at_blocks(&trial);
   cut_edges(&trial);
   if (!bits_is_empty(trial.substantial)) {
      choose_blocks(&trial);
      find_live(&trial);
   }
   return trial;
}

/*------------------------------------------------------------------*/
/*--- 5 to 7: changes                                            ---*/
/*------------------------------------------------------------------*/

/* All instances: where they are live and begin, by blocks. */
typedef struct {
   const Flow* flow;
   guint       end;       /* of the instances' numbers */
   Bits*       goes_on;   /* by block: instances */
   Bits*       begins;
   GArray*     leaving;   /* Leaving */
} Table;

static GArray* leaving_on(Table* table, guint from, guint to)
{
   for (guint i = 0; i < table->leaving->len; i++) {
      const Leaving* known = &g_array_index(table->leaving, Leaving, i);
      if (known->from == from && known->to == to) {
         return known->ends;
      }
   }
   Leaving added = { from, to, g_array_new(FALSE, FALSE, sizeof(int)) };
   g_array_append_val(table->leaving, added);
   return added.ends;
}

static void note(Table* table, const Trial* trial)
{
   for (guint b = 0; b < table->flow->count; b++) {
      if (bits_has(trial->live, b)) {
         bits_add(table->goes_on[b], (guint)trial->instance);
      }
      if (bits_has(trial->own, b)) {
         bits_add(table->begins[b], (guint)trial->instance);
      }
   }
   for (guint i = 0; i < table->flow->back_edges->len; i++) {
      const Loop* edge = &g_array_index(table->flow->back_edges, Loop, i);
      if (bits_has(trial->cut, i) && bits_has(trial->live, edge->latch)
          && bits_has(trial->live, edge->header)) {
         g_array_append_val(leaving_on(table, edge->latch, edge->header), trial->instance);
      }
   }
}

/* Takes away what ends when control leaves `from` for `to`. */
static void leave(const Table* table, Bits live, guint from, guint to)
{
   for (guint i = 0; i < table->leaving->len; i++) {
      const Leaving* leaving = &g_array_index(table->leaving, Leaving, i);
      for (guint k = 0; leaving->from == from && leaving->to == to && k < leaving->ends->len; k++) {
         bits_remove(live, (guint)g_array_index(leaving->ends, int, k));
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
   for (guint i = 0; i < flow_block->before->len; i++) {
      guint from = g_array_index(flow_block->before, guint, i);
      bits_copy(way, at_end[from]);
      leave(table, way, from, block);
      if (must) {
         bits_intersect(live, way);
      } else {
         bits_unite(live, way);
      }
   }
}

/* Iterates until nothing changes; returns what is live when control enters each block. */
static Bits* flow_live(const Table* table, bool must)
{
   guint count = table->flow->count;
   Bits* at_start = g_new(Bits, count);
   Bits* at_end = g_new(Bits, count);
   Bits  live = bits_new(table->end);
   Bits  way = bits_new(table->end);
   for (guint b = 0; b < count; b++) {
      at_start[b] = bits_new(table->end);
      at_end[b] = bits_new(table->end);
      if (must) {
         bits_fill(at_start[b]);
         bits_fill(at_end[b]);
      }
   }
   for (bool changes = true; changes; ) {
      changes = false;
      for (guint b = 0; b < count; b++) {
         meet_ways(table, at_end, b, must, live, way);
         bits_copy(at_start[b], live);
         enter(table, live, b);
         changes |= !bits_equal(live, at_end[b]);
         bits_copy(at_end[b], live);
      }
   }
   for (guint b = 0; b < count; b++) {
      bits_free(at_end[b]);
   }
   g_free(at_end);
   bits_free(live);
   bits_free(way);
   return at_start;
}

static GArray* list_of(Bits set, guint end)
{
   GArray* list = g_array_new(FALSE, FALSE, sizeof(int));
   for (guint i = 0; i < end; i++) {
      int number = (int)i;
      if (bits_has(set, i)) {
         g_array_append_val(list, number);
      }
   }
   return list;
}

/* An instance has a higher number than those that it was inlined into. */
static GArray* list_changes(const Table* table)
{
   GArray* entering = g_array_new(FALSE, FALSE, sizeof(Entering));
   Bits*   must = flow_live(table, true);
   Bits*   may = flow_live(table, false);
   for (guint b = 0; b < table->flow->count; b++) {
      if (!bits_is_within(may[b], table->goes_on[b]) || !bits_is_within(table->begins[b], must[b])) {
         Entering added = {
            b, list_of(table->goes_on[b], table->end), list_of(table->begins[b], table->end)
         };
         g_array_append_val(entering, added);
      }
   }
   for (guint b = 0; b < table->flow->count; b++) {
      bits_free(must[b]);
      bits_free(may[b]);
   }
   g_free(must);
   g_free(may);
   return entering;
}

Changes rule_apply(const Flow* flow, const Function* function, bool (*wanted)(const Instance*))
{
   guint count = function->instances->len;
   Bits  kept = instances_that_count(flow, function, wanted);
   Table table = {
      .flow = flow, .end = count, .goes_on = g_new(Bits, flow->count), .begins = g_new(Bits, flow->count),
      .leaving = g_array_new(FALSE, FALSE, sizeof(Leaving))
   };
   Changes changes = { .leaving = table.leaving, .used = bits_new(count) };
   for (guint b = 0; b < flow->count; b++) {
      table.goes_on[b] = bits_new(count);
      table.begins[b] = bits_new(count);
   }
   for (guint i = 0; i < count; i++) {
      if (bits_has(kept, i)) {
         Trial trial = try_instance(flow, function, (int)i);
         note(&table, &trial);
         trial_free(&trial);
      }
   }
   changes.entering = list_changes(&table);
   for (guint b = 0; b < flow->count; b++) {
      bits_unite(changes.used, table.begins[b]);
      bits_free(table.goes_on[b]);
      bits_free(table.begins[b]);
   }
   g_free(table.goes_on);
   g_free(table.begins);
   bits_free(kept);
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
