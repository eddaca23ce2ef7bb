/* Finds where routines are defined, their lines, and the cost of each line: only of routines that matter,
   since debug information takes time to read.  A source file that was changed after its object was built does
   not match it, so its lines are left out; what they cost is not. */

#include "answer/page/sections.h"

#include <stdbool.h>
#include <string.h>

#include "answer/definition.h"
#include "answer/page/row.h"
#include "answer/page/source_text.h"
#include "subject/limits.h"
#include "util/number.h"

void columns_of_sources(Answer* columns)
{
   tree_set_text(columns, "source", "routine file line runs costs elsewhere calls");
   tree_set_text(columns, "run", "first lines");
   tree_set_text(columns, "lineCost", "line self input called calledInput");
   tree_set_text(columns, "lineCall", "line callee calls cost input");
}

#define MOST_ROUTINES  40

typedef struct {
   const Request* request;
   SourceChoice   choice;
   const Profile* profile;     /* NULL: there is none */
   GHashTable*    indices;     /* of routines, plus 1, by their functions in the profile */
   SourceTexts*   texts;
} Sources;

/* The source of a routine. */
typedef struct {
   const ProfileFunction* function;   /* NULL: the profile does not have it */
   char*                  path;       /* NULL: not known */
   uint32_t               first;      /* 0: not known */
   uint32_t               last;
} Place;

static bool matters(const Sources* sources, const Subject* subject)
{
   return (sources->choice == SOURCE_ALL || subject->is_own)
          && subjects_share(sources->request->subjects, subject) >= SHARE_SMALL
          && subject->section != SECTION_START_UP;
}

/*--- Places ---*/

static const ProfileFunction* function_of(const Profile* profile, const Routine* routine)
{
   if (profile == NULL) {
      return NULL;
   }
   const ProfileFunction* function = profile_function(profile, routine->image, routine->name);
   return function != NULL || routine->mangled == NULL
          ? function : profile_function(profile, routine->image, routine->mangled);
}

/* From debug information, if the object is still the one that ran. */
static void find_definition(const Sources* sources, const Routine* routine, Place* place)
{
   if (sources->choice == SOURCE_NONE) {
      return;
   }
   InlinedCode code = definition_find(report_header(sources->request->report), routine->image,
                                      definition_symbol(routine->name, routine->mangled));
   if (code.file != NULL && code.line > 0) {
      place->path = g_strdup(code.file);
      place->first = (uint32_t)code.line;
      place->last = (uint32_t)code.last_line;
   }
   inlined_free(&code);
}

/* Finds the first line of a function without debug information: the first one with a cost. */
static void find_first_line(Place* place)
{
   const ProfileFunction* function = place->function;
   if (strcmp(function->file, "???") == 0) {
      return;
   }
   for (guint i = 0; i < function->lines->len && place->path == NULL; i++) {
      const ProfileLine* line = &g_array_index(function->lines, ProfileLine, i);
      if (line->line > 0 && line->file == function->file) {
         place->path = g_strdup(function->file);
         place->first = place->last = line->line;
      }
   }
}

/*--- Lines ---*/

static void add_events(Answer* row, const LineEvents* events)
{
   tree_append(row, tree_count(events->cost));
   tree_append(row, tree_count(events->input));
}

/* Appends the costs of the lines, and the sum of those that are in other files, or unknown. */
static void add_costs(Answer* source, const Place* place)
{
   ProfileLine elsewhere = { 0 };
   Answer*     costs = tree_list();
   for (guint i = 0; i < place->function->lines->len; i++) {
      const ProfileLine* line = &g_array_index(place->function->lines, ProfileLine, i);
      if (line->line > 0 && source_is_file(place->path, line->file)) {
         Answer* row = tree_list();
         row_whole(row, line->line);
         add_events(row, &line->self);
         add_events(row, &line->called);
         tree_append(costs, row);
      } else {
         elsewhere.self.cost = add_saturating(elsewhere.self.cost, line->self.cost);
         elsewhere.self.input = add_saturating(elsewhere.self.input, line->self.input);
         elsewhere.called.cost = add_saturating(elsewhere.called.cost, line->called.cost);
         elsewhere.called.input = add_saturating(elsewhere.called.input, line->called.input);
      }
   }
   Answer* row = tree_list();
   row_whole(row, 0);
   add_events(row, &elsewhere.self);
   add_events(row, &elsewhere.called);
   tree_append(source, costs);
   tree_append(source, row);
}

/* Appends the routine's index, or its name if the report does not have it. */
static void add_callee(Answer* row, const Sources* sources, const ProfileCall* call)
{
   const ProfileFunction* function = profile_function(sources->profile, call->object, call->name);
   guint index = GPOINTER_TO_UINT(g_hash_table_lookup(sources->indices, function));
   if (index > 0) {
      row_whole(row, index - 1);
   } else {
      row_text(row, call->name);
   }
}

static Answer* calls_of(const Sources* sources, const Place* place)
{
   Answer* calls = tree_list();
   for (guint i = 0; i < place->function->calls->len; i++) {
      const ProfileCall* call = &g_array_index(place->function->calls, ProfileCall, i);
      if (call->line > 0 && source_is_file(place->path, call->file)) {
         Answer* row = tree_list();
         row_whole(row, call->line);
         add_callee(row, sources, call);
         tree_append(row, tree_count(call->calls));
         add_events(row, &call->events);
         tree_append(calls, row);
      }
   }
   return calls;
}

/* The lines of the definition, and those around each that costs something. */
static Answer* lines_of(const Sources* sources, const Place* place)
{
   const Header* header = report_header(sources->request->report);
   SourceText*   text = sources->choice == SOURCE_NONE ? NULL
                      : source_text_open(sources->texts, place->path, header->modified);
   if (text == NULL) {
      return tree_list();
   }
   source_text_want(text, place->first, place->last);
   for (guint i = 0; place->function != NULL && i < place->function->lines->len; i++) {
      const ProfileLine* line = &g_array_index(place->function->lines, ProfileLine, i);
      if (line->line > 0 && source_is_file(place->path, line->file)) {
         source_text_want_around(text, line->line);
      }
   }
   return source_text_runs(text);
}

static Answer* source_row(const Sources* sources, const Subject* subject, const Place* place)
{
   Answer* row = tree_list();
   row_routine(row, sources->request->report, subject->routine);
   row_text(row, place->path);
   row_whole(row, place->first);
   tree_append(row, lines_of(sources, place));
   if (place->function != NULL) {
      add_costs(row, place);
      tree_append(row, calls_of(sources, place));
   }
   return row;
}

/* Appends nothing if nothing is known. */
static void add_source(Answer* list, const Sources* sources, const Subject* subject)
{
   Place place = { .function = function_of(sources->profile, subject->routine) };
   find_definition(sources, subject->routine, &place);
   if (place.path == NULL && place.function != NULL) {
      find_first_line(&place);
   }
   if (place.path != NULL) {
      tree_append(list, source_row(sources, subject, &place));
   }
   g_free(place.path);
}

/*--- All of it ---*/

static GHashTable* indices_by_function(const Report* report, const Profile* profile)
{
   GHashTable* indices = g_hash_table_new(NULL, NULL);
   for (uint32_t i = 0; profile != NULL && i < report_routine_count(report); i++) {
      const ProfileFunction* function = function_of(profile, report_routine(report, i));
      if (function != NULL) {
         g_hash_table_insert(indices, (gpointer)function, GUINT_TO_POINTER(i + 1));
      }
   }
   return indices;
}

/* NULL: there is no profile. */
static Answer* line_events_of(const Profile* profile)
{
   if (profile == NULL) {
      return NULL;
   }
   Answer* events = tree_object();
   tree_set_text(events, "name", profile->cost);
   tree_set_text(events, "unit", profile->unit);
   tree_set_flag(events, "hasInput", profile->has_input);
   tree_set_count(events, "total", profile->total.cost);
   tree_set_count(events, "totalInput", profile->total.input);
   return events;
}

void section_sources(Answer* page, const Request* request, SourceChoice choice, const Profile* profile)
{
   Sources sources = {
      .request = request, .choice = choice, .profile = profile,
      .indices = indices_by_function(request->report, profile), .texts = source_texts_new(),
   };
   Answer* list = tree_list();
   size_t  tried = 0;
   bool    is_wanted = choice != SOURCE_NONE || profile != NULL;
   for (size_t i = 0; is_wanted && i < request->ranking.count && tried < MOST_ROUTINES; i++) {
      const Subject* subject = request_ranked(request, i);
      if (matters(&sources, subject)) {
         tried++;
         add_source(list, &sources, subject);
      }
   }
   tree_set(page, "lineEvents", line_events_of(profile));
   tree_set(page, "sources", list);
   source_texts_free(sources.texts);
   g_hash_table_destroy(sources.indices);
}
