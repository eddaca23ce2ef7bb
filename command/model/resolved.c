/* The tool names a routine without a symbol by its address in its object, as a symbol table would have it.
   So the report needs nothing but the build id of the object, whose debug file has the same addresses. */

#include "model/resolved.h"

#include <string.h>

#include "dwarf/function_names.h"
#include "model/own.h"

/* Reports have no longer lines. */
#define MOST_TEXT  1000

/* The functions of an object; NULL: not known. */
static const FunctionNames* functions_of(const Header* header, const char* image)
{
   g_autofree char* build_id = header_build_id(header, image);
   bool  is_it = build_id != NULL || !header_is_other_object(header, image);
   return is_it ? function_names_of(image, build_id) : NULL;
}

/* Takes over a text of a debug file, and keeps one that a report may have, as the tool would write it. */
static const char* keep(FileTables* tables, char* text)
{
   g_autoptr(GString) valid = g_string_new_len(text, (gssize)MIN(strlen(text), MOST_TEXT));
   g_string_replace(valid, "\"", "''", 0);
   g_strdelimit(valid->str, "\n\r\t", ' ');
   const char* kept = g_string_chunk_insert(tables->texts, valid->str);
   g_free(text);
   return kept;
}

static void name_routine(FileTables* tables, Routine* routine, const FunctionNames* names, uint64_t address)
{
   char* symbol;
   char* name;
   if (function_names_find(names, address, &symbol, &name)) {
      routine->name = keep(tables, name);
      routine->mangled = keep(tables, symbol);
   }
}

void resolved_name(FileTables* tables)
{
   g_autoptr(GHashTable) objects = g_hash_table_new(g_str_hash, g_str_equal);   /* FunctionNames, by path */
   for (uint32_t i = 0; i < tables->routine_ids.count; i++) {
      Routine* routine = &tables->routines[i];
      gpointer names;
      uint64_t address;
      if (!own_parse_address(routine->name, &address)) {
         continue;
      }
      if (!g_hash_table_lookup_extended(objects, routine->image, NULL, &names)) {
         names = (gpointer)functions_of(&tables->header, routine->image);
         g_hash_table_insert(objects, (gpointer)routine->image, names);
      }
      if (names != NULL) {
         name_routine(tables, routine, names, address);
      }
   }
}
