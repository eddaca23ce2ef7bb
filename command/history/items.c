/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "history/items.h"

#include "history/row.h"

/* Names grow, so their distances are small.  Rows of one time are near each other, and may be before or
   behind. */
static uint64_t zigzag(int64_t number)
{
   return ((uint64_t)number << 1) ^ (uint64_t)(number >> 63);
}

static int64_t from_zigzag(uint64_t number)
{
   return (int64_t)(number >> 1) ^ -(int64_t)(number & 1);
}

GByteArray* items_pack(const GArray* items)
{
   GByteArray* bytes = g_byte_array_new();
   ItemRow     before = { 0, 0 };
   pack_number(bytes, items->len);
   for (guint i = 0; i < items->len; i++) {
      ItemRow item = g_array_index(items, ItemRow, i);
      pack_number(bytes, (uint64_t)(item.name - before.name));
      pack_number(bytes, item.row == 0 ? 0 : zigzag(item.row - before.row) + 1);
      before = (ItemRow){ item.name, item.row == 0 ? before.row : item.row };
   }
   return bytes;
}

GArray* items_unpack(const void* bytes, gsize length)
{
   Packed   packed = { bytes, (const guint8*)bytes + length, false };
   uint64_t count = unpack_number(&packed);
   GArray*  items = g_array_new(FALSE, FALSE, sizeof(ItemRow));
   int64_t  row = 0, name = 0;
   for (uint64_t i = 0; i < count && !packed.failed; i++) {
      uint64_t later = unpack_number(&packed);
      uint64_t distance = unpack_number(&packed);
      bool     is_wrong = later == 0 || later > INT64_MAX
                          || __builtin_add_overflow(name, (int64_t)later, &name)
                          || (distance > 0 && (__builtin_add_overflow(row, from_zigzag(distance - 1), &row)
                                               || row <= 0));
      packed.failed = packed.failed || is_wrong;
      ItemRow item = { name, distance == 0 ? 0 : row };
      g_array_append_val(items, item);
   }
   if (packed.failed || packed.at != packed.end) {
      g_array_unref(items);
      return NULL;
   }
   return items;
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
