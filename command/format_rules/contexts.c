/* Rules of contexts. */

#include "format_rules/rules.h"

#include <assert.h>
#include <inttypes.h>

/*--- Contexts ---*/

static void contexts_come_with_q_lines(Checker* checker)
{
   if (checker->first_lines[TAG_POINT] != 0 && checker->first_lines[TAG_CONTEXT] == 0) {
      here(checker, "with contexts, every point is a q line: an x line, and line %" PRIu64 " is a p line",
           checker->first_lines[TAG_POINT]);
   }
}

static void context_id_is_positive(Checker* checker)
{
   if (checker->record.id == 0) {
      here(checker, "context ids start at 1: context 0");
   }
}

static void context_names_its_routine(Checker* checker)
{
   const Record* record = &checker->record;
   uint32_t routine;
   if (!id_map_find(&checker->routine_ids, record->routine, &routine)) {
      if (checker->routines_are_known) {
         here(checker, "context %" PRIu32 " is one of routine %" PRIu32
              ", which has no r line above this line", record->id, record->routine);
      }
      return;
   }
   checker->routines[routine].has_context = true;
   CheckedContext* context = checker_context(checker, record->id);
   if (context->line == 0) {
      context->routine = routine;
   }
   if (context->points_routine != NONE && context->points_routine != routine) {
      here(checker, "context %" PRIu32 " is one of routine %" PRIu32 ", but its points, line %" PRIu64
           ", stand under the r line of routine %" PRIu32, record->id, record->routine, context->first_point,
           checker->routines[context->points_routine].id);
   }
}

/* Closes the contexts of the path that are below the given one, or all of them. */
static void close_path(Checker* checker, uint32_t down_to)
{
   while (checker->newest_context != down_to && checker->newest_context != NONE) {
      CheckedContext* context = &checker->contexts[checker->newest_context];
      context->is_open = false;
      if (context->routine != NONE) {
         assert(checker->routines[context->routine].open_contexts > 0);
         checker->routines[context->routine].open_contexts--;
      }
      checker->newest_context = context->parent;
   }
}

/* Preorder: the parent is the context of the line above, or an ancestor of it.
   False, if that cannot be said of this context. */
static bool parent_is_open(Checker* checker, CheckedContext* context, uint32_t parent, bool found)
{
   const Record* record = &checker->record;
   if (!found || checker->contexts[parent].line == 0) {
      if (checker->contexts_are_known) {
         here(checker, "parents come first: the parent of context %" PRIu32 ", %" PRIu32
              ", has no x line above this line", record->id, record->parent);
      }
      return false;
   }
   if (checker->contexts[parent].is_misplaced) {
      return false;
   }
   if (!checker->contexts[parent].is_open) {
      here(checker, "x lines are in preorder: context %" PRIu32 " does not follow its parent %" PRIu32
           ", line %" PRIu64 ", or a descendant of it", context->id, record->parent,
           checker->contexts[parent].line);
      return false;
   }
   return true;
}

/* Below another context of its routine, all its activations are recursive.  The
   open contexts are its ancestors. */
static void recursive_context_has_no_real_sum(Checker* checker, const CheckedContext* context)
{
   if (context->routine != NONE && checker->routines[context->routine].open_contexts > 0
       && context->has_real_sum) {
      here(checker, "context %" PRIu32 " is below another one of routine %" PRIu32
           ", so its points, line %" PRIu64 ", have real-sum 0", context->id,
           checker->routines[context->routine].id, context->first_point);
   }
}

/* A misplaced context does not become part of the path. */
static void context_is_in_preorder(Checker* checker, CheckedContext* context)
{
   const Record* record = &checker->record;
   uint32_t parent = NONE;
   if (record->has_parent) {
      bool found = id_map_find(&checker->context_ids, record->parent, &parent);
      if (!parent_is_open(checker, context, parent, found)) {
         context->is_misplaced = true;
         return;
      }
   }
   close_path(checker, parent);
   recursive_context_has_no_real_sum(checker, context);
   context->parent = parent;
   context->is_open = true;
   if (context->routine != NONE) {
      checker->routines[context->routine].open_contexts++;
   }
   checker->newest_context = (uint32_t)(context - checker->contexts);
}

static void context_is_new(Checker* checker)
{
   CheckedContext* context = checker_context(checker, checker->record.id);
   if (context->line != 0) {
      here(checker, "context ids are distinct: the x line of %" PRIu32 " is line %" PRIu64,
           context->id, context->line);
      return;
   }
   context_is_in_preorder(checker, context);
   context->line = checker->record.line;
}

/*--- Contexts without points, which stand in comments ---*/

static bool is_in(const IdMap* map, uint32_t id)
{
   uint32_t index;
   return id_map_find(map, id, &index);
}

static void commented_routine_is_new(Checker* checker)
{
   const Record* record = &checker->record;
   bool is_new;
   if (record->in_comment == TAG_ROUTINE) {
      id_map_find_or_add(&checker->commented_routines, record->id, &is_new);
      if (!is_new || is_in(&checker->routine_ids, record->id)) {
         here(checker, "routine ids are distinct, also in comments: a second r line of %" PRIu32, record->id);
      }
   } else if (record->in_comment == TAG_MANGLED && !is_in(&checker->commented_routines, record->id)) {
      here(checker, "a u line in a comment follows the r line of its routine: there is none of %" PRIu32,
           record->id);
   }
}

/* A context that has an x line gets its real parent here. */
static void commented_context_is_known(Checker* checker)
{
   const Record* record = &checker->record;
   if (record->in_comment != TAG_CONTEXT || !checker->contexts_are_known || !checker->routines_are_known) {
      return;
   }
   if (record->has_parent && !is_in(&checker->context_ids, record->parent)
       && !is_in(&checker->commented_contexts, record->parent)) {
      here(checker, "parents come first, also in comments: the parent of context %" PRIu32 ", %" PRIu32
           ", has no x line above", record->id, record->parent);
   }
   if (!is_in(&checker->routine_ids, record->routine)
       && !is_in(&checker->commented_routines, record->routine)) {
      here(checker, "context %" PRIu32 " is one of routine %" PRIu32 ", which has no r line above",
           record->id, record->routine);
   }
   bool is_new = true;
   if (!is_in(&checker->context_ids, record->id)) {
      id_map_find_or_add(&checker->commented_contexts, record->id, &is_new);
   }
   if (!is_new) {
      here(checker, "context ids are distinct, also in comments: a second x line of %" PRIu32, record->id);
   }
}

const Rule context_rules[] = {
   contexts_come_with_q_lines, context_id_is_positive, context_names_its_routine, context_is_new, NULL
};

const Rule commented_context_rules[] = { commented_routine_is_new, commented_context_is_known, NULL };
