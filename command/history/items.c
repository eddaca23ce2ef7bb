#include "history/items.h"

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
      if (is_gone || is_new || old->row != new->row) {
         g_array_append_val(changes, change);
      }
      i += !is_new;
      k += !is_gone;
   }
   return changes;
}
