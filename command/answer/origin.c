/* Finding origins.  Costs here are sums over all activations, recursive ones
   included: then the sum of a routine is that of its own code, of the routines that
   it called, and of the calls that contexts do not show because they are folded
   into a context above: its recursion. */

#include "answer/origin.h"

#include <assert.h>
#include <stdlib.h>

#include "model/calls.h"
#include "model/points.h"
#include "subject/limits.h"
#include "util/memory.h"
#include "util/number.h"

/* Own code that has this part of the cost, and grows as fast as the whole, is the reason. */
#define SELF_PART        0.25

/* A callee that has a smaller part of the cost is no reason. */
#define CALLEE_PART      0.3

/* A callee whose costliest call is a smaller part of the costliest activation must be called often. */
#define LARGEST_PART     0.1

#define RECURSION_PART   0.3

/* The most steps from a routine to the one whose growth it inherits. */
#define MOST_STEPS       1000

typedef struct {
   const Subjects* subjects;
   bool            in_depth;   /* also what decides nothing */
} Search;

typedef struct {
   GrowthClass worst;
   GrowthClass mean;
} Classes;

/*--- Classes ---*/

/* Returns the slowest class of a case that remains possible. */
static GrowthClass certain_class(GrowthAnalysis* analysis, GrowthCase which)
{
   const Growth* growth = growth_of(analysis, which);
   return growth->class < GROWTH_MODELS ? growth->slowest : growth->class;
}

static Classes classes_of_points(const Search* search, const Point* points, size_t count)
{
   growth_set_points(search->subjects->analysis, points, count);
   return (Classes){ certain_class(search->subjects->analysis, GROWTH_WORST),
                     certain_class(search->subjects->analysis, GROWTH_MEAN) };
}

static Classes classes_of(const Search* search, const Routine* routine)
{
   const Classes none = { GROWTH_TOO_FEW_POINTS, GROWTH_TOO_FEW_POINTS };
   if (routine->points == 0) {
      return none;
   }
   const Subject* subject = subjects_at(search->subjects, routine);
   if (subject->growth != NULL) {
      return (Classes){ subject_class(subject, GROWTH_WORST), subject_class(subject, GROWTH_MEAN) };
   }
   size_t       count;
   const Point* points = report_routine_points(search->subjects->report, routine, &count);
   return classes_of_points(search, points, count);
}

/* The mean's, if that grows faster than the input. */
static GrowthClass fast_class(Classes classes)
{
   return growth_is_fast(classes.mean) ? classes.mean : classes.worst;
}

/* True for the same class or the one below: classes next to each other are hard to tell apart. */
static bool is_as_fast(GrowthClass class, GrowthClass as)
{
   return growth_is_fast(class) && class + 1 >= as;
}

static bool grows_as_fast(Classes classes, GrowthClass as)
{
   return is_as_fast(classes.mean, as) || is_as_fast(classes.worst, as);
}

/* The points, with the self costs as the costs. */
static GrowthClass class_of_self(const Search* search, const Routine* routine, bool of_mean)
{
   size_t       count;
   const Point* points = report_routine_points(search->subjects->report, routine, &count);
   Point*       own = memory_resize(NULL, count, sizeof *own);
   for (size_t i = 0; i < count; i++) {
      own[i] = points[i];
      own[i].sum = points[i].self_sum > points[i].calls ? points[i].self_sum : points[i].calls;
      own[i].min = points[i].self_min > 1 ? points[i].self_min : 1;
      own[i].max = points[i].self_max > 1 ? points[i].self_max : 1;
      own[i].squares = points[i].self_squares;
   }
   Classes classes = classes_of_points(search, own, count);
   free(own);
   return of_mean ? classes.mean : classes.worst;
}

/*--- With contexts ---*/

static uint64_t largest_cost(Report* report, const Routine* routine)
{
   size_t       count;
   const Point* points = report_stored_points(report, routine, &count);
   return points_largest_cost(points, count);
}

static void set_callee(const Search* search, const Routine* routine, const Call* call, uint64_t cost,
                       Origin* origin)
{
   assert(routine->totals.calls > 0);
   origin->callee = report_routine(search->subjects->report, call->callee);
   origin->callee_class = classes_of(search, origin->callee).mean;
   origin->callee_part = share_of(call->totals.sum, cost);
   origin->callee_calls = (double)call->totals.calls / (double)routine->totals.calls;
   origin->largest_part = share_of(call->largest, largest_cost(search->subjects->report, routine));
}

/* The first of its callees, by cost, that grows as fast and does so in few calls. */
static const Call* find_inherited(const Search* search, const Routine* routine, const Call* calls,
                                  size_t count, uint64_t cost, GrowthClass class)
{
   uint64_t largest = largest_cost(search->subjects->report, routine);
   for (size_t i = 0; i < count; i++) {
      const Routine* callee = report_routine(search->subjects->report, calls[i].callee);
      if (callee != routine && share_of(calls[i].totals.sum, cost) >= CALLEE_PART
          && share_of(calls[i].largest, largest) >= LARGEST_PART
          && grows_as_fast(classes_of(search, callee), class)) {
         return &calls[i];
      }
   }
   return NULL;
}

static const Call* costliest_call(const Call* calls, size_t count)
{
   const Call* costliest = NULL;
   for (size_t i = 0; i < count; i++) {
      if (costliest == NULL || calls[i].totals.sum > costliest->totals.sum) {
         costliest = &calls[i];
      }
   }
   return costliest;
}

static uint64_t add_up_calls(const Call* calls, size_t count, uint64_t sum)
{
   for (size_t i = 0; i < count; i++) {
      sum = add_saturating(sum, calls[i].totals.sum);
   }
   return sum;
}

/* Divides the cost among its own code and its callees.  What is left is the cost of calls that contexts do
   not show: those to itself, and to its callers. */
static void find_by_contexts(const Search* search, const Routine* routine, Origin* origin)
{
   size_t   count;
   Call*    calls = calls_of_callees(search->subjects->report, routine, &count);
   uint64_t divided = add_up_calls(calls, count, routine->totals.self_sum);
   uint64_t    left = routine->totals.sum > divided ? routine->totals.sum - divided : 0;
   double      recursion = share_of(left, routine->totals.sum);
   const Call* inherited = find_inherited(search, routine, calls, count, divided, origin->class);
   const Call* shown = inherited != NULL ? inherited : costliest_call(calls, count);
   origin->is_certain = true;
   if (shown != NULL) {
      set_callee(search, routine, shown, divided, origin);
   }
   if (origin->kind == ORIGIN_OWN_WORK) {
      /* Its callees do not matter. */
   } else if (inherited != NULL) {
      origin->kind = ORIGIN_INHERITED;
   } else if (recursion >= RECURSION_PART || (shown != NULL && origin->callee == routine)) {
      origin->kind = ORIGIN_RECURSION;
   } else {
      origin->kind = shown == NULL ? ORIGIN_OWN_WORK : ORIGIN_CALLS;
   }
   free(calls);
}

/*--- Without contexts ---*/

typedef struct {
   double   cost;      /* mean of the point */
   uint64_t calls;
} CostGroup;

static int compare_groups(const void* left, const void* right)
{
   double a = ((const CostGroup*)left)->cost;
   double b = ((const CostGroup*)right)->cost;
   return a < b ? -1 : a > b;
}

/* Returns the groups of points by cost. */
static CostGroup* cost_groups(Report* report, const Routine* routine, size_t* count)
{
   const Point* points = report_routine_points(report, routine, count);
   CostGroup*   groups = memory_resize(NULL, *count, sizeof *groups);
   for (size_t i = 0; i < *count; i++) {
      groups[i] = (CostGroup){ (double)points[i].sum / (double)points[i].calls, points[i].calls };
   }
   qsort(groups, *count, sizeof *groups, compare_groups);
   return groups;
}

/* Whether the calls of one, ordered by cost, each cost at most what those of the other do.  Both were called
   equally often. */
static bool costs_less_everywhere(Report* report, const Routine* less, const Routine* more)
{
   size_t     less_count, more_count;
   CostGroup* a = cost_groups(report, less, &less_count);
   CostGroup* b = cost_groups(report, more, &more_count);
   bool       result = true;
   for (size_t i = 0, k = 0; i < less_count && k < more_count && result; ) {
      uint64_t calls = a[i].calls < b[k].calls ? a[i].calls : b[k].calls;
      result = a[i].cost <= b[k].cost;
      a[i].calls -= calls;
      b[k].calls -= calls;
      i += a[i].calls == 0;
      k += b[k].calls == 0;
   }
   free(a);
   free(b);
   return result;
}

static bool is_probable_callee(const Search* search, const Routine* caller, const Routine* callee,
                               GrowthClass class)
{
   uint64_t cost = caller->totals.real_sum;
   return callee != caller && callee->totals.calls == caller->totals.calls
          && (callee->totals.real_sum < cost
              || (callee->totals.real_sum == cost && callee->totals.self_sum > caller->totals.self_sum))
          && (double)callee->totals.real_sum >= PART_MOSTLY * (double)cost
          && callee->totals.sum == callee->totals.real_sum
          && add_saturating(cost, callee->totals.real_sum) > search->subjects->whole
          && grows_as_fast(classes_of(search, callee), class)
          && costs_less_everywhere(search->subjects->report, callee, caller);
}

/* The costliest: the one that is called by the routine itself, if several are called by each other. */
static void find_by_costs(const Search* search, const Routine* routine, Origin* origin)
{
   const Routine* found = NULL;
   const Subjects* subjects = search->subjects;
   if (routine->totals.sum != routine->totals.real_sum || routine->totals.real_sum <= subjects->whole / 2) {
      return;
   }
   for (uint32_t i = 0; i < report_routine_count(subjects->report); i++) {
      const Routine* callee = report_routine(subjects->report, i);
      if ((found == NULL || callee->totals.real_sum > found->totals.real_sum)
          && is_probable_callee(search, routine, callee, origin->class)) {
         found = callee;
      }
   }
   if (found != NULL) {
      origin->kind = ORIGIN_INHERITED;
      origin->callee = found;
      origin->callee_class = classes_of(search, found).mean;
      origin->callee_part = share_of(found->totals.real_sum, routine->totals.real_sum);
      origin->callee_calls = 1.0;
   }
}

/*--- Origins ---*/

/* True if enough of the routine's cost is of calls inside another call of it. */
static bool is_recursive(const Search* search, const Routine* routine)
{
   const Totals* totals = &routine->totals;
   return report_header(search->subjects->report)->has_real_sums
          && share_of(totals->sum - totals->real_sum, totals->sum) >= RECURSION_PART;
}

/* The own code of all calls of a recursion is most of its cost, and says nothing of its growth. */
static void find_self(const Search* search, const Routine* routine, bool of_mean, Origin* origin)
{
   if (!report_header(search->subjects->report)->has_self_costs) {
      return;
   }
   origin->self_part = share_of(routine->totals.self_sum, routine->totals.real_sum);
   if (search->in_depth || origin->self_part >= SELF_PART) {
      origin->self_class = class_of_self(search, routine, of_mean);
   }
   if ((origin->self_part >= PART_MOST && !is_recursive(search, routine))
       || (origin->self_part >= SELF_PART && is_as_fast(origin->self_class, origin->class))) {
      origin->kind = ORIGIN_OWN_WORK;
      origin->is_certain = true;
   }
}

static Origin find(const Search* search, const Routine* routine, Classes classes)
{
   Origin origin = {
      .class = fast_class(classes), .self_class = GROWTH_TOO_FEW_POINTS, .callee_class = GROWTH_TOO_FEW_POINTS
   };
   find_self(search, routine, growth_is_fast(classes.mean), &origin);
   if (report_context_count(search->subjects->report) > 0) {
      find_by_contexts(search, routine, &origin);
   } else if (origin.kind != ORIGIN_OWN_WORK && is_recursive(search, routine)) {
      origin.kind = ORIGIN_RECURSION;
      origin.is_certain = true;
   } else if (origin.kind != ORIGIN_OWN_WORK && report_header(search->subjects->report)->has_real_sums) {
      find_by_costs(search, routine, &origin);
   }
   return origin;
}

/* Follows who inherits from whom; own code that inherits from a library is the end, because that is where
   something can be done.  Routines that inherit from each other in a circle have no root. */
static const Routine* find_root(const Subjects* subjects, const Subject* subject)
{
   const Subject* at = subject;
   for (size_t steps = 0; steps < MOST_STEPS; steps++) {
      const Origin* origin = subject_origin(at);
      assert(origin == NULL || origin->kind != ORIGIN_INHERITED || origin->callee != NULL);
      if (origin == NULL || origin->kind != ORIGIN_INHERITED) {
         break;
      }
      const Subject* next = subjects_at(subjects, origin->callee);
      if (at->is_own && !next->is_own) {
         break;
      }
      if (next == subject) {
         return NULL;
      }
      at = next;
   }
   return at == subject ? NULL : at->routine;
}

void origins_find(Subjects* subjects)
{
   const Search search = { .subjects = subjects };
   if (subjects->has_origins) {
      return;
   }
   subjects->has_origins = true;
   for (size_t i = 0; i < subjects->length; i++) {
      Subject* subject = &subjects->list[i];
      if (subject->section == SECTION_FASTER || subject->section == SECTION_LIBRARY_FASTER) {
         subject->growth->origin = memory_resize(NULL, 1, sizeof *subject->growth->origin);
         *subject->growth->origin = find(&search, subject->routine, classes_of(&search, subject->routine));
      }
   }
   for (size_t i = 0; i < subjects->length; i++) {
      Subject* subject = &subjects->list[i];
      if (subject_origin(subject) != NULL) {
         subject->growth->origin->root = find_root(subjects, subject);
         subject->section += subject->growth->origin->root != NULL;
      }
   }
}

bool origin_find(const Subjects* subjects, const Routine* routine, Origin* origin)
{
   const Search search = { .subjects = subjects, .in_depth = true };
   Classes      classes = classes_of(&search, routine);
   bool         is_fast = growth_is_fast(classes.mean) || growth_is_fast(classes.worst);
   if (is_fast) {
      *origin = find(&search, routine, classes);
   }
   return is_fast;
}
