/* The file os-release says which distribution this is, and on which it is based.  apt keeps a list of each
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
   g_autoptr(GPtrArray) lists = codename == NULL ? NULL : listing_read(LISTS, &ignored);
   return lists == NULL ? NULL : missing_source(lists, codename);
}
