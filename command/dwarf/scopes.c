#include "dwarf/scopes.h"

#include <dwarf.h>

#include "dwarf/entries.h"
#include "dwarf/places.h"

/* A thing with a name around an entry. */
typedef struct Scope {
   const struct Scope* around;
   const char*         name;
} Scope;

static void free_name(gpointer data)
{
   ScopedName* found = data;
   g_free(found->name);
   g_free(found->file);
   g_free(found);
}

GHashTable* scopes_new(void)
{
   return g_hash_table_new_full(NULL, NULL, NULL, free_name);
}

static char* text_of(const Scope* scope, const char* name)
{
   if (scope == NULL) {
      return g_strdup(name);
   }
   g_autofree char* around = text_of(scope->around, scope->name);
   return g_strconcat(around, "::", name, NULL);
}

static void note_name(ScopedName* found, const Scope* scope, Dwarf_Die* around, const char* name)
{
   if (found != NULL && name != NULL && found->name == NULL) {
      found->name = text_of(scope, name);
      found->file = place_file(around);
      dwarf_decl_line(around, &found->line);
      dwarf_decl_column(around, &found->column);
   }
}

static void find_in(GHashTable* wanted, const Scope* scope, Entries* entries, Dwarf_Die* parent);

/* The types of a function, with the function's name: they are its own.  A type without a name is that of a
   lambda. */
static void find_in_function(GHashTable* wanted, const Scope* function, Entries* entries, Dwarf_Die* parent,
                             guint* lambdas)
{
   Entries beginning = *entries;
   Entry   child;
   while (entries_next(entries, &child)) {
      if (child.tag == DW_TAG_lexical_block && child.has_children) {
         find_in_function(wanted, function, entries, &child.die, lambdas);
      } else if (child.tag == DW_TAG_subprogram) {
         *entries = beginning;
         find_in(wanted, function->around, entries, parent);
         return;
      } else if (place_is_type(child.tag)) {
         const char*      name = dwarf_diename(&child.die);
         g_autofree char* lambda = name != NULL ? NULL : g_strdup_printf("{lambda#%u}", ++*lambdas);
         Scope            below = { function, name != NULL ? name : lambda };
         if (child.has_children) {
            find_in(wanted, &below, entries, &child.die);
         }
      } else {
         entries_skip(entries, &child);
      }
   }
}

static void find_in_named(GHashTable* wanted, const Scope* scope, Entries* entries, Entry* entry)
{
   const char* name = dwarf_diename(&entry->die);
   Scope       below = { scope, name };
   find_in(wanted, name != NULL ? &below : scope, entries, &entry->die);
}

/* Finds what is wanted inside of the parent. */
static void find_in(GHashTable* wanted, const Scope* scope, Entries* entries, Dwarf_Die* parent)
{
   Entry child;
   while (entries_next(entries, &child)) {
      if (child.tag == DW_TAG_subprogram) {
         const char* name = dwarf_diename(&child.die);
         Scope       function = { scope, name != NULL ? name : "?" };
         guint       lambdas = 0;
         note_name(g_hash_table_lookup(wanted, child.die.addr), scope, parent, name);
         if (child.has_children) {
            find_in_function(wanted, &function, entries, &child.die, &lambdas);
         }
      } else if (child.has_children
                 && (child.tag == DW_TAG_namespace || child.tag == DW_TAG_module
                     || place_is_type(child.tag))) {
         find_in_named(wanted, scope, entries, &child);
      } else {
         entries_skip(entries, &child);
      }
   }
}

void scopes_find(GHashTable* wanted, Dwarf_Die* unit)
{
   Entries entries = entries_of(unit);
   Entry   entry;
   if (entries_next(&entries, &entry) && entry.has_children) {
      find_in(wanted, NULL, &entries, unit);
   }
}
