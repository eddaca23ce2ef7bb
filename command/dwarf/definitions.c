#include "dwarf/definitions.h"

#include <dwarf.h>
#include <glib.h>
#include <stdbool.h>

#include "dwarf/entries.h"
#include "dwarf/places.h"

typedef struct {
   Dwarf_Addr low;
   Dwarf_Addr high;   /* the first one behind it */
   Dwarf_Die  unit;
} Range;

struct Definitions {
   GArray*     ranges;     /* Range, by their beginnings */
   GHashTable* routines;   /* by the address of a unit's entry, of those that were read: its routines' */
                           /* entries (Dwarf_Die) by the addresses where they begin */
};

static gint by_low(gconstpointer left, gconstpointer right)
{
   const Range* a = left;
   const Range* b = right;
   return (a->low > b->low) - (a->low < b->low);
}

Definitions* definitions_new(Dwfl_Module* module)
{
   Definitions* definitions = g_new(Definitions, 1);
   Dwarf_Die*   unit = NULL;
   Dwarf_Addr   bias, base;
   *definitions = (Definitions){
      g_array_new(FALSE, FALSE, sizeof(Range)),
      g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_hash_table_unref)
   };
   while ((unit = dwfl_module_nextcu(module, unit, &bias)) != NULL) {
      Range     range = { .unit = *unit };
      ptrdiff_t at = 0;
      while ((at = dwarf_ranges(unit, at, &base, &range.low, &range.high)) > 0) {
         g_array_append_val(definitions->ranges, range);
      }
   }
   g_array_sort(definitions->ranges, by_low);
   return definitions;
}

void definitions_free(Definitions* definitions)
{
   g_array_unref(definitions->ranges);
   g_hash_table_unref(definitions->routines);
   g_free(definitions);
}

/* NULL: it is in none. */
static const Range* range_at(const Definitions* definitions, Dwarf_Addr address)
{
   guint first = 0;
   guint end = definitions->ranges->len;
   while (first < end) {
      guint        middle = first + (end - first) / 2;
      const Range* range = &g_array_index(definitions->ranges, Range, middle);
      if (address >= range->low && address < range->high) {
         return range;
      }
      first = address >= range->high ? middle + 1 : first;
      end = address >= range->high ? end : middle;
   }
   return NULL;
}

/*--- Entries ---*/

/* A routine may be in several pieces. */
static void add_routine(GHashTable* routines, Dwarf_Die* die)
{
   Dwarf_Addr low, high, base;
   ptrdiff_t  at = 0;
   while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
      g_hash_table_insert(routines, g_memdup2(&low, sizeof low), g_memdup2(die, sizeof *die));
   }
}

static void add_routines(GHashTable* routines, Entries* entries)
{
   Entry entry;
   while (entries_next(entries, &entry)) {
      if (entry.tag == DW_TAG_subprogram) {
         add_routine(routines, &entry.die);
      }
      if (entry.has_children) {
         add_routines(routines, entries);
      }
   }
}

static GHashTable* routines_of(const Definitions* definitions, Dwarf_Die* unit)
{
   GHashTable* routines = g_hash_table_lookup(definitions->routines, unit->addr);
   if (routines == NULL) {
      Entries entries = entries_of(unit);
      Entry   own;
      routines = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
      if (entries_next(&entries, &own) && own.has_children) {
         add_routines(routines, &entries);
      }
      g_hash_table_insert(definitions->routines, unit->addr, routines);
   }
   return routines;
}

/*--- Lines ---*/

/* Returns the first row of the table of lines for the address: rows behind it may be of what was inlined
   there.  NULL: there is none. */
static Dwarf_Line* first_line(Dwarf_Lines* lines, size_t count, Dwarf_Addr address)
{
   Dwarf_Addr of_row = 0;
   bool       ends = false;
   size_t     first = 0;
   for (size_t end = count; first < end;) {
      size_t middle = first + (end - first) / 2;
      dwarf_lineaddr(dwarf_onesrcline(lines, middle), &of_row);
      first = of_row < address ? middle + 1 : first;
      end = of_row < address ? end : middle;
   }
   while (first < count && dwarf_lineendsequence(dwarf_onesrcline(lines, first), &ends) == 0 && ends) {
      first++;
   }
   Dwarf_Line* line = first == count ? NULL : dwarf_onesrcline(lines, first);
   return line != NULL && dwarf_lineaddr(line, &of_row) == 0 && of_row == address ? line : NULL;
}

/* NULL: not known. */
static char* file_of_line(Dwarf_Die* unit, Dwarf_Addr address)
{
   Dwarf_Lines* rows;
   size_t       count;
   bool         are_there = dwarf_getsrclines(unit, &rows, &count) == 0;
   Dwarf_Line*  line = are_there ? first_line(rows, count, address) : NULL;
   const char*  name = line == NULL ? NULL : dwarf_linesrc(line, NULL, NULL);
   return name == NULL ? NULL : place_path(name, unit);
}

/* Entries may be left out (-gline-tables-only), or have no file. */
char* definitions_file(const Definitions* definitions, Dwarf_Addr address)
{
   const Range* range = range_at(definitions, address);
   if (range == NULL) {
      return NULL;
   }
   Dwarf_Die  unit = range->unit;
   Dwarf_Die* routine = g_hash_table_lookup(routines_of(definitions, &unit), &address);
   char*      file = routine == NULL ? NULL : place_file(routine);
   return file != NULL ? file : file_of_line(&unit, address);
}
