/* Calling contexts: all, or the costliest.  A context never costs more than its parent,
   so the costliest are a tree too. */

#include <stdlib.h>
#include <string.h>

#include "subject/subject.h"
#include "answer/show/parts.h"
#include "answer/show/show.h"
#include "model/own.h"
#include "util/memory.h"

/*--- A context ---*/

static Answer* context_value(const Request* request, uint32_t index)
{
   const Context* context = report_context(request->report, index);
   const Routine* routine = report_routine(request->report, context->routine);
   Answer*        value = tree_object();
   tree_set_count(value, "id", index + 1);
   tree_set(value, "parent", context->parent == NO_CONTEXT ? NULL : tree_count(context->parent + 1));
   tree_set_text(value, "name", routine->name);
   tree_set_text(value, "object", routine->image);
   tree_set_count(value, "calls", context->totals.calls);
   tree_set_count(value, "cost", context->totals.sum);
   tree_set_count(value, "real_cost", context->totals.real_sum);
   tree_set_count(value, "self_cost", context->totals.self_sum);
   tree_set_count(value, "points", context->points);
   return value;
}

static Answer* any_context(const void* owner, size_t index)
{
   const Request* request = owner;
   Answer*        value = context_value(request, (uint32_t)index);
   if (request->detail >= DETAIL_POINTS) {
      const Context* context = report_context(request->report, (uint32_t)index);
      part_set_points(value, request, report_routine(request->report, context->routine), context,
                      context->points);
   }
   return value;
}

Answer* part_contexts(Request* request)
{
   return tree_long_list(report_context_count(request->report), any_context, request);
}

/*--- The costliest ---*/

typedef struct {
   uint32_t index;
   uint64_t cost;
   int      depth;     /* among those that are chosen */
} Candidate;

typedef struct {
   const Request* request;
   Candidate*     chosen;      /* in the order of the report */
   size_t         count;
   size_t         left_out;    /* of what every program has */
   size_t         total;       /* with those that are left out */
} Choice;

/* The costliest first; of equal ones, the one that stands above the other. */
static int compare_candidates(const void* left, const void* right)
{
   const Candidate* a = left;
   const Candidate* b = right;
   if (a->cost != b->cost) {
      return a->cost > b->cost ? -1 : 1;
   }
   return a->index < b->index ? -1 : a->index > b->index;
}

bool* part_contexts_within(const Report* report, const Routine* routine)
{
   uint32_t count = report_context_count(report);
   bool*    wanted = memory_resize(NULL, (size_t)count + 1, sizeof *wanted);
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(report, i);
      wanted[i] = routine == NULL || report_routine(report, context->routine) == routine
                  || (context->parent != NO_CONTEXT && wanted[context->parent]);
   }
   return wanted;
}

bool* answer_start_up_contexts(const Report* report, size_t* found)
{
   uint32_t count = report_context_count(report);
   bool*    is_start_up = memory_checked(calloc((size_t)count + 1, sizeof *is_start_up));
   *found = 0;
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(report, i);
      is_start_up[i] = (context->parent == NO_CONTEXT || is_start_up[context->parent])
                       && routine_is_start_up(report_routine(report, context->routine));
      *found += is_start_up[i];
   }
   if (*found == count) {
      memset(is_start_up, 0, (size_t)count + 1);
      *found = 0;
   }
   return is_start_up;
}

/* Returns how many are left out. */
static size_t leave_out_start_up(const Report* report, bool* wanted)
{
   size_t left_out;
   bool*  is_start_up = answer_start_up_contexts(report, &left_out);
   for (uint32_t i = 0; i < report_context_count(report); i++) {
      wanted[i] = wanted[i] && !is_start_up[i];
   }
   free(is_start_up);
   return left_out;
}

/* Keeps the costliest of those that are wanted; returns how many these were. */
static size_t keep_costliest(const Report* report, bool* wanted, size_t limit)
{
   uint32_t   count = report_context_count(report);
   Candidate* candidates = memory_resize(NULL, count, sizeof *candidates);
   size_t     candidate_count = 0;
   for (uint32_t i = 0; i < count; i++) {
      if (wanted[i]) {
         candidates[candidate_count++] = (Candidate){ i, report_context(report, i)->totals.sum, 0 };
      }
   }
   if (limit != 0 && limit < candidate_count) {
      qsort(candidates, candidate_count, sizeof *candidates, compare_candidates);
      for (size_t i = limit; i < candidate_count; i++) {
         wanted[candidates[i].index] = false;
      }
   }
   free(candidates);
   return candidate_count;
}

/* Under one that is wanted, the depth is one more. */
static void choose(Choice* choice, const bool* wanted)
{
   const Report* report = choice->request->report;
   uint32_t      count = report_context_count(report);
   int*          depths = memory_resize(NULL, count, sizeof *depths);
   choice->chosen = memory_resize(NULL, count, sizeof *choice->chosen);
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(report, i);
      depths[i] = context->parent == NO_CONTEXT ? 0 : depths[context->parent] + wanted[context->parent];
      if (wanted[i]) {
         choice->chosen[choice->count++] = (Candidate){ i, context->totals.sum, depths[i] };
      }
   }
   free(depths);
}

static SubjectGrowth* growth_of_context(const Request* request, const Context* context)
{
   size_t       count;
   const Point* points = report_context_points(request->report, context, &count);
   return subject_growth_find(request->subjects->analysis, points, count, request->subjects->times,
                              GROWTH_FOR_CLASSES);
}

static void set_class(Answer* value, const Request* request, const Context* context)
{
   SubjectGrowth* growth = context->points == 0 ? NULL : growth_of_context(request, context);
   int            level = growth == NULL ? -1 : range_level(&growth->cases[GROWTH_MEAN]);
   GrowthText     text;
   tree_set_text(value, "growth", growth == NULL ? "-" : range_text(&growth->cases[GROWTH_MEAN], text));
   tree_set(value, "level", level < 0 ? NULL : tree_count((uint64_t)level));
   subject_growth_free(growth);
}

static Answer* chosen_context(const void* owner, size_t index)
{
   const Choice*    choice = owner;
   const Request*   request = choice->request;
   const Candidate* chosen = &choice->chosen[index];
   const Context*   context = report_context(request->report, chosen->index);
   Answer*          value = context_value(request, chosen->index);
   tree_set_count(value, "depth", (uint64_t)chosen->depth);
   tree_set_number(value, "share", subjects_share_of(request->subjects, context->totals.sum));
   tree_set_number(value, "self_share", subjects_share_of(request->subjects, context->totals.self_sum));
   set_class(value, request, context);
   return value;
}

static void free_choice(void* data)
{
   Choice* choice = data;
   free(choice->chosen);
   free(choice);
}

Answer* answer_costliest_contexts(Request* request, const Routine* routine, size_t limit)
{
   Choice* choice = memory_resize(NULL, 1, sizeof *choice);
   bool*   wanted = part_contexts_within(request->report, routine);
   *choice = (Choice){ .request = request };
   choice->left_out = routine != NULL || limit == 0 ? 0 : leave_out_start_up(request->report, wanted);
   choice->total = keep_costliest(request->report, wanted, limit) + choice->left_out;
   choose(choice, wanted);
   free(wanted);
   Answer* answer = answer_head(request);
   tree_set_count(answer, "left_out", choice->left_out);
   tree_set_count(answer, "matching", choice->total);
   Answer* contexts = tree_long_list(choice->count, chosen_context, choice);
   tree_keep(contexts, choice, free_choice);
   tree_set(answer, "contexts", contexts);
   return answer;
}
