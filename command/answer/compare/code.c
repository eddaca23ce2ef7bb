#include "answer/compare/code.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "dwarf/compiler.h"
#include "dwarf/prints.h"
#include "dwarf/sources.h"
#include "model/own.h"

/* An object that cannot be read has no entry. */
struct SideCode {
   const Side* side;
   GHashTable* recorded;   /* by key: the print as a text; NULL: nothing was recorded */
   GHashTable* texts;      /* the same of sources */
   GHashTable* opened;     /* by path: Prints, or NULL */
   GHashTable* sources;    /* by path: Sources, or NULL */
};

/*------------------------------------------------------------------*/
/*--- A side                                                     ---*/
/*------------------------------------------------------------------*/

/* Behind so many words. */
static const char* words_behind(const char* text, int count)
{
   for (int i = 0; i < count && text != NULL; i++) {
      const char* blank = strchr(text, ' ');
      text = blank == NULL ? NULL : blank + 1;
   }
   return text;
}

/* Reads comments with so many prints and a key.  A key with other prints, too, is of two builds, or of two
   objects: nothing is known of it. */
static GHashTable* read_recorded(const Header* header, const char* comment, int prints)
{
   GHashTable* recorded = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
   const char* value;
   for (size_t index = 0; (value = header_next_comment(header, comment, &index)) != NULL;) {
      const char* key = words_behind(value, prints);
      if (key != NULL) {
         bool is_known = g_hash_table_contains(recorded, key);
         gsize length = is_known ? 0 : (gsize)(key - value - 1);
         g_hash_table_insert(recorded, (gpointer)key, g_strndup(value, length));
      }
   }
   if (g_hash_table_size(recorded) == 0) {
      g_clear_pointer(&recorded, g_hash_table_unref);
   }
   return recorded;
}

static void close_prints(gpointer prints)
{
   if (prints != NULL) {
      prints_close(prints);
   }
}

static void close_sources(gpointer sources)
{
   if (sources != NULL) {
      sources_close(sources);
   }
}

SideCode* side_code_open(const Side* side)
{
   const Header* header = report_header(side->report);
   SideCode*     code = g_new(SideCode, 1);
   *code = (SideCode){ side, read_recorded(header, HEADER_CODE, 1), read_recorded(header, HEADER_SOURCE, 2),
                       g_hash_table_new_full(g_str_hash, g_str_equal, g_free, close_prints),
                       g_hash_table_new_full(g_str_hash, g_str_equal, g_free, close_sources) };
   return code;
}

void side_code_close(SideCode* code)
{
   g_clear_pointer(&code->recorded, g_hash_table_unref);
   g_clear_pointer(&code->texts, g_hash_table_unref);
   g_hash_table_unref(code->opened);
   g_hash_table_unref(code->sources);
   g_free(code);
}

/* False: it was changed after it ran.  Without dates, nobody knows. */
static bool is_as_it_ran(const Header* header, const char* object)
{
   struct stat file;
   GDateTime*  written = header->date == NULL ? NULL : g_date_time_new_from_iso8601(header->date, NULL);
   bool        is = written != NULL && stat(object, &file) == 0
                    && (gint64)file.st_mtime <= g_date_time_to_unix(written)
                    && !header_is_other_object(header, object);
   g_clear_pointer(&written, g_date_time_unref);
   return is;
}

static const Prints* prints_of(SideCode* code, const char* object)
{
   gpointer prints = NULL;
   if (!g_hash_table_lookup_extended(code->opened, object, NULL, &prints)) {
      prints = is_as_it_ran(report_header(code->side->report), object) ? prints_open(object) : NULL;
      g_hash_table_insert(code->opened, g_strdup(object), prints);
   }
   return prints;
}

static Sources* sources_of(SideCode* code, const char* object)
{
   gpointer sources = NULL;
   if (!g_hash_table_lookup_extended(code->sources, object, NULL, &sources)) {
      sources = is_as_it_ran(report_header(code->side->report), object) ? sources_open(object) : NULL;
      g_hash_table_insert(code->sources, g_strdup(object), sources);
   }
   return sources;
}

static char* key_of(const SideRoutine* routine)
{
   const Routine* reported = routine->subject.routine;
   return prints_key(reported->mangled != NULL ? reported->mangled : reported->name);
}

/* To be freed; NULL: not known. */
static char* find_recorded(GHashTable* recorded, const char* key)
{
   const char* found = g_hash_table_lookup(recorded, key);
   return found == NULL || *found == '\0' ? NULL : g_strdup(found);
}

/* The print of the instructions, to be freed; NULL: not known. */
static char* code_print(SideCode* code, const SideRoutine* routine, const char* key)
{
   char* text = NULL;
   if (code->recorded != NULL) {
      text = find_recorded(code->recorded, key);
   } else {
      const Prints* prints = prints_of(code, routine->subject.routine->image);
      uint64_t      print;
      if (prints != NULL && prints_find(prints, key, &print)) {
         text = g_strdup_printf("%016" G_GINT64_MODIFIER "x", print);
      }
   }
   return text;
}

/* The prints of the source as a text, "TEXT DEFINITIONS", to be freed; NULL: not known. */
static char* source_print(SideCode* code, const SideRoutine* routine, const char* key)
{
   char* text = NULL;
   if (code->texts != NULL) {
      text = find_recorded(code->texts, key);
   } else {
      Sources*    sources = sources_of(code, routine->subject.routine->image);
      SourcePrint print;
      if (sources != NULL && sources_find(sources, key, &print)) {
         text = g_strdup_printf("%016" G_GINT64_MODIFIER "x %016" G_GINT64_MODIFIER "x", print.text,
                                print.definitions);
      }
   }
   return text;
}

RoutinePrints side_code_prints(SideCode* code, const SideRoutine* routine)
{
   char*         key = key_of(routine);
   RoutinePrints prints = { code_print(code, routine, key), source_print(code, routine, key) };
   g_free(key);
   return prints;
}

void routine_prints_free(RoutinePrints* prints)
{
   g_free(prints->code);
   g_free(prints->source);
}

/*------------------------------------------------------------------*/
/*--- Pairs                                                      ---*/
/*------------------------------------------------------------------*/

/* Nobody but the system changes it. */
static bool is_of_system(const SideRoutine* routine)
{
   return own_is_of_system(routine->subject.routine->image);
}

static CodeChange code_of_library(const Comparison* comparison, const Pair* pair)
{
   const Header* headers[] = { report_header(comparison->sides[0]->report),
                               report_header(comparison->sides[1]->report) };
   bool is_same = strcmp(pair->before->subject.routine->image, pair->now->subject.routine->image) == 0
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
CodeChange code_change(const RoutinePrints* before, const RoutinePrints* now, bool is_other_data)
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

static CodeChange code_of(const Comparison* comparison, SideCode* const codes[2], const Pair* pair)
{
   if (is_of_system(pair->before) && is_of_system(pair->now)) {
      return code_of_library(comparison, pair);
   }
   if (comparison->is_same_bytes) {
      return CODE_SAME;
   }
   RoutinePrints before = side_code_prints(codes[0], pair->before);
   RoutinePrints now = side_code_prints(codes[1], pair->now);
   CodeChange    change = code_change(&before, &now, comparison->is_other_data);
   routine_prints_free(&before);
   routine_prints_free(&now);
   return change;
}

/* The prints of all objects in comments with this key. */
static GString* recorded_of_objects(const SideCode* code, const char* key)
{
   const char* value;
   GString*    text = g_string_new(NULL);
   for (size_t index = 0;
        (value = header_next_comment(report_header(code->side->report), key, &index)) != NULL;) {
      g_string_append_len(text, value, (gssize)strcspn(value, " "));
   }
   return text;
}

/* To be freed; NULL if it is empty. */
static char* text_or_null(GString* text)
{
   return g_string_free(text, text->len == 0);
}

/* The prints of all objects with this key, without their paths; to be freed, NULL if none are known. */
static char* prints_of_objects(SideCode* code, const char* key, uint64_t (*print)(const Prints*))
{
   const Header* header = report_header(code->side->report);
   GString*      text = recorded_of_objects(code, key);
   const Prints* prints = text->len > 0 || header->application == NULL
                          ? NULL : prints_of(code, header->application);
   if (prints != NULL) {
      g_string_append_printf(text, "%016" G_GINT64_MODIFIER "x", print(prints));
   }
   return text_or_null(text);
}

/* Whether all bytes of instructions are as before; false also if they are not known. */
static bool is_same_text(SideCode* const codes[2])
{
   char* before = prints_of_objects(codes[0], HEADER_TEXT, prints_text);
   char* now = prints_of_objects(codes[1], HEADER_TEXT, prints_text);
   bool  is_same = before != NULL && g_strcmp0(before, now) == 0;
   g_free(before);
   g_free(now);
   return is_same;
}

/* Whether all code and data are as before, so that nothing in the program can have changed its cost: the same
   bytes, or the same routines.  What was inlined has no code of its own: it is in that of others. */
static bool is_same_program(const Comparison* comparison)
{
   bool are_same = comparison->codes[CODE_SAME] > 0 && comparison->codes[CODE_CHANGED] == 0
                   && comparison->codes[CODE_COMPILED] == 0;
   return !comparison->is_other_data && (are_same || comparison->is_same_bytes);
}

/*------------------------------------------------------------------*/
/*--- How it was compiled                                        ---*/
/*------------------------------------------------------------------*/

/* NULL: not known. */
static char* build_of(const Header* header)
{
   GString*    text = g_string_new(NULL);
   const char* value;
   for (size_t index = 0; (value = header_next_comment(header, HEADER_BUILD, &index)) != NULL;) {
      g_string_append_printf(text, "%s%s", text->len == 0 ? "" : "; ", value);
   }
   if (text->len > 0) {
      return g_string_free(text, FALSE);
   }
   g_string_free(text, TRUE);
   return header->application != NULL && is_as_it_ran(header, header->application)
          ? debug_producer(header->application) : NULL;
}

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
   return codes[CODE_CHANGED] >= LEAST_CODES && code_is_rebuilt(codes);
}

/* The prints of all sources, to be freed; NULL: not known. */
static char* sources_of_objects(SideCode* code)
{
   const Header*  header = report_header(code->side->report);
   GString*       text = recorded_of_objects(code, HEADER_SOURCES);
   const Sources* sources = text->len > 0 || header->application == NULL
                            ? NULL : sources_of(code, header->application);
   uint64_t       print;
   if (sources != NULL && sources_print(sources, &print)) {
      g_string_append_printf(text, "%016" G_GINT64_MODIFIER "x", print);
   }
   return text_or_null(text);
}

ProgramPrints side_code_program(SideCode* code)
{
   return (ProgramPrints){ build_of(report_header(code->side->report)),
                           prints_of_objects(code, HEADER_DATA, prints_data), sources_of_objects(code) };
}

void program_prints_free(ProgramPrints* prints)
{
   g_free(prints->build);
   g_free(prints->data);
   g_free(prints->sources);
}

bool code_is_other_data(const ProgramPrints* before, const ProgramPrints* now)
{
   return before->data == NULL || g_strcmp0(before->data, now->data) != 0;
}

static bool have_other_options(const ProgramPrints* before, const ProgramPrints* now)
{
   return change_of(before->build, now->build) == CODE_CHANGED;
}

/* Compilers may also have made other code of the same source: not all of them say with which options they
   worked. */
bool code_is_other_build(const ProgramPrints* before, const ProgramPrints* now, const uint32_t codes[CODES])
{
   return (have_other_options(before, now) && code_is_rebuilt(codes))
          || (codes[CODE_COMPILED] > 0 && change_of(before->sources, now->sources) == CODE_SAME);
}

/*------------------------------------------------------------------*/
/*--- All of it                                                  ---*/
/*------------------------------------------------------------------*/

static const char* keep(const Comparison* comparison, const char* text)
{
   return text == NULL ? NULL : g_string_chunk_insert(comparison->texts, text);
}

static void find_changes(Comparison* comparison, SideCode* const codes[2])
{
   for (uint32_t i = 0; i < comparison->count; i++) {
      Pair* pair = &comparison->pairs[i];
      bool  is_both = pair->before != NULL && pair->now != NULL;
      pair->code = is_both ? code_of(comparison, codes, pair) : CODE_CHANGED;
      if (pair_routine(pair)->subject.is_own) {
         comparison->codes[pair->code]++;
      }
   }
}

void code_find(Comparison* comparison)
{
   SideCode* const codes[] = { side_code_open(comparison->sides[0]), side_code_open(comparison->sides[1]) };
   ProgramPrints   programs[] = { side_code_program(codes[0]), side_code_program(codes[1]) };
   comparison->is_other_data = code_is_other_data(&programs[0], &programs[1]);
   comparison->is_same_bytes = !comparison->is_other_data && is_same_text(codes);
   find_changes(comparison, codes);
   comparison->is_same_program = is_same_program(comparison);
   comparison->is_other_build = code_is_other_build(&programs[0], &programs[1], comparison->codes)
                                || comparison->options.other_build;
   for (int side = 0; side < 2; side++) {
      bool is_told = have_other_options(&programs[0], &programs[1]);
      comparison->builds[side] = is_told ? keep(comparison, programs[side].build) : NULL;
      program_prints_free(&programs[side]);
      side_code_close(codes[side]);
   }
}
