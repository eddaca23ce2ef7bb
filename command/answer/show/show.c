/* Reports and their routines.  A list of routines is a long one: a routine is looked at
   closely when it is read. */

#include "answer/show/show.h"

#include <glib.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer/origin.h"
#include "answer/show/again.h"
#include "answer/show/parts.h"
#include "model/header.h"
#include "model/metric.h"
#include "util/memory.h"
#include "util/text.h"

void request_init(Request* request, Report* report, const SubjectOptions* options)
{
   request->report = report;
   request->options = options;
   request->subjects = subjects_of_report(report, options);
   origins_find(request->subjects);
   request->ranking = ranking_make(request->subjects, options, request->sort);
   request->input = again_input(request->subjects);
}

void request_free(Request* request)
{
   ranking_free(&request->ranking);
   subjects_free(request->subjects);
}

/*--- The program and the run ---*/

static Answer* paths_of(const Request* request)
{
   Answer* paths = tree_list();
   for (size_t i = 0; i < request->path_count; i++) {
      tree_append(paths, tree_text(request->paths[i]));
   }
   return paths;
}

static Answer* input_arguments(const Header* header)
{
   Answer*     value = tree_list();
   const char* argument;
   for (size_t index = 0; (argument = header_next_comment(header, HEADER_INPUT_ARGUMENT, &index)) != NULL; ) {
      tree_append(value, tree_text(argument));
   }
   return value;
}

/* How the runs ended, each way once. */
static Answer* ends(const Header* header)
{
   Answer*     value = tree_list();
   const char* end;
   for (size_t index = 0; (end = header_next_comment(header, HEADER_ENDED, &index)) != NULL; ) {
      tree_append(value, tree_text(end));
   }
   return value;
}

static Answer* incomplete(const Header* header)
{
   g_auto(GStrv) texts = incomplete_texts(header);
   return tree_texts((const char* const*)texts);
}

Answer* answer_head(const Request* request)
{
   const Header* header = report_header(request->report);
   Answer*       value = tree_object();
   char          version[30];
   snprintf(version, sizeof version, "1.%" PRIu64, header->version);
   tree_set(value, "reports", paths_of(request));
   tree_set_text(value, "version", version);
   tree_set_text(value, "tool", header_comment(report_header(request->report), "tool"));
   tree_set_text(value, "program", header->application);
   tree_set_text(value, "command", header->command_line);
   tree_set_text(value, "date", header->date);
   tree_set_text(value, "metric", header->metric);
   tree_set_text(value, "unit", metric_find(header->metric).unit);
   tree_set_text(value, "input", header->input);
   tree_set_flag(value, "input_measured", header_has_input(header));
   tree_set(value, "input_arguments", input_arguments(header));
   tree_set_text(value, "part", header_comment(header, HEADER_PART));
   tree_set(value, "ended", ends(header));
   tree_set(value, "incomplete", incomplete(header));
   tree_set(value, "memory_resolution",
            header->memory_resolution == 0 ? NULL : tree_count(header->memory_resolution));
   tree_set_flag(value, "has_contexts", report_context_count(request->report) > 0);
   tree_set_flag(value, "has_real_costs", header->has_real_sums);
   tree_set_flag(value, "has_total", header->has_total);
   tree_set_count(value, "total_cost", report_total_cost(request->report));
   tree_set_count(value, "whole", request->subjects->whole);
   tree_set_count(value, "routine_count", request->subjects->count);
   return value;
}

/*--- Lists ---*/

void answer_find_doubts(const Request* request, bool has_doubt[SECTIONS])
{
   memset(has_doubt, 0, SECTIONS * sizeof *has_doubt);
   for (size_t i = 0; i < request->ranking.count; i++) {
      const Subject* subject = request_ranked(request, i);
      has_doubt[subject->section] |= subject_is_doubtful(subject);
   }
}

/* The sections in the order of the default ranking, with how many routines each has. */
static Answer* sections_value(const Request* request, bool has_input)
{
   size_t  counts[SECTIONS] = { 0 };
   bool    has_doubt[SECTIONS];
   Answer* value = tree_list();
   answer_find_doubts(request, has_doubt);
   for (size_t i = 0; i < request->ranking.count; i++) {
      counts[request_ranked(request, i)->section]++;
   }
   for (Section section = 0; section < SECTIONS; section++) {
      Answer* one = tree_object();
      tree_set_text(one, "name", section_names[section]);
      tree_set_text(one, "title", section_title(section, has_input, has_doubt[section]));
      tree_set_count(one, "routines", counts[section]);
      tree_append(value, one);
   }
   return value;
}

/* Returns the routine of own code with the most self cost among those of unknown growth; NULL if there is
   none, or if own code is known to grow faster than its input. */
static const Routine* hiding_routine(const Request* request)
{
   const Routine* hiding = NULL;
   for (size_t i = 0; i < request->ranking.count; i++) {
      const Subject* subject = request_ranked(request, i);
      if (subject->section == SECTION_FASTER || subject->section == SECTION_INHERITED) {
         return NULL;
      }
      if (subject->section == SECTION_UNKNOWN
          && (hiding == NULL || subject->routine->totals.self_sum > hiding->totals.self_sum)) {
         hiding = subject->routine;
      }
   }
   return hiding;
}

static Answer* hiding_value(const Request* request)
{
   const Routine* hiding = hiding_routine(request);
   if (hiding == NULL) {
      return NULL;
   }
   Answer* value = tree_object();
   tree_set_text(value, "name", hiding->name);
   tree_set(value, "code", part_code(request, hiding));
   return value;
}

/* "1,234 allocated bytes, 1.23 kB"; to be freed. */
static char* total_text(const Report* report)
{
   const Header* header = report_header(report);
   Metric        metric = metric_find(header->metric);
   uint64_t      total = report_total_cost(report);
   GroupedText   grouped;
   ShortText     bytes;
   return g_strdup_printf("%s %s%s%s%s", text_grouped_number(total, grouped), metric.unit,
                          header->has_total ? "" : " (no k line: what its routines cost)",
                          metric.kind == METRIC_BYTES ? ", " : "",
                          metric.kind == METRIC_BYTES ? text_bytes((double)total, bytes) : "");
}

/* Sets exit statuses if one of them is not 0.  Of other ends, `incomplete` has a sentence. */
static void set_failed(Answer* value, const Header* header)
{
   g_autoptr(GString) text = g_string_new(NULL);
   bool               is_success = true;
   const char*        end;
   for (size_t index = 0; (end = header_next_comment(header, HEADER_ENDED, &index)) != NULL; ) {
      if (g_str_has_prefix(end, "exit status ")) {
         g_string_append_printf(text, "%s%s", text->len == 0 ? "" : ", ", end);
         is_success &= strcmp(end, "exit status 0") == 0;
      }
   }
   tree_set_text(value, "failed", is_success ? NULL : text->str);
}

/* Returns the subject about the whole list. */
static Answer* list_value(const Request* request)
{
   const Subjects* subjects = request->subjects;
   Answer*         value = tree_object();
   size_t          bounds = 0;
   bool            has_exponential = false, has_unknown_origin = false, has_readers = false;
   for (size_t i = 0; i < request->ranking.count; i++) {
      const Subject* subject = request_ranked(request, i);
      const Origin*       origin = subject_origin(subject);
      bounds += subject->routine->cost_is_bound;
      has_exponential |= subject_is_exponential(subject);
      has_readers |= again_times(request, subject) > 0;
      has_unknown_origin |= origin != NULL && origin->kind == ORIGIN_UNKNOWN;
   }
   g_autofree char* total = total_text(request->report);
   tree_set_text(value, "total", total);
   set_failed(value, report_header(request->report));
   tree_set_number(value, "times", subjects->times);
   tree_set_flag(value, "filtered", request->options->name != NULL || request->options->object != NULL);
   tree_set_flag(value, "in_sections", request->sort == SORT_DEFAULT);
   tree_set(value, "sections", sections_value(request, header_has_input(report_header(request->report))));
   tree_set_count(value, "upper_bounds", bounds);
   tree_set_flag(value, "has_exponential", has_exponential);
   tree_set_flag(value, "has_readers", has_readers);
   tree_set_flag(value, "has_unknown_origin", has_unknown_origin);
   tree_set(value, "growth_limit", subjects->is_partial ? tree_count(request->options->growth_limit) : NULL);
   tree_set(value, "hiding", hiding_value(request));
   return value;
}

static Answer* ranked_routine(const void* owner, size_t index)
{
   const Request* request = owner;
   return part_routine(request, request_ranked(request, index));
}

Answer* answer_routines(Request* request, size_t limit)
{
   size_t  count = limit == 0 ? request->ranking.count : MIN(limit, request->ranking.count);
   Answer* answer = answer_head(request);
   if (request->detail == DETAIL_ROW) {
      tree_set(answer, "list", list_value(request));
   }
   tree_set(answer, "headline", answer_headline(request));
   tree_set(answer, "unknown", answer_unknown(request));
   tree_set(answer, "interpreter", answer_interpreter(request));
   tree_set(answer, "nameless", answer_nameless(request));
   tree_set(answer, "routines", tree_long_list(count, ranked_routine, request));
   return answer;
}

/*--- Some routines ---*/

typedef struct {
   const Request* request;
   GPtrArray*     routines;
} Some;

static void free_some(void* data)
{
   Some* some = data;
   g_ptr_array_unref(some->routines);
   free(some);
}

/* A reader wants to know all of a routine, and nothing of others: so its growth has not been looked for. */
static Answer* one_routine(const void* owner, size_t index)
{
   const Some*    some = owner;
   const Request* request = some->request;
   Subject*       subject = subjects_at(request->subjects, g_ptr_array_index(some->routines, index));
   if (request->detail == DETAIL_READER && subject->points > 0) {
      subjects_find_laws(request->subjects, subject);
   }
   return part_routine(request, subject);
}

static Answer* some_answer(Request* request, const Routine* const* routines, size_t count, TreeItem item)
{
   Some* some = memory_resize(NULL, 1, sizeof *some);
   *some = (Some){ .request = request, .routines = g_ptr_array_new() };
   for (size_t i = 0; i < count; i++) {
      if (routines[i]->points > 0 || request->detail == DETAIL_READER) {
         g_ptr_array_add(some->routines, (gpointer)routines[i]);
      }
   }
   Answer* answer = answer_head(request);
   Answer* list = tree_long_list(some->routines->len, item, some);
   tree_keep(list, some, free_some);
   tree_set(answer, "routines", list);
   return answer;
}

Answer* answer_some_routines(Request* request, const Routine* const* routines, size_t count)
{
   return some_answer(request, routines, count, one_routine);
}

static Answer* points_of_routine(const void* owner, size_t index)
{
   const Some*    some = owner;
   const Routine* routine = g_ptr_array_index(some->routines, index);
   Answer*        value = tree_object();
   size_t         count;
   report_routine_points(some->request->report, routine, &count);
   tree_set_text(value, "name", routine->name);
   tree_set_text(value, "object", routine->image);
   part_set_points(value, some->request, routine, NULL, count);
   return value;
}

Answer* answer_points(Request* request, const Routine* const* routines, size_t count)
{
   return some_answer(request, routines, count, points_of_routine);
}

/*--- More ---*/

Answer* answer_contexts(Request* request)
{
   Answer* answer = answer_head(request);
   tree_set(answer, "contexts", part_contexts(request));
   return answer;
}

Answer* answer_whole(Request* request)
{
   Answer* answer = answer_routines(request, 0);
   if (report_context_count(request->report) > 0) {
      tree_set(answer, "contexts", part_contexts(request));
   }
   return answer;
}
