/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Names and patterns. */

#include "answer/judge/matching.h"

#include <fnmatch.h>
#include <string.h>

#include "model/names.h"

static bool matches(const char* pattern, const char* text)
{
   return strpbrk(pattern, "*?[\\") != NULL ? fnmatch(pattern, text, 0) == 0 : strcmp(pattern, text) == 0;
}

static bool matches_name(const char* pattern, const char* name)
{
   if (matches(pattern, name)) {
      return true;
   }
   const char* parameters = signature_parameters(name);
   if (parameters == NULL) {
      return false;
   }
   char* without = g_strndup(name, (gsize)(parameters - name));
   bool  found = matches(pattern, without);
   g_free(without);
   return found;
}

bool matching_has_name(const char* pattern, const SideRoutine* routine)
{
   const Routine* reported = routine->facts.routine;
   return matches_name(pattern, routine->name)
          || (reported->name != routine->name && matches_name(pattern, reported->name))
          || (reported->mangled != NULL && matches(pattern, reported->mangled));
}

static bool matches_object(const char* pattern, const SideRoutine* routine)
{
   const char* path = routine->facts.routine->image;
   const char* slash = strrchr(path, '/');
   return matches(pattern, path) || (slash != NULL && matches(pattern, slash + 1))
          || matches(pattern, routine->object);
}

bool matching_has(const RoutinePattern* pattern, const SideRoutine* routine, bool is_own)
{
   return (pattern->object == NULL ? is_own : matches_object(pattern->object, routine))
          && matching_has_name(pattern->name, routine);
}
