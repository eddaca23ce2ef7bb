/* The file os-release says which distribution this is, and on which it is based.  apt keeps a list of each
   archive that it knows, as /var/lib/apt/lists/HOST_debian-debug_dists_bookworm-debug_main_..._Packages. */

#include "input/distribution.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#include "input/file.h"

#define APT_LISTS    "/var/lib/apt/lists/"
#define DPKG_LISTS   "/var/lib/dpkg/info/"
#define DPKG_SUFFIX  ".list"

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
   g_autofree char* value = g_get_os_info(key);
   g_auto(GStrv)    words = g_strsplit(value == NULL ? "" : value, " ", -1);
   return g_strv_contains((const char* const*)words, word);
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

/* Debian's archives, as apt knows them. */
typedef struct {
   bool  has_symbols;   /* the one with packages of debug symbols */
   char* mirror;        /* of the usual one, as "host/debian"; NULL: it is not known by this name */
} Archives;

/* Looks at the name of a list: HOST_debian_dists_RELEASE_main_..., where each _ may be a slash. */
static void look_at_list(Archives* archives, const char* name, const char* release)
{
   g_autofree char* rest = g_strconcat("_dists_", release, "_main_", NULL);
   const char* end = strstr(name, rest);
   archives->has_symbols |= strstr(name, "-debug_") != NULL && strstr(name, "_Packages") != NULL;
   if (archives->mirror == NULL && end != NULL) {
      archives->mirror = g_strdelimit(g_strndup(name, (gsize)(end - name)), "_", '/');
      if (!g_str_has_suffix(archives->mirror, "/debian")) {
         g_clear_pointer(&archives->mirror, g_free);
      }
   }
}

static Archives find_archives(const GPtrArray* lists, const char* release)
{
   Archives archives = { false, NULL };
   for (guint i = 0; i < lists->len; i++) {
      look_at_list(&archives, g_ptr_array_index(lists, i), release);
   }
   return archives;
}

/* The archive stands beside the usual one on Debian's mirrors, which know a release by its codename and by
   what it is at the time; apt keeps the name that its sources have. */
static char* missing_source(const GPtrArray* lists, const char* codename)
{
   const char* const names[] = { codename, "stable", "testing", "unstable", "sid" };
   char* line = NULL;
   for (size_t i = 0; i < G_N_ELEMENTS(names) && line == NULL; i++) {
      Archives archives = find_archives(lists, names[i]);
      line = archives.has_symbols || archives.mirror == NULL ? NULL
             : g_strdup_printf("deb http://%s-debug %s-debug main", archives.mirror, names[i]);
      g_free(archives.mirror);
   }
   return line;
}

/* Packages -dbg are among the others. */
char* distribution_missing_source(const char* package)
{
   bool is_debian = has_word(G_OS_INFO_KEY_ID, "debian") && g_str_has_suffix(package, "-dbgsym");
   g_autofree char* codename = is_debian ? g_get_os_info(G_OS_INFO_KEY_VERSION_CODENAME) : NULL;
   Problem ignored = { 0 };
   g_autoptr(GPtrArray) lists = codename == NULL ? NULL : listing_read(APT_LISTS, &ignored);
   return lists == NULL ? NULL : missing_source(lists, codename);
}

/*--- Packages ---*/

/* dpkg keeps a list of the files of each installed package: /var/lib/dpkg/info/perl-base.list, and with
   several architectures, libc6:amd64.list.  Lists may have /lib/x.so for what is /usr/lib/x.so, and the
   other way round, since both directories are one. */

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
   g_autofree char* list = g_strconcat(DPKG_LISTS, name, NULL);
   g_autofree char* text = file_text(list, FILE_PACKAGE, &length, &ignored);
   return text != NULL && (has_line(text, path) || has_line(text, other));
}

/* The debug symbols of the C library have a name of their own, since before there were others. */
static char* symbols_of(const char* list)
{
   size_t length = strcspn(list, ":");
   size_t suffix = strlen(list) - strlen(DPKG_SUFFIX);
   g_autofree char* package = g_strndup(list, MIN(length, suffix));
   return g_strconcat(package, strcmp(package, "libc6") == 0 ? "-dbg" : "-dbgsym", NULL);
}

char* distribution_package_of_symbols(const char* path)
{
   static const char merged[] = "/usr";
   Problem ignored = { 0 };
   g_autoptr(GPtrArray) lists = path[0] == '/' ? listing_read(DPKG_LISTS, &ignored) : NULL;
   g_autofree char*     other = g_str_has_prefix(path, "/usr/") ? g_strdup(path + strlen(merged))
                                                                : g_strconcat(merged, path, NULL);
   char* found = NULL;
   for (guint i = 0; lists != NULL && i < lists->len && found == NULL; i++) {
      const char* name = g_ptr_array_index(lists, i);
      if (g_str_has_suffix(name, DPKG_SUFFIX) && list_has(name, path, other)) {
         found = symbols_of(name);
      }
   }
   return found;
}
