/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Prints where routines are defined, their lines, and the cost of each line: only of routines that matter,
   since debug information takes time to read.  A source file that was changed after its object was built does
   not match it, so its lines are left out; what they cost is not. */

#include "render/page/sections.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "answer/definition.h"
#include "render/page/source_text.h"
#include "render/page/values.h"
#include "util/number.h"

const char section_source_columns[] =
   "\"source\":\"routine file line runs costs elsewhere calls\",\n"
   "\"run\":\"first lines\",\n"
   "\"lineCost\":\"line self input called calledInput\",\n"
   "\"lineCall\":\"line callee calls cost input\"";

#define LEAST_SHARE     0.01
#define MOST_ROUTINES     40

typedef struct {
   const Subject* subject;
   SourceChoice   choice;
   const Profile* profile;     /* NULL: there is none */
   GHashTable*    indices;     /* of routines, plus 1, by their functions in the profile */
   SourceTexts*   texts;
} Sources;

/* The source of a routine, to be printed. */
typedef struct {
   const ProfileFunction* function;   /* NULL: the profile does not have it */
   char*                  path;       /* NULL: not known */
   uint32_t               first;      /* 0: not known */
   uint32_t               last;
} Place;

static bool matters(const Sources* sources, const RoutineFacts* row)
{
   double share = ranking_share(row->routine->totals.real_sum, sources->subject->ranking.total);
   return (sources->choice == SOURCE_ALL || row->is_own) && share >= LEAST_SHARE
          && row->section != SECTION_START_UP;
}

/*------------------------------------------------------------------*/
/*--- Places                                                     ---*/
/*------------------------------------------------------------------*/

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
   InlinedCode code = definition_find(report_header(sources->subject->report), routine->image,
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

/*------------------------------------------------------------------*/
/*--- Lines                                                      ---*/
/*------------------------------------------------------------------*/

static void print_events(FILE* out, const LineEvents* events)
{
   fprintf(out, ",%" PRIu64 ",%" PRIu64, events->cost, events->input);
}

/* Then the sum of the lines that are in other files, or unknown. */
static void print_costs(FILE* out, const Place* place)
{
   ProfileLine elsewhere = { 0 };
   size_t      printed = 0;
   putc('[', out);
   for (guint i = 0; i < place->function->lines->len; i++) {
      const ProfileLine* line = &g_array_index(place->function->lines, ProfileLine, i);
      if (line->line > 0 && source_is_file(place->path, line->file)) {
         value_separate(out, printed++);
         fprintf(out, "[%" PRIu32, line->line);
         print_events(out, &line->self);
         print_events(out, &line->called);
         putc(']', out);
      } else {
         elsewhere.self.cost = add_saturating(elsewhere.self.cost, line->self.cost);
         elsewhere.self.input = add_saturating(elsewhere.self.input, line->self.input);
         elsewhere.called.cost = add_saturating(elsewhere.called.cost, line->called.cost);
         elsewhere.called.input = add_saturating(elsewhere.called.input, line->called.input);
      }
   }
   fputs("],[0", out);
   print_events(out, &elsewhere.self);
   print_events(out, &elsewhere.called);
   putc(']', out);
}

/* The routine's index, or its name if the report does not have it. */
static void print_callee(FILE* out, const Sources* sources, const ProfileCall* call)
{
   const ProfileFunction* function = profile_function(sources->profile, call->object, call->name);
   guint index = GPOINTER_TO_UINT(g_hash_table_lookup(sources->indices, function));
   if (index > 0) {
      fprintf(out, "%u", index - 1);
   } else {
      value_text(out, call->name);
   }
}

static void print_calls(FILE* out, const Sources* sources, const Place* place)
{
   size_t printed = 0;
   putc('[', out);
   for (guint i = 0; i < place->function->calls->len; i++) {
      const ProfileCall* call = &g_array_index(place->function->calls, ProfileCall, i);
      if (call->line > 0 && source_is_file(place->path, call->file)) {
         value_separate(out, printed++);
         fprintf(out, "[%" PRIu32 ",", call->line);
         print_callee(out, sources, call);
         fprintf(out, ",%" PRIu64, call->calls);
         print_events(out, &call->events);
         putc(']', out);
      }
   }
   putc(']', out);
}

/* The lines of the definition, and those around each that costs something. */
static void print_text(FILE* out, const Sources* sources, const Place* place)
{
   const Header* header = report_header(sources->subject->report);
   SourceText*   text = sources->choice == SOURCE_NONE ? NULL
                      : source_text_open(sources->texts, place->path, header->modified);
   if (text == NULL) {
      fputs("[]", out);
      return;
   }
   source_text_want(text, place->first, place->last);
   for (guint i = 0; place->function != NULL && i < place->function->lines->len; i++) {
      const ProfileLine* line = &g_array_index(place->function->lines, ProfileLine, i);
      if (line->line > 0 && source_is_file(place->path, line->file)) {
         source_text_want_around(text, line->line);
      }
   }
   source_text_print(out, text);
}

/* Returns whether something is known. */
static bool print_source(FILE* out, const Sources* sources, const RoutineFacts* row, size_t printed)
{
   Place place = { .function = function_of(sources->profile, row->routine) };
   find_definition(sources, row->routine, &place);
   if (place.path == NULL && place.function != NULL) {
      find_first_line(&place);
   }
   bool known = place.path != NULL;
   if (known) {
      value_separate(out, printed);
      fprintf(out, "[%" PRIu32 ",", report_routine_index(sources->subject->report, row->routine));
      value_text(out, place.path);
      fprintf(out, ",%" PRIu32 ",", place.first);
      print_text(out, sources, &place);
      if (place.function != NULL) {
         putc(',', out);
         print_costs(out, &place);
         putc(',', out);
         print_calls(out, sources, &place);
      }
      putc(']', out);
   }
   g_free(place.path);
   return known;
}

/*------------------------------------------------------------------*/
/*--- All of it                                                  ---*/
/*------------------------------------------------------------------*/

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

static void print_line_events(FILE* out, const Profile* profile)
{
   if (profile == NULL) {
      fputs("null", out);
      return;
   }
   fputs("{\"name\":", out);
   value_text(out, profile->cost);
   fputs(",\"unit\":", out);
   value_text(out, profile->unit);
   fprintf(out, ",\"hasInput\":%s,\"total\":%" PRIu64 ",\"totalInput\":%" PRIu64 "}",
           profile->has_input ? "true" : "false", profile->total.cost, profile->total.input);
}

void section_sources(FILE* out, const Subject* subject, SourceChoice choice, const Profile* profile)
{
   Sources sources = {
      .subject = subject, .choice = choice, .profile = profile,
      .indices = indices_by_function(subject->report, profile), .texts = source_texts_new(),
   };
   size_t printed = 0;
   size_t tried = 0;
   bool   is_wanted = choice != SOURCE_NONE || profile != NULL;
   fputs("\"lineEvents\":", out);
   print_line_events(out, profile);
   fputs(",\n\"sources\":[", out);
   for (size_t i = 0; is_wanted && i < subject->ranking.count && tried < MOST_ROUTINES; i++) {
      const RoutineFacts* row = &subject->ranking.rows[i];
      if (matters(&sources, row)) {
         tried++;
         printed += print_source(out, &sources, row, printed);
      }
   }
   putc(']', out);
   source_texts_free(sources.texts);
   g_hash_table_destroy(sources.indices);
}
