#include "dwarf/sources.h"

#include <assert.h>
#include <dwarf.h>
#include <string.h>
#include <sys/stat.h>

#include "dwarf/copies.h"
#include "dwarf/entries.h"
#include "dwarf/object.h"
#include "dwarf/places.h"
#include "dwarf/prints.h"
#include "dwarf/scopes.h"
#include "source/file.h"

/* A definition may mention others, which mention others. */
#define MOST_DEPTH  8

/* A place where a routine is defined; those of one key may be in several. */
typedef struct {
   const char* file;
   int         line;
   int         column;       /* 0: not known */
   bool        is_unnamed;   /* a lambda, or a closure */
} Place;

struct Sources {
   DebugObject   object;
   time_t        built;
   GHashTable*   places;    /* by key: GArray of Place */
   GHashTable*   texts;     /* by path: SourceFile, or NULL */
   GHashTable*   defining;  /* by name: GPtrArray of the SourceFiles with a definition of it */
   GStringChunk* paths;
};

/*--- Files ---*/

static void note_definitions(Sources* sources, SourceFile* text)
{
   GHashTableIter iterator;
   gpointer       name;
   g_hash_table_iter_init(&iterator, text->definitions);
   while (g_hash_table_iter_next(&iterator, &name, NULL)) {
      GPtrArray* files = g_hash_table_lookup(sources->defining, name);
      if (files == NULL) {
         files = g_ptr_array_new();
         g_hash_table_insert(sources->defining, name, files);
      }
      g_ptr_array_add(files, text);
   }
}

/* If it was changed after it was compiled, nobody can tell what stood there. */
static void add_file(Sources* sources, const char* path)
{
   if (!g_hash_table_contains(sources->texts, path)) {
      SourceFile* text = source_file_read(path, sources->built);
      g_hash_table_insert(sources->texts, (gpointer)path, text);
      if (text != NULL) {
         note_definitions(sources, text);
      }
   }
}

static void free_text(gpointer text)
{
   g_clear_pointer((SourceFile**)&text, source_file_free);
}

/* Headers may have nothing but definitions, so all files of the unit are read. */
static void add_files(Sources* sources, Dwarf_Die* unit)
{
   Dwarf_Attribute attribute;
   Dwarf_Files*    files;
   size_t          count;
   const char*     directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
   if (directory == NULL || !g_path_is_absolute(directory) || dwarf_getsrcfiles(unit, &files, &count) != 0) {
      return;
   }
   for (size_t i = 0; i < count; i++) {
      const char*      name = dwarf_filesrc(files, i, NULL, NULL);
      g_autofree char* path = name == NULL ? NULL : g_canonicalize_filename(name, directory);
      if (path != NULL && place_is_own(path)) {
         add_file(sources, g_string_chunk_insert_const(sources->paths, path));
      }
   }
}

/*--- Routines ---*/

static void add_place(Sources* sources, const char* symbol, const Place* place)
{
   g_autofree char* key = copies_key(symbol);
   GArray*          places = g_hash_table_lookup(sources->places, key);
   if (places == NULL) {
      places = g_array_new(FALSE, FALSE, sizeof *place);
      g_hash_table_insert(sources->places, g_steal_pointer(&key), places);
   }
   for (guint i = 0; i < places->len; i++) {
      const Place* known = &g_array_index(places, Place, i);
      if (known->line == place->line && known->column == place->column
          && strcmp(known->file, place->file) == 0) {
         return;
      }
   }
   g_array_append_val(places, *place);
}

/* A static function of C++ has no name of its symbol there, but the table of symbols has it. */
static const char* symbol_at(const Sources* sources, Dwarf_Die* die)
{
   Dwarf_Addr low, bias;
   if (dwarf_lowpc(die, &low) != 0) {
      return NULL;
   }
   dwfl_module_getelf(sources->object.module, &bias);
   return dwfl_module_addrname(sources->object.module, low + bias);
}

static bool has_no_name(const char* name)
{
   return strcmp(name, "operator()") == 0 || name[0] == '{' || name[0] == '<';
}

/* A unit while it is read. */
typedef struct {
   Sources*    sources;
   GHashTable* wanted;     /* names that the entries around have to tell */
   GArray*     nameless;   /* Nameless */
} Unit;

/* A routine without a name for its symbol. */
typedef struct {
   void*       declaration;
   const char* symbol;       /* NULL: it has none */
   Place       place;        /* without a file: that of its type */
} Nameless;

static void add_named(Unit* unit, Dwarf_Die* die, const Place* place)
{
   const char* symbol = place_symbol(die);
   symbol = symbol != NULL ? symbol : symbol_at(unit->sources, die);
   if (symbol != NULL && place->file != NULL && place->line > 0) {
      add_place(unit->sources, symbol, place);
   } else if (symbol == NULL || place->is_unnamed) {
      Dwarf_Die origin = place_origin(die);
      Nameless  nameless = { place_declaration(&origin).addr, symbol, *place };
      g_array_append_val(unit->nameless, nameless);
      if (!g_hash_table_contains(unit->wanted, nameless.declaration)) {
         g_hash_table_insert(unit->wanted, nameless.declaration, g_new0(ScopedName, 1));
      }
   }
}

/* Declarations have no code, and nobody has inlined them.  A lambda is where its type is. */
static void add_routine(Unit* unit, Entry* entry)
{
   Dwarf_Die*       die = &entry->die;
   bool             is_there = entries_has_code(entry) || dwarf_hasattr(die, DW_AT_inline);
   const char*      name = is_there ? dwarf_diename(die) : NULL;
   g_autofree char* file = name == NULL ? NULL : place_file(die);
   if (name != NULL && (file == NULL || place_is_own(file))) {
      Place place = { .is_unnamed = has_no_name(name) };
      place.file = file == NULL ? NULL : g_string_chunk_insert_const(unit->sources->paths, file);
      dwarf_decl_line(die, &place.line);
      dwarf_decl_column(die, &place.column);
      add_named(unit, die, &place);
   }
}

static void add_routines(Unit* unit, Entries* entries)
{
   Entry entry;
   while (entries_next(entries, &entry)) {
      if (entry.tag == DW_TAG_subprogram) {
         add_routine(unit, &entry);
      }
      if (entry.has_children) {
         add_routines(unit, entries);
      }
   }
}

static void add_nameless(Unit* unit, Dwarf_Die* die)
{
   if (unit->nameless->len > 0) {
      scopes_find(unit->wanted, die);
   }
   for (guint i = 0; i < unit->nameless->len; i++) {
      Nameless*         nameless = &g_array_index(unit->nameless, Nameless, i);
      const ScopedName* found = g_hash_table_lookup(unit->wanted, nameless->declaration);
      assert(found != NULL);
      const char*       name = nameless->symbol != NULL ? nameless->symbol : found->name;
      if (nameless->place.file == NULL && found->file != NULL) {
         nameless->place.file = g_string_chunk_insert_const(unit->sources->paths, found->file);
         nameless->place.line = found->line;
         nameless->place.column = found->column;
      }
      if (name != NULL && nameless->place.file != NULL && place_is_own(nameless->place.file)) {
         add_place(unit->sources, name, &nameless->place);
      }
   }
}

static void read_unit(Sources* sources, Dwarf_Die* die)
{
   Unit    unit = { sources, scopes_new(), g_array_new(FALSE, FALSE, sizeof(Nameless)) };
   Entries entries = entries_of(die);
   Entry   own;
   if (entries_next(&entries, &own) && own.has_children) {
      add_routines(&unit, &entries);
   }
   add_nameless(&unit, die);
   g_array_unref(unit.nameless);
   g_hash_table_unref(unit.wanted);
}

static bool is_own_unit(Dwarf_Die* unit)
{
   Dwarf_Attribute  attribute;
   const char*      name = dwarf_diename(unit);
   const char*      directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
   bool             is_known = directory != NULL && g_path_is_absolute(directory);
   g_autofree char* path = name == NULL ? NULL : g_canonicalize_filename(name, is_known ? directory : "/");
   return path != NULL && place_is_own(path);
}

static void read_units(Sources* sources)
{
   Dwarf_Die* unit = NULL;
   Dwarf_Addr bias;
   while ((unit = dwfl_module_nextcu(sources->object.module, unit, &bias)) != NULL) {
      if (is_own_unit(unit)) {
         add_files(sources, unit);
         read_unit(sources, unit);
      }
   }
}

Sources* sources_open(const char* path)
{
   struct stat file;
   DebugObject opened;
   if (stat(path, &file) != 0 || debug_open_path(&opened, path) != NULL) {
      return NULL;
   }
   Sources* sources = g_new(Sources, 1);
   *sources = (Sources){
      .object = opened, .built = file.st_mtime, .paths = g_string_chunk_new(4096),
      .places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref),
      .texts = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_text),
      .defining = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref),
   };
   read_units(sources);
   return sources;
}

void sources_close(Sources* sources)
{
   g_hash_table_unref(sources->defining);
   g_hash_table_unref(sources->texts);
   g_hash_table_unref(sources->places);
   g_string_chunk_free(sources->paths);
   debug_close(&sources->object);
   g_free(sources);
}

/*--- Prints ---*/

/* The sum of what a routine, or a definition, depends on.  Each name counts once. */
typedef struct {
   Sources*    sources;
   GHashTable* names;
   uint64_t    sum;
} Mentions;

static void add_mentioned(Mentions* mentions, const SourceFile* text, const SourceSpan* span, int depth);

static void add_spans(Mentions* mentions, const SourceFile* text, const GArray* spans, int depth)
{
   for (guint i = 0; i < spans->len; i++) {
      const SourceSpan* span = &g_array_index(spans, SourceSpan, i);
      mentions->sum += source_file_print(text, span);
      add_mentioned(mentions, text, span, depth + 1);
   }
}

/* Adds the definitions of the same file; without any, those of all others. */
static void add_name(Mentions* mentions, const SourceFile* text, const char* name, int depth)
{
   const GArray* spans = g_hash_table_lookup(text->definitions, name);
   if (spans != NULL) {
      add_spans(mentions, text, spans, depth);
      return;
   }
   const GPtrArray* files = g_hash_table_lookup(mentions->sources->defining, name);
   for (guint i = 0; files != NULL && i < files->len; i++) {
      const SourceFile* other = g_ptr_array_index(files, i);
      add_spans(mentions, other, g_hash_table_lookup(other->definitions, name), depth);
   }
}

static void add_mentioned(Mentions* mentions, const SourceFile* text, const SourceSpan* span, int depth)
{
   for (guint i = span->first; i < span->end && depth < MOST_DEPTH; i++) {
      const SourceToken* token = &g_array_index(text->tokens, SourceToken, i);
      char* name = token->kind == TOKEN_WORD ? g_strndup(token->at, token->length) : NULL;
      if (name != NULL && !g_hash_table_contains(mentions->names, name)) {
         g_hash_table_add(mentions->names, name);
         add_name(mentions, text, name, depth);
      } else {
         g_free(name);      /* adding it would free the equal one, which callers of this still use */
      }
   }
}

static void add_routine_text(Mentions* mentions, SourcePrint* print, const SourceFile* text,
                             const SourceSpan* span)
{
   mentions->sum = 0;
   g_hash_table_remove_all(mentions->names);
   add_mentioned(mentions, text, span, 0);
   print->text += source_file_print(text, span);
   print->definitions += mentions->sum;
}

bool sources_find(Sources* sources, const char* key, SourcePrint* print)
{
   const GArray* places = g_hash_table_lookup(sources->places, key);
   Mentions      mentions = { sources, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), 0 };
   bool          is_known = places != NULL;
   *print = (SourcePrint){ 0 };
   for (guint i = 0; is_known && i < places->len; i++) {
      const Place*      place = &g_array_index(places, Place, i);
      const SourceFile* text;
      SourceSpan        span;
      add_file(sources, place->file);
      text = g_hash_table_lookup(sources->texts, place->file);
      is_known = text != NULL
                 && source_file_routine(text, place->line, place->column, place->is_unnamed, &span);
      if (is_known) {
         add_routine_text(&mentions, print, text, &span);
      }
   }
   g_hash_table_unref(mentions.names);
   return is_known;
}

bool sources_print(const Sources* sources, uint64_t* print)
{
   GHashTableIter iterator;
   gpointer       value;
   bool           is_known = false;
   *print = 0;
   g_hash_table_iter_init(&iterator, sources->texts);
   while (g_hash_table_iter_next(&iterator, NULL, &value)) {
      const SourceFile* text = value;
      if (text != NULL && source_file_is_several(text)) {
         return false;
      }
      if (text != NULL) {
         *print += source_file_print(text, &(SourceSpan){ 0, text->tokens->len });
         is_known = true;
      }
   }
   return is_known;
}
