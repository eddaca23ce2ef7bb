/* Sorts routines, contexts and points.  If they are sorted already, as in a file that the
   tool has written, they are not sorted again. */

#define _GNU_SOURCE   /* qsort_r */

#include "model/report.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/*--- Routines ---*/

typedef struct {
   const Routine*  routines;
   const uint32_t* ordinals;
} NameOrder;

static int compare_names(const void* left, const void* right, void* closure)
{
   const NameOrder* order = closure;
   uint32_t         index_a = *(const uint32_t*)left;
   uint32_t         index_b = *(const uint32_t*)right;
   const Routine*   a = &order->routines[index_a];
   const Routine*   b = &order->routines[index_b];
   int result = strcmp(a->image, b->image);
   result = result != 0 ? result : strcmp(a->name, b->name);
   result = result != 0 ? result : g_strcmp0(a->mangled, b->mangled);
   if (result != 0) {
      return result;
   }
   uint32_t ordinal_a = order->ordinals[index_a];
   uint32_t ordinal_b = order->ordinals[index_b];
   return ordinal_a < ordinal_b ? -1 : ordinal_a > ordinal_b;
}

void order_routines(Contents* contents, const uint32_t* ordinals)
{
   uint32_t count = contents->routine_count;
   g_autofree uint32_t* order = g_new(uint32_t, (size_t)count + 1);
   g_autofree uint32_t* ranks = g_new(uint32_t, (size_t)count + 1);
   NameOrder names = { contents->routines, ordinals };
   for (uint32_t i = 0; i < count; i++) {
      order[i] = i;
   }
   qsort_r(order, count, sizeof *order, compare_names, &names);

   Routine* ordered = g_new(Routine, (size_t)count + 1);
   for (uint32_t i = 0; i < count; i++) {
      ordered[i] = contents->routines[order[i]];
      ranks[order[i]] = i;
   }
   g_free(contents->routines);
   contents->routines = ordered;

   for (uint32_t i = 0; i < contents->context_count; i++) {
      contents->contexts[i].routine = ranks[contents->contexts[i].routine];
   }
   if (contents->point_kind == POINTS_OF_ROUTINES) {
      contents_change_owners(contents, 0, contents->point_count, ranks);
      points_sort(contents->points, contents->point_count);
   }
}

/*--- Contexts and their points ---*/

/* Links each routine's contexts, in ascending order. */
static void link_routines(Contents* contents)
{
   for (uint32_t i = 0; i < contents->routine_count; i++) {
      contents->routines[i].first_context = NO_CONTEXT;
   }
   for (uint32_t i = contents->context_count; i-- > 0;) {
      Context* context = &contents->contexts[i];
      context->next_of_routine = contents->routines[context->routine].first_context;
      contents->routines[context->routine].first_context = i;
   }
}

/* Puts a context in front of its siblings; returns the new first root. */
static uint32_t link_context(Contents* contents, uint32_t index, uint32_t first_root)
{
   Context*  context = &contents->contexts[index];
   uint32_t* first = context->parent == NO_CONTEXT ? &first_root
                                                   : &contents->contexts[context->parent].first_child;
   context->next_sibling = *first;
   *first = index;
   return first_root;
}

/* Links each context's children, in the order that they have or in that of the
   routines.  Returns the first root. */
static uint32_t link_children(Contents* contents, bool by_routine)
{
   uint32_t first_root = NO_CONTEXT;
   for (uint32_t i = 0; i < contents->context_count; i++) {
      contents->contexts[i].first_child = NO_CONTEXT;
   }
   if (!by_routine) {
      for (uint32_t i = contents->context_count; i-- > 0;) {
         first_root = link_context(contents, i, first_root);
      }
   } else {
      link_routines(contents);
      for (uint32_t routine = contents->routine_count; routine-- > 0;) {
         uint32_t i = contents->routines[routine].first_context;
         for (; i != NO_CONTEXT; i = contents->contexts[i].next_of_routine) {
            first_root = link_context(contents, i, first_root);
         }
      }
   }
   return first_root;
}

/* The context after this one in preorder, or NO_CONTEXT. */
static uint32_t next_in_preorder(const Contents* contents, uint32_t index)
{
   if (contents->contexts[index].first_child != NO_CONTEXT) {
      return contents->contexts[index].first_child;
   }
   while (index != NO_CONTEXT && contents->contexts[index].next_sibling == NO_CONTEXT) {
      index = contents->contexts[index].parent;
   }
   return index == NO_CONTEXT ? NO_CONTEXT : contents->contexts[index].next_sibling;
}

static uint32_t renumbered(const uint32_t* ranks, uint32_t index)
{
   return index == NO_CONTEXT ? NO_CONTEXT : ranks[index];
}

static int compare_routines_of_points(const void* left, const void* right, void* contents)
{
   uint32_t a = contents_routine(contents, ((const Point*)left)->owner);
   uint32_t b = contents_routine(contents, ((const Point*)right)->owner);
   return a != b ? (a < b ? -1 : 1) : points_compare(left, right);
}

/* From the order of contexts to that of routines, and contexts within. */
static void order_points_by_routine(Contents* contents)
{
   for (size_t i = 1; i < contents->point_count; i++) {
      if (compare_routines_of_points(&contents->points[i - 1], &contents->points[i], contents) > 0) {
         qsort_r(contents->points, contents->point_count, sizeof *contents->points,
                 compare_routines_of_points, contents);
         return;
      }
   }
}

void order_contexts(Contents* contents, bool by_routine)
{
   uint32_t count = contents->context_count;
   g_autofree uint32_t* ranks = g_new(uint32_t, (size_t)count + 1);
   Context* ordered = g_new(Context, (size_t)count + 1);
   uint32_t rank = 0;
   uint32_t first_root = link_children(contents, by_routine);
   for (uint32_t i = first_root; i != NO_CONTEXT; i = next_in_preorder(contents, i)) {
      ordered[rank] = contents->contexts[i];
      ranks[i] = rank++;
   }
   assert(rank == count);   /* else, some are in a circle, and no root leads to them */
   for (uint32_t i = 0; i < count; i++) {
      ordered[i].parent = renumbered(ranks, ordered[i].parent);
      assert(ordered[i].parent == NO_CONTEXT || ordered[i].parent < i);
      ordered[i].first_child = renumbered(ranks, ordered[i].first_child);
      ordered[i].next_sibling = renumbered(ranks, ordered[i].next_sibling);
   }
   g_free(contents->contexts);
   contents->contexts = ordered;
   link_routines(contents);
   contents_change_owners(contents, 0, contents->point_count, ranks);
   order_points_by_routine(contents);
}
