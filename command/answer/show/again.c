/* Calls may cost no more than what they read, and yet be what hurts: if a call reads a good part of all that
   the program reads, and there are many such calls.  With more input there are more of them, as a rule, and
   each reads more.  docs/growth.md says how often that is wrong. */

#include "answer/show/again.h"

#include <math.h>

#include "model/own.h"
#include "subject/limits.h"

/* A mean call reads at least LEAST_PART of what the program reads, and all calls so many times as much, and
   so many times what the largest one reads.  What is read of a small input may be what every program has,
   such as a table of names. */
#define LEAST_PART   0.02
#define LEAST_TIMES  100.0
#define LEAST_INPUT  2000.0

/* If each of n calls reads more than the one before, by as much, as of a list to which it adds, a tenth of
   all that is read is read by calls with inputs up to sqrt(0.1) of the largest, and nine tenths up to
   sqrt(0.9): three times as much.  Of calls that read as much each, both are the same.  What spreads wider
   reads smaller things, or others. */
#define LOW_PART         0.1
#define HIGH_PART        0.9
#define LEAST_OF_MORE    2.0
#define MOST_OF_MORE     6.0

/* A call that reads more must cost more: the mean cost grows as this power at least, from the calls that have
   read the first half of all that is read to the others. */
#define HALF         0.5
#define LEAST_POWER  0.85

/* Calls that read as much each may read what does not grow with the program's input, as a pattern or a table:
   that must be a larger part. */
#define LEAST_PART_OF_SAME  0.1

double again_input(const Subjects* subjects)
{
   const Header* header = report_header(subjects->report);
   double        received = (double)header->received / MAX(1, header->memory_resolution);
   uint32_t      of_main = 0, largest = 0;
   for (size_t i = 0; i < subjects->length; i++) {
      const Subject* subject = &subjects->list[i];
      bool           is_main = subject->points > 0 && routine_is_main(subject->routine);
      of_main = is_main ? MAX(of_main, subject->largest) : of_main;
      largest = subject->is_own ? MAX(largest, subject->largest) : largest;
   }
   return MAX(of_main > 0 ? (double)of_main : (double)largest, received / (double)MAX(1, header->reports));
}

double again_read(const Subject* subject)
{
   return (double)subject->routine->totals.calls * subject->mean_input;
}

/* Returns the input up to which calls have read this part of all that they read. */
static double input_of_part(const Point* points, size_t count, double part)
{
   double all = 0, read = 0;
   for (size_t i = 0; i < count; i++) {
      all += (double)points[i].calls * points[i].rms;
   }
   for (size_t i = 0; i < count; i++) {
      read += (double)points[i].calls * points[i].rms;
      if (read >= part * all) {
         return points[i].rms;
      }
   }
   return 0;
}

/* Returns as which power of what a call reads its cost grows, from the smaller inputs to those above
   `middle`. */
static double power_of_cost(const Point* points, size_t count, double middle)
{
   double calls[2] = { 0 }, read[2] = { 0 }, cost[2] = { 0 };
   for (size_t i = 0; i < count; i++) {
      bool is_large = points[i].rms > middle;
      calls[is_large] += (double)points[i].calls;
      read[is_large] += (double)points[i].calls * points[i].rms;
      cost[is_large] += (double)points[i].sum;
   }
   double more_read = read[1] / fmax(1, calls[1]) / fmax(1, read[0] / fmax(1, calls[0]));
   double more_cost = cost[1] / fmax(1, calls[1]) / fmax(1, cost[0] / fmax(1, calls[0]));
   return more_read > 1 ? log(more_cost) / log(more_read) : 0;
}

/* Whether calls read as much each, or more and more. */
static AgainKind kind_of(const Request* request, const Subject* subject)
{
   size_t       count;
   const Point* points = report_routine_points(request->report, subject->routine, &count);
   double       spread = input_of_part(points, count, HIGH_PART)
                         / fmax(1, input_of_part(points, count, LOW_PART));
   if (spread < LEAST_OF_MORE) {
      return subject->mean_input >= LEAST_PART_OF_SAME * request->input ? AGAIN_AS_MUCH : AGAIN_NOT;
   }
   return spread <= MOST_OF_MORE
          && power_of_cost(points, count, input_of_part(points, count, HALF)) >= LEAST_POWER
          ? AGAIN_MORE : AGAIN_NOT;
}

static double times_of(const Request* request, const Subject* subject)
{
   return again_read(subject) / (request->input * (double)MAX(1, report_header(request->report)->reports));
}

static AgainKind again_kind(const Request* request, const Subject* subject)
{
   const Header*  header = report_header(request->report);
   const Routine* routine = subject->routine;
   bool           is_reader = subject->section < SECTION_SMALL && request->input >= LEAST_INPUT
                              && subject->mean_input >= LEAST_PART * request->input
                              && times_of(request, subject) >= LEAST_TIMES
                              && again_read(subject) >= LEAST_TIMES * subject->largest
                              && header_input_argument(header, routine->name, routine->mangled) == 0;
   return is_reader ? kind_of(request, subject) : AGAIN_NOT;
}

double again_times(const Request* request, const Subject* subject)
{
   return again_kind(request, subject) == AGAIN_NOT ? 0 : times_of(request, subject);
}

bool again_tells_share(const Request* request, const Subject* subject)
{
   GrowthProjection projection = subjects_projection(request->subjects, subject);
   return projection_is_likely(&projection) && again_kind(request, subject) == AGAIN_NOT;
}

/* Whether the first one is rather to be named: its calls read more, or it has called the other one. */
static bool reads_more(const Subject* subject, const Subject* other)
{
   double read = again_read(subject), by_other = again_read(other);
   return read > by_other
          || (!(read < by_other)
              && subject->routine->totals.real_sum > other->routine->totals.real_sum);
}

const Subject* again_reader(const Request* request, bool is_own, AgainKind kind)
{
   const Subject* found = NULL;
   uint64_t       most = 0;
   for (size_t i = 0; i < request->ranking.count; i++) {
      const Subject* subject = request_ranked(request, i);
      if (subjects_share(request->subjects, subject) >= SHARE_OF_HEADLINE
          && again_kind(request, subject) == kind) {
         most = MAX(most, subject->routine->totals.real_sum);
      }
   }
   for (size_t i = 0; i < request->ranking.count && most > 0; i++) {
      const Subject* subject = request_ranked(request, i);
      if (subject->is_own == is_own && (double)subject->routine->totals.real_sum >= PART_MOST * (double)most
          && again_kind(request, subject) == kind && (found == NULL || reads_more(subject, found))) {
         found = subject;
      }
   }
   return found;
}
