#include "dwarf/prints.h"

#include <gelf.h>
#include <string.h>

#include "dwarf/code.h"
#include "dwarf/copies.h"
#include "dwarf/definitions.h"
#include "dwarf/places.h"

/* The addresses of a symbol's code. */
typedef struct {
   uint64_t low;
   uint64_t high;
} Place;

struct Prints {
   DebugObject object;
   Code*       code;
   GHashTable* places;   /* by key: GArray of Place */
   Definitions* definitions;
};

/* Several symbols may be one place. */
static void add_place(Prints* prints, const char* name, uint64_t low, uint64_t size)
{
   const Place      place = { low, low + size };
   g_autofree char* key = copies_key(name);
   GArray*          places = g_hash_table_lookup(prints->places, key);
   if (places == NULL) {
      places = g_array_new(FALSE, FALSE, sizeof place);
      g_hash_table_insert(prints->places, g_steal_pointer(&key), places);
   }
   for (guint i = 0; i < places->len; i++) {
      if (g_array_index(places, Place, i).low == place.low) {
         return;
      }
   }
   g_array_append_val(places, place);
}

static void find_places(Prints* prints)
{
   GElf_Addr bias = 0;   /* libdwfl has moved symbols by this */
   int       count = dwfl_module_getsymtab(prints->object.module);
   dwfl_module_getelf(prints->object.module, &bias);
   for (int i = 0; i < count; i++) {
      GElf_Sym    symbol;
      const char* name = dwfl_module_getsym(prints->object.module, i, &symbol, NULL);
      int         type = name == NULL ? STT_NOTYPE : GELF_ST_TYPE(symbol.st_info);
      if ((type == STT_FUNC || type == STT_GNU_IFUNC) && symbol.st_shndx != SHN_UNDEF
          && symbol.st_size > 0) {
         add_place(prints, name, symbol.st_value - bias, symbol.st_size);
      }
   }
}

Prints* prints_open(const char* object)
{
   g_autoptr(Prints) prints = g_new0(Prints, 1);
   prints->code = debug_open_path(&prints->object, object) != NULL ? NULL : code_open(&prints->object);
   if (prints->code == NULL) {
      return NULL;
   }
   prints->places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
   find_places(prints);
   prints->definitions = definitions_new(prints->object.module);
   return g_steal_pointer(&prints);
}

void prints_close(Prints* prints)
{
   g_clear_pointer(&prints->definitions, definitions_free);
   g_clear_pointer(&prints->places, g_hash_table_unref);
   g_clear_pointer(&prints->code, code_close);
   debug_close(&prints->object);
   g_free(prints);
}

bool prints_find(const Prints* prints, const char* key, uint64_t* print)
{
   const GArray* places = g_hash_table_lookup(prints->places, key);
   *print = 0;
   for (guint i = 0; places != NULL && i < places->len; i++) {
      const Place* place = &g_array_index(places, Place, i);
      *print += code_print(prints->code, place->low, place->high);   /* in any order */
   }
   return places != NULL;
}

uint64_t prints_data(const Prints* prints)
{
   static const char* const names[] = { ".rodata", ".data", NULL };
   return code_sections_print(prints->code, names);
}

uint64_t prints_text(const Prints* prints)
{
   static const char* const names[] = { ".text", NULL };
   return code_sections_print(prints->code, names);
}

static bool find_definition(const Prints* prints, const char* key, bool* is_own)
{
   const GArray* places = g_hash_table_lookup(prints->places, key);
   bool          is_known = false;
   *is_own = false;
   for (guint i = 0; places != NULL && i < places->len && !*is_own; i++) {
      g_autofree char* file = definitions_file(prints->definitions, g_array_index(places, Place, i).low);
      is_known |= file != NULL;
      *is_own = file != NULL && place_is_own(file);
   }
   return is_known;
}

/* Code without debug information is from an archive where main is the user's, such as that of the C library
   of a static program.  Where main is elsewhere, the user's files are in a directory of the system: then
   nothing is known. */
bool prints_definition(const Prints* prints, const char* key, bool* is_own)
{
   bool main_is_own;
   bool main_is_known = find_definition(prints, "main", &main_is_own);
   bool is_known = find_definition(prints, key, is_own);
   return g_hash_table_contains(prints->places, key) && (main_is_known ? main_is_own : is_known);
}
