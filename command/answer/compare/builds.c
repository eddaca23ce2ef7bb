/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Each pair of objects is looked at once. */

#include "answer/compare/builds.h"

#include <glib.h>
#include <string.h>

#include "dwarf/compiler.h"

struct Builds {
   const Header* headers[2];   /* before, now */
   bool          all_differ;
   GHashTable*   known;        /* by both paths: whether they differ */
   bool          have_differed;
   char*         made[2];
};

Builds* builds_new(const Header* before, const Header* now, bool all_differ)
{
   Builds* builds = g_new0(Builds, 1);
   builds->headers[0] = before;
   builds->headers[1] = now;
   builds->all_differ = all_differ;
   builds->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   return builds;
}

void builds_free(Builds* builds)
{
   g_hash_table_destroy(builds->known);
   g_free(builds->made[0]);
   g_free(builds->made[1]);
   g_free(builds);
}

/* NULL: not known. */
static char* made_by(const Header* header, const char* object)
{
   return header_is_other_object(header, object) ? NULL : debug_producer(object);
}

static bool find_difference(Builds* builds, const char* before, const char* now)
{
   char* made[] = { made_by(builds->headers[0], before), made_by(builds->headers[1], now) };
   bool  differ = made[0] != NULL && made[1] != NULL && strcmp(made[0], made[1]) != 0;
   for (int side = 0; side < 2; side++) {
      if (differ && !builds->have_differed) {
         builds->made[side] = made[side];
      } else {
         g_free(made[side]);
      }
   }
   builds->have_differed |= differ;
   return differ;
}

bool builds_differ(Builds* builds, const SideRoutine* before, const SideRoutine* now)
{
   const char* paths[] = { before->facts.routine->image, now->facts.routine->image };
   if (builds->all_differ) {
      return true;
   }
   /* One file cannot be what it was and what it is. */
   if (strcmp(paths[0], paths[1]) == 0) {
      return false;
   }
   char*    key = g_strconcat(paths[0], "\n", paths[1], NULL);
   gpointer differ;
   if (g_hash_table_lookup_extended(builds->known, key, NULL, &differ)) {
      g_free(key);
      return differ != NULL;
   }
   bool found = find_difference(builds, paths[0], paths[1]);
   g_hash_table_insert(builds->known, key, GINT_TO_POINTER(found));
   return found;
}

bool builds_have_differed(const Builds* builds, const char* made[2], GStringChunk* texts)
{
   for (int side = 0; side < 2; side++) {
      made[side] = builds->made[side] == NULL ? NULL : g_string_chunk_insert(texts, builds->made[side]);
   }
   return builds->have_differed || builds->all_differ;
}
