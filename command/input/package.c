/* dpkg keeps a list of the files of each installed package: /var/lib/dpkg/info/perl-base.list, and with
   several architectures, libc6:amd64.list.  Lists may have /lib/x.so for what is /usr/lib/x.so, and the
   other way round, since both directories are one. */

#include "input/package.h"

#include <stdlib.h>
#include <string.h>

#include "input/file.h"

#define LISTS   "/var/lib/dpkg/info/"
#define SUFFIX  ".list"

static bool has_line(const char* text, const char* line)
{
   size_t length = strlen(line);
   for (const char* at = text; (at = strstr(at, line)) != NULL; at += length) {
      if ((at == text || at[-1] == '\n') && (at[length] == '\n' || at[length] == '\0')) {
         return true;
      }
   }
   return false;
}

static bool list_has(const char* name, const char* path, const char* other)
{
   Problem ignored = { 0 };
   size_t  length;
   g_autofree char* list = g_strconcat(LISTS, name, NULL);
   File* file = file_open(list, FILE_PACKAGE, &ignored);
   char* text = file == NULL ? NULL : file_read_all(file, &length, &ignored);
   bool  found = text != NULL && (has_line(text, path) || has_line(text, other));
   if (file != NULL) {
      file_close(file);
   }
   free(text);
   return found;
}

/* The debug symbols of the C library have a name of their own, since before there were others. */
static char* symbols_of(const char* list)
{
   size_t length = strcspn(list, ":");
   size_t suffix = strlen(list) - strlen(SUFFIX);
   g_autofree char* package = g_strndup(list, MIN(length, suffix));
   return g_strconcat(package, strcmp(package, "libc6") == 0 ? "-dbg" : "-dbgsym", NULL);
}

char* package_of_symbols(const char* path)
{
   static const char merged[] = "/usr";
   Problem    ignored = { 0 };
   g_autoptr(GPtrArray) lists = path[0] == '/' ? listing_read(LISTS, &ignored) : NULL;
   g_autofree char*     other = g_str_has_prefix(path, "/usr/") ? g_strdup(path + strlen(merged))
                                                                : g_strconcat(merged, path, NULL);
   char*      found = NULL;
   for (guint i = 0; lists != NULL && i < lists->len && found == NULL; i++) {
      const char* name = g_ptr_array_index(lists, i);
      if (g_str_has_suffix(name, SUFFIX) && list_has(name, path, other)) {
         found = symbols_of(name);
      }
   }
   return found;
}
