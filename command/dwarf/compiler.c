/* Finds inlined code with libdw. The symbol table says where a routine is; the debug information of
   the unit there has a tree of entries for the routine: variables, blocks, and
   inlined routines, which contain others that were inlined into them.  An inlined
   routine refers to an abstract one, which has its name. */

#define _GNU_SOURCE   /* RTLD_DEFAULT */

#include "dwarf/compiler.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <glib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "dwarf/entries.h"
#include "dwarf/object.h"
#include "dwarf/places.h"
#include "dwarf/scopes.h"
#include "util/text.h"

/* Inlined routines so far; several symbols may add to them. */
typedef struct {
   InlinedCode* code;
   GHashTable*  indices;     /* by offset of the abstract routine: index in the list plus 1 */
   bool         has_debug;
   bool         is_split;    /* some of it is in a file that is not here */
   GHashTable*  depths;      /* by unit: whether its entries are nested too deeply, plus 1 */
} Search;

/* Entries of compilers are nested less deeply.  Those of a file that was made to do harm may be so deeply
   that libdw has no room for them on its stack. */
#define MOST_DEPTH  1000

static bool is_deep(Dwarf_Die* unit)
{
   Entries  entries = entries_of(unit);
   Entry    entry;
   unsigned depth = 0;
   do {
      if (entries_next(&entries, &entry)) {
         depth += entry.has_children;
      } else {
         depth -= depth > 0;
      }
   } while (depth > 0 && depth <= MOST_DEPTH);
   return depth > 0;
}

/* Whether the unit that has this entry is such a file's. */
static bool is_in_deep_unit(Search* search, Dwarf_Die* entry)
{
   Dwarf_Die unit;
   guint     known = GPOINTER_TO_UINT(g_hash_table_lookup(search->depths, entry->cu));
   if (known == 0) {
      bool is_there = dwarf_cu_die(entry->cu, &unit, NULL, NULL, NULL, NULL, NULL, NULL) != NULL;
      known = is_there && !is_deep(&unit) ? 1 : 2;
      g_hash_table_insert(search->depths, entry->cu, GUINT_TO_POINTER(known));
   }
   return known == 2;
}

/*--- Names ---*/

static bool gives_name(Dwarf_Die* scope)
{
   int tag = dwarf_tag(scope);
   return (tag == DW_TAG_namespace || tag == DW_TAG_class_type || tag == DW_TAG_structure_type
           || tag == DW_TAG_union_type || tag == DW_TAG_module)
          && dwarf_diename(scope) != NULL;
}

/* "std::vector<int>::push_back". */
static const char* full_name(Search* search, Dwarf_Die* die)
{
   Dwarf_Die   declaration = place_declaration(die);   /* that place has the namespaces */
   Dwarf_Die*  scopes = NULL;
   int         count = is_in_deep_unit(search, &declaration) ? 0 : dwarf_getscopes_die(&declaration, &scopes);
   const char* name = dwarf_diename(die);
   g_autoptr(GString) text = g_string_new(NULL);
   for (int i = count - 1; i > 0; i--) {
      if (gives_name(&scopes[i])) {
         g_string_append_printf(text, "%s::", dwarf_diename(&scopes[i]));
      }
   }
   g_string_append(text, name == NULL ? "(unnamed)" : name);
   free(scopes);
   return g_string_chunk_insert(search->code->texts, text->str);
}

/*--- Inlined routines ---*/

static int number_of(Dwarf_Die* die, unsigned name)
{
   Dwarf_Attribute attribute;
   Dwarf_Word      value;
   bool has_value = dwarf_attr_integrate(die, name, &attribute) != NULL
                    && dwarf_formudata(&attribute, &value) == 0 && value <= G_MAXINT;
   return has_value ? (int)value : 0;
}

static Inlined* find_or_add(Search* search, Dwarf_Die* abstract)
{
   gpointer key = GSIZE_TO_POINTER(dwarf_dieoffset(abstract));
   GArray*  inlined = search->code->inlined;
   guint    index = GPOINTER_TO_UINT(g_hash_table_lookup(search->indices, key));
   if (index == 0) {
      Inlined added = { full_name(search, abstract), g_array_new(FALSE, FALSE, sizeof(int)) };
      g_array_append_val(inlined, added);
      index = inlined->len;
      g_hash_table_insert(search->indices, key, GUINT_TO_POINTER(index));
   }
   return &g_array_index(inlined, Inlined, index - 1);
}

static void add_line(GArray* lines, int line)
{
   guint at = 0;
   while (at < lines->len && g_array_index(lines, int, at) < line) {
      at++;
   }
   if (at == lines->len || g_array_index(lines, int, at) != line) {
      g_array_insert_val(lines, at, line);
   }
}

static void add_inlined(Search* search, Dwarf_Die* die, int file)
{
   Dwarf_Attribute attribute;
   Dwarf_Die       abstract;
   if (dwarf_attr(die, DW_AT_abstract_origin, &attribute) == NULL
       || dwarf_formref_die(&attribute, &abstract) == NULL) {
      return;
   }
   Inlined* inlined = find_or_add(search, &abstract);
   int      line = number_of(die, DW_AT_call_line);
   if (line > 0 && number_of(die, DW_AT_call_file) == file) {
      add_line(inlined->lines, line);
   }
}

/* Adds what is inlined below an entry.  `file`: lines of calls count if they are in this one; -1: none do,
   because the entry is itself inlined. */
static void collect(Search* search, Dwarf_Die* parent, int file)
{
   Dwarf_Die child;
   for (int status = dwarf_child(parent, &child); status == 0; status = dwarf_siblingof(&child, &child)) {
      int tag = dwarf_tag(&child);
      if (tag == DW_TAG_inlined_subroutine) {
         add_inlined(search, &child, file);
         collect(search, &child, -1);
      } else if (tag == DW_TAG_lexical_block) {
         collect(search, &child, file);
      }
   }
}

/*--- Routines ---*/

static bool has_routines(int tag)
{
   return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_class_type
          || tag == DW_TAG_structure_type || tag == DW_TAG_subprogram;
}

/* The entry of the routine that has the address: of a routine within another, as Fortran has them, the inner
   one. */
static bool find_entry(Dwarf_Die* parent, Dwarf_Addr address, Dwarf_Die* entry)
{
   Dwarf_Die child;
   for (int status = dwarf_child(parent, &child); status == 0; status = dwarf_siblingof(&child, &child)) {
      int  tag = dwarf_tag(&child);
      bool has_address = tag == DW_TAG_subprogram && dwarf_haspc(&child, address) > 0;
      bool may_have = has_routines(tag) && (tag != DW_TAG_subprogram || has_address);
      if (may_have && find_entry(&child, address, entry)) {
         return true;
      }
      if (has_address) {
         *entry = child;
         return true;
      }
   }
   return false;
}

/* The unit's entry; not every compiler lists all addresses of its units, so that they must be asked. */
static Dwarf_Die* find_unit(Dwfl_Module* module, GElf_Addr address, Dwarf_Addr* bias)
{
   Dwarf_Die* unit = dwfl_module_addrdie(module, address, bias);
   if (unit != NULL) {
      return unit;
   }
   while ((unit = dwfl_module_nextcu(module, unit, bias)) != NULL) {
      if (dwarf_haspc(unit, address - *bias) > 0) {
         return unit;
      }
   }
   return NULL;
}

/* The path of a file that the unit has a name for.  If the unit's directory is relative, as
   -ffile-prefix-map makes it, libdw has put that before the name. */
static char* path_of(const char* name, Dwarf_Die* unit)
{
   const char* directory = place_directory(unit);
   bool        is_known = directory != NULL && g_path_is_absolute(directory);
   return g_path_is_absolute(name) || is_known ? g_canonicalize_filename(name, is_known ? directory : "/")
          : g_strdup(g_str_has_prefix(name, "./") ? name + 2 : name);
}

static void set_file(Search* search, const char* name, Dwarf_Die* unit)
{
   g_autofree char* path = path_of(name, unit);
   search->code->file = g_string_chunk_insert(search->code->texts, path);
}

static bool is_path_of(const char* path, const char* name, Dwarf_Die* unit)
{
   g_autofree char* other = path_of(name, unit);
   return strcmp(path, other) == 0;
}

/* The last line of the file that has code between the entry's addresses; else the first. */
static int last_line_of(Dwarf_Die* unit, Dwarf_Die* entry, const char* file, int first)
{
   Dwarf_Lines* lines;
   size_t       count;
   int          last = first;
   const char*  known = NULL;   /* the name before, which is that of many lines */
   bool         is_file = false;
   if (dwarf_getsrclines(unit, &lines, &count) != 0) {
      return last;
   }
   for (size_t i = 0; i < count; i++) {
      Dwarf_Line* line = dwarf_onesrcline(lines, i);
      Dwarf_Addr  address;
      int         number;
      const char* name = dwarf_linesrc(line, NULL, NULL);
      if (name == NULL || dwarf_lineaddr(line, &address) != 0 || dwarf_lineno(line, &number) != 0
          || number <= last || dwarf_haspc(entry, address) <= 0) {
         continue;
      }
      is_file = name == known ? is_file : is_path_of(file, name, unit);
      known = name;
      last = is_file ? number : last;
   }
   return last;
}

/* The entry of what was split off the unit into another file (.dwo), if that is here; else the unit's own. */
static Dwarf_Die whole_unit(Dwarf_Die* unit, bool* is_split)
{
   uint8_t   type = 0;
   Dwarf_Die whole = { 0 };
   *is_split = dwarf_cu_info(unit->cu, NULL, &type, NULL, &whole, NULL, NULL, NULL) == 0
               && type == DW_UT_skeleton;
   return *is_split && whole.cu != NULL ? whole : *unit;
}

/* Finds the source of a routine without an entry: that of its first instruction. */
static void search_line(Search* search, Dwarf_Die* unit, Dwarf_Addr address)
{
   Dwarf_Line* found = dwarf_getsrc_die(unit, address);
   int         line = 0;
   const char* file = found == NULL ? NULL : dwarf_linesrc(found, NULL, NULL);
   if (search->code->file == NULL && file != NULL && dwarf_lineno(found, &line) == 0 && line > 0) {
      set_file(search, file, unit);
      search->code->line = search->code->last_line = line;
   }
}

static void search_symbol(Search* search, Dwfl_Module* module, GElf_Addr address)
{
   Dwarf_Addr bias;
   Dwarf_Die  entry;
   bool       is_split = false;
   Dwarf_Die* unit = find_unit(module, address, &bias);
   Dwarf_Die  whole = unit == NULL ? (Dwarf_Die){ 0 } : whole_unit(unit, &is_split);
   if (unit == NULL || is_in_deep_unit(search, &whole) || !find_entry(&whole, address - bias, &entry)) {
      if (unit != NULL) {
         search_line(search, unit, address - bias);
      }
      search->is_split |= is_split;
      return;
   }
   Dwarf_Die   names;   /* the unit that has the name of the file */
   const char* name = place_file_name(&entry, &names);
   search->has_debug = true;
   if (search->code->file == NULL && name != NULL) {
      set_file(search, name, &names);
      search->code->line = number_of(&entry, DW_AT_decl_line);
      search->code->last_line = last_line_of(unit, &entry, search->code->file, search->code->line);
   }
   collect(search, &entry, number_of(&entry, DW_AT_decl_file));
}

/* Or a part or copy of it that the compiler has made, as f.constprop.0: the report has the name without
   that. */
static bool is_symbol(const char* name, const char* symbol)
{
   size_t length = strlen(symbol);
   return strncmp(name, symbol, length) == 0 && (name[length] == '\0' || name[length] == '.');
}

/* Whether there is such a symbol. */
static bool search_module(Search* search, Dwfl_Module* module, const char* symbol)
{
   bool found = false;
   int  count = dwfl_module_getsymtab(module);
   for (int i = 0; i < count; i++) {
      GElf_Sym    entry;
      GElf_Addr   address;
      const char* name = dwfl_module_getsym_info(module, i, &entry, &address, NULL, NULL, NULL);
      if (name != NULL && GELF_ST_TYPE(entry.st_info) == STT_FUNC && entry.st_shndx != SHN_UNDEF
          && is_symbol(name, symbol)) {
         search_symbol(search, module, address);
         found = true;
      }
   }
   return found;
}

/*--- Routines without code of their own ---*/

/* Whether the entry defines a routine, and is no copy of another one. */
static bool is_definition(Dwarf_Die* entry)
{
   return dwarf_tag(entry) == DW_TAG_subprogram && dwarf_diename(entry) != NULL
          && !dwarf_hasattr(entry, DW_AT_declaration) && !dwarf_hasattr(entry, DW_AT_abstract_origin);
}

static bool may_hold_code(int tag)
{
   return has_routines(tag) || tag == DW_TAG_union_type || tag == DW_TAG_lexical_block;
}

/* Goes on to the next entry of the unit at which a routine may be, or that was inlined.  False: there is
   none. */
static bool next_of_code(Entries* entries, Entry* entry)
{
   while (entries->at < entries->end) {
      if (!entries_next(entries, entry)) {
         continue;   /* a list has ended */
      }
      if (may_hold_code(entry->tag) || entry->tag == DW_TAG_inlined_subroutine) {
         return true;
      }
      if (entry->tag != DW_TAG_compile_unit && entry->tag != DW_TAG_partial_unit) {
         entries_skip(entries, entry);
      }
   }
   return false;
}

/* Sets where it is defined.  Its last line is that of the first code that was made of it. */
static void define_inlined(Search* search, Dwarf_Die* unit, Dwarf_Die* whole, Dwarf_Die* abstract)
{
   Dwarf_Die   names;
   const char* name = place_file_name(abstract, &names);
   Entries     entries = entries_of(whole);
   Entry       entry;
   search->has_debug = true;
   if (name != NULL) {
      set_file(search, name, &names);
      search->code->line = number_of(abstract, DW_AT_decl_line);
   }
   search->code->last_line = search->code->line;
   while (search->code->file != NULL && next_of_code(&entries, &entry)) {
      Dwarf_Die origin = place_origin(&entry.die);
      if (entry.tag == DW_TAG_inlined_subroutine && origin.addr == abstract->addr) {
         search->code->last_line = last_line_of(unit, &entry.die, search->code->file, search->code->line);
         return;
      }
   }
}

/* Finds the one with this name among those without a symbol: with what it is in, as a namespace, or the
   function that has a lambda.  GCC says only of that lambda's type where it is. */
static bool find_by_name(Search* search, GArray* nameless, Dwarf_Die* whole, const char* name,
                         Dwarf_Die* found)
{
   g_autoptr(GHashTable) wanted = scopes_new();
   for (guint i = 0; i < nameless->len; i++) {
      Dwarf_Die declaration = place_declaration(&g_array_index(nameless, Dwarf_Die, i));
      g_hash_table_insert(wanted, declaration.addr, g_new0(ScopedName, 1));
   }
   if (nameless->len > 0) {
      scopes_find(wanted, whole);
   }
   for (guint i = 0; i < nameless->len; i++) {
      *found = g_array_index(nameless, Dwarf_Die, i);
      Dwarf_Die         declaration = place_declaration(found);
      const ScopedName* scoped = g_hash_table_lookup(wanted, declaration.addr);
      if (scoped->name != NULL && strcmp(scoped->name, name) == 0) {
         search->code->line = scoped->line;
         search->code->file = scoped->file == NULL
                              ? NULL : g_string_chunk_insert(search->code->texts, scoped->file);
         return true;
      }
   }
   return false;
}

/* Whether the unit has such a routine. */
static bool search_inlined_in(Search* search, Dwarf_Die* unit, const char* symbol)
{
   bool              is_split, is_found = false;
   Dwarf_Die         whole = whole_unit(unit, &is_split), found;
   Entries           entries = entries_of(&whole);
   Entry             entry;
   g_autoptr(GArray) nameless = g_array_new(FALSE, FALSE, sizeof(Dwarf_Die));
   while (!is_found && !is_in_deep_unit(search, &whole) && next_of_code(&entries, &entry)) {
      const char* own = is_definition(&entry.die) ? place_symbol(&entry.die) : NULL;
      found = entry.die;
      is_found = own != NULL && strcmp(own, symbol) == 0;
      if (own == NULL && is_definition(&entry.die) && g_str_has_suffix(symbol, dwarf_diename(&entry.die))) {
         g_array_append_val(nameless, entry.die);
      }
   }
   is_found = is_found || find_by_name(search, nameless, &whole, symbol, &found);
   if (is_found) {
      define_inlined(search, unit, &whole, &found);
   }
   return is_found;
}

/* Whether there is a routine of this name that was inlined everywhere.  An address is no name. */
static bool search_inlined(Search* search, Dwfl_Module* module, const char* symbol)
{
   Dwarf_Addr bias;
   Dwarf_Die* unit = NULL;
   while (!g_str_has_prefix(symbol, "0x")
          && (unit = dwfl_module_nextcu(module, unit, &bias)) != NULL) {
      if (search_inlined_in(search, unit, symbol)) {
         return true;
      }
   }
   return false;
}

/*--- The object ---*/

/* libdw reads packages (.dwp) since it has this function. */
static const char* split_problem(Search* search)
{
   if (dlsym(RTLD_DEFAULT, "dwarf_cu_dwp_section_info") != NULL) {
      return "its debug information was split off into a .dwo or .dwp file that is not here";
   }
   g_autofree char* text = g_strdup_printf("its debug information was split off into a .dwo file that is "
                                           "not here (libdw %s does not read .dwp files)",
                                           dwfl_version(NULL));
   return g_string_chunk_insert(search->code->texts, text);
}

static const char* search_object(Search* search, const DebugWanted* object, const char* symbol)
{
   g_auto(DebugObject) opened = { 0 };
   const char*         problem = debug_open(&opened, object);
   return problem != NULL ? problem
          : !search_module(search, opened.module, symbol) && !search_inlined(search, opened.module, symbol)
          ? "its object file has no symbol of this name"
          : search->has_debug ? NULL
          : search->is_split ? split_problem(search)
          : "there is no debug information for it (compile with -g)";
}

InlinedCode inlined_find(const DebugWanted* object, const char* symbol)
{
   InlinedCode code = {
      .inlined = g_array_new(FALSE, FALSE, sizeof(Inlined)), .texts = g_string_chunk_new(1024)
   };
   Search search = {
      .code = &code, .indices = g_hash_table_new(NULL, NULL), .depths = g_hash_table_new(NULL, NULL)
   };
   code.problem = search_object(&search, object, symbol);
   g_hash_table_unref(search.indices);
   g_hash_table_unref(search.depths);
   return code;
}

void inlined_free(InlinedCode* code)
{
   for (guint i = 0; code->inlined != NULL && i < code->inlined->len; i++) {
      g_array_unref(g_array_index(code->inlined, Inlined, i).lines);
   }
   g_clear_pointer(&code->inlined, g_array_unref);
   g_clear_pointer(&code->texts, g_string_chunk_free);
   *code = (InlinedCode){ 0 };
}

/*--- Compilers ---*/

/* Sorted, and separated. */
static char* join(GHashTable* set)
{
   guint             count;
   g_autofree char** texts = (char**)g_hash_table_get_keys_as_array(set, &count);
   qsort(texts, count, sizeof *texts, text_compare);
   return count == 0 ? NULL : g_strjoinv("; ", texts);
}

char* debug_producer(const char* object)
{
   g_auto(DebugObject)   opened = { 0 };
   g_autoptr(GHashTable) set = g_hash_table_new(g_str_hash, g_str_equal);
   Dwarf_Addr            bias;
   Dwarf_Die*            unit = NULL;
   if (debug_open_path(&opened, object) != NULL) {
      return NULL;
   }
   while ((unit = dwfl_module_nextcu(opened.module, unit, &bias)) != NULL) {
      Dwarf_Attribute attribute;
      const char*     producer = dwarf_formstring(dwarf_attr(unit, DW_AT_producer, &attribute));
      if (producer != NULL) {
         g_hash_table_add(set, (gpointer)producer);
      }
   }
   return join(set);
}
