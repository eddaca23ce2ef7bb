/* Says what a list of routines comes to, in a sentence or two: which routine hurts, because it is steep, or
   because it reads the same again and again; or that none does. */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "subject/subject.h"
#include "answer/definition.h"
#include "answer/phrases.h"
#include "answer/show/cause.h"
#include "answer/show/show.h"
#include "subject/limits.h"
#include "util/text.h"

/* "`sort` likely grows faster than its input: n^2, 91 % of the cost, 99 % with inputs 10 times as large".  It
   may do so if n log n or less is left, too. */
static char* fastest_text(const Request* request, const Cause* cause)
{
   const Subject*   subject = cause->named.subject;
   const Subjects*  subjects = request->subjects;
   bool             is_likely = cause->kind == CAUSE_GROWS;
   GrowthText       mean_text, worst_text;
   const char*      mean = range_text(subject_case(subject, GROWTH_MEAN), mean_text);
   const char*      worst = range_text(subject_case(subject, GROWTH_WORST), worst_text);
   bool             is_one = strcmp(mean, worst) == 0;
   Share            then = subjects_far_share(subjects, subject);
   GrowthProjection projection = subjects_projection(subjects, subject);
   ShortText        share;
   GString*         text = g_string_new(NULL);
   phrase_add_name(text, &cause->named);
   g_string_append_printf(text, " %s faster than its input: %s%s%s, %s of the cost",
                          is_likely ? "likely grows" : "may grow", mean, is_one ? "" : ", at worst ",
                          is_one ? "" : worst, text_percent(cause->named.share, share));
   if (cause->place.name != NULL) {
      g_string_append(text, " (");
      phrase_add_place(text, cause);
      g_string_append_c(text, ')');
   }
   if (projection_is_likely(&projection) && isfinite(then.value)) {
      g_string_append_printf(text, ", %s with inputs %g times as large",
                             text_percent(fmin(then.value, 1), share), subjects->times);
   }
   g_string_append_c(text, '.');
   if (cause->others > 0) {
      g_string_append_printf(text, " So %s %zu more of your routines.",
                             !is_likely ? "may" : cause->others == 1 ? "does" : "do", cause->others);
   }
   return g_string_free(text, FALSE);
}

/* "`take_line` reads the same again and again: 4,000 calls, each of 47 % of the program's input on average,
   have 32 % of the cost.  If calls and input grow together, that is n^2." */
static char* again_text(const Cause* cause)
{
   const Blamed* reader = cause_reader(cause);
   GroupedText   calls;
   ShortText     part, share;
   GString*      text = g_string_new(NULL);
   phrase_add_name(text, &cause->named);
   if (reader != &cause->named) {
      g_string_append(text, " lets ");
      phrase_add_name(text, reader);
   }
   g_string_append_printf(text, " read%s the same again and again: %s calls, each of %s of the "
                          "program's input on average, have %s of the cost. If calls and input grow "
                          "together, that is n^2.", reader == &cause->named ? "s" : "",
                          text_grouped_number(reader->subject->routine->totals.calls, calls),
                          text_percent(cause->part, part), text_percent(reader->share, share));
   return g_string_free(text, FALSE);
}

/* Alarms nobody: nothing grows faster than its input, or n log n, as a sort does.  Then there is nothing to
   look at, and no routine is named.  What is steep and small is in the list. */
static char* harmless_text(const Request* request, const Cause* cause)
{
   GString*  text = g_string_new("No routine of your code that ");
   ShortText least;
   if (cause->others > 0) {
      g_string_append_printf(text, "has %s of the cost, now or with inputs %g times as large,",
                             text_percent(LEAST_STEEP, least), request->subjects->times);
   } else {
      g_string_append(text, "matters");
   }
   g_string_append_printf(text, " is likely to grow faster than %s", phrase_harm(cause->harm, "its input"));
   if (cause->open >= SHARE_TOLD) {
      g_string_append(text, "; ");
      phrase_add_open(text, cause->open);
   }
   g_string_append_c(text, '.');
   return g_string_free(text, FALSE);
}

/*--- How the program ended ---*/

/* Returns whose exit status it is: that of the program, or of what aprof run was given, which has started
   it. */
static char* who_ended(const Header* header)
{
   const char*      command = header_comment(header, HEADER_COMMAND);
   g_autofree char* path = command == NULL ? NULL
                           : g_strndup(command, header_program_length(header, command));
   bool             is_other = path != NULL && header->application != NULL
                               && strcmp(text_file_name(path), text_file_name(header->application)) != 0;
   return is_other ? g_strdup_printf("`%.60s`", text_file_name(path)) : g_strdup("The program");
}

/* Says how the program ended, if not with exit status 0: then it may have done little of its work. */
static char* end_text(const Header* header)
{
   g_autoptr(GString) bad = g_string_new(NULL);
   g_autofree char*   who = who_ended(header);
   bool               has_good = false, has_exit = true;
   const char*        end;
   for (size_t index = 0; (end = header_next_comment(header, HEADER_ENDED, &index)) != NULL; ) {
      bool is_good = strcmp(end, "exit status 0") == 0;
      g_string_append_printf(bad, "%s%.100s", is_good || bad->len == 0 ? "" : ", ", is_good ? "" : end);
      has_exit &= g_str_has_prefix(end, "exit status ");
      has_good |= is_good;
   }
   return bad->len == 0 ? g_strdup("")
          : has_good    ? g_strdup_printf("Not all processes ended well: %s. ", bad->str)
          : has_exit    ? g_strdup_printf("%s ended with %s. ", who, bad->str)
                        : g_strdup_printf("%s did not come to its end: %s. ", who, bad->str);
}

static char* growth_summary(const Request* request, const Cause* cause)
{
   bool has_input = header_has_input(report_header(request->report));
   if (request->ranking.count == 0) {
      return g_strdup("The report has no routines.");
   }
   if (cause->kind == CAUSE_NOBODY && cause->harm == HARM_N && !has_input) {
      return g_strdup("Inputs were not measured (--rms=no), so this run cannot show whose cost grows "
                      "faster than its input.");
   }
   return cause->kind == CAUSE_NOBODY    ? harmless_text(request, cause)
          : cause->kind == CAUSE_AGAIN ? again_text(cause) : fastest_text(request, cause);
}

char* answer_summary(const Request* request, const Routine** named)
{
   const Header*    header = report_header(request->report);
   const Cause      cause = cause_of_report(request);
   g_autofree char* end = end_text(header);
   g_autofree char* growth = growth_summary(request, &cause);
   const char*      missing = definition_inlined_missing(header);
   *named = cause.kind == CAUSE_NOBODY ? NULL : cause.named.subject->routine;
   return g_strconcat(end, growth, missing == NULL ? NULL : " ", missing, NULL);
}
