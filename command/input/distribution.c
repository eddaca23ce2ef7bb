/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The file os-release says which distribution this is, and on which it is based.  apt keeps a list of each
   archive that it knows, as /var/lib/apt/lists/HOST_debian-debug_dists_bookworm-debug_main_..._Packages. */

#include "input/distribution.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#include "input/file.h"

#define LISTS  "/var/lib/apt/lists/"

static const struct {
   const char* id;
   const char* server;
} servers[] = {
   { "debian",     "https://debuginfod.debian.net" },
   { "ubuntu",     "https://debuginfod.ubuntu.com" },
   { "fedora",     "https://debuginfod.fedoraproject.org" },
   { "centos",     "https://debuginfod.centos.org" },
   { "arch",       "https://debuginfod.archlinux.org" },
   { "opensuse",   "https://debuginfod.opensuse.org" },
};

/* Whether os-release has this value, as one of its words: "opensuse suse". */
static bool has_word(const char* key, const char* word)
{
   char*  value = g_get_os_info(key);
   char** words = g_strsplit(value == NULL ? "" : value, " ", -1);
   bool   has = g_strv_contains((const char* const*)words, word);
   g_strfreev(words);
   g_free(value);
   return has;
}

const char* distribution_server(void)
{
   static const char* const keys[] = { G_OS_INFO_KEY_ID, "ID_LIKE" };
   for (size_t k = 0; k < G_N_ELEMENTS(keys); k++) {
      for (size_t i = 0; i < G_N_ELEMENTS(servers); i++) {
         if (has_word(keys[k], servers[i].id)) {
            return servers[i].server;
         }
      }
   }
   return NULL;
}

/* Whether apt knows an archive with packages of debug symbols. */
static bool has_debug_archive(void)
{
   Problem    ignored = { 0 };
   GPtrArray* lists = listing_read(LISTS, &ignored);
   bool       has = false;
   for (guint i = 0; lists != NULL && i < lists->len; i++) {
      const char* name = g_ptr_array_index(lists, i);
      has |= strstr(name, "-debug_") != NULL && strstr(name, "_Packages") != NULL;
   }
   if (lists != NULL) {
      g_ptr_array_unref(lists);
   }
   return has;
}

/* Packages -dbg are among the others. */
char* distribution_missing_source(const char* package)
{
   char* name = has_word(G_OS_INFO_KEY_ID, "debian") ? g_get_os_info(G_OS_INFO_KEY_VERSION_CODENAME) : NULL;
   char* line = name != NULL && g_str_has_suffix(package, "-dbgsym") && !has_debug_archive()
                ? g_strdup_printf("deb http://deb.debian.org/debian-debug %s-debug main", name) : NULL;
   g_free(name);
   return line;
}
