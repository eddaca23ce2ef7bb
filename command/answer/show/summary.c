/* Says what a list of routines comes to, in a sentence or two: which routine hurts, or may, or costs most. */

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

/* "`take_line` (parse.c:52), called by `parse`,". */
static void add_named(GString* text, const Request* request, const Cause* cause)
{
   const Subject* named = cause->named.subject;
   phrase_add_name(text, &cause->named);
   if (named->is_own) {
      const Defined defined = defined_routine(report_header(request->report), named->routine);
      definition_add(text, &defined);
   }
   if (cause->caller.name != NULL) {
      g_string_append(text, ", called by ");
      phrase_add_name(text, &cause->caller);
      g_string_append_c(text, ',');
   }
}

/* " (96 % in `memmove`)". */
static void add_place(GString* text, const Cause* cause)
{
   if (cause->place.name != NULL) {
      g_string_append(text, " (");
      phrase_add_place(text, cause);
      g_string_append_c(text, ')');
   }
}

/* "`sort` likely grows faster than its input: n^2, at worst n^3, 91 % of the cost." */
static void add_steep(GString* text, const Request* request, const Cause* cause)
{
   const Subject* subject = cause->named.subject;
   GrowthText     mean_text, worst_text;
   const char*    mean = range_text(subject_case(subject, GROWTH_MEAN), mean_text);
   const char*    worst = range_text(subject_case(subject, GROWTH_WORST), worst_text);
   bool           is_one = strcmp(mean, worst) == 0;
   ShortText      share;
   add_named(text, request, cause);
   g_string_append_printf(text, " likely grows faster than its input: %s%s%s, %s of the cost", mean,
                          is_one ? "" : ", at worst ", is_one ? "" : worst,
                          text_percent(cause->named.share, share));
   add_place(text, cause);
   g_string_append_c(text, '.');
}

/* "`take_line` reads the same again and again: 4,000 calls, each of 47 % of the program's input on average,
   have 32 % of the cost.  If calls and input grow together, that is n^2."  If each reads as much, there need
   be no more of them with more input. */
static void add_again(GString* text, const Request* request, const Cause* cause)
{
   bool        lets = cause->reader.subject != cause->named.subject;
   GroupedText calls;
   ShortText   part, share;
   g_autofree char* part_text = cause->part < 1
      ? g_strdup_printf("%s of", text_percent(cause->part, part))
      : g_strdup_printf("%s times", text_short_number(cause->part, part));
   add_named(text, request, cause);
   if (lets) {
      g_string_append(text, " lets ");
      phrase_add_name(text, &cause->reader);
   }
   g_string_append_printf(text, " read%s %s: %s calls, each of %s the "
                          "program's input on average, have %s of the cost", lets ? "" : "s",
                          cause->kind == CAUSE_AGAIN ? "the same again and again"
                                                     : "much of the input in each call",
                          text_grouped_number(cause->reader.subject->routine->totals.calls, calls),
                          part_text, text_percent(cause->reader.share, share));
   if (!lets) {
      add_place(text, cause);
   }
   g_string_append(text, cause->kind == CAUSE_AGAIN
                   ? ". If calls and input grow together, that is n^2."
                   : ". Each reads as much; one run cannot tell whether there are more with more input.");
   if (!cause->named.subject->is_own) {
      g_string_append(text, " --collect-cct=yes tells who calls it.");
   }
}

/* "`merge` costs most: 89 % by itself, in 1 call, 320 basic blocks for each cell that it reads.  So it likely
   reads the same again and again." */
static void add_costliest(GString* text, const Request* request, const Cause* cause)
{
   bool          has_self = report_header(request->report)->has_self_costs;
   const Totals* totals = &cause->named.subject->routine->totals;
   GroupedText   calls;
   ShortText     share, blocks;
   if (cause->work < SHARE_OF_HEADLINE) {
      g_string_append_printf(text, "No routine of your code has %s of the cost; ",
                             text_percent(SHARE_OF_HEADLINE, share));
   }
   add_named(text, request, cause);
   g_string_append_printf(text, " %s most: %s %s", cause->work < SHARE_OF_HEADLINE ? "has" : "costs",
                          text_percent(cause->work, share),
                          !has_self                    ? "with all that it calls"
                          : cause->lets >= SHARE_SMALL ? "with what libraries do for it" : "by itself");
   if (cause->kind != CAUSE_NOBODY) {
      g_string_append_printf(text, ", in %s call%s", text_grouped_number(totals->calls, calls),
                             totals->calls == 1 ? "" : "s");
   }
   if (cause->kind == CAUSE_WITHIN) {
      g_string_append_printf(text, ", %s basic blocks for each cell that it reads. So it likely reads the "
                             "same again and again", text_short_number(cause->blocks, blocks));
   }
   g_string_append_c(text, '.');
   g_string_append(text, " One run cannot tell how the program's cost grows.");
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
static void add_end(GString* text, const Header* header)
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
   if (bad->len > 0 && has_good) {
      g_string_append_printf(text, "Not all processes ended well: %s. ", bad->str);
   } else if (bad->len > 0) {
      g_string_append_printf(text, "%s %s %s. ", who,
                             has_exit ? "ended with" : "did not come to its end:", bad->str);
   }
}

static void add_growth(GString* text, const Request* request, const Cause* cause)
{
   if (request->ranking.count == 0) {
      g_string_append(text, "The report has no routines.");
   } else if (cause->kind == CAUSE_GROWS) {
      add_steep(text, request, cause);
   } else if (cause->kind == CAUSE_AGAIN || cause->kind == CAUSE_PASSES) {
      add_again(text, request, cause);
   } else if (!header_has_input(report_header(request->report))) {
      g_string_append(text, "Inputs were not measured (--rms=no), so this run cannot show whose cost grows "
                            "faster than its input.");
   } else if (cause->named.name != NULL) {
      add_costliest(text, request, cause);
   } else {
      g_string_append(text, "No routine of your code costs anything.");
   }
}

/* `interpreted`: says that an interpreter was measured, and nothing of its script; or NULL. */
static char* sentence_of(const Request* request, const Cause* cause, const char* interpreted)
{
   const Header* header = report_header(request->report);
   const char*   missing = definition_inlined_missing(header);
   GString*      text = g_string_new(NULL);
   add_end(text, header);
   if (interpreted != NULL) {
      g_string_append(text, interpreted);
   } else {
      add_growth(text, request, cause);
   }
   g_string_append_printf(text, "%s%s", missing == NULL ? "" : " ", missing == NULL ? "" : missing);
   return g_string_free(text, FALSE);
}

static Answer* blamed_value(const Request* request, const Blamed* blamed)
{
   if (blamed->name == NULL) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_text(value, "name", blamed->name);
   tree_set_text(value, "object", blamed->object);
   tree_set_number(value, "share", blamed->share);
   tree_set_count(value, "index", report_routine_index(request->report, blamed->subject->routine));
   return value;
}

Answer* answer_headline(const Request* request)
{
   static const char* const claims[] = {
      [CAUSE_NOBODY] = NULL, [CAUSE_OPEN] = NULL, [CAUSE_PASSES] = NULL, [CAUSE_WITHIN] = "within",
      [CAUSE_AGAIN] = "again", [CAUSE_GROWS] = "faster",
   };
   g_autofree char* interpreted = answer_interpreted(request);
   const Cause      cause = interpreted != NULL ? (Cause){ .kind = CAUSE_NOBODY } : cause_of_report(request);
   g_autofree char* sentence = sentence_of(request, &cause, interpreted);
   Answer*          value = tree_object();
   tree_set_text(value, "sentence", sentence);
   tree_set_text(value, "claim", claims[cause.kind]);
   tree_set(value, "routine", blamed_value(request, &cause.named));
   tree_set(value, "place", blamed_value(request, &cause.place));
   tree_set(value, "caller", blamed_value(request, &cause.caller));
   return value;
}
