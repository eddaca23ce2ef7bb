/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   GLib's GDir does not tell an error from the end. */

#include "util/listing.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>

static gint compare_names(gconstpointer left, gconstpointer right)
{
   return strcmp(*(const char* const*)left, *(const char* const*)right);
}

GPtrArray* listing_read(const char* directory, Problem* problem)
{
   GPtrArray*           names = g_ptr_array_new_with_free_func(g_free);
   DIR*                 entries = opendir(directory);
   const struct dirent* entry;
   errno = entries == NULL ? errno : 0;
   while (entries != NULL && (entry = readdir(entries)) != NULL) {
      if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
         g_ptr_array_add(names, g_strdup(entry->d_name));
      }
      errno = 0;
   }
   int error = errno;
   if (entries != NULL) {
      closedir(entries);
   }
   if (error != 0) {
      problem_set(problem, NULL, 0, "the directory %s cannot be read: %s", directory, strerror(error));
      g_ptr_array_free(names, TRUE);
      return NULL;
   }
   g_ptr_array_sort(names, compare_names);
   return names;
}
