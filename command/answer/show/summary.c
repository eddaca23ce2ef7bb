/* Says what a list of routines comes to, in a sentence or two: which routine hurts, because it is steep, or
   because it reads the same again and again; or that none does. */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "subject/subject.h"
#include "answer/definition.h"
#include "answer/show/again.h"
#include "answer/show/parts.h"
#include "answer/show/place.h"
#include "answer/show/show.h"
#include "model/names.h"
#include "subject/limits.h"
#include "util/text.h"

/* The least share of a headline about what is steep beyond doubt, if there is nothing else. */
#define LEAST_STEEP  0.03

/*--- Which routine ---*/

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
              && subject->largest >= AGAIN_LEAST_PART * again_program_input(request));
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

/*--- Sentences ---*/

static void add_name(GString* text, const Routine* routine)
{
   char* name = name_shorten(routine->name, routine->mangled, SENTENCE_NAME);
   g_string_append_printf(text, "`%s`", name);
   g_free(name);
}

/* " (89 % in `memcpy`)", " (all in `memcpy`)". */
static void add_place(GString* text, const Request* request, const Subject* subject)
{
   Place place = place_find(request, subject->routine);
   bool  is_all = round(100 * place.share) >= round(100 * subjects_share(request->subjects, subject));
   if (place.routine != NULL && is_all) {
      g_string_append(text, " (all in ");
   } else if (place.routine != NULL) {
      g_string_append_printf(text, " (%.0f %% in ", 100 * place.share);
   }
   if (place.routine != NULL) {
      add_name(text, place.routine);
      g_string_append_c(text, ')');
   }
}

/* "`sort` likely grows faster than its input: n^2, 91 % of the cost, 99 % with inputs 10 times as large".  It
   may do so if n log n or less is left, too. */
static char* fastest_text(const Request* request, const Subject* subject, Question asked)
{
   const Subjects*  subjects = request->subjects;
   GrowthText       mean_text, worst_text;
   const char*      mean = range_text(subject_case(subject, GROWTH_MEAN), mean_text);
   const char*      worst = range_text(subject_case(subject, GROWTH_WORST), worst_text);
   Share            then = subjects_far_share(subjects, subject);
   GrowthProjection projection = subjects_projection(subjects, subject);
   size_t           others = count_faster(request, asked) - 1;
   GString*         text = g_string_new(NULL);
   add_name(text, subject->routine);
   g_string_append_printf(text, " %s faster than its input: %s%s%s, %.0f %% of the cost",
                          is_steep(request, subject) ? "likely grows" : "may grow", mean,
                          strcmp(mean, worst) == 0 ? "" : ", at worst ",
                          strcmp(mean, worst) == 0 ? "" : worst, 100 * subjects_share(subjects, subject));
   add_place(text, request, subject);
   if (projection_is_likely(&projection) && isfinite(then.value)) {
      g_string_append_printf(text, ", %.0f %% with inputs %g times as large", 100 * fmin(then.value, 1),
                             subjects->times);
   }
   g_string_append_c(text, '.');
   if (others > 0) {
      g_string_append_printf(text, " So %s %zu more of your routines.",
                             !is_steep(request, subject) ? "may" : others == 1 ? "does" : "do", others);
   }
   return g_string_free(text, FALSE);
}

/* "`take_line` reads the same again and again: 4,000 calls, each of 47 % of the program's input on average,
   have 32 % of the cost.  If calls and input grow together, that is n^2." */
static char* again_text(const Again* again)
{
   const Routine* reader = again->reader->routine;
   GroupedText    calls;
   GString*       text = g_string_new(NULL);
   if (again->caller != NULL) {
      add_name(text, again->caller);
      g_string_append(text, " lets ");
      add_name(text, reader);
      g_string_append(text, " read");
   } else {
      add_name(text, reader);
      g_string_append(text, " reads");
   }
   g_string_append_printf(text, " the same again and again: %s calls, each of %.0f %% of the program's input "
                          "on average, have %.0f %% of the cost. If calls and input grow together, that is "
                          "n^2.", text_grouped_number(reader->totals.calls, calls), 100 * again->part,
                          100 * again->share);
   return g_string_free(text, FALSE);
}

/* Alarms nobody: `most` is "its input", or "n log n", as a sort is.  Then there is nothing to look at, and no
   routine is named. */
static char* harmless_text(const Request* request, const char* most)
{
   double open = part_open_share(request);
   return open < SHARE_TOLD
          ? g_strdup_printf("No routine of your code that matters is likely to grow faster than %s.", most)
          : g_strdup_printf("No routine of your code that matters is likely to grow faster than %s; "
                            "how %.0f %% of the cost grows is open.", most, 100 * open);
}

/*--- All of it ---*/

typedef enum { SAYS_NOTHING, SAYS_HARMLESS, SAYS_MAYBE, SAYS_AGAIN, SAYS_STEEP } Kind;

typedef struct {
   Kind                kind;
   const Subject* subject;   /* of the routine that it names, or NULL */
   Again               again;
} Headline;

/* The part of the cost that is open, but for the reader's own. */
static double open_beside(const Request* request, const Again* again)
{
   bool is_open = again->reader != NULL && !range_has_class(subject_case(again->reader, GROWTH_MEAN));
   return part_open_share(request)
          - (is_open ? subjects_share_of(request->subjects, again->reader->routine->totals.self_sum) : 0);
}

static Headline headline_of(const Request* request)
{
   const Subject* steep = first_faster(request, is_steep, SHARE_OF_HEADLINE);
   Again               again = again_find(request);
   double              rival = steep != NULL ? subjects_largest_share(request->subjects, steep)
                                             : open_beside(request, &again);
   if (again.reader != NULL && again.share > rival) {
      return (Headline){ SAYS_AGAIN, again.reader, again };
   }
   const Subject* maybe = first_faster(request, may_be_steep, SHARE_OF_HEADLINE);
   if (steep == NULL && maybe == NULL) {
      steep = first_faster(request, is_steep, LEAST_STEEP);
   }
   if (steep != NULL || maybe != NULL) {
      return (Headline){ steep != NULL ? SAYS_STEEP : SAYS_MAYBE, steep != NULL ? steep : maybe, again };
   }
   bool is_any_faster = first_faster(request, is_any, 0) != NULL;
   return (Headline){ is_any_faster ? SAYS_HARMLESS : SAYS_NOTHING, NULL, again };
}

static const Routine* named_in(const Headline* headline)
{
   return headline->subject == NULL ? NULL
        : headline->kind == SAYS_AGAIN && headline->again.caller != NULL ? headline->again.caller
        : headline->subject->routine;
}

/* Returns whose exit status it is: that of the program, or of what aprof run was given, which has started
   it. */
static char* who_ended(const Header* header)
{
   const char* command = header_comment(header, HEADER_COMMAND);
   char*       path = command == NULL ? NULL : g_strndup(command, header_program_length(header, command));
   bool        is_other = path != NULL && header->application != NULL
                          && strcmp(text_file_name(path), text_file_name(header->application)) != 0;
   char*       who = is_other ? g_strdup_printf("`%.60s`", text_file_name(path)) : g_strdup("The program");
   g_free(path);
   return who;
}

/* Says how the program ended, if not with exit status 0: then it may have done little of its work. */
static char* end_text(const Header* header)
{
   GString*    bad = g_string_new(NULL);
   bool        has_good = false, has_exit = true;
   const char* end;
   for (size_t index = 0; (end = header_next_comment(header, HEADER_ENDED, &index)) != NULL; ) {
      bool is_good = strcmp(end, "exit status 0") == 0;
      g_string_append_printf(bad, "%s%.100s", is_good || bad->len == 0 ? "" : ", ", is_good ? "" : end);
      has_exit &= g_str_has_prefix(end, "exit status ");
      has_good |= is_good;
   }
   char* who = who_ended(header);
   char* text = bad->len == 0           ? g_strdup("")
                : has_good              ? g_strdup_printf("Not all processes ended well: %s. ", bad->str)
                : has_exit              ? g_strdup_printf("%s ended with %s. ", who, bad->str)
                                        : g_strdup_printf("%s did not come to its end: %s. ", who,
                                                          bad->str);
   g_free(who);
   g_string_free(bad, TRUE);
   return text;
}

static char* growth_summary(const Request* request, const Headline* headline)
{
   if (request->ranking.count == 0) {
      return g_strdup("The report has no routines.");
   }
   if (headline->kind == SAYS_NOTHING && !header_has_input(report_header(request->report))) {
      return g_strdup("Inputs were not measured (--rms=no), so this run cannot show whose cost grows "
                      "faster than its input.");
   }
   switch (headline->kind) {
      case SAYS_STEEP:    return fastest_text(request, headline->subject, is_steep);
      case SAYS_MAYBE:    return fastest_text(request, headline->subject, may_be_steep);
      case SAYS_AGAIN:    return again_text(&headline->again);
      case SAYS_HARMLESS: return harmless_text(request, "n log n");
      case SAYS_NOTHING:  break;
   }
   return harmless_text(request, "its input");
}

char* answer_summary(const Request* request, const Routine** named)
{
   Headline headline = headline_of(request);
   char*    end = end_text(report_header(request->report));
   char*    growth = growth_summary(request, &headline);
   const char* missing = definition_inlined_missing(report_header(request->report));
   char*    text = g_strconcat(end, growth, missing == NULL ? NULL : " ", missing, NULL);
   *named = named_in(&headline);
   g_free(growth);
   g_free(end);
   return text;
}
