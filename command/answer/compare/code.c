#include "answer/compare/code.h"

#include <string.h>

#include "model/own.h"

/*--- Pairs ---*/

/* Nobody but the system changes it. */
static bool is_of_system(const Named* routine)
{
   return own_is_of_system(routine->subject->routine->image);
}

static CodeChange code_of_library(const Comparison* comparison, const Pair* pair)
{
   const Header* headers[] = { report_header(comparison->sides[0]->report),
                               report_header(comparison->sides[1]->report) };
   bool is_same = strcmp(pair->before->subject->routine->image, pair->now->subject->routine->image) == 0
                  && g_strcmp0(header_comment(headers[0], "libc"), header_comment(headers[1], "libc")) == 0
                  && !pair_is_other_variant(pair);
   return is_same ? CODE_SAME : CODE_UNKNOWN;
}

static CodeChange change_of(const char* before, const char* now)
{
   return before == NULL || now == NULL ? CODE_UNKNOWN : strcmp(before, now) == 0 ? CODE_SAME : CODE_CHANGED;
}

/* Puts together what instructions and sources tell.  If the source is the same, other instructions are of
   what was inlined, or the compiler's.  If the instructions are the same, another text means nothing, but a
   constant that the routine reads from the data may be another. */
static CodeChange code_change(const RoutinePrints* before, const RoutinePrints* now, bool is_other_data)
{
   CodeChange code = change_of(before->code, now->code);
   CodeChange source = change_of(before->source, now->source);
   switch (code) {
      case CODE_CHANGED: return source == CODE_SAME ? CODE_COMPILED : CODE_CHANGED;
      case CODE_SAME:
         return is_other_data && change_of(words_behind(before->source, 1),
                                           words_behind(now->source, 1)) == CODE_CHANGED
                ? CODE_CHANGED : CODE_SAME;
      default: return source;
   }
}

static CodeChange code_of(const Comparison* comparison, ProgramCode* const codes[2], const Pair* pair)
{
   if (is_of_system(pair->before) && is_of_system(pair->now)) {
      return code_of_library(comparison, pair);
   }
   if (comparison->is_same_bytes) {
      return CODE_SAME;
   }
   RoutinePrints before = program_code_of(codes[0], pair->before->subject->routine);
   RoutinePrints now = program_code_of(codes[1], pair->now->subject->routine);
   CodeChange    change = code_change(&before, &now, comparison->is_other_data);
   routine_prints_free(&before);
   routine_prints_free(&now);
   return change;
}

/* Whether all bytes of instructions are as before; false also if they are not known. */
static bool is_same_text(const ProgramPrints* before, const ProgramPrints* now)
{
   return before->text != NULL && g_strcmp0(before->text, now->text) == 0;
}

/* Whether all code and data are as before, so that nothing in the program can have changed its cost: the same
   bytes, or the same routines.  What was inlined has no code of its own: it is in that of others. */
static bool is_same_program(const Comparison* comparison)
{
   bool are_same = comparison->codes[CODE_SAME] > 0 && comparison->codes[CODE_CHANGED] == 0
                   && comparison->codes[CODE_COMPILED] == 0;
   return !comparison->is_other_data && (are_same || comparison->is_same_bytes);
}

/*--- How it was compiled ---*/

/* Other options or another compiler change this part of the code, and more: of the programs in perf/pairs, a
   fifth and more, or nothing.  If less has changed, they made no difference to the rest. */
#define REBUILT  0.15

/* True if so much of the own code changed that the compiler did it, and no edit; or nothing is known. */
static bool code_is_rebuilt(const uint32_t codes[CODES])
{
   double changed = codes[CODE_CHANGED] + codes[CODE_COMPILED];
   return changed >= REBUILT * (changed + codes[CODE_SAME]);
}

/* Not all compilers say with which options they worked. */
#define LEAST_CODES  5

bool code_is_mostly_changed(const uint32_t codes[CODES])
{
   uint32_t changed = codes[CODE_CHANGED] > 0 ? codes[CODE_CHANGED] : codes[CODE_COMPILED];
   return changed >= LEAST_CODES && code_is_rebuilt(codes);
}

static bool code_is_other_data(const ProgramPrints* before, const ProgramPrints* now)
{
   return before->data == NULL || g_strcmp0(before->data, now->data) != 0;
}

static bool have_other_options(const ProgramPrints* before, const ProgramPrints* now)
{
   return change_of(before->build, now->build) == CODE_CHANGED;
}

/* Whether all compilers that made the program say with which options they worked, as GCC does. */
static bool has_options(const ProgramPrints* prints)
{
   g_auto(GStrv) builds = g_strsplit(prints->build == NULL ? "" : prints->build, "; ", -1);
   bool          has = builds[0] != NULL;
   for (size_t i = 0; builds[i] != NULL; i++) {
      has = has && strstr(builds[i], " -") != NULL;
   }
   return has;
}

static bool have_same_sources(const ProgramPrints* before, const ProgramPrints* now)
{
   return change_of(before->sources, now->sources) == CODE_SAME;
}

/* Compilers may also have made other code of the same source without a word about their options.  If these
   are known, and as they were, something else did it, as a macro that an option defines (-D): that is an
   edit. */
static bool code_is_other_build(const ProgramPrints* before, const ProgramPrints* now,
                                const uint32_t codes[CODES])
{
   bool is_compiled = codes[CODE_COMPILED] > 0 && have_same_sources(before, now);
   return have_other_options(before, now) ? is_compiled || code_is_rebuilt(codes)
                                          : is_compiled && !(has_options(before) && has_options(now));
}

/*--- All of it ---*/

static const char* keep(const Comparison* comparison, const char* text)
{
   return text == NULL ? NULL : g_string_chunk_insert(comparison->texts, text);
}

static void find_changes(Comparison* comparison, ProgramCode* const codes[2])
{
   for (uint32_t i = 0; i < comparison->count; i++) {
      Pair* pair = &comparison->pairs[i];
      bool  is_both = pair->before != NULL && pair->now != NULL;
      pair->code = is_both ? code_of(comparison, codes, pair) : CODE_CHANGED;
      if (pair_routine(pair)->subject->is_own) {
         comparison->codes[pair->code]++;
      }
   }
}

/* Counts the code of routines that are in neither report. */
static void count_alike(Comparison* comparison, ProgramCode* const codes[2])
{
   const GPtrArray* alike = comparison->options.alike;
   const char*      application = report_header(comparison->sides[1]->report)->application;
   const OwnCode    own = own_code_of(application, comparison->options.own);
   const char*      object = NULL;
   bool             is_own = false;
   for (guint i = 0; alike != NULL && i < alike->len; i++) {
      const Routine* routine = g_ptr_array_index(alike, i);
      if (routine->image != object) {
         object = routine->image;
         is_own = own_has_object(&own, object)
                  && (comparison->is_same_bytes || own_is_of_system(object)
                      || program_code_knows(codes[0], object) || program_code_knows(codes[1], object));
      }
      if (is_own) {
         Subject    subject = { .routine = routine };
         Named      one = { .subject = &subject };
         const Pair pair = { .before = &one, .now = &one };
         comparison->codes[code_of(comparison, codes, &pair)]++;
      }
   }
}

void code_find(Comparison* comparison)
{
   ProgramCode* const codes[] = { program_code_open(comparison->sides[0]->report),
                                  program_code_open(comparison->sides[1]->report) };
   ProgramPrints      programs[] = { program_code_whole(codes[0]), program_code_whole(codes[1]) };
   comparison->is_other_data = code_is_other_data(&programs[0], &programs[1]);
   comparison->is_same_bytes = !comparison->is_other_data && is_same_text(&programs[0], &programs[1]);
   find_changes(comparison, codes);
   count_alike(comparison, codes);
   comparison->is_same_program = is_same_program(comparison);
   comparison->is_other_build = code_is_other_build(&programs[0], &programs[1], comparison->codes)
                                || comparison->options.other_build;
   comparison->is_unknown_build = !comparison->is_other_build && code_is_mostly_changed(comparison->codes)
                                  && !(has_options(&programs[0]) && has_options(&programs[1]))
                                  && change_of(programs[0].sources, programs[1].sources) == CODE_UNKNOWN;
   comparison->is_only_build = comparison->is_other_build && have_other_options(&programs[0], &programs[1])
                               && have_same_sources(&programs[0], &programs[1]);
   for (int side = 0; side < 2; side++) {
      bool is_told = have_other_options(&programs[0], &programs[1]);
      comparison->builds[side] = is_told ? keep(comparison, programs[side].build) : NULL;
      program_prints_free(&programs[side]);
      program_code_close(codes[side]);
   }
}
