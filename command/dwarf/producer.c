/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Reads the names of compilers with libdw. */

#include "dwarf/producer.h"

#include <dwarf.h>
#include <glib.h>
#include <string.h>

#include "dwarf/object.h"

static gint compare_texts(gconstpointer left, gconstpointer right, gpointer unused)
{
   (void)unused;
   return strcmp(*(const char* const*)left, *(const char* const*)right);
}

/* Sorted, and separated. */
static char* join(GHashTable* set)
{
   guint  count;
   char** texts = (char**)g_hash_table_get_keys_as_array(set, &count);
   g_qsort_with_data(texts, (gint)count, sizeof *texts, compare_texts, NULL);
   char* joined = count == 0 ? NULL : g_strjoinv("; ", texts);
   g_free(texts);
   return joined;
}

char* debug_producer(const char* object)
{
   DebugObject opened;
   if (debug_open(&opened, object) != NULL) {
      return NULL;
   }
   GHashTable* set = g_hash_table_new(g_str_hash, g_str_equal);
   Dwarf_Addr  bias;
   Dwarf_Die*  unit = NULL;
   while ((unit = dwfl_module_nextcu(opened.module, unit, &bias)) != NULL) {
      Dwarf_Attribute attribute;
      const char*     producer = dwarf_formstring(dwarf_attr(unit, DW_AT_producer, &attribute));
      if (producer != NULL) {
         g_hash_table_add(set, (gpointer)producer);
      }
   }
   char* joined = join(set);
   g_hash_table_destroy(set);
   debug_close(&opened);
   return joined;
}
