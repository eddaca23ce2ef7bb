/* One run shows who is to blame: a routine that reads the same again and again, in many calls or within one;
   or one that is known to be steep; or one that has much of the cost, while nobody knows how that grows. */

#include "answer/show/cause.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "answer/show/again.h"
#include "answer/show/parts.h"
#include "answer/show/show.h"
#include "model/metric.h"
#include "subject/limits.h"

/* If an own routine has so much of the cost by itself and in libraries that it calls, and nobody knows how
   that grows, this is said.  From so many blocks for each cell on, of so many cells, it likely reads its
   input again and again. */
#define LEAST_WORK    0.4
#define LEAST_BLOCKS  150.0
#define LEAST_READ    2000.0

/*--- Who calls it ---*/

/* Returns the own routine next above the context; NULL: there is none. */
static const Routine* own_above(const Request* request, const Context* context)
{
   while (context->parent != NO_CONTEXT) {
      context = report_context(request->report, context->parent);
      const Subject* subject = &request->subjects->list[context->routine];
      if (subject->is_own) {
         return subject->routine;
      }
   }
   return NULL;
}

/* Returns the own routine that has most of the cost of the routine's calls. */
static const Routine* find_caller(const Request* request, const Routine* called)
{
   const Report*  report = request->report;
   const Routine* found = NULL;
   g_autoptr(GHashTable) costs = g_hash_table_new_full(NULL, NULL, NULL, g_free);
   for (uint32_t i = called->first_context; i != NO_CONTEXT; i = report_context(report, i)->next_of_routine) {
      const Context* context = report_context(report, i);
      const Routine* caller = own_above(request, context);
      uint64_t*      cost = g_hash_table_lookup(costs, caller);
      if (cost == NULL) {
         cost = g_new0(uint64_t, 1);
         g_hash_table_insert(costs, (gpointer)caller, cost);
      }
      *cost += context->totals.real_sum;
      if (caller != NULL && (double)*cost >= PART_MOST * (double)called->totals.real_sum) {
         found = caller;
      }
   }
   return found;
}

/* Returns the own routine for which the routine works, to be named beside it. */
static Blamed caller_of(const Request* request, const Routine* routine)
{
   const Routine* caller = find_caller(request, routine);
   const Subject* subject = caller == NULL ? NULL : subjects_at(request->subjects, caller);
   return subject == NULL || caller == routine || routine_is_main(caller) ? (Blamed){ .name = NULL }
          : blamed_subject(subject, subjects_share(request->subjects, subject));
}

/*--- Where its cost is ---*/

/* Adds up the self cost of contexts of the routine, and below, by routine. */
static void add_costs(const Report* report, const Routine* routine, uint64_t* costs)
{
   bool* is_within = part_contexts_within(report, routine);
   for (uint32_t i = 0; i < report_context_count(report); i++) {
      const Context* context = report_context(report, i);
      costs[context->routine] += is_within[i] ? context->totals.self_sum : 0;
   }
   free(is_within);
}

static Blamed place_of(const Request* request, const Blamed* named)
{
   const Report*        report = request->report;
   const Routine*       routine = named->subject->routine;
   uint32_t const       count = report_routine_count(report);
   uint32_t const       own = report_routine_index(report, routine);
   uint32_t             most = own;
   g_autofree uint64_t* costs = g_new0(uint64_t, count);
   add_costs(report, routine, costs);
   for (uint32_t i = 0; i < count; i++) {
      most = costs[i] > costs[most] ? i : most;
   }
   double       cost = (double)routine->totals.real_sum;
   const Blamed place = blamed_subject(&request->subjects->list[most],
                                       subjects_share_of(request->subjects, costs[most]));
   return blamed_is_place(&place, named, (double)costs[most] / cost, (double)costs[own] / cost)
          ? place : (Blamed){ .name = NULL };
}

/*--- Who is to blame ---*/

static Cause cause_make(const Request* request, CauseKind kind, const Subject* subject)
{
   Blamed named = blamed_subject(subject, subjects_share(request->subjects, subject));
   return (Cause){ .kind = kind, .named = named, .place = place_of(request, &named),
                   .caller = caller_of(request, subject->routine) };
}

/* Finds what reads again and again, itself or by calls into a library; without contexts, nobody knows whose
   calls. */
static bool find_again(const Request* request, AgainKind kind, Cause* cause)
{
   const Subject* own = again_reader(request, true, kind);
   const Subject* reader = own != NULL ? own : again_reader(request, false, kind);
   const Routine* caller = reader == NULL || own != NULL ? NULL : find_caller(request, reader->routine);
   bool has_contexts = report_context_count(request->report) > 0;
   if (reader == NULL || (own == NULL && caller == NULL && has_contexts)) {
      return false;
   }
   *cause = cause_make(request, kind == AGAIN_MORE ? CAUSE_AGAIN : CAUSE_PASSES,
                       caller == NULL ? reader : subjects_at(request->subjects, caller));
   if (caller != NULL) {
      cause->place = blamed_subject(reader, subjects_share(request->subjects, reader));
   }
   cause->reader = caller == NULL ? cause->named : cause->place;
   cause->part = reader->mean_input / request->input;
   return true;
}

/* Returns what each routine of own code costs by itself and in libraries that it calls, by index of the
   routine; to be freed by g_free.  Without contexts, nobody knows who called a library; without self costs,
   it is all of its cost. */
static uint64_t* find_work(const Request* request)
{
   const Report*        report = request->report;
   uint32_t const       count = report_context_count(report);
   uint64_t*            work = g_new0(uint64_t, report_routine_count(report) + 1);
   g_autofree uint32_t* owner = g_new(uint32_t, count + 1);
   for (uint32_t i = 0; i < count; i++) {
      const Context* context = report_context(report, i);
      uint32_t       above = context->parent == NO_CONTEXT ? NO_ROUTINE : owner[context->parent];
      owner[i] = request->subjects->list[context->routine].is_own ? context->routine : above;
      if (owner[i] != NO_ROUTINE) {
         work[owner[i]] += context->totals.self_sum;
      }
   }
   bool has_self = report_header(report)->has_self_costs;
   for (uint32_t i = 0; i < report_routine_count(report) && count == 0; i++) {
      const Totals* totals = &report_routine(report, i)->totals;
      work[i] = !request->subjects->list[i].is_own ? 0 : has_self ? totals->self_sum : totals->real_sum;
   }
   return work;
}

/* Whether it grows as n^1.5 or faster beyond doubt: at worst, on average and at best. */
static bool is_steep(const Subject* subject)
{
   bool is_steep = true;
   for (GrowthCase which = GROWTH_WORST; which < GROWTH_CASES; which++) {
      const ClassRange* range = subject_case(subject, which);
      is_steep &= range_has_class(range) && range->slowest >= GROWTH_N_1_5;
   }
   return is_steep;
}

/* Returns the first that is steep, which has most of the projected cost, and does most of the work itself;
   NULL: there is none.  What others do for it need not follow its input. */
static const Subject* find_steep(const Request* request, const uint64_t* work)
{
   for (size_t i = 0; i < request->ranking.count; i++) {
      const Subject* subject = request_ranked(request, i);
      double         cost = (double)subject->routine->totals.real_sum;
      if (subject->section == SECTION_FASTER && is_steep(subject)
          && (double)work[request->ranking.order[i]] >= PART_MOST * cost
          && subjects_share(request->subjects, subject) >= SHARE_OF_HEADLINE) {
         return subject;
      }
   }
   return NULL;
}

/* Returns the own routine that does most of the work; NULL: there is none. */
static const Subject* find_costliest(const Request* request, const uint64_t* work, uint64_t* cost)
{
   const Subject* found = NULL;
   *cost = 0;
   for (size_t i = 0; i < request->ranking.count; i++) {
      const Subject* subject = request_ranked(request, i);
      uint64_t       done = work[request->ranking.order[i]];
      if (subject->section != SECTION_START_UP && done > *cost) {
         found = subject;
         *cost = done;
      }
   }
   return found;
}

/* Sets the routine that does most of the work, and what is known of that. */
static void set_costliest(const Request* request, const uint64_t* works, Cause* cause)
{
   uint64_t       work;
   const Subject* subject = find_costliest(request, works, &work);
   if (subject == NULL) {
      return;
   }
   const char* metric = report_header(request->report)->metric;
   double      read = subject->has_no_input ? 0 : MAX(again_read(subject), request->input);
   uint64_t    self = subject->routine->totals.self_sum;
   bool is_open = !range_has_class(subject_case(subject, GROWTH_MEAN)) && !subject_has_fixed_input(subject);
   *cause = cause_make(request, CAUSE_NOBODY, subject);
   cause->work = subjects_share_of(request->subjects, work);
   cause->lets = cause->work - subjects_share_of(request->subjects, self);
   cause->blocks = strcmp(metric, METRIC_BASIC_BLOCKS) == 0 && read >= LEAST_READ ? (double)self / read : 0;
   if (is_open && cause->work >= LEAST_WORK && report_header(request->report)->has_self_costs) {
      bool is_within = cause->work - cause->lets >= LEAST_WORK && cause->blocks >= LEAST_BLOCKS;
      cause->kind = is_within ? CAUSE_WITHIN : CAUSE_OPEN;
   }
}

Cause cause_of_report(const Request* request)
{
   g_autofree uint64_t* work = find_work(request);
   const Subject*       steep = find_steep(request, work);
   Cause                cause = { .kind = CAUSE_NOBODY };
   if (!find_again(request, AGAIN_MORE, &cause) && steep != NULL) {
      cause = cause_make(request, CAUSE_GROWS, steep);
   } else if (cause.kind == CAUSE_NOBODY && !find_again(request, AGAIN_AS_MUCH, &cause)) {
      set_costliest(request, work, &cause);
   }
   return cause;
}
