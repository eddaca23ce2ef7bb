#include "inlined/survey.h"

/* The number of copies behind one that are asked whether they are its next one. */
#define MOST_TRIED  3

typedef struct {
   uint64_t calls;    /* those that led to its instance */
   int      line;
   int      column;
   guint    order;    /* of its block */
   guint    block;
   guint    step;
} Copy;

static gint compare_places(const Copy* x, const Copy* y)
{
   return x->calls != y->calls ? (x->calls < y->calls ? -1 : 1)
          : x->line != y->line ? (x->line < y->line ? -1 : 1)
          : x->column != y->column ? (x->column < y->column ? -1 : 1) : 0;
}

static gint compare_copies(gconstpointer a, gconstpointer b)
{
   const Copy* x = a;
   const Copy* y = b;
   gint        places = compare_places(x, y);
   return places != 0 ? places : x->order != y->order ? (x->order < y->order ? -1 : 1) : 0;
}

/* All branches of instances, by their place in the source. */
static GArray* list_copies(const Flow* flow, const Function* function)
{
   GArray* copies = g_array_new(FALSE, FALSE, sizeof(Copy));
   for (guint b = 0; b < flow->count; b++) {
      guint       last = flow->blocks[b].end - 1;
      const Step* step = flow_step(flow, last);
      uint64_t    calls = step->instance < 0 ? 0
                          : g_array_index(function->instances, Instance, step->instance).calls;
      if (step->decoded.going == BRANCHES && step->line > 0 && step->column > 0 && calls != 0) {
         Copy copy = { calls, step->line, step->column, flow->blocks[b].order, b, last };
         g_array_append_val(copies, copy);
      }
   }
   g_array_sort(copies, compare_copies);
   return copies;
}

/* Adds the first of those behind the copy that a way leads to. */
static void add_repeat(const Flow* flow, const GArray* copies, guint i, GArray* repeats)
{
   const Copy* copy = &g_array_index(copies, Copy, i);
   for (guint k = i + 1; k < copies->len && k <= i + MOST_TRIED; k++) {
      const Copy* other = &g_array_index(copies, Copy, k);
      if (compare_places(copy, other) != 0) {
         return;
      }
      Repeat repeat = { copy->step, other->step, loops_between(flow, copy->block, other->block) };
      if (other->order > copy->order && bits_has(repeat.between, copy->block)) {
         g_array_append_val(repeats, repeat);
         return;
      }
      bits_free(&repeat.between);
   }
}

static void free_repeat(gpointer repeat)
{
   bits_free(&((Repeat*)repeat)->between);
}

GArray* repeats_find(const Flow* flow, const Function* function)
{
   g_autoptr(GArray) copies = list_copies(flow, function);
   GArray*           repeats = g_array_new(FALSE, FALSE, sizeof(Repeat));
   g_array_set_clear_func(repeats, free_repeat);
   for (guint i = 0; i < copies->len; i++) {
      add_repeat(flow, copies, i, repeats);
   }
   return repeats;
}
