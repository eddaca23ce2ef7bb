#include "answer/judge/patterns.h"

#include <fnmatch.h>
#include <string.h>

#include "model/names.h"

/* Make a pattern of a name, but for those behind a backslash. */
#define PATTERN_CHARACTERS  "*?[\\"

static bool matches(const char* pattern, const char* text)
{
   return strpbrk(pattern, PATTERN_CHARACTERS) != NULL ? fnmatch(pattern, text, 0) == 0
                                                       : strcmp(pattern, text) == 0;
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
   g_autofree char* without = g_strndup(name, (gsize)(parameters - name));
   return matches(pattern, without);
}

bool pattern_is_name(const char* pattern, const RoutineNames* names)
{
   return matches_name(pattern, names->name)
          || (names->reported != names->name && matches_name(pattern, names->reported))
          || (names->symbol != NULL && matches(pattern, names->symbol));
}

static bool matches_object(const char* pattern, const RoutineNames* names)
{
   const char* slash = strrchr(names->path, '/');
   return matches(pattern, names->path) || (slash != NULL && matches(pattern, slash + 1))
          || matches(pattern, names->object);
}

bool pattern_means(const RoutinePattern* pattern, const RoutineNames* names, bool is_own)
{
   return (pattern->object == NULL ? is_own : matches_object(pattern->object, names))
          && pattern_is_name(pattern->name, names);
}

char* pattern_of_name(const char* name)
{
   GString* pattern = g_string_new(NULL);
   for (const char* c = name; *c != '\0'; c++) {
      g_string_append(pattern, strchr(PATTERN_CHARACTERS, *c) != NULL ? "\\" : "");
      g_string_append_c(pattern, *c);
   }
   return g_string_free(pattern, FALSE);
}

RoutineNames pattern_names(const Named* named)
{
   const Routine* reported = named->subject->routine;
   return (RoutineNames){ named->name, reported->name, reported->mangled, reported->image, named->object };
}
