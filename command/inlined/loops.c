/* Loops are natural loops: a back edge leads to a block that dominates where it comes from.  Dominators are
   computed as in Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001), below a root that
   leads to the entry and to all blocks that nothing leads to.  Handlers of exceptions are such blocks: the
   debug information does not say which calls lead there.  So ways from them into blocks that the entry leads
   to count for nothing there.  Otherwise, a handler in a loop that goes on with the loop would hide it. */

#include "inlined/flow.h"

#define NO_BLOCK  G_MAXUINT

/*--- The order of blocks ---*/

typedef struct {
   guint* order;      /* blocks in reverse postorder */
   guint  count;
   guint* number;     /* of each block in it */
   guint* dominator;  /* the immediate one, see `meet` */
} Dominators;

typedef struct {
   guint block;
   guint edge;
} Visit;

static void visit_from(const Flow* flow, guint root, Bits seen, GArray* postorder)
{
   g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(Visit));
   Visit             first = { root, 0 };
   bits_add(seen, root);
   g_array_append_val(stack, first);
   while (stack->len > 0) {
      Visit*           top = &g_array_index(stack, Visit, stack->len - 1);
      const BlockList* next = &flow->blocks[top->block].next;
      if (top->edge == next->count) {
         g_array_append_val(postorder, top->block);
         g_array_set_size(stack, stack->len - 1);
      } else {
         Visit deeper = { next->blocks[top->edge++], 0 };
         if (!bits_has(seen, deeper.block)) {
            bits_add(seen, deeper.block);
            g_array_append_val(stack, deeper);
         }
      }
   }
}

/* Blocks that no root reaches are only in loops of their own: they get no number. */
static void set_order(Flow* flow, Dominators* d)
{
   g_auto(Bits)      seen = bits_new(flow->count);
   g_autoptr(GArray) postorder = g_array_new(FALSE, FALSE, sizeof(guint));
   visit_from(flow, flow->entry, seen, postorder);
   flow->entered = bits_new(flow->count);
   bits_copy(flow->entered, seen);
   for (guint b = 0; b < flow->count; b++) {
      if (flow->blocks[b].before.count == 0 && !bits_has(seen, b)) {
         visit_from(flow, b, seen, postorder);
      }
   }
   d->count = postorder->len;
   d->order = g_new(guint, d->count + 1);
   d->number = g_new(guint, flow->count);
   for (guint b = 0; b < flow->count; b++) {
      d->number[b] = NO_BLOCK;
   }
   for (guint i = 0; i < d->count; i++) {
      d->order[i] = g_array_index(postorder, guint, d->count - 1 - i);
      d->number[d->order[i]] = i;
   }
   for (guint b = 0; b < flow->count; b++) {
      flow->blocks[b].order = d->number[b] + 1;
   }
}

static void find_handled(Flow* flow)
{
   g_autoptr(GArray) ignored = g_array_new(FALSE, FALSE, sizeof(guint));
   flow->handled = bits_new(flow->count);
   for (guint b = 0; b < flow->count; b++) {
      if (!bits_has(flow->entered, b) && !bits_has(flow->handled, b)) {
         visit_from(flow, b, flow->handled, ignored);
      }
   }
}

/*--- Dominators ---*/

/* Numbers of dominators: 0 is the root above all, and block d->order[i] is i + 1. */
static guint meet(const guint* dominator, guint a, guint b)
{
   while (a != b) {
      while (a > b) {
         a = dominator[a];
      }
      while (b > a) {
         b = dominator[b];
      }
   }
   return a;
}

static bool improve(const Flow* flow, const Dominators* d, guint* dominator, guint i)
{
   const FlowBlock* block = &flow->blocks[d->order[i]];
   guint            best = d->order[i] == flow->entry || block->before.count == 0 ? 0 : NO_BLOCK;
   bool             is_entered = bits_has(flow->entered, d->order[i]);
   for (guint k = 0; k < block->before.count && best != 0; k++) {
      guint from = block->before.blocks[k];
      guint before = d->number[from];
      if (before != NO_BLOCK && dominator[before + 1] != NO_BLOCK
          && bits_has(flow->entered, from) == is_entered) {
         best = best == NO_BLOCK ? before + 1 : meet(dominator, best, before + 1);
      }
   }
   bool changes = best != NO_BLOCK && best != dominator[i + 1];
   if (changes) {
      dominator[i + 1] = best;
   }
   return changes;
}

static void set_dominators(const Flow* flow, Dominators* d)
{
   d->dominator = g_new(guint, d->count + 1);
   d->dominator[0] = 0;
   for (guint i = 0; i < d->count; i++) {
      d->dominator[i + 1] = NO_BLOCK;
   }
   for (bool changes = true; changes; ) {
      changes = false;
      for (guint i = 0; i < d->count; i++) {
         changes |= improve(flow, d, d->dominator, i);
      }
   }
}

static bool dominates(const Dominators* d, guint above, guint block)
{
   guint wanted = d->number[above] + 1;
   guint at = d->number[block] + 1;
   while (at > wanted) {
      at = d->dominator[at];
   }
   return at == wanted;
}

/*--- Loops ---*/

/* Adds what leads to the latch without the header. */
static void add_body(const Flow* flow, const Dominators* d, Bits body, guint latch)
{
   g_autoptr(GArray) left = g_array_new(FALSE, FALSE, sizeof(guint));
   g_array_append_val(left, latch);
   while (left->len > 0) {
      guint block = g_array_index(left, guint, left->len - 1);
      g_array_set_size(left, left->len - 1);
      if (bits_has(body, block)) {
         continue;
      }
      bits_add(body, block);
      const BlockList* before = &flow->blocks[block].before;
      for (guint i = 0; i < before->count; i++) {
         guint from = before->blocks[i];
         if (d->number[from] != NO_BLOCK) {
            g_array_append_val(left, from);
         }
      }
   }
}

static void add_back_edge(Flow* flow, const Dominators* d, guint latch, guint header)
{
   Loop  edge = { header, latch, bits_new(flow->count) };
   Loop* loop = NULL;
   bits_add(edge.body, header);
   add_body(flow, d, edge.body, latch);
   g_array_append_val(flow->back_edges, edge);
   for (guint i = 0; i < flow->loops->len && loop == NULL; i++) {
      Loop* known = &g_array_index(flow->loops, Loop, i);
      loop = known->header == header ? known : NULL;
   }
   if (loop == NULL) {
      Loop added = { header, latch, bits_new(flow->count) };
      g_array_append_val(flow->loops, added);
      loop = &g_array_index(flow->loops, Loop, flow->loops->len - 1);
   }
   bits_unite(loop->body, edge.body);
}

/* Returns the blocks on ways from or, backwards, to the block on which the order grows or, backwards, falls,
   up to the limit. */
static Bits in_order(const Flow* flow, guint start, bool backwards, guint limit)
{
   Bits              seen = bits_new(flow->count);
   g_autoptr(GArray) left = g_array_new(FALSE, FALSE, sizeof(guint));
   bits_add(seen, start);
   g_array_append_val(left, start);
   while (left->len > 0) {
      guint block = g_array_index(left, guint, left->len - 1);
      guint order = flow->blocks[block].order;
      g_array_set_size(left, left->len - 1);
      const BlockList* others = backwards ? &flow->blocks[block].before : &flow->blocks[block].next;
      for (guint i = 0; i < others->count; i++) {
         guint other = others->blocks[i];
         guint its = flow->blocks[other].order;
         if (!bits_has(seen, other)
             && (backwards ? its < order && its >= limit : its > order && its <= limit)) {
            bits_add(seen, other);
            g_array_append_val(left, other);
         }
      }
   }
   return seen;
}

Bits loops_between(const Flow* flow, guint first, guint last)
{
   Bits between = in_order(flow, first, false, flow->blocks[last].order);
   if (bits_has(between, last)) {
      g_auto(Bits) before = in_order(flow, last, true, flow->blocks[first].order);
      bits_intersect(between, before);
   } else {
      bits_clear(between);
   }
   return between;
}

/* An edge that leads back to one of several entries of a loop: the compiler has copied the beginning of the
   loop to before it, so that control comes into its middle.  All that is on a way from there to where the
   edge leaves counts as its body. */
static void add_edge_into(Flow* flow, guint latch, guint entry)
{
   Loop edge = { entry, latch, loops_between(flow, entry, latch) };
   g_array_append_val(flow->back_edges, edge);
}

/* Sorts an edge that leads back in the order: it is a loop's, or loops cross there. */
static void add_edge_back(Flow* flow, const Dominators* d, guint from, guint to)
{
   const Step* last = flow_step(flow, flow->blocks[from].end - 1);
   if (dominates(d, to, from)) {
      add_back_edge(flow, d, from, to);
   } else if (last->decoded.going != JUMPS_ANYWHERE) {
      add_edge_into(flow, from, to);
   } else {
      guint order = flow->blocks[to].order;
      flow->low = flow->low == 0 ? order : MIN(flow->low, order);
      flow->high = MAX(flow->high, flow->blocks[from].order);
   }
}

void loops_find(Flow* flow)
{
   Dominators d;
   set_order(flow, &d);
   find_handled(flow);
   set_dominators(flow, &d);
   for (guint i = 0; i < d.count; i++) {
      FlowBlock* block = &flow->blocks[d.order[i]];
      block->first_edge = flow->back_edges->len;
      for (guint k = 0; k < block->next.count; k++) {
         guint to = block->next.blocks[k];
         if (flow->blocks[to].order <= block->order) {
            add_edge_back(flow, &d, d.order[i], to);
         }
      }
      block->edge_end = flow->back_edges->len;
   }
   g_free(d.order);
   g_free(d.number);
   g_free(d.dominator);
}
