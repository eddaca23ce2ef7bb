/* Calls may cost no more than what they read, and yet be what hurts: if a call reads a good part of all that
   the program reads, and there are many such calls.  With more input there are more of them, as a rule, and
   each reads more.  docs/growth.md says how often that is wrong. */

#include "answer/show/again.h"

#include "model/own.h"
#include "subject/limits.h"

/* A mean call reads at least LEAST_PART of what the program reads, and all calls so many times as much.  A
   smaller part need not grow as the program's input does: a line, a record.  What is read of a small input
   may be what every program has, such as a table of names. */
#define LEAST_PART   0.03
#define LEAST_TIMES  100.0
#define LEAST_INPUT  2000.0

/* If all calls read about as much, it may be what does not grow with the program's input, as a pattern or a
   table: then that must be a larger part, of more. */
#define NARROW               4.0
#define LEAST_PART_OF_SAME   0.1
#define LEAST_INPUT_OF_SAME  20000.0

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

double again_times(const Request* request, const Subject* subject)
{
   const Header*  header = report_header(request->report);
   const Routine* routine = subject->routine;
   double         input = request->input;
   bool   is_narrow = subject->largest < NARROW * subject->smallest;
   double times = again_read(subject) / (input * (double)MAX(1, header->reports));
   bool   is_reader = input >= (is_narrow ? LEAST_INPUT_OF_SAME : LEAST_INPUT)
                      && subject->mean_input >= (is_narrow ? LEAST_PART_OF_SAME : LEAST_PART) * input
                      && times >= LEAST_TIMES && subject->section < SECTION_SMALL
                      && header_input_argument(header, routine->name, routine->mangled) == 0;
   return is_reader ? times : 0;
}

bool again_tells_share(const Request* request, const Subject* subject)
{
   GrowthProjection projection = subjects_projection(request->subjects, subject);
   return projection_is_likely(&projection) && !(again_times(request, subject) > 0);
}

/* Whether the first one is rather to be named: its calls read more, or it has called the other one. */
static bool reads_more(const Subject* subject, const Subject* other)
{
   double read = again_read(subject), by_other = again_read(other);
   return read > by_other
          || (!(read < by_other)
              && subject->routine->totals.real_sum > other->routine->totals.real_sum);
}

const Subject* again_reader(const Request* request, bool is_own)
{
   const Subject* found = NULL;
   uint64_t       most = 0;
   for (size_t i = 0; i < request->ranking.count; i++) {
      const Subject* subject = request_ranked(request, i);
      if (subjects_share(request->subjects, subject) >= SHARE_OF_HEADLINE
          && again_times(request, subject) > 0) {
         most = MAX(most, subject->routine->totals.real_sum);
      }
   }
   for (size_t i = 0; i < request->ranking.count && most > 0; i++) {
      const Subject* subject = request_ranked(request, i);
      if (subject->is_own == is_own && (double)subject->routine->totals.real_sum >= PART_MOST * (double)most
          && again_times(request, subject) > 0 && (found == NULL || reads_more(subject, found))) {
         found = subject;
      }
   }
   return found;
}
