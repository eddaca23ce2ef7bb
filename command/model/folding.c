/* The cost of a generic routine whose instances call each other.

   The tool counts a cost once if it belongs to several activations of one routine, but does not know that
   two routines are instances of one.  When they have become one routine, what an instance costs inside
   another one must not count again.  Contexts say which it is.  Without them, and where a recursion through
   another routine hides it, the sum is only an upper bound.

   A context below another one of the same routine is inside it, so none of its activations counts.

   The others may be inside another instance only if a call has gone back to a context above: contexts do
   not show such a call (--cct-recursion=fold).  It must start at the other instance, or below, and lead to a
   routine above both, which is recursive then.  If there is neither such a call nor such a routine, the
   cost is exact. */

#include "model/report.h"

#include <assert.h>
#include <stdbool.h>

#include "util/number.h"

typedef struct {
   uint64_t sum;
   uint64_t real_sum;
   uint64_t known;            /* the self cost, and what the callees that have a context cost */
   bool     is_inside;        /* below a context of the same routine */
   bool     below_recursion;  /* a routine above it is recursive */
   bool     goes_back;        /* it, or something below it, calls a routine above */
} Place;

/* Contexts are in preorder, so the path to one is there when it comes.  `running` counts, for each routine,
   the contexts on the path. */
static void find_inside(const Contents* contents, Place* places)
{
   g_autofree uint32_t* running = g_new0(uint32_t, contents->routine_count);
   uint32_t last = NO_CONTEXT;
   for (uint32_t i = 0; i < contents->context_count; i++) {
      const Context* context = &contents->contexts[i];
      assert(context->parent == NO_CONTEXT || context->parent < i);
      for (; last != context->parent; last = contents->contexts[last].parent) {
         running[contents->contexts[last].routine]--;
      }
      places[i].is_inside = running[context->routine]++ > 0;
      last = i;
   }
}

static void add_up_places(const Contents* contents, Place* places)
{
   for (size_t i = 0; i < contents->point_count; i++) {
      const Point* point = &contents->points[i];
      Place*       place = &places[point->owner];
      place->sum = add_saturating(place->sum, point->sum);
      place->real_sum = add_saturating(place->real_sum, point->real_sum);
      place->known = add_saturating(place->known, point->self_sum);
   }
}

static void find_recursion(const Contents* contents, Place* places)
{
   for (uint32_t i = 0; i < contents->context_count; i++) {
      uint32_t parent = contents->contexts[i].parent;
      if (parent != NO_CONTEXT) {
         const Place* above = &places[parent];
         places[i].below_recursion = above->below_recursion || above->sum > above->real_sum;
      }
   }
   for (uint32_t i = contents->context_count; i-- > 0;) {
      uint32_t parent = contents->contexts[i].parent;
      places[i].goes_back |= places[i].sum > places[i].known;
      if (parent != NO_CONTEXT) {
         places[parent].known = add_saturating(places[parent].known, places[i].sum);
         places[parent].goes_back |= places[i].goes_back;
      }
   }
}

static void settle_contexts(Contents* contents)
{
   g_autofree Place* places = g_new0(Place, contents->context_count);
   find_inside(contents, places);
   add_up_places(contents, places);
   find_recursion(contents, places);
   for (uint32_t i = 0; i < contents->context_count; i++) {
      Routine* routine = &contents->routines[contents->contexts[i].routine];
      routine->cost_is_bound |= routine->has_instances && !places[i].is_inside
                                && places[i].below_recursion && places[i].goes_back;
   }
   for (size_t i = 0; i < contents->point_count; i++) {
      if (places[contents->points[i].owner].is_inside) {
         contents->points[i].real_sum = 0;
      }
   }
}

void folding_settle(Contents* contents)
{
   if (contents->point_kind == POINTS_OF_CONTEXTS) {
      settle_contexts(contents);
      return;
   }
   for (uint32_t i = 0; i < contents->routine_count; i++) {
      contents->routines[i].cost_is_bound = contents->routines[i].has_instances;
   }
}
