/* Finds what the program reads again and again.

   The calls of a routine may cost no more than what they read, and yet be what hurts: if a call reads a good
   part of all that the program reads, and there are many such calls.  With more input there are more of them,
   as a rule, and each reads more.  docs/growth.md says how often that is wrong. */

#include "answer/show/again.h"

#include "answer/show/show.h"
#include "model/own.h"
#include "subject/limits.h"

/* A mean call reads at least AGAIN_LEAST_PART of what the program reads, and all calls so many times as
   much. */
#define LEAST_TIMES  40.0

/* If all calls read about as much, it may be what does not grow with the program's input, as a pattern or a
   table: then that must be a larger part. */
#define NARROW         4.0
#define LEAST_OF_SAME  0.1

static double least_part(const Subject* subject)
{
   return subject->largest < NARROW * subject->smallest ? LEAST_OF_SAME : AGAIN_LEAST_PART;
}

/* A buffer that is filled again and again by system calls is no more cells than one that is filled once; so
   what these have written counts, if that is more. */
double again_program_input(const Request* request)
{
   const Header* header = report_header(request->report);
   double received = (double)header->received / MAX(1, header->memory_resolution);
   return MAX((double)request->subjects->largest, received / (double)MAX(1, header->reports));
}

static bool is_reader(const Request* request, const Subject* subject, bool is_own)
{
   double        read = (double)subject->routine->totals.calls * subject->mean_input;
   double        input = again_program_input(request);
   double        once = input * (double)MAX(1, report_header(request->report)->reports);
   return subject->is_own == is_own && subject->section < SECTION_SMALL && subject->mean_input > 0
          && subject->mean_input >= least_part(subject) * input && read >= LEAST_TIMES * once
          && subjects_share(request->subjects, subject) >= SHARE_OF_HEADLINE
          && answer_input_unit(request, subject->routine) != NULL;
}

/* Routines call each other: the innermost one that has nearly all of the cost of the outermost is named. */
static const Subject* find_reader(const Request* request, bool is_own)
{
   const Subject* found = NULL;
   uint64_t            most = 0;
   for (size_t i = 0; i < request->ranking.count; i++) {
      const Subject* subject = request_ranked(request, i);
      if (is_reader(request, subject, is_own)) {
         most = MAX(most, subject->routine->totals.real_sum);
      }
   }
   for (size_t i = 0; i < request->ranking.count; i++) {
      const Subject* subject = request_ranked(request, i);
      uint64_t            cost = subject->routine->totals.real_sum;
      if (is_reader(request, subject, is_own) && (double)cost >= PART_NEARLY_ALL * (double)most
          && (found == NULL || cost < found->routine->totals.real_sum)) {
         found = subject;
      }
   }
   return found;
}

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
   GHashTable*    costs = g_hash_table_new_full(NULL, NULL, NULL, g_free);
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
   g_hash_table_destroy(costs);
   return found;
}

Again again_find(const Request* request)
{
   Again again = { .reader = find_reader(request, true) };
   if (again.reader == NULL) {
      again.reader = find_reader(request, false);
      again.caller = again.reader == NULL ? NULL : find_caller(request, again.reader->routine);
      again.reader = again.caller == NULL ? NULL : again.reader;
   }
   if (again.reader != NULL) {
      again.part = again.reader->mean_input / again_program_input(request);
      again.share = subjects_share(request->subjects, again.reader);
   }
   return again;
}
