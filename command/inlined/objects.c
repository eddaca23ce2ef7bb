#include "inlined/objects.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char* const objects_system[] = { "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/libexec", NULL };

static const char* const library_directories[] = {
   "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib/aarch64-linux-gnu",
   "/usr/lib/aarch64-linux-gnu", "/lib/riscv64-linux-gnu", "/usr/lib/riscv64-linux-gnu", "/lib64",
   "/usr/lib64", "/lib", "/usr/lib", NULL
};

/* The libraries that an object needs, and where it says that these are. */
typedef struct {
   GPtrArray* names;
   char*      paths;
} Needed;

static bool is_in_system(const char* path)
{
   for (size_t i = 0; objects_system[i] != NULL; i++) {
      size_t length = strlen(objects_system[i]);
      if (strncmp(path, objects_system[i], length) == 0 && path[length] == '/') {
         return true;
      }
   }
   return false;
}

static void read_dynamic(Elf* elf, Elf_Scn* section, Needed* needed)
{
   GElf_Shdr header;
   Elf_Data* data = elf_getdata(section, NULL);
   if (gelf_getshdr(section, &header) == NULL || header.sh_type != SHT_DYNAMIC || data == NULL
       || header.sh_entsize == 0) {
      return;
   }
   for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++) {
      GElf_Dyn entry;
      const char* text = gelf_getdyn(data, (int)i, &entry) == NULL
                         ? NULL : elf_strptr(elf, header.sh_link, entry.d_un.d_val);
      if (text == NULL) {
         continue;
      }
      if (entry.d_tag == DT_NEEDED) {
         g_ptr_array_add(needed->names, g_strdup(text));
      } else if (entry.d_tag == DT_RUNPATH || entry.d_tag == DT_RPATH) {
         g_free(needed->paths);
         needed->paths = g_strdup(text);
      }
   }
}

static Needed needed_by(const char* path)
{
   Needed   needed = { .names = g_ptr_array_new_with_free_func(g_free) };
   int      file = open(path, O_RDONLY | O_CLOEXEC);
   Elf*     elf = file < 0 ? NULL : elf_begin(file, ELF_C_READ_MMAP, NULL);
   Elf_Scn* section = NULL;
   while (elf != NULL && (section = elf_nextscn(elf, section)) != NULL) {
      read_dynamic(elf, section, &needed);
   }
   elf_end(elf);
   if (file >= 0) {
      close(file);
   }
   return needed;
}

/* Appends DIRECTORY/NAME to the objects, if it is there; $ORIGIN is where the object is that asks. */
static bool add_from(GPtrArray* objects, const char* directory, const char* name, const char* asking)
{
   g_autofree char*   origin = g_path_get_dirname(asking);
   g_autoptr(GString) place = g_string_new(directory);
   g_string_replace(place, "${ORIGIN}", origin, 0);
   g_string_replace(place, "$ORIGIN", origin, 0);
   g_autofree char* path = g_build_filename(place->str, name, NULL);
   g_autofree char* real = realpath(path, NULL);
   bool             is_there = real != NULL;
   if (is_there && !g_ptr_array_find_with_equal_func(objects, real, g_str_equal, NULL)) {
      g_ptr_array_add(objects, g_strdup(real));
   }
   return is_there;
}

static bool add_from_list(GPtrArray* objects, const char* list, const char* name, const char* asking)
{
   bool          is_there = false;
   g_auto(GStrv) directories = g_strsplit(list == NULL ? "" : list, ":", -1);
   for (size_t i = 0; directories[i] != NULL && !is_there; i++) {
      is_there = *directories[i] != '\0' && add_from(objects, directories[i], name, asking);
   }
   return is_there;
}

static void add_needed(GPtrArray* objects, const Needed* needed, const char* name, const char* asking)
{
   bool is_there = strchr(name, '/') != NULL
                   ? add_from(objects, "/", name, asking)
                   : add_from_list(objects, needed->paths, name, asking)
                     || add_from_list(objects, g_getenv("LD_LIBRARY_PATH"), name, asking);
   for (size_t i = 0; !is_there && library_directories[i] != NULL; i++) {
      is_there = add_from(objects, library_directories[i], name, asking);
   }
}

GPtrArray* objects_needed_by(const char* program, bool with_system)
{
   GPtrArray* objects = g_ptr_array_new_with_free_func(g_free);
   g_ptr_array_add(objects, g_strdup(program));
   elf_version(EV_CURRENT);
   for (guint i = 0; i < objects->len; i++) {
      const char* path = g_ptr_array_index(objects, i);
      Needed      needed = { .names = NULL };
      if (i > 0 && !with_system && is_in_system(path)) {
         g_ptr_array_remove_index(objects, i--);
         continue;
      }
      needed = needed_by(path);
      for (guint k = 0; k < needed.names->len; k++) {
         add_needed(objects, &needed, g_ptr_array_index(needed.names, k), path);
      }
      g_ptr_array_unref(needed.names);
      g_free(needed.paths);
   }
   return objects;
}
