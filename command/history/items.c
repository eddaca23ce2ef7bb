/* The name of an item has parts, with newlines between, which nothing in a report has:

      r IMAGE NAME MANGLED     a routine; MANGLED is "=" if it is the name, and "" if there is none; of the
                               second routine of these names, 2 follows
      c KEY SUBJECT            comments "KEY: VALUE SUBJECT"; the bytes are the values,
                with newlines between */

#include "history/items.h"

#include <string.h>

#include "model/own.h"
#include "subject/names.h"
#include "util/memory.h"

bool item_is_routine(const char* name)
{
   return name[0] == 'r' && name[1] == '\n';
}

ItemRoutine item_routine(const char* name, GStringChunk* texts)
{
   const char* image = strchr(name, '\n');
   const char* own = image == NULL ? NULL : strchr(image + 1, '\n');
   const char* mangled = own == NULL ? NULL : strchr(own + 1, '\n');
   if (mangled == NULL) {
      own = g_string_chunk_insert(texts, name);
      return (ItemRoutine){ .image = g_string_chunk_insert_const(texts, ""), .name = own };
   }
   g_autofree char* path = g_strndup(image + 1, (gsize)(own - image - 1));
   size_t length = strcspn(mangled + 1, "\n");   /* a number may follow */
   bool   is_same = strncmp(mangled + 1, "=", length) == 0 && length == 1;
   ItemRoutine routine = { .image = g_string_chunk_insert_const(texts, path),
                           .name = g_string_chunk_insert_len(texts, own + 1, mangled - own - 1) };
   routine.mangled = length == 0 ? NULL
                     : is_same   ? routine.name
                                 : g_string_chunk_insert_len(texts, mangled + 1, (gssize)length);
   return routine;
}

/*--- All names ---*/

struct ItemNames {
   GHashTable*   by_text;
   GHashTable*   alike;     /* how many have a canonical name, by that */
   GStringChunk* texts;
};

ItemNames* item_names_new(void)
{
   ItemNames* names = g_new(ItemNames, 1);
   *names = (ItemNames){ g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free),
                         g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free),
                         g_string_chunk_new(TEXTS_BLOCK_SIZE) };
   return names;
}

void item_names_free(ItemNames* names)
{
   g_hash_table_unref(names->by_text);
   g_hash_table_unref(names->alike);
   g_string_chunk_free(names->texts);
   g_free(names);
}

static void describe(ItemNames* names, ItemName* name)
{
   ItemRoutine parts = item_routine(name->text, names->texts);
   name->routine = (Routine){ .name = parts.name, .image = parts.image, .mangled = parts.mangled,
                              .first_context = NO_CONTEXT };
   name->canonical = compare_name(parts.name, names->texts);
   name->object = compare_object(parts.image, names->texts);
   name->is_start_up = routine_is_start_up(&name->routine);
   name->is_standard = own_is_standard_library(parts.name, parts.mangled);
   name->alike = g_hash_table_lookup(names->alike, name->canonical);
   if (name->alike == NULL) {
      name->alike = g_new0(unsigned, 1);
      g_hash_table_insert(names->alike, (gpointer)name->canonical, name->alike);
   }
   (*name->alike)++;
}

const ItemName* item_names_find(ItemNames* names, const char* text)
{
   ItemName* name = g_hash_table_lookup(names->by_text, text);
   g_assert(text != NULL);
   if (name == NULL) {
      name = g_new(ItemName, 1);
      *name = (ItemName){ .text = g_string_chunk_insert(names->texts, text) };
      if (item_is_routine(text)) {
         describe(names, name);
      }
      g_hash_table_insert(names->by_text, (gpointer)name->text, name);
   }
   return name;
}

/*--- Lists ---*/

static gint compare_items(gconstpointer left, gconstpointer right)
{
   int64_t a = ((const ItemRow*)left)->name, b = ((const ItemRow*)right)->name;
   return (a > b) - (a < b);
}

void items_sort(GArray* items)
{
   g_array_sort(items, compare_items);
}

static const ItemRow* at(const GArray* items, guint index)
{
   return index < items->len ? &g_array_index(items, ItemRow, index) : NULL;
}

GArray* items_apply(const GArray* items, const GArray* changes)
{
   GArray* result = g_array_sized_new(FALSE, FALSE, sizeof(ItemRow), items->len + changes->len);
   guint   i = 0, k = 0;
   while (i < items->len || k < changes->len) {
      const ItemRow* item = at(items, i);
      const ItemRow* change = at(changes, k);
      bool is_change = change != NULL && (item == NULL || change->name <= item->name);
      i += item != NULL && (!is_change || change->name == item->name);
      k += is_change;
      item = is_change ? change : item;
      g_assert(result->len == 0 || at(result, result->len - 1)->name < item->name);
      if (item->row != 0) {
         g_array_append_val(result, *item);
      }
   }
   return result;
}

GArray* items_changes(const GArray* before, const GArray* now)
{
   GArray* changes = g_array_new(FALSE, FALSE, sizeof(ItemRow));
   guint   i = 0, k = 0;
   while (i < before->len || k < now->len) {
      const ItemRow* old = at(before, i);
      const ItemRow* new = at(now, k);
      bool    is_gone = new == NULL || (old != NULL && old->name < new->name);
      bool    is_new = !is_gone && (old == NULL || new->name < old->name);
      ItemRow change = is_gone ? (ItemRow){ old->name, 0 } : *new;
      g_assert(changes->len == 0 || at(changes, changes->len - 1)->name < change.name);
      if (is_gone || is_new || old->row != new->row) {
         g_array_append_val(changes, change);
      }
      i += !is_new;
      k += !is_gone;
   }
   return changes;
}
