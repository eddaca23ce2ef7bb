/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "answer/compare/code.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "dwarf/compiler.h"
#include "dwarf/prints.h"
#include "model/own.h"

/* An object that cannot be read has no entry. */
struct SideCode {
   const Side* side;
   GHashTable* recorded;   /* by key: the print as a text; NULL: nothing was recorded */
   GHashTable* opened;     /* by path: Prints, or NULL */
};

/*------------------------------------------------------------------*/
/*--- A side                                                     ---*/
/*------------------------------------------------------------------*/

/* "PRINT KEY".  A key with two prints is of two builds, or of two objects: nothing is known of it. */
static GHashTable* read_recorded(const Header* header)
{
   GHashTable* recorded = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
   const char* value;
   for (size_t index = 0; (value = header_next_comment(header, HEADER_CODE, &index)) != NULL;) {
      const char* blank = strchr(value, ' ');
      if (blank != NULL) {
         bool is_known = g_hash_table_contains(recorded, blank + 1);
         g_hash_table_insert(recorded, (gpointer)(blank + 1),
                             g_strndup(value, is_known ? 0 : (gsize)(blank - value)));
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

SideCode* side_code_open(const Side* side)
{
   SideCode* code = g_new(SideCode, 1);
   *code = (SideCode){ side, read_recorded(report_header(side->report)),
                       g_hash_table_new_full(g_str_hash, g_str_equal, g_free, close_prints) };
   return code;
}

void side_code_close(SideCode* code)
{
   g_clear_pointer(&code->recorded, g_hash_table_unref);
   g_hash_table_unref(code->opened);
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

char* side_code_print(SideCode* code, const SideRoutine* routine)
{
   const Routine* reported = routine->facts.routine;
   char*          key = prints_key(reported->mangled != NULL ? reported->mangled : reported->name);
   char*          text = NULL;
   if (code->recorded != NULL) {
      const char* found = g_hash_table_lookup(code->recorded, key);
      text = found == NULL || *found == '\0' ? NULL : g_strdup(found);
   } else {
      const Prints* prints = prints_of(code, reported->image);
      uint64_t      print;
      if (prints != NULL && prints_find(prints, key, &print)) {
         text = g_strdup_printf("%016" G_GINT64_MODIFIER "x", print);
      }
   }
   g_free(key);
   return text;
}

/*------------------------------------------------------------------*/
/*--- Pairs                                                      ---*/
/*------------------------------------------------------------------*/

/* Nobody but the system changes it. */
static bool is_of_system(const SideRoutine* routine)
{
   return own_is_of_system(routine->facts.routine->image);
}

static CodeChange code_of_library(const Comparison* comparison, const Pair* pair)
{
   const Header* headers[] = { report_header(comparison->sides[0]->report),
                               report_header(comparison->sides[1]->report) };
   bool is_same = strcmp(pair->before->facts.routine->image, pair->now->facts.routine->image) == 0
                  && g_strcmp0(header_comment(headers[0], "libc"), header_comment(headers[1], "libc")) == 0
                  && !pair_is_other_variant(pair);
   return is_same ? CODE_SAME : CODE_UNKNOWN;
}

static CodeChange code_of(const Comparison* comparison, SideCode* const codes[2], const Pair* pair)
{
   if (is_of_system(pair->before) && is_of_system(pair->now)) {
      return code_of_library(comparison, pair);
   }
   char*      before = side_code_print(codes[0], pair->before);
   char*      now = side_code_print(codes[1], pair->now);
   CodeChange change = before == NULL || now == NULL ? CODE_UNKNOWN
                       : strcmp(before, now) == 0   ? CODE_SAME : CODE_CHANGED;
   g_free(before);
   g_free(now);
   return change;
}

/* The prints of all objects with this key, without their paths; to be freed, "" if none are known. */
static char* prints_of_objects(SideCode* code, const char* key, uint64_t (*print)(const Prints*))
{
   const Header* header = report_header(code->side->report);
   const char*   value;
   GString*      text = g_string_new(NULL);
   for (size_t index = 0; (value = header_next_comment(header, key, &index)) != NULL;) {
      g_string_append_len(text, value, (gssize)strcspn(value, " "));
   }
   const Prints* prints = text->len > 0 || header->application == NULL
                          ? NULL : prints_of(code, header->application);
   if (prints != NULL) {
      g_string_append_printf(text, "%016" G_GINT64_MODIFIER "x", print(prints));
   }
   return g_string_free(text, FALSE);
}

static bool have_equal(SideCode* const codes[2], const char* key, uint64_t (*print)(const Prints*))
{
   char* before = prints_of_objects(codes[0], key, print);
   char* now = prints_of_objects(codes[1], key, print);
   bool  are_equal = *before != '\0' && strcmp(before, now) == 0;
   g_free(before);
   g_free(now);
   return are_equal;
}

/* Whether all code and data are as before, so that nothing in the program can have changed its cost: the same
   bytes, or the same routines.  What was inlined has no code of its own: it is in that of others. */
static bool is_same_program(const Comparison* comparison, SideCode* const codes[2])
{
   bool are_same = comparison->codes[CODE_SAME] > 0 && comparison->codes[CODE_CHANGED] == 0;
   return have_equal(codes, HEADER_DATA, prints_data)
          && (are_same || have_equal(codes, HEADER_TEXT, prints_text));
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

bool code_is_rebuilt(const Comparison* comparison)
{
   double changed = comparison->codes[CODE_CHANGED], same = comparison->codes[CODE_SAME];
   return changed >= REBUILT * (changed + same);
}

static void find_builds(Comparison* comparison)
{
   char* builds[2];
   for (int side = 0; side < 2; side++) {
      builds[side] = build_of(report_header(comparison->sides[side]->report));
   }
   bool differ = builds[0] != NULL && builds[1] != NULL && strcmp(builds[0], builds[1]) != 0;
   comparison->is_other_build = (differ && code_is_rebuilt(comparison)) || comparison->options.other_build;
   for (int side = 0; side < 2; side++) {
      comparison->builds[side] = differ ? g_string_chunk_insert(comparison->texts, builds[side]) : NULL;
      g_free(builds[side]);
   }
}

/*------------------------------------------------------------------*/
/*--- All of it                                                  ---*/
/*------------------------------------------------------------------*/

void code_find(Comparison* comparison)
{
   SideCode* const codes[] = { side_code_open(comparison->sides[0]), side_code_open(comparison->sides[1]) };
   for (uint32_t i = 0; i < comparison->count; i++) {
      Pair* pair = &comparison->pairs[i];
      bool  is_both = pair->before != NULL && pair->now != NULL;
      pair->code = is_both ? code_of(comparison, codes, pair) : CODE_CHANGED;
      if (side_is_own(pair_routine(pair))) {
         comparison->codes[pair->code]++;
      }
   }
   comparison->is_same_program = is_same_program(comparison, codes);
   find_builds(comparison);
   side_code_close(codes[0]);
   side_code_close(codes[1]);
}
