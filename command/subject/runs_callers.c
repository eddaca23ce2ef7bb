/* For whom routines work: the program's own code that leads to a routine.  Who wrote the program can change
   that code, and not a library. */

#include "subject/runs.h"

#include <assert.h>
#include <stdlib.h>

#include "model/own.h"

/* The least part of a routine's work that makes a caller the one for whom it works. */
#define LEAST_PART  0.3

/* The work of a context. */
typedef struct {
   RunSubject*       subject;
   const RunSubject* above;     /* own code next above it that is not its own; NULL: none */
   double            cost;      /* its self cost; of own code, with all that it calls */
   uint32_t          context;
} Work;

/* Finds the nearest routines of own code; contexts are in preorder. */
static void find_above(const Report* report, RunSubject* const* subjects, Work* work, uint32_t count)
{
   /* The context of own code next above each, or itself. */
   g_autofree uint32_t* nearest = g_new(uint32_t, count);
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(report, i);
      assert(context->parent == NO_CONTEXT || context->parent < i);
      uint32_t       next = context->parent == NO_CONTEXT ? NO_CONTEXT : nearest[context->parent];
      const RunSubject* above = next == NO_CONTEXT ? NULL : work[next].subject;
      work[i].subject = subjects[context->routine];
      work[i].above = above != work[i].subject ? above : work[next].above;
      work[i].context = i;
      nearest[i] = work[i].subject->is_own ? i : next;
   }
}

/* A helper of own code may do little itself, and the same in each call, while what is done for it depends on
   who calls it.  Of a library, that is so of nearly all. */
static void find_costs(const Report* report, Work* work, uint32_t count)
{
   for (uint32_t i = 0; i < count; i++) {
      const Totals* totals = &report_context(report, i)->totals;
      work[i].cost = (double)(work[i].subject->is_own ? totals->sum : totals->self_sum);
   }
}

/* Sorts what is done by one for another together. */
static int compare_work(const void* left, const void* right)
{
   const Work* a = left;
   const Work* b = right;
   return a->subject != b->subject ? (a->subject < b->subject ? -1 : 1)
        : a->above != b->above     ? (a->above < b->above ? -1 : 1)
                                   : (a->context > b->context) - (a->context < b->context);
}

/* Finds the caller of the routine that the first contexts are of.  Of two that are equal, it is the one that
   called first.  Returns how many contexts these are. */
static uint32_t find_caller(Work* work, uint32_t count)
{
   RunSubject* subject = work[0].subject;
   double      sum = 0, most = 0, cost = 0;
   uint32_t    first = 0, first_of_most = 0, i;
   for (i = 0; i < count && work[i].subject == subject; i++) {
      bool is_next = i == 0 || work[i].above != work[i - 1].above;
      first = is_next ? work[i].context : first;
      cost = work[i].cost + (is_next ? 0 : cost);
      sum += work[i].cost;
      if (work[i].above != NULL && (cost > most || (cost == most && cost > 0 && first < first_of_most))) {
         subject->caller = work[i].above;
         most = cost;
         first_of_most = first;
      }
   }
   bool is_enough = subject->caller != NULL && most >= LEAST_PART * sum;
   subject->caller = is_enough ? subject->caller : NULL;
   subject->caller_part = is_enough ? most / sum : 0;
   assert(subject->caller_part >= 0 && subject->caller_part <= 1);
   return i;
}

/* An interpreter's routines are no own code if there are some of its script. */
static OwnCode own_code(const Report* report, const char* patterns)
{
   OwnCode own = own_code_of(report_header(report)->application, patterns);
   bool    has_own = false;
   for (uint32_t i = 0; i < report_routine_count(report) && own.interprets && !has_own; i++) {
      has_own = own_has(&own, report_routine(report, i));
   }
   own.interprets = has_own;
   return own;
}

void run_subjects_set_callers(const Report* report, const char* own,
                              RunSubject* const* subjects)
{
   const OwnCode code = own_code(report, own);
   uint32_t count = report_context_count(report);
   g_autofree Work* work = g_new(Work, count + 1);
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      subjects[i]->is_own = own_has(&code, report_routine(report, i));
      subjects[i]->caller = count > 0 ? NULL : subjects[i]->caller;
      subjects[i]->caller_part = count > 0 ? 0 : subjects[i]->caller_part;
   }
   find_above(report, subjects, work, count);
   find_costs(report, work, count);
   qsort(work, count, sizeof *work, compare_work);
   for (uint32_t i = 0; i < count;) {
      i += find_caller(&work[i], count - i);
   }
}
