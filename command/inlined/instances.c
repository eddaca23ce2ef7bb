/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Reads instances with libdw: an entry of a function has entries of what was inlined into it, which have such
   entries themselves.  Their origin, which may be in another unit, has the name.

   GCC gives a static function of C++ no linkage name.  If there is an out-of-line copy of it, that copy's
   symbol is the name, so that both are one routine. */

#include "inlined/instances.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <string.h>

typedef struct {
   Instances*  instances;
   GHashTable* symbols;    /* names by address */
   GHashTable* copies;     /* out-of-line copies: addresses, by the offset of their origin */
   GHashTable* entries;    /* functions that are there already, by address */
   GHashTable* names;      /* of functions without a linkage name, by the offset of their entry */
   GArray*     rows;       /* of this unit */
   GArray*     unnamed;    /* Unnamed */
} Reading;

/* An instance whose routine has no linkage name. */
typedef struct {
   Function*   function;
   guint       index;
   uint64_t    origin;      /* offsets of entries */
   uint64_t    declaration;
} Unnamed;

static const char* kept(Reading* reading, const char* text)
{
   return g_string_chunk_insert_const(reading->instances->texts, text);
}

static gpointer key_of(uint64_t number)
{
   return GSIZE_TO_POINTER(number);
}

/*------------------------------------------------------------------*/
/*--- Names                                                      ---*/
/*------------------------------------------------------------------*/

/* The entry that the attribute leads to, or the entry itself. */
static Dwarf_Die origin_of(Dwarf_Die* die)
{
   Dwarf_Die       origin = *die;
   Dwarf_Die       next;
   Dwarf_Attribute attribute;
   for (int i = 0; i < 8; i++) {
      if (dwarf_attr(&origin, DW_AT_abstract_origin, &attribute) == NULL
          || dwarf_formref_die(&attribute, &next) == NULL) {
         break;
      }
      origin = next;
   }
   return origin;
}

static const char* linkage_name(Dwarf_Die* die)
{
   Dwarf_Attribute attribute;
   const char*     name = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
   return name != NULL ? name
          : dwarf_formstring(dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attribute));
}

/* "shop::Cart" of "shop" and an entry for a class Cart; the scope itself if the entry makes none. */
static const char* scope_below(Reading* reading, const char* scope, Dwarf_Die* die)
{
   int         tag = dwarf_tag(die);
   const char* name = tag == DW_TAG_lexical_block || tag == DW_TAG_subprogram ? NULL : dwarf_diename(die);
   if (name == NULL || *scope == '\0') {
      return name == NULL ? scope : kept(reading, name);
   }
   char*       text = g_strconcat(scope, "::", name, NULL);
   const char* below = kept(reading, text);
   g_free(text);
   return below;
}

/* Keeps the name of a function without a linkage name, for instances of it. */
static void keep_name(Reading* reading, const char* scope, Dwarf_Die* die)
{
   const char* name = dwarf_diename(die);
   if (name != NULL && linkage_name(die) == NULL) {
      char* text = *scope == '\0' ? g_strdup(name) : g_strconcat(scope, "::", name, NULL);
      g_hash_table_insert(reading->names, key_of(dwarf_dieoffset(die)), (gpointer)kept(reading, text));
      g_free(text);
   }
}

/* The entry that declares the function of this one, in its class, or the entry itself. */
static Dwarf_Off declaration_of(Dwarf_Die* origin)
{
   Dwarf_Attribute attribute;
   Dwarf_Die       declaration;
   return dwarf_attr(origin, DW_AT_specification, &attribute) != NULL
          && dwarf_formref_die(&attribute, &declaration) != NULL
          ? dwarf_dieoffset(&declaration) : dwarf_dieoffset(origin);
}

/* The path of the file that defines it, to be freed by g_free; NULL: not known.  dwarf_decl_file aborts the
   process for a unit that was split off, and does not know file 0 of DWARF 5, which is that of the unit. */
static char* file_of(Dwarf_Die* origin)
{
   Dwarf_Attribute attribute;
   Dwarf_Word      number;
   Dwarf_Die       unit;
   Dwarf_Files*    files;
   size_t          count;
   if (dwarf_formudata(dwarf_attr_integrate(origin, DW_AT_decl_file, &attribute), &number) != 0
       || dwarf_cu_info(attribute.cu, NULL, NULL, &unit, NULL, NULL, NULL, NULL) != 0) {
      return NULL;
   }
   if (number > 0 && dwarf_getsrcfiles(&unit, &files, &count) == 0 && number < count) {
      return g_strdup(dwarf_filesrc(files, number, NULL, NULL));
   }
   const char* directory = dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &attribute));
   const char* name = dwarf_diename(&unit);
   return name == NULL ? NULL : g_canonicalize_filename(name, directory != NULL ? directory : "/");
}

/* Whether it is the user's own: neither a distribution nor a package manager has put it there. */
static bool is_own_path(const char* path)
{
   static const char* const others[] = {
      "/usr/include/", "/usr/lib/", "/usr/lib64/", "/usr/local/include/", "/usr/share/", "/usr/src/",
      "/rustc/", "/lib/", "/opt/", "/nix/store/", NULL
   };
   static const char* const parts[] = {
      "/.cargo/registry/", "/.cargo/git/", "/.rustup/", "/.conan/", "/vcpkg/", "<built-in>", NULL
   };
   for (size_t i = 0; others[i] != NULL; i++) {
      if (g_str_has_prefix(path, others[i])) {
         return false;
      }
   }
   for (size_t i = 0; parts[i] != NULL; i++) {
      if (strstr(path, parts[i]) != NULL) {
         return false;
      }
   }
   return true;
}

/* Clang writes /usr/bin/../lib/gcc/.../include/c++. */
static bool is_own(const char* file)
{
   char* path = file == NULL ? NULL : g_canonicalize_filename(file, "/");
   bool  is = path != NULL && is_own_path(g_path_is_absolute(file) ? path : file);
   g_free(path);
   return is;
}

/*------------------------------------------------------------------*/
/*--- Instances                                                  ---*/
/*------------------------------------------------------------------*/

static GArray* ranges_of(Dwarf_Die* die)
{
   GArray*    ranges = g_array_new(FALSE, FALSE, sizeof(Range));
   Dwarf_Addr base, low, high;
   ptrdiff_t  offset = 0;
   while ((offset = dwarf_ranges(die, offset, &base, &low, &high)) > 0) {
      Range range = { low, high };
      if (low < high) {
         g_array_append_val(ranges, range);
      }
   }
   return ranges;
}

static void add_instances(Reading* reading, Function* function, Dwarf_Die* parent, int index, int depth);

static void add_instance(Reading* reading, Function* function, Dwarf_Die* die, int parent, int depth)
{
   Dwarf_Die   origin = origin_of(die);
   const char* symbol = linkage_name(&origin);
   char*       file = file_of(&origin);
   int         index = (int)function->instances->len;
   Instance    instance = {
      .parent = parent, .last = index, .depth = depth, .ranges = ranges_of(die),
      .file = kept(reading, file == NULL ? "" : file), .is_own = is_own(file),
      .symbol = kept(reading, symbol != NULL ? symbol : "?")
   };
   g_free(file);
   g_array_append_val(function->instances, instance);
   if (symbol == NULL) {
      Unnamed unnamed = { function, (guint)index, dwarf_dieoffset(&origin), declaration_of(&origin) };
      g_array_append_val(reading->unnamed, unnamed);
   }
   add_instances(reading, function, die, index, depth + 1);
   g_array_index(function->instances, Instance, index).last = (int)function->instances->len - 1;
}

static void add_instances(Reading* reading, Function* function, Dwarf_Die* parent, int index, int depth)
{
   Dwarf_Die child;
   for (int status = dwarf_child(parent, &child); status == 0; status = dwarf_siblingof(&child, &child)) {
      int tag = dwarf_tag(&child);
      if (tag == DW_TAG_inlined_subroutine) {
         add_instance(reading, function, &child, index, depth);
      } else if (tag == DW_TAG_lexical_block) {
         add_instances(reading, function, &child, index, depth);
      }
   }
}

/*------------------------------------------------------------------*/
/*--- Functions                                                  ---*/
/*------------------------------------------------------------------*/

static void free_function(gpointer data)
{
   Function* function = data;
   for (guint i = 0; i < function->instances->len; i++) {
      g_array_free(g_array_index(function->instances, Instance, i).ranges, TRUE);
   }
   g_array_free(function->instances, TRUE);
   g_array_free(function->ranges, TRUE);
   g_free(function);
}

static void add_function(Reading* reading, Dwarf_Die* die)
{
   Dwarf_Die       origin = origin_of(die);
   Dwarf_Attribute attribute;
   Function*       function = g_new0(Function, 1);
   function->ranges = ranges_of(die);
   function->instances = g_array_new(FALSE, FALSE, sizeof(Instance));
   function->rows = reading->rows;
   uint64_t entry = function->ranges->len == 0 ? 0 : g_array_index(function->ranges, Range, 0).low;
   if (entry == 0 || !g_hash_table_add(reading->entries, key_of(entry))) {
      free_function(function);
      return;
   }
   if (dwarf_attr_integrate(die, DW_AT_noreturn, &attribute) != NULL) {
      g_hash_table_add(reading->instances->never_return, key_of(entry));
   }
   g_hash_table_insert(reading->copies, key_of(dwarf_dieoffset(&origin)), key_of(entry));
   add_instances(reading, function, die, -1, 1);
   g_ptr_array_add(reading->instances->functions, function);
}

static bool has_functions(int tag)
{
   return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_class_type
          || tag == DW_TAG_structure_type || tag == DW_TAG_union_type || tag == DW_TAG_subprogram
          || tag == DW_TAG_lexical_block;
}

static void add_functions(Reading* reading, const char* scope, Dwarf_Die* parent)
{
   Dwarf_Die child;
   for (int status = dwarf_child(parent, &child); status == 0; status = dwarf_siblingof(&child, &child)) {
      int tag = dwarf_tag(&child);
      if (tag == DW_TAG_subprogram) {
         keep_name(reading, scope, &child);
         add_function(reading, &child);
      }
      if (has_functions(tag)) {
         add_functions(reading, scope_below(reading, scope, &child), &child);
      }
   }
}

/*------------------------------------------------------------------*/
/*--- Units                                                      ---*/
/*------------------------------------------------------------------*/

static gint compare_rows(gconstpointer a, gconstpointer b)
{
   const LineRow* x = a;
   const LineRow* y = b;
   return x->address != y->address ? (x->address < y->address ? -1 : 1) : 0;
}

/* Behind the end of a sequence is nothing of a line. */
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
          && dwarf_lineendsequence(line, &is_end) == 0 && !is_end) {
         row.address = address;
         g_array_append_val(rows, row);
      }
   }
   g_array_sort(rows, compare_rows);
   return rows;
}

/* The unit's entry, or that of the file that the unit was split off to. */
static void read_unit(Reading* reading, Dwarf_Die* unit)
{
   Dwarf_Die split;
   uint8_t   type;
   reading->rows = rows_of(unit);
   g_ptr_array_add(reading->instances->tables, reading->rows);
   if (dwarf_cu_info(unit->cu, NULL, &type, NULL, &split, NULL, NULL, NULL) == 0 && type == DW_UT_skeleton
       && split.cu != NULL) {
      add_functions(reading, "", &split);
   } else {
      add_functions(reading, "", unit);
   }
}

/* "_ZL4findi", of "_ZL4findi.constprop.0", too; or "shop::find". */
static void set_name(Reading* reading, const Unnamed* unnamed)
{
   Instance*   instance = &g_array_index(unnamed->function->instances, Instance, unnamed->index);
   gpointer    entry = g_hash_table_lookup(reading->copies, key_of(unnamed->origin));
   const char* symbol = entry == NULL ? NULL : g_hash_table_lookup(reading->symbols, entry);
   const char* name = g_hash_table_lookup(reading->names, key_of(unnamed->declaration));
   if (symbol != NULL) {
      char* plain = g_strndup(symbol, strcspn(symbol, "."));
      instance->symbol = kept(reading, plain);
      g_free(plain);
   } else if (name != NULL) {
      instance->symbol = name;
   }
}

static void free_rows(gpointer rows)
{
   g_array_free(rows, TRUE);
}

Instances* instances_read(const DebugObject* object, GHashTable* symbols)
{
   Instances* instances = g_new(Instances, 1);
   *instances = (Instances){
      .functions = g_ptr_array_new_with_free_func(free_function),
      .never_return = g_hash_table_new(NULL, NULL),
      .tables = g_ptr_array_new_with_free_func(free_rows),
      .texts = g_string_chunk_new(4096)
   };
   Reading reading = {
      .instances = instances, .symbols = symbols, .copies = g_hash_table_new(NULL, NULL),
      .names = g_hash_table_new(NULL, NULL),
      .entries = g_hash_table_new(NULL, NULL), .unnamed = g_array_new(FALSE, FALSE, sizeof(Unnamed))
   };
   Dwarf_Addr bias;
   Dwarf_Die* unit = NULL;
   while ((unit = dwfl_module_nextcu(object->module, unit, &bias)) != NULL) {
      read_unit(&reading, unit);
   }
   for (guint i = 0; i < reading.unnamed->len; i++) {
      set_name(&reading, &g_array_index(reading.unnamed, Unnamed, i));
   }
   g_hash_table_destroy(reading.copies);
   g_hash_table_destroy(reading.names);
   g_hash_table_destroy(reading.entries);
   g_array_free(reading.unnamed, TRUE);
   return instances;
}

void instances_free(Instances* instances)
{
   g_ptr_array_free(instances->functions, TRUE);
   g_ptr_array_free(instances->tables, TRUE);
   g_hash_table_destroy(instances->never_return);
   g_string_chunk_free(instances->texts);
   g_free(instances);
}
