#include "subject/program_code.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "dwarf/compiler.h"
#include "dwarf/copies.h"
#include "dwarf/prints.h"
#include "dwarf/sources.h"

/* An object that cannot be read has no entry. */
struct ProgramCode {
   const Report* report;
   GHashTable* recorded;   /* by key: the print as a text; NULL: nothing was recorded */
   GHashTable* texts;      /* the same of sources */
   GHashTable* opened;     /* by path: Prints, or NULL */
   GHashTable* sources;    /* by path: Sources, or NULL */
};

/*--- A side ---*/

const char* words_behind(const char* text, int count)
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

ProgramCode* program_code_open(const Report* report)
{
   const Header* header = report_header(report);
   ProgramCode*  code = g_new(ProgramCode, 1);
   *code = (ProgramCode){ report, read_recorded(header, HEADER_CODE, 1),
                          read_recorded(header, HEADER_SOURCE, 2),
                          g_hash_table_new_full(g_str_hash, g_str_equal, g_free, close_prints),
                          g_hash_table_new_full(g_str_hash, g_str_equal, g_free, close_sources) };
   return code;
}

void program_code_close(ProgramCode* code)
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
   g_autoptr(GDateTime) written = header->date == NULL
                                  ? NULL : g_date_time_new_from_iso8601(header->date, NULL);
   return written != NULL && stat(object, &file) == 0
          && (gint64)file.st_mtime <= g_date_time_to_unix(written)
          && !header_is_other_object(header, object);
}

static const Prints* prints_of(ProgramCode* code, const char* object)
{
   gpointer prints = NULL;
   if (!g_hash_table_lookup_extended(code->opened, object, NULL, &prints)) {
      prints = is_as_it_ran(report_header(code->report), object) ? prints_open(object) : NULL;
      g_hash_table_insert(code->opened, g_strdup(object), prints);
   }
   return prints;
}

static Sources* sources_of(ProgramCode* code, const char* object)
{
   gpointer sources = NULL;
   if (!g_hash_table_lookup_extended(code->sources, object, NULL, &sources)) {
      sources = is_as_it_ran(report_header(code->report), object) ? sources_open(object) : NULL;
      g_hash_table_insert(code->sources, g_strdup(object), sources);
   }
   return sources;
}

bool program_code_knows(ProgramCode* code, const char* object)
{
   return code->recorded != NULL || code->texts != NULL || prints_of(code, object) != NULL
          || sources_of(code, object) != NULL;
}

static char* key_of(const Routine* routine)
{
   return copies_key(routine->mangled != NULL ? routine->mangled : routine->name);
}

/* To be freed; NULL: not known. */
static char* find_recorded(GHashTable* recorded, const char* key)
{
   const char* found = g_hash_table_lookup(recorded, key);
   return found == NULL || *found == '\0' ? NULL : g_strdup(found);
}

/* The print of the instructions, to be freed; NULL: not known. */
static char* code_print(ProgramCode* code, const Routine* routine, const char* key)
{
   char* text = NULL;
   if (code->recorded != NULL) {
      text = find_recorded(code->recorded, key);
   } else {
      const Prints* prints = prints_of(code, routine->image);
      uint64_t      print;
      if (prints != NULL && prints_find(prints, key, &print)) {
         text = g_strdup_printf("%016" G_GINT64_MODIFIER "x", print);
      }
   }
   return text;
}

/* The prints of the source as a text, "TEXT DEFINITIONS", to be freed; NULL: not known. */
static char* source_print(ProgramCode* code, const Routine* routine, const char* key)
{
   char* text = NULL;
   if (code->texts != NULL) {
      text = find_recorded(code->texts, key);
   } else {
      Sources*    sources = sources_of(code, routine->image);
      SourcePrint print;
      if (sources != NULL && sources_find(sources, key, &print)) {
         text = g_strdup_printf("%016" G_GINT64_MODIFIER "x %016" G_GINT64_MODIFIER "x", print.text,
                                print.definitions);
      }
   }
   return text;
}

RoutinePrints program_code_of(ProgramCode* code, const Routine* routine)
{
   g_autofree char* key = key_of(routine);
   return (RoutinePrints){ code_print(code, routine, key), source_print(code, routine, key) };
}

void routine_prints_free(RoutinePrints* prints)
{
   g_free(prints->code);
   g_free(prints->source);
}

/*--- The program ---*/

/* The prints of all objects in comments with this key. */
static GString* recorded_of_objects(const ProgramCode* code, const char* key)
{
   const char* value;
   GString*    text = g_string_new(NULL);
   for (size_t index = 0;
        (value = header_next_comment(report_header(code->report), key, &index)) != NULL;) {
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
static char* prints_of_objects(ProgramCode* code, const char* key, uint64_t (*print)(const Prints*))
{
   const Header* header = report_header(code->report);
   GString*      text = recorded_of_objects(code, key);
   const Prints* prints = text->len > 0 || header->application == NULL
                          ? NULL : prints_of(code, header->application);
   if (prints != NULL) {
      g_string_append_printf(text, "%016" G_GINT64_MODIFIER "x", print(prints));
   }
   return text_or_null(text);
}

/* NULL: not known. */
static char* build_of(const Header* header)
{
   g_autoptr(GString) text = g_string_new(NULL);
   const char* value;
   for (size_t index = 0; (value = header_next_comment(header, HEADER_BUILD, &index)) != NULL;) {
      g_string_append_printf(text, "%s%s", text->len == 0 ? "" : "; ", value);
   }
   if (text->len > 0) {
      return g_strdup(text->str);
   }
   return header->application != NULL && is_as_it_ran(header, header->application)
          ? debug_producer(header->application) : NULL;
}

/* The prints of all sources, to be freed; NULL: not known. */
static char* sources_of_objects(ProgramCode* code)
{
   const Header*  header = report_header(code->report);
   GString*       text = recorded_of_objects(code, HEADER_SOURCES);
   const Sources* sources = text->len > 0 || header->application == NULL
                            ? NULL : sources_of(code, header->application);
   uint64_t       print;
   if (sources != NULL && sources_print(sources, &print)) {
      g_string_append_printf(text, "%016" G_GINT64_MODIFIER "x", print);
   }
   return text_or_null(text);
}

ProgramPrints program_code_whole(ProgramCode* code)
{
   return (ProgramPrints){ build_of(report_header(code->report)),
                           prints_of_objects(code, HEADER_DATA, prints_data), sources_of_objects(code),
                           prints_of_objects(code, HEADER_TEXT, prints_text) };
}

void program_prints_free(ProgramPrints* prints)
{
   g_free(prints->build);
   g_free(prints->data);
   g_free(prints->sources);
   g_free(prints->text);
}
