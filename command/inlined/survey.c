#include "inlined/survey.h"

#include <assert.h>

static const Span nothing = { .least = G_MAXINT, .greatest = G_MININT };

static void widen(Span* span, Span with)
{
   span->least = MIN(span->least, with.least);
   span->greatest = MAX(span->greatest, with.greatest);
}

static Span of_step(const Step* step)
{
   return (Span){ .least = step->instance, .greatest = step->instance };
}

/*--- Blocks ---*/

/* A touch of an instance, before they are sorted. */
typedef struct {
   int   instance;
   Touch touch;
} Found;

/* One for each block and innermost instance in it. */
static GArray* find_touches(const Flow* flow, guint instances)
{
   GArray*           all = g_array_new(FALSE, FALSE, sizeof(Found));
   g_autofree guint* last = g_new0(guint, instances);   /* the latest one of each instance, + 1 */
   for (guint b = 0; b < flow->count; b++) {
      for (guint s = flow->blocks[b].first; s < flow->blocks[b].end; s++) {
         const Step* step = flow_step(flow, s);
         if (step->instance < 0 || step->decoded.is_padding) {
            continue;
         }
         guint* at = &last[step->instance];
         if (*at == 0 || g_array_index(all, Found, *at - 1).touch.block != b) {
            Found found = { step->instance, { b, false } };
            g_array_append_val(all, found);
            *at = all->len;
         }
         g_array_index(all, Found, *at - 1).touch.decides |= step->decides;
      }
   }
   return all;
}

static void sort_touches(Survey* survey)
{
   guint             instances = survey->function->instances->len;
   g_autoptr(GArray) all = find_touches(survey->flow, instances);
   guint*            first = g_new0(guint, instances + 2);
   for (guint i = 0; i < all->len; i++) {
      first[g_array_index(all, Found, i).instance + 2]++;
   }
   for (guint i = 2; i < instances + 2; i++) {
      first[i] += first[i - 1];
   }
   survey->touches = g_array_sized_new(FALSE, FALSE, sizeof(Touch), all->len);
   g_array_set_size(survey->touches, all->len);
   for (guint i = 0; i < all->len; i++) {
      const Found* found = &g_array_index(all, Found, i);
      g_array_index(survey->touches, Touch, first[found->instance + 1]++) = found->touch;
   }
   assert(first[instances] == all->len);
   survey->first_touch = first;
}

/* An instruction of line 0 is no information. */
static void look_at_blocks(Survey* survey)
{
   const Flow* flow = survey->flow;
   survey->calls = bits_new(flow->count);
   survey->deciding = g_new(Span, flow->count);
   for (guint b = 0; b < flow->count; b++) {
      survey->deciding[b] = nothing;
      for (guint s = flow->blocks[b].first; s < flow->blocks[b].end; s++) {
         const Step* step = flow_step(flow, s);
         if (step->decides && step->line != 0) {
            widen(&survey->deciding[b], of_step(step));
         }
         if (step->decoded.going == CALLS && bits_has(flow->entered, b)) {
            bits_add(survey->calls, b);
         }
      }
   }
}

/*--- Loops ---*/

/* Sets, by block, which of the loops it is in. */
static Bits* loops_by_block(const Flow* flow, const GArray* loops)
{
   Bits* by_block = bits_new_many(flow->count, loops->len);
   for (guint i = 0; i < loops->len; i++) {
      Bits body = g_array_index(loops, Loop, i).body;
      for (guint b = bits_next(body, 0); b != BITS_END; b = bits_next(body, b + 1)) {
         bits_add(by_block[b], i);
      }
   }
   return by_block;
}

/* The innermost instance that has all these; -1: the function itself. */
static int owner_of(const Function* function, Span span)
{
   assert(span.least <= span.greatest);
   int owner = span.least;
   while (owner >= 0 && !flow_is_inside(function, span.greatest, owner)) {
      owner = g_array_index(function->instances, Instance, owner).parent;
   }
   return owner;
}

/* Whether neither is inside of the other. */
static bool are_apart(const Function* function, int a, int b)
{
   return a >= 0 && b >= 0 && !flow_is_inside(function, a, b) && !flow_is_inside(function, b, a);
}

/* Adds the jump back of a loop to what decides in it.  GCC gives some plain jumps to a routine that ended
   before: such a jump says nothing. */
static void add_jump_back(const Survey* survey, const Loop* edge, Span* deciding)
{
   const Step* last = flow_step(survey->flow, survey->flow->blocks[edge->latch].end - 1);
   bool        is_any = deciding->least <= deciding->greatest;
   if (last->decoded.going != GOES_ON
       && !(is_any && are_apart(survey->function, last->instance, owner_of(survey->function, *deciding)))) {
      widen(deciding, of_step(last));
   }
}

static void look_at_edges(Survey* survey)
{
   const Flow* flow = survey->flow;
   survey->edge_deciding = g_new(Span, flow->back_edges->len);
   for (guint i = 0; i < flow->back_edges->len; i++) {
      const Loop* edge = &g_array_index(flow->back_edges, Loop, i);
      Span*       deciding = &survey->edge_deciding[i];
      *deciding = nothing;
      for (guint b = bits_next(edge->body, 0); b != BITS_END; b = bits_next(edge->body, b + 1)) {
         widen(deciding, survey->deciding[b]);
      }
      if (flow_step(flow, flow->blocks[edge->latch].end - 1)->line != 0) {
         add_jump_back(survey, edge, deciding);
      }
   }
}

/*--- Instances that have a loop or a call ---*/

/* Marks the instance and all that it was inlined into. */
static void keep_with_parents(Survey* survey, int instance)
{
   for (; instance >= 0 && !bits_has(survey->kept, (guint)instance);
        instance = g_array_index(survey->function->instances, Instance, instance).parent) {
      bits_add(survey->kept, (guint)instance);
   }
}

/* The deciding instructions of a loop, and its jump back: also those of line 0, so that no instance has a
   loop that another one may have. */
static Span span_of_loop(const Survey* survey, const Loop* edge, const Span* deciding)
{
   Span span = nothing;
   for (guint b = bits_next(edge->body, 0); b != BITS_END; b = bits_next(edge->body, b + 1)) {
      widen(&span, deciding[b]);
   }
   add_jump_back(survey, edge, &span);
   return span;
}

/* A routine that counts in one place of the function counts in all: there, the compiler may have unrolled its
   loop.  So do those that it was inlined into. */
static void keep_same_routines(Survey* survey)
{
   const GArray*         instances = survey->function->instances;
   g_autoptr(GHashTable) routines = g_hash_table_new(NULL, NULL);
   for (bool changes = true; changes; ) {
      changes = false;
      for (guint i = bits_next(survey->kept, 0); i != BITS_END; i = bits_next(survey->kept, i + 1)) {
         g_hash_table_add(routines, (gpointer)g_array_index(instances, Instance, i).routine);
      }
      for (guint i = 0; i < instances->len; i++) {
         if (!bits_has(survey->kept, i)
             && g_hash_table_contains(routines, g_array_index(instances, Instance, i).routine)) {
            keep_with_parents(survey, (int)i);
            changes = true;
         }
      }
   }
}

/* The instance that all code behind the first copy is of, up to the second one, if part of it was inlined
   into that instance; -1: there is none. */
static int owner_of_repeat(const Survey* survey, const Repeat* repeat)
{
   const Flow* flow = survey->flow;
   Span        span = of_step(flow_step(flow, repeat->first));
   for (guint b = bits_next(repeat->between, 0); b != BITS_END; b = bits_next(repeat->between, b + 1)) {
      const FlowBlock* block = &flow->blocks[b];
      for (guint s = block->first; s < block->end && block->end - 1 != repeat->first; s++) {
         if (!flow_step(flow, s)->decoded.is_padding) {
            widen(&span, of_step(flow_step(flow, s)));
         }
      }
   }
   return span.least < span.greatest ? owner_of(survey->function, span) : -1;
}

/* Marks instances with a loop that was unrolled as a whole, with a call in it that was inlined: a branch of
   it comes three times. */
static void keep_unrolled(Survey* survey)
{
   int once = -1;   /* the latest owner of a repeat of this branch */
   for (guint i = 0; i < survey->repeats->len; i++) {
      const Repeat* repeat = &g_array_index(survey->repeats, Repeat, i);
      int           owner = owner_of_repeat(survey, repeat);
      if (i == 0 || g_array_index(survey->repeats, Repeat, i - 1).second != repeat->first) {
         once = -1;
      }
      if (owner >= 0 && owner == once) {
         keep_with_parents(survey, owner);
      }
      once = owner >= 0 ? owner : once;
   }
}

static void find_kept(Survey* survey)
{
   const Flow*      flow = survey->flow;
   g_autofree Span* deciding = g_new(Span, flow->count);   /* by block */
   survey->kept = bits_new(survey->function->instances->len);
   for (guint b = 0; b < flow->count; b++) {
      deciding[b] = nothing;
      for (guint s = flow->blocks[b].first; s < flow->blocks[b].end; s++) {
         const Step* step = flow_step(flow, s);
         if (step->decides) {
            widen(&deciding[b], of_step(step));
         }
         if (step->is_known_call) {
            keep_with_parents(survey, step->instance);
         }
      }
   }
   for (guint i = 0; i < flow->back_edges->len; i++) {
      Span span = span_of_loop(survey, &g_array_index(flow->back_edges, Loop, i), deciding);
      if (span.least <= span.greatest) {
         keep_with_parents(survey, owner_of(survey->function, span));
      }
   }
   keep_unrolled(survey);
   keep_same_routines(survey);
}

/*--- All of it ---*/

Survey survey_of(const Flow* flow, const Function* function)
{
   Survey survey = { .flow = flow, .function = function, .headers = bits_new(flow->count),
                    .stack = g_new(guint, flow->count) };
   sort_touches(&survey);
   look_at_blocks(&survey);
   look_at_edges(&survey);
   survey.repeats = repeats_find(flow, function);
   find_kept(&survey);
   survey.edges = loops_by_block(flow, flow->back_edges);
   survey.loops = loops_by_block(flow, flow->loops);
   for (guint i = 0; i < flow->loops->len; i++) {
      bits_add(survey.headers, g_array_index(flow->loops, Loop, i).header);
   }
   return survey;
}

void survey_free(Survey* survey)
{
   g_free(survey->edges);
   g_free(survey->loops);
   g_free(survey->stack);
   g_free(survey->deciding);
   g_free(survey->edge_deciding);
   g_free(survey->first_touch);
   g_array_unref(survey->touches);
   g_array_unref(survey->repeats);
   bits_free(&survey->headers);
   bits_free(&survey->calls);
   bits_free(&survey->kept);
}
