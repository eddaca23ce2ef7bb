/* A server that cannot be reached is not asked again: each attempt may take minutes.  libdebuginfod is loaded
   when a server is asked, because it needs some twenty other libraries. */

#include "dwarf/debug_files.h"

#include <assert.h>
#include <dlfcn.h>
#include <elfutils/libdwelf.h>
#include <errno.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if HAVE_DEBUGINFOD
#include <elfutils/debuginfod.h>
#endif

#include "input/file.h"
#include "util/progress.h"

#define SERVERS  "DEBUGINFOD_URLS"

/* An id is the name of a file, so it has nothing but digits, and enough for a directory and a name. */
#define FEWEST_DIGITS   4
#define MOST_DIGITS   128

static const char* const system_directories[] = { "/usr/lib/debug", "/usr/local/lib/debug", NULL };

static GPtrArray* directories;   /* that the user has named; NULL: none */
static char*      servers;       /* NULL: none, or not yet taken out of the environment */
static char*      trouble;

void debug_files_add(const char* directory)
{
   if (directories == NULL) {
      directories = g_ptr_array_new_with_free_func(g_free);
   }
   g_ptr_array_add(directories, g_strdup(directory));
}

void debug_files_keep_from_servers(void)
{
   const char* value = getenv(SERVERS);
   if (value != NULL) {
      g_free(servers);
      servers = value[strspn(value, " ")] == '\0' ? NULL : g_strdup(value);
      unsetenv(SERVERS);
   }
}

bool debug_files_can_ask(void)
{
   return HAVE_DEBUGINFOD;
}

bool debug_files_have_servers(void)
{
   debug_files_keep_from_servers();
   return servers != NULL;
}

const char* debug_files_trouble(void)
{
   return trouble;
}

char* debug_files_digits(const void* bytes, size_t count)
{
   GString* digits = g_string_new(NULL);
   for (size_t i = 0; i < count; i++) {
      g_string_append_printf(digits, "%02x", ((const unsigned char*)bytes)[i]);
   }
   return g_string_free(digits, FALSE);
}

char* debug_files_id(int fd)
{
   elf_version(EV_CURRENT);
   Elf*        object = elf_begin(fd, ELF_C_READ_MMAP, NULL);
   const void* bytes;
   ssize_t     count = object == NULL || elf_kind(object) != ELF_K_ELF ? 0
                       : dwelf_elf_gnu_build_id(object, &bytes);
   char*       id = count <= 0 ? NULL : debug_files_digits(bytes, (size_t)count);
   elf_end(object);
   return id;
}

bool debug_files_has_id(int fd, const char* build_id)
{
   g_autofree char* id = debug_files_id(fd);
   return g_strcmp0(id, build_id) == 0;
}

static bool is_id(const char* text)
{
   size_t digits = strspn(text, "0123456789abcdef");
   return text[digits] == '\0' && digits >= FEWEST_DIGITS && digits <= MOST_DIGITS;
}

/*--- Directories ---*/

/* Whether the file is what its name says; or else closes it.  Nobody else has checked that. */
static bool is_right(int fd, const char* build_id)
{
   bool has_id = debug_files_has_id(fd, build_id);
   if (!has_id) {
      close(fd);
   }
   return has_id;
}

static int open_in(const char* directory, const char* build_id, char** path)
{
   Problem          ignored;
   assert(strlen(build_id) >= FEWEST_DIGITS);
   g_autofree char* name = g_strdup_printf("%s/.build-id/%.2s/%s.debug", directory, build_id, build_id + 2);
   File*            file = file_open(name, FILE_OBJECT, &ignored);
   int              fd = file == NULL ? -1 : file_release(file);
   if (fd < 0 || !is_right(fd, build_id)) {
      return -1;
   }
   *path = g_steal_pointer(&name);
   return fd;
}

static int open_local(const char* build_id, char** path)
{
   int fd = -1;
   for (guint i = 0; directories != NULL && i < directories->len && fd < 0; i++) {
      fd = open_in(g_ptr_array_index(directories, i), build_id, path);
   }
   for (size_t i = 0; system_directories[i] != NULL && fd < 0; i++) {
      fd = open_in(system_directories[i], build_id, path);
   }
   return fd;
}

/*--- Servers ---*/

#if HAVE_DEBUGINFOD

typedef struct {
   __typeof__(&debuginfod_begin)          begin;
   __typeof__(&debuginfod_find_debuginfo) find;
   __typeof__(&debuginfod_end)            end;
} Library;

/* NULL: it cannot be loaded. */
static const Library* library(void)
{
   static Library loaded;
   void*          handle = loaded.end != NULL ? NULL : dlopen(DEBUGINFOD_SONAME, RTLD_NOW | RTLD_LOCAL);
   if (handle != NULL) {
      *(void**)&loaded.begin = dlsym(handle, "debuginfod_begin");
      *(void**)&loaded.find = dlsym(handle, "debuginfod_find_debuginfo");
      *(void**)&loaded.end = dlsym(handle, "debuginfod_end");
   }
   return loaded.begin != NULL && loaded.find != NULL && loaded.end != NULL ? &loaded : NULL;
}

/* Returns a descriptor, or an error as a negative number. */
static int ask(const char* build_id, char** path)
{
   char*              found = NULL;
   const Library*     use = library();
   debuginfod_client* client = use == NULL ? NULL : use->begin();
   if (client == NULL) {
      return -ELIBACC;
   }
   /* A length of 0 says that these are digits. */
   int fd = use->find(client, (const unsigned char*)build_id, 0, &found);
   use->end(client);
   *path = g_strdup(found);
   free(found);
   return fd;
}

/* libdebuginfod finds the servers in the environment. */
static int fetch(const char* build_id, char** path)
{
   static GHashTable* not_there;
   if (not_there == NULL) {
      not_there = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   }
   if (!debug_files_have_servers() || trouble != NULL || g_hash_table_contains(not_there, build_id)) {
      return -1;
   }
   setenv(SERVERS, servers, true);
   progress_begin("asking the servers of " SERVERS, 0);
   int fd = ask(build_id, path);
   progress_end();
   unsetenv(SERVERS);
   if (fd < 0) {
      g_hash_table_add(not_there, g_strdup(build_id));
      if (fd != -ENOENT) {
         trouble = g_strdup_printf("cannot be asked: %s", strerror(-fd));
      }
      return -1;
   }
   return is_right(fd, build_id) ? fd : -1;
}

#else

static int fetch(const char* build_id, char** path)
{
   (void)build_id;
   (void)path;
   if (debug_files_have_servers() && trouble == NULL) {
      trouble = g_strdup("are not asked: aprof was built without libdebuginfod");
   }
   return -1;
}

#endif

int debug_files_open(const char* build_id, bool may_fetch, char** path)
{
   g_autofree char* found = NULL;
   debug_files_keep_from_servers();
   if (!is_id(build_id)) {
      return -1;
   }
   int fd = open_local(build_id, &found);
   if (fd < 0 && may_fetch) {
      fd = fetch(build_id, &found);
   }
   if (fd >= 0 && path != NULL) {
      *path = g_steal_pointer(&found);
   }
   return fd;
}
