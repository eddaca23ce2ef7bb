/* Changes: where instances begin, go on and end, all of a function's together.  Numbers are those of
   docs/call-stack.md. */

#include "inlined/rule.h"

#include <assert.h>

#include "inlined/survey.h"

/*--- 5 to 7: changes ---*/

/* All instances that count, by their place in `tried`: where they are live and begin, by blocks. */
typedef struct {
   const Flow* flow;
   GArray*     tried;     /* int: instances; outer ones first */
   Bits*       goes_on;   /* by block */
   Bits*       begins;
   Bits*       ends;      /* by back edge */
   GArray*     others;    /* OtherWay */
} Table;

/* A way that is no back edge, and the instances that end on it. */
typedef struct {
   Way  way;
   Bits ends;
} OtherWay;

/* The instances that end on this way; NULL: it is not known. */
static Bits* ends_on(const Table* table, Way way)
{
   const FlowBlock* block = &table->flow->blocks[way.from];
   for (guint i = block->first_edge; i < block->edge_end; i++) {
      if (g_array_index(table->flow->back_edges, Loop, i).header == way.to) {
         return &table->ends[i];
      }
   }
   for (guint i = 0; i < table->others->len; i++) {
      OtherWay* other = &g_array_index(table->others, OtherWay, i);
      if (other->way.from == way.from && other->way.to == way.to) {
         return &other->ends;
      }
   }
   return NULL;
}

/* Notes that what runs at both ends of the way ends on it. */
static void note_way(Table* table, guint place, const Trial* trial, Way way)
{
   if (bits_has(trial->live, way.from) && bits_has(trial->live, way.to)) {
      Bits* ends = ends_on(table, way);
      if (ends == NULL) {
         OtherWay added = { way, bits_new(table->tried->len) };
         g_array_append_val(table->others, added);
         ends = &g_array_index(table->others, OtherWay, table->others->len - 1).ends;
      }
      bits_add(*ends, place);
   }
}

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
      if (!bits_has(trial->inner, i)) {
         const Loop* edge = &g_array_index(table->flow->back_edges, Loop, i);
         note_way(table, place, trial, (Way){ edge->latch, edge->header });
      }
   }
   for (guint i = 0; i < trial->begun->len; i++) {
      note_way(table, place, trial, g_array_index(trial->begun, Way, i));
   }
}

/* Takes away what ends when control leaves `from` for `to`. */
static void leave(const Table* table, Bits live, guint from, guint to)
{
   const Bits* ends = ends_on(table, (Way){ from, to });
   if (ends != NULL) {
      bits_subtract(live, *ends);
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
   guint*            blocks = g_new(guint, flow->count);
   guint             end = 0;
   g_autofree guint* by_order = g_new(guint, flow->count + 1);
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
   guint            count = table->flow->count;
   Bits*            at_start = bits_new_many(count, table->tried->len);
   g_autofree Bits* at_end = bits_new_many(count, table->tried->len);
   g_auto(Bits)     live = bits_new(table->tried->len);
   g_auto(Bits)     way = bits_new(table->tried->len);
   g_auto(Bits)     stale = bits_new(count);
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

static void list_entering(const Table* table, GArray* entering)
{
   g_autofree guint* order = blocks_in_order(table->flow);
   g_autofree Bits*  must = flow_live(table, order, true);
   g_autofree Bits*  may = flow_live(table, order, false);
   for (guint b = 0; b < table->flow->count; b++) {
      if (!bits_is_within(may[b], table->goes_on[b]) || !bits_is_within(table->begins[b], must[b])) {
         Entering added = { b, list_of(table, table->goes_on[b]), list_of(table, table->begins[b]) };
         g_array_append_val(entering, added);
      }
   }
}

static void list_leaving(const Table* table, GArray* leaving)
{
   for (guint i = 0; i < table->flow->back_edges->len; i++) {
      const Loop* edge = &g_array_index(table->flow->back_edges, Loop, i);
      if (!bits_is_empty(table->ends[i])) {
         Leaving added = { edge->latch, edge->header, list_of(table, table->ends[i]) };
         g_array_append_val(leaving, added);
      }
   }
   for (guint i = 0; i < table->others->len; i++) {
      const OtherWay* other = &g_array_index(table->others, OtherWay, i);
      Leaving         added = { other->way.from, other->way.to, list_of(table, other->ends) };
      g_array_append_val(leaving, added);
   }
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

/* A list whose elements own something. */
static GArray* new_list(size_t size, GDestroyNotify free_element)
{
   GArray* list = g_array_new(FALSE, FALSE, (guint)size);
   g_array_set_clear_func(list, free_element);
   return list;
}

static void free_other(gpointer other)
{
   bits_free(&((OtherWay*)other)->ends);
}

static Table table_of(const Survey* survey, GArray* tried)
{
   guint blocks = survey->flow->count;
   return (Table){
      .flow = survey->flow, .tried = tried, .goes_on = bits_new_many(blocks, tried->len),
      .begins = bits_new_many(blocks, tried->len),
      .ends = bits_new_many(survey->flow->back_edges->len, tried->len),
      .others = new_list(sizeof(OtherWay), free_other)
   };
}

static void free_table(Table* table)
{
   g_free(table->goes_on);
   g_free(table->begins);
   g_free(table->ends);
   g_array_unref(table->others);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Table, free_table)

static void free_entering(gpointer data)
{
   const Entering* entering = data;
   g_array_unref(entering->goes_on);
   g_array_unref(entering->begins);
}

static void free_leaving(gpointer leaving)
{
   g_array_unref(((Leaving*)leaving)->ends);
}

Changes rule_apply(const Flow* flow, const Function* function, Wanted wanted)
{
   g_auto(Survey)    survey = survey_of(flow, function);
   g_autoptr(GArray) tried = instances_to_try(&survey, wanted);
   g_auto(Table)     table = table_of(&survey, tried);
   Changes changes = {
      .entering = new_list(sizeof(Entering), free_entering),
      .leaving = new_list(sizeof(Leaving), free_leaving), .used = bits_new(function->instances->len)
   };
   for (guint i = 0; i < tried->len; i++) {
      g_auto(Trial) trial = trial_of(&survey, g_array_index(tried, int, i));
      if (!bits_is_empty(trial.own)) {
         bits_add(changes.used, (guint)trial.instance);
         note(&table, i, &trial);
      }
   }
   assert(bits_is_within(changes.used, survey.kept));
   if (!bits_is_empty(changes.used)) {
      list_entering(&table, changes.entering);
      list_leaving(&table, changes.leaving);
   }
   return changes;
}

void rule_free(Changes* changes)
{
   g_array_unref(changes->entering);
   g_array_unref(changes->leaving);
   bits_free(&changes->used);
}
