/* Reads instances with libdw: an entry of a function has entries of what was inlined into it, which have such
   entries themselves.  Their origin, which may be in another unit, has the name.

   GCC gives a static function of C++ no linkage name.  If there is an out-of-line copy of it, that copy's
   symbol is the name, so that both are one routine.  Otherwise, the name has to be put together from the
   entries around the one that declares the function.  A lambda and what the compiler has added to a class
   have no file either; theirs is the one of the type around.  No entry leads to those around it, so all of
   the unit is read again, which few units need.

   A large program has hundreds of megabytes of debug information.  So nothing is read that nobody asks
   for, and what is known of a routine is found once, not for each instance. */

#include "inlined/instances.h"

#include <assert.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <string.h>

#include "dwarf/entries.h"
#include "dwarf/places.h"
#include "dwarf/scopes.h"
#include "util/number.h"

/* The table of lines of a unit. */
struct Lines {
   Dwarf_Die unit;
   GArray*   rows;      /* LineRow, by address; NULL: not read yet */
};

/* The beginning of the code of a line.  Line 0: of no line. */
typedef struct {
   uint64_t address;
   int      line;
   int      column;
} LineRow;

/* Entries have the address where they are in memory as their key: offsets are those of one of several
   files. */
typedef struct {
   Instances*  instances;
   GHashTable* symbols;      /* names by address */
   Wanted      wanted;
   GHashTable* copies;       /* out-of-line copies: addresses, by the entry of their origin */
   GHashTable* entries;      /* functions that are there already, by address */
   GArray*     unclear;      /* Unclear */
   Lines*      lines;        /* of this unit */
   bool        types_count;       /* types of this unit may have functions with code, */
   bool        local_types_count; /* or those inside of functions may */
} Reading;

/* A routine without a linkage name or a file. */
typedef struct {
   InlinedRoutine* routine;
   void*           origin;
   Dwarf_Die       declaration;
} Unclear;

static const char* kept(Instances* instances, const char* text)
{
   return g_string_chunk_insert_const(instances->texts, text);
}

/*--- Routines ---*/

static bool is_own(const char* file)
{
   return file != NULL && place_is_own(file);
}

static InlinedRoutine* new_routine(Reading* reading, Dwarf_Die origin)
{
   g_autofree char* file = place_file(&origin);
   InlinedRoutine*  routine = g_new(InlinedRoutine, 1);
   *routine = (InlinedRoutine){
      .symbol = place_symbol(&origin), .file = kept(reading->instances, file == NULL ? "" : file),
      .is_own = is_own(file)
   };
   g_hash_table_insert(reading->instances->routines, origin.addr, routine);
   if (*routine->file == '\0' || (routine->symbol == NULL && reading->wanted(routine))) {
      Unclear unclear = { routine, origin.addr, place_declaration(&origin) };
      g_array_append_val(reading->unclear, unclear);
   }
   return routine;
}

static InlinedRoutine* routine_of(Reading* reading, Entry* entry)
{
   Dwarf_Die       origin = place_origin(&entry->die);
   InlinedRoutine* routine = g_hash_table_lookup(reading->instances->routines, origin.addr);
   return routine == NULL ? new_routine(reading, origin) : routine;
}

/*--- Functions and instances ---*/

/* Appends the ranges of the code of the entry. */
static void add_ranges(Entry* entry, GArray* ranges)
{
   Dwarf_Addr base, low, high;
   ptrdiff_t  offset = 0;
   while ((offset = dwarf_ranges(&entry->die, offset, &base, &low, &high)) > 0) {
      Range range = { low, high };
      if (low < high) {
         g_array_append_val(ranges, range);
      }
   }
}

static void add_functions(Reading* reading, Entries* entries, bool is_local);

static void add_function(Reading* reading, Entries* entries, Entry* entry);

/* `is_local`: inside of a function. */
static bool has_functions(const Reading* reading, int tag, bool is_local)
{
   return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_lexical_block
          || (place_is_type(tag) && (is_local ? reading->local_types_count : reading->types_count));
}

static void add_instances(Reading* reading, Function* function, Entries* entries, int index);

/* 0: it has no such number. */
static Dwarf_Word number_of(Entry* entry, unsigned int name)
{
   Dwarf_Attribute attribute;
   Dwarf_Word      number;
   return dwarf_formudata(dwarf_attr_integrate(&entry->die, name, &attribute), &number) == 0 ? number : 0;
}

/* The call that was inlined; 0: not known. */
typedef struct {
   Dwarf_Word line;
   Dwarf_Word column;
} CallPlace;

/* Whether the instance is a part of the one that it stands in, or of the function: GCC splits a routine, and
   inlines the rest of it behind the beginning.  The call that it makes of that stands where the routine is
   declared, so that it is no call of the routine by itself. */
static bool is_part(const Reading* reading, const Function* function, Entry* entry, CallPlace call, int index,
                    const InlinedRoutine* routine)
{
   const InlinedRoutine* around =
      index >= 0 ? g_array_index(function->instances, Instance, index).routine
                 : g_hash_table_lookup(reading->instances->routines, function->origin);
   return around == routine && call.column != 0 && call.column == number_of(entry, DW_AT_decl_column)
          && call.line == number_of(entry, DW_AT_decl_line);
}

/* The number of the calls that lead to the entry, which was inlined into the parent. */
static uint64_t calls_to(const Function* function, int parent, CallPlace call)
{
   uint64_t calls = parent < 0 ? 1 : g_array_index(function->instances, Instance, parent).calls;
   bool     is_known = calls != 0 && call.line != 0 && call.column != 0;
   uint64_t place = call.line << 16 ^ call.column;
   return is_known ? ((calls ^ place) * 0x9e3779b97f4a7c15ULL) | 1 : 0;
}

static void add_instance(Reading* reading, Function* function, Entries* entries, Entry* entry, int index)
{
   int       added = (int)function->instances->len;
   CallPlace call = { number_of(entry, DW_AT_call_line), number_of(entry, DW_AT_call_column) };
   Instance  instance = {
      .parent = index, .routine = routine_of(reading, entry), .first = function->inner->len,
      .calls = calls_to(function, index, call)
   };
   if (is_part(reading, function, entry, call, index, instance.routine)) {
      if (entry->has_children) {
         add_instances(reading, function, entries, index);
      }
      return;
   }
   add_ranges(entry, function->inner);
   instance.end = function->inner->len;
   g_array_append_val(function->instances, instance);
   if (entry->has_children) {
      add_instances(reading, function, entries, added);
   }
   g_array_index(function->instances, Instance, added).last = (int)function->instances->len - 1;
   assert(index < added && added < (int)function->instances->len);
}

/* Adds what was inlined into the function, or into that instance of it: what is inside of its entry. */
static void add_instances(Reading* reading, Function* function, Entries* entries, int index)
{
   Entry child;
   while (entries_next(entries, &child)) {
      if (child.tag == DW_TAG_inlined_subroutine) {
         add_instance(reading, function, entries, &child, index);
      } else if (child.tag == DW_TAG_subprogram) {
         add_function(reading, entries, &child);
      } else if (child.tag == DW_TAG_lexical_block && child.has_children) {
         add_instances(reading, function, entries, index);
      } else if (child.has_children && has_functions(reading, child.tag, true)) {
         add_functions(reading, entries, true);
      } else {
         entries_skip(entries, &child);
      }
   }
}

static void free_function(gpointer data)
{
   Function* function = data;
   g_array_unref(function->instances);
   g_array_unref(function->inner);
   g_array_unref(function->ranges);
   g_free(function);
}

/* The function itself, still without instances; NULL: the entry has no code of its own, or it is there
   already. */
static Function* function_of(Reading* reading, Entry* entry)
{
   Dwarf_Attribute   attribute;
   g_autoptr(GArray) ranges = g_array_new(FALSE, FALSE, sizeof(Range));
   add_ranges(entry, ranges);
   uint64_t low = ranges->len == 0 ? 0 : g_array_index(ranges, Range, 0).low;
   if (low == 0 || !g_hash_table_add(reading->entries, GSIZE_TO_POINTER(low))) {
      return NULL;
   }
   if (dwarf_attr_integrate(&entry->die, DW_AT_noreturn, &attribute) != NULL) {
      g_hash_table_add(reading->instances->never_return, GSIZE_TO_POINTER(low));
   }
   const void* origin = place_origin(&entry->die).addr;
   g_hash_table_insert(reading->copies, (gpointer)origin, GSIZE_TO_POINTER(low));
   Function* function = g_new(Function, 1);
   *function = (Function){
      .origin = origin, .ranges = g_steal_pointer(&ranges), .lines = reading->lines,
      .instances = g_array_new(FALSE, FALSE, sizeof(Instance)),
      .inner = g_array_new(FALSE, FALSE, sizeof(Range))
   };
   return function;
}

static void add_function(Reading* reading, Entries* entries, Entry* entry)
{
   Function* function = function_of(reading, entry);
   if (function == NULL && entry->has_children) {
      add_functions(reading, entries, true);
   } else if (function != NULL && entry->has_children) {
      add_instances(reading, function, entries, -1);
   }
   if (function != NULL && function->instances->len > 0) {
      g_ptr_array_add(reading->instances->functions, function);
   } else if (function != NULL) {
      free_function(function);
   }
}

static void add_functions(Reading* reading, Entries* entries, bool is_local)
{
   Entry child;
   while (entries_next(entries, &child)) {
      if (child.tag == DW_TAG_subprogram) {
         add_function(reading, entries, &child);
      } else if (child.has_children && has_functions(reading, child.tag, is_local)) {
         add_functions(reading, entries, is_local);
      } else {
         entries_skip(entries, &child);
      }
   }
}

/*--- Lines ---*/

/* libdw sorts them.  Behind the end of a sequence is nothing of a line. */
static GArray* rows_of(Dwarf_Die* unit)
{
   GArray*      rows = g_array_new(FALSE, FALSE, sizeof(LineRow));
   Dwarf_Lines* lines;
   size_t       count;
   if (dwarf_getsrclines(unit, &lines, &count) != 0) {
      return rows;
   }
   for (size_t i = 0; i < count; i++) {
      Dwarf_Line* line = dwarf_onesrcline(lines, i);
      LineRow     row = { 0 };
      bool        is_end = false;
      Dwarf_Addr  address;
      if (dwarf_lineaddr(line, &address) == 0 && dwarf_lineno(line, &row.line) == 0
          && dwarf_linecol(line, &row.column) == 0 && dwarf_lineendsequence(line, &is_end) == 0 && !is_end) {
         row.address = address;
         g_array_append_val(rows, row);
      }
   }
   return rows;
}

void lines_read(Lines* lines)
{
   if (lines->rows == NULL) {
      lines->rows = rows_of(&lines->unit);
   }
}

/* The line of the last row at or before the address. */
int lines_at(const Lines* lines, uint64_t address, int* column)
{
   assert(lines->rows != NULL);
   guint behind = NUMBER_FIND(lines->rows, LineRow, address, address + 1);
   *column = behind == 0 ? 0 : g_array_index(lines->rows, LineRow, behind - 1).column;
   return behind == 0 ? -1 : g_array_index(lines->rows, LineRow, behind - 1).line;
}

static void free_lines(gpointer data)
{
   Lines* lines = data;
   g_clear_pointer(&lines->rows, g_array_unref);
   g_free(lines);
}

/*--- What the entries around a routine say ---*/

/* Reads each unit once that has something wanted. */
static void find_in_units(GHashTable* wanted, const GArray* unclear)
{
   g_autoptr(GHashTable) units = g_hash_table_new(NULL, NULL);
   for (guint i = 0; i < unclear->len; i++) {
      Dwarf_Die declaration = g_array_index(unclear, Unclear, i).declaration;
      Dwarf_Die unit;
      if (g_hash_table_contains(wanted, declaration.addr)
          && dwarf_diecu(&declaration, &unit, NULL, NULL) != NULL && g_hash_table_add(units, unit.addr)) {
         scopes_find(wanted, &unit);
      }
   }
}

/* "_ZL4findi", of "_ZL4findi.constprop.0", too; NULL: there is no copy with a symbol. */
static const char* name_of_copy(Reading* reading, const Unclear* unclear)
{
   gpointer         entry = g_hash_table_lookup(reading->copies, unclear->origin);
   const char*      symbol = entry == NULL ? NULL : g_hash_table_lookup(reading->symbols, entry);
   g_autofree char* plain = symbol == NULL ? NULL : g_strndup(symbol, strcspn(symbol, "."));
   return plain == NULL ? NULL : kept(reading->instances, plain);
}

static void clear_up(Reading* reading)
{
   g_autoptr(GHashTable) wanted = scopes_new();
   for (guint i = 0; i < reading->unclear->len; i++) {
      Unclear*        unclear = &g_array_index(reading->unclear, Unclear, i);
      InlinedRoutine* routine = unclear->routine;
      if (routine->symbol == NULL) {
         routine->symbol = name_of_copy(reading, unclear);
      }
      if (routine->symbol == NULL || *routine->file == '\0') {
         g_hash_table_insert(wanted, unclear->declaration.addr, g_new0(ScopedName, 1));
      }
   }
   find_in_units(wanted, reading->unclear);
   for (guint i = 0; i < reading->unclear->len; i++) {
      Unclear*        unclear = &g_array_index(reading->unclear, Unclear, i);
      InlinedRoutine* routine = unclear->routine;
      const ScopedName* found = g_hash_table_lookup(wanted, unclear->declaration.addr);
      if (found != NULL && routine->symbol == NULL && found->name != NULL) {
         routine->symbol = kept(reading->instances, found->name);
      }
      if (found != NULL && *routine->file == '\0' && found->file != NULL) {
         routine->file = kept(reading->instances, found->file);
         routine->is_own = is_own(found->file);
      }
   }
}

/*--- Units ---*/

static bool is_c(int language)
{
   return language == DW_LANG_C89 || language == DW_LANG_C || language == DW_LANG_C99
          || language == DW_LANG_C11;
}

static bool is_cpp(int language)
{
   return language == DW_LANG_C_plus_plus || language == DW_LANG_C_plus_plus_03
          || language == DW_LANG_C_plus_plus_11 || language == DW_LANG_C_plus_plus_14;
}

/* The unit's entry, or that of the file that the unit was split off to.  In C++, the code of members stands
   outside of the class; but that of a lambda stands inside of its type. */
static void read_unit(Reading* reading, Dwarf_Die* unit)
{
   Dwarf_Die split;
   uint8_t   type;
   bool      has_split = dwarf_cu_info(unit->cu, NULL, &type, NULL, &split, NULL, NULL, NULL) == 0
                         && type == DW_UT_skeleton;
   bool      is_split = has_split && split.cu != NULL;
   Dwarf_Die* has_entries = is_split ? &split : unit;
   int        language = dwarf_srclang(has_entries);
   reading->instances->is_whole &= is_split == has_split;
   reading->lines = g_new(Lines, 1);
   *reading->lines = (Lines){ .unit = *unit };
   g_ptr_array_add(reading->instances->lines, reading->lines);
   reading->types_count = !is_c(language) && !is_cpp(language);
   reading->local_types_count = !is_c(language);
   Entries entries = entries_of(has_entries);
   Entry   entry;
   if (entries_next(&entries, &entry) && entry.has_children) {
      add_functions(reading, &entries, false);
   }
}

Instances* instances_read(const DebugObject* object, GHashTable* symbols, Wanted wanted)
{
   Instances* instances = g_new(Instances, 1);
   *instances = (Instances){
      .functions = g_ptr_array_new_with_free_func(free_function),
      .never_return = g_hash_table_new(NULL, NULL),
      .routines = g_hash_table_new_full(NULL, NULL, NULL, g_free),
      .lines = g_ptr_array_new_with_free_func(free_lines),
      .texts = g_string_chunk_new(4096)
   };
   Reading reading = {
      .instances = instances, .symbols = symbols, .wanted = wanted,
      .copies = g_hash_table_new(NULL, NULL), .entries = g_hash_table_new(NULL, NULL),
      .unclear = g_array_new(FALSE, FALSE, sizeof(Unclear))
   };
   Dwarf_Addr bias;
   Dwarf_Die* unit = NULL;
   while ((unit = dwfl_module_nextcu(object->module, unit, &bias)) != NULL) {
      instances->is_whole |= instances->lines->len == 0;
      read_unit(&reading, unit);
   }
   clear_up(&reading);
   g_hash_table_unref(reading.copies);
   g_hash_table_unref(reading.entries);
   g_array_unref(reading.unclear);
   return instances;
}

void instances_free(Instances* instances)
{
   g_ptr_array_unref(instances->functions);
   g_ptr_array_unref(instances->lines);
   g_hash_table_unref(instances->routines);
   g_hash_table_unref(instances->never_return);
   g_string_chunk_free(instances->texts);
   g_free(instances);
}
