/* A routine of a report is to blame because it is steep, or because it reads the same again and again.

   The calls of a routine may cost no more than what they read, and yet be what hurts: if a call reads a good
   part of all that the program reads, and there are many such calls.  With more input there are more of them,
   as a rule, and each reads more.  docs/growth.md says how often that is wrong. */

#include "answer/show/cause.h"

#include <assert.h>
#include <stdlib.h>

#include "answer/show/parts.h"
#include "answer/show/show.h"
#include "subject/limits.h"

/* A routine whose calls each read a smaller part of what the program reads has inputs that need not grow as
   the program's do: a line, a record. */
#define LEAST_PART  0.03

/* A mean call reads at least LEAST_PART of what the program reads, and all calls so many times as much. */
#define LEAST_TIMES  40.0

/* If all calls read about as much, it may be what does not grow with the program's input, as a pattern or a
   table: then that must be a larger part. */
#define NARROW         4.0
#define LEAST_OF_SAME  0.1

/*--- What is read again and again ---*/

static double least_part(const Subject* subject)
{
   return subject->largest < NARROW * subject->smallest ? LEAST_OF_SAME : LEAST_PART;
}

/* Returns what a process reads, in cells.  A buffer that is filled again and again by system calls is no more
   cells than one that is filled once; so what these have written counts, if that is more. */
static double program_input(const Request* request)
{
   const Header* header = report_header(request->report);
   double received = (double)header->received / MAX(1, header->memory_resolution);
   return MAX((double)request->subjects->largest, received / (double)MAX(1, header->reports));
}

static bool is_reader(const Request* request, const Subject* subject, bool is_own)
{
   double read = (double)subject->routine->totals.calls * subject->mean_input;
   double input = program_input(request);
   double once = input * (double)MAX(1, report_header(request->report)->reports);
   return subject->is_own == is_own && subject->section < SECTION_SMALL && subject->mean_input > 0
          && subject->mean_input >= least_part(subject) * input && read >= LEAST_TIMES * once
          && subjects_share(request->subjects, subject) >= SHARE_OF_HEADLINE
          && answer_input_unit(request, subject->routine) != NULL;
}

/* Routines call each other: the innermost one that has nearly all of the cost of the outermost is named. */
static const Subject* find_reader(const Request* request, bool is_own)
{
   const Subject* found = NULL;
   uint64_t       most = 0;
   for (size_t i = 0; i < request->ranking.count; i++) {
      const Subject* subject = request_ranked(request, i);
      if (is_reader(request, subject, is_own)) {
         most = MAX(most, subject->routine->totals.real_sum);
      }
   }
   for (size_t i = 0; i < request->ranking.count; i++) {
      const Subject* subject = request_ranked(request, i);
      uint64_t       cost = subject->routine->totals.real_sum;
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

/* Sets what reads again and again, or whose calls into a library do, if there is such a routine. */
static void set_reader(const Request* request, Cause* cause)
{
   const Subject* reader = find_reader(request, true);
   const Routine* caller = NULL;
   if (reader == NULL) {
      reader = find_reader(request, false);
      caller = reader == NULL ? NULL : find_caller(request, reader->routine);
      reader = caller == NULL ? NULL : reader;
   }
   if (reader != NULL) {
      const Subject* above = caller == NULL ? reader : subjects_at(request->subjects, caller);
      *cause = (Cause){
         .kind = CAUSE_AGAIN, .harm = HARM_FASTER, .part = reader->mean_input / program_input(request),
         .named = blamed_subject(above, subjects_share(request->subjects, above)),
      };
   }
   if (caller != NULL) {
      cause->place = blamed_subject(reader, subjects_share(request->subjects, reader));
   }
}

/*--- What is steep ---*/

typedef bool (*Question)(const Request*, const Subject*);

/* Whether the slowest class that is left of a case is this one, or a faster one. */
static bool is_at_least(const Subject* subject, GrowthCase which, GrowthClass class)
{
   return range_has_class(subject_case(subject, which)) && subject_class(subject, which) >= class;
}

/* Whether it grows as n^1.5 or faster, whatever is left out. */
static bool is_steep(const Request* request, const Subject* subject)
{
   (void)request;
   return range_has_class(subject_case(subject, GROWTH_WORST))
          && (is_at_least(subject, GROWTH_MEAN, GROWTH_N_1_5)
              || is_at_least(subject, GROWTH_WORST, GROWTH_N_1_5));
}

/* Whether a class that steep is left open.  Not if the worst cost is known to grow more slowly: the mean is
   at most that. */
static bool is_open_upwards(const Subject* subject)
{
   const ClassRange* mean = subject_case(subject, GROWTH_MEAN);
   const ClassRange* worst = subject_case(subject, GROWTH_WORST);
   return range_has_class(mean) && mean->fastest >= GROWTH_N_1_5
          && !(range_has_class(worst) && worst->fastest < GROWTH_N_1_5);
}

/* Whether it may grow so, with inputs that grow as the program's do.  If a program reads more lines, a line
   has as many words. */
static bool may_be_steep(const Request* request, const Subject* subject)
{
   return is_steep(request, subject)
          || (is_open_upwards(subject)
              && subject->largest >= LEAST_PART * program_input(request));
}

static bool is_any(const Request* request, const Subject* subject)
{
   (void)request;
   return subject != NULL;
}

/* Returns the first of the section, which has most of the projected cost; NULL: there is none. */
static const Subject* first_faster(const Request* request, Question asked, double least_share)
{
   for (size_t i = 0; i < request->ranking.count; i++) {
      const Subject* subject = request_ranked(request, i);
      if (subject->section == SECTION_FASTER && asked(request, subject)
          && subjects_largest_share(request->subjects, subject) >= least_share) {
         return subject;
      }
   }
   return NULL;
}

static size_t count_faster(const Request* request, Question asked)
{
   size_t count = 0;
   for (size_t i = 0; i < request->ranking.count; i++) {
      const Subject* subject = request_ranked(request, i);
      count += subject->section == SECTION_FASTER && asked(request, subject);
   }
   return count;
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

/*--- All of it ---*/

/* The part of the cost that is open, but for the reader's own. */
static double open_beside(const Request* request, const Cause* again)
{
   const Subject* reader = cause_reader(again)->subject;
   bool           is_open = reader != NULL && !range_has_class(subject_case(reader, GROWTH_MEAN));
   return part_open_share(request)
          - (is_open ? subjects_share_of(request->subjects, reader->routine->totals.self_sum) : 0);
}

static void set_steep(const Request* request, const Subject* subject, Cause* cause)
{
   bool is_likely = is_steep(request, subject);
   assert(subject->section == SECTION_FASTER);
   cause->kind = is_likely ? CAUSE_GROWS : CAUSE_MAYBE;
   cause->harm = HARM_FASTER;
   cause->named = blamed_subject(subject, subjects_share(request->subjects, subject));
   cause->place = place_of(request, &cause->named);
   cause->others = count_faster(request, is_likely ? is_steep : may_be_steep) - 1;
}

Cause cause_of_report(const Request* request)
{
   const Subject* steep = first_faster(request, is_steep, SHARE_OF_HEADLINE);
   Cause          cause = { .kind = CAUSE_NOBODY };
   set_reader(request, &cause);
   double rival = steep != NULL ? subjects_largest_share(request->subjects, steep)
                                : open_beside(request, &cause);
   if (cause.kind == CAUSE_NOBODY || cause_reader(&cause)->share <= rival) {
      const Subject* maybe = first_faster(request, may_be_steep, SHARE_OF_HEADLINE);
      cause = (Cause){ .harm = first_faster(request, is_any, 0) != NULL ? HARM_N_LOG_N : HARM_N };
      steep = steep == NULL && maybe == NULL ? first_faster(request, is_steep, LEAST_STEEP) : steep;
      if (steep != NULL || maybe != NULL) {
         set_steep(request, steep != NULL ? steep : maybe, &cause);
      } else {
         cause.others = count_faster(request, is_steep);
      }
   }
   cause.open = part_open_share(request);
   assert((cause.kind == CAUSE_NOBODY) == (cause.named.name == NULL));
   return cause;
}
