/* Rules of routines and their points. */

#include "format_rules/rules.h"

#include <assert.h>
#include <inttypes.h>

#include "util/memory.h"
#include "util/text.h"

/*--- Routines ---*/

static void full_name_is_no_tag(Checker* checker)
{
   here(checker, "d is not a tag of version 1.4");
}

/* Readers keep only what follows the last slash. */
static void image_has_last_component(Checker* checker)
{
   Slice image = checker->record.image;
   if (image.bytes[image.length - 1] == '/') {
      QuotedText quoted;
      here(checker, "the image has no name after its last slash: %s",
           text_quote(image.bytes, image.length, quoted));
   }
}

static void routine_is_new(Checker* checker)
{
   uint32_t id = checker->record.id;
   bool     is_new;
   uint32_t index = id_map_find_or_add(&checker->routine_ids, id, &is_new);
   checker->current = index;
   checker->current_has_points = false;
   checker->current_has_mangled = false;
   if (!is_new) {
      here(checker, "routine ids are distinct: the r line of %" PRIu32 " is line %" PRIu64,
           id, checker->routines[index].line);
      return;
   }
   MEMORY_GROW(checker->routines, index, &checker->routine_capacity);
   checker->routines[index] = (CheckedRoutine){ .id = id, .line = checker->record.line };
}

static void mangled_name_follows_routine(Checker* checker)
{
   if (checker->current == NONE) {
      if (checker->routines_are_known) {
         here(checker, "a u line above all r lines");
      }
   } else if (checker->record.id != checker->routines[checker->current].id) {
      here(checker, "a u line of routine %" PRIu32 " under the r line of routine %" PRIu32,
           checker->record.id, checker->routines[checker->current].id);
   } else if (checker->current_has_points) {
      here(checker, "the u line of routine %" PRIu32 " comes after its points", checker->record.id);
   } else if (checker->current_has_mangled) {
      here(checker, "a second u line of routine %" PRIu32, checker->record.id);
   }
   checker->current_has_mangled = true;
}

/*--- Points ---*/

static void point_has_all_fields(Checker* checker)
{
   if (checker->record.fields != POINT_FIELDS) {
      here(checker, "a %c line has %d numbers: %u", checker->record.tag, POINT_FIELDS,
           checker->record.fields);
   }
}

static void points_are_of_one_kind(Checker* checker)
{
   Tag tag = checker->record.tag;
   Tag other = tag == TAG_POINT ? TAG_CONTEXT_POINT : TAG_POINT;
   if (checker->first_lines[other] != 0 && !checker->kinds_mixed) {
      here(checker, "p and q lines are not mixed: a %c line, and line %" PRIu64 " is a %c line",
           tag, checker->first_lines[other], other);
      checker->kinds_mixed = true;
   }
}

static void point_is_under_its_routine(Checker* checker)
{
   const Record* record = &checker->record;
   if (checker->current == NONE) {
      if (checker->routines_are_known) {
         here(checker, "a %c line above all r lines", record->tag);
      }
      return;
   }
   const CheckedRoutine* current = &checker->routines[checker->current];
   if (record->tag == TAG_POINT && record->point.owner != current->id) {
      here(checker, "a point of routine %" PRIu32 " under the r line of routine %" PRIu32,
           record->point.owner, current->id);
   }
}

/* Strictly ascending, so there is only one point of each rms. */
static void refuse_rms_order(Checker* checker, uint32_t last)
{
   uint32_t rms = checker->record.point.rms;
   uint32_t owner = checker->record.point.owner;
   const char* whose = checker->record.tag == TAG_POINT ? "routine" : "context";
   assert(rms <= last);
   if (rms == last) {
      here(checker, "a second point of %s %" PRIu32 " with rms %" PRIu32, whose, owner, rms);
   } else {
      here(checker, "points have ascending rms: in %s %" PRIu32 ", rms %" PRIu32 " follows %" PRIu32,
           whose, owner, rms, last);
   }
}

static void routine_points_ascend(Checker* checker)
{
   const Point* point = &checker->record.point;
   if (checker->current == NONE || point->owner != checker->routines[checker->current].id) {
      return;
   }
   if (checker->current_has_points && point->rms <= checker->current_last_rms) {
      refuse_rms_order(checker, checker->current_last_rms);
   }
   checker->current_last_rms = point->rms;
}

static void context_points_ascend(Checker* checker)
{
   const Point*    point = &checker->record.point;
   CheckedContext* context = checker_context(checker, point->owner);
   if (context->first_point == 0) {
      context->first_point = checker->record.line;
      context->points_routine = checker->current;
   } else if (point->rms <= context->last_rms) {
      refuse_rms_order(checker, context->last_rms);
   }
   context->last_rms = point->rms;
   context->has_real_sum |= point->real_sum > 0;
}

/* All points of a context are under the r line of one routine, which the context's x line
   will name. */
static void context_has_one_routine(Checker* checker)
{
   const CheckedContext* context = checker_context(checker, checker->record.point.owner);
   if (context->points_routine != checker->current && context->points_routine != NONE
       && checker->current != NONE) {
      here(checker, "a point of context %" PRIu32 " under the r line of routine %" PRIu32
           ", and another, line %" PRIu64 ", under that of %" PRIu32, context->id,
           checker->routines[checker->current].id, context->first_point,
           checker->routines[context->points_routine].id);
   }
}

static void note_point(Checker* checker)
{
   const Point* point = &checker->record.point;
   checker->points++;
   checker->current_has_points = true;
   checker->self_sum += point->self_sum;
   if (checker->current != NONE) {
      CheckedRoutine* routine = &checker->routines[checker->current];
      routine->real_sum += point->real_sum;
      routine->self_sum += point->self_sum;
      routine->max = point->max > routine->max ? point->max : routine->max;
   }
}

const Rule routine_rules[] = { image_has_last_component, routine_is_new, NULL };

const Rule mangled_rules[] = { mangled_name_follows_routine, NULL };

const Rule full_name_rules[] = { full_name_is_no_tag, NULL };

const Rule point_rules[] = {
   points_are_of_one_kind, point_has_all_fields, point_is_under_its_routine, routine_points_ascend,
   numbers_of_point_agree, note_point, NULL
};

const Rule context_point_rules[] = {
   points_are_of_one_kind, point_has_all_fields, point_is_under_its_routine, context_points_ascend,
   context_has_one_routine, numbers_of_point_agree, note_point, NULL
};
