/* Shell patterns, and parts of a text. */

#include "util/pattern.h"

#include <fnmatch.h>
#include <glib.h>
#include <string.h>

#include "util/text.h"

bool pattern_matches(const char* pattern, const char* text)
{
   return strpbrk(pattern, "*?[") != NULL ? fnmatch(pattern, text, 0) == 0 : strstr(text, pattern) != NULL;
}

bool pattern_list_matches(const char* patterns, const char* path)
{
   const char* file_name = text_file_name(path);
   g_auto(GStrv) list = g_strsplit(patterns, ",", -1);
   bool matches = false;
   for (size_t i = 0; list[i] != NULL && !matches; i++) {
      matches = list[i][0] != '\0' && (pattern_matches(list[i], path) || pattern_matches(list[i], file_name));
   }
   return matches;
}
