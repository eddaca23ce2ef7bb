/* Debug information is looked for in the object and where systems keep it.

   libdw decompresses what is no object, and reads what an object names as the file of its debug information,
   whatever that is.  So it gets only what begins like an object. */

#include "dwarf/object.h"

#include <elf.h>
#include <elfutils/libdwelf.h>
#include <glib.h>
#include <string.h>
#include <unistd.h>

#include "dwarf/debug_files.h"
#include "input/file.h"

/* The descriptor, or -1 with the reason. */
static int open_object(const char* path, const char** reason)
{
   Problem ignored;
   char    magic[SELFMAG] = "";
   File*   file = file_open(path, FILE_OBJECT, &ignored);
   if (file == NULL) {
      *reason = "its object file cannot be read here";
      return -1;
   }
   if (file_read(file, magic, sizeof magic, &ignored) == SELFMAG && memcmp(magic, ELFMAG, SELFMAG) == 0) {
      return file_release(file);
   }
   *reason = "its object file is not a program or library";
   file_close(file);
   return -1;
}

/* Whether libdw may look for this one: it is an object, or not there. */
static bool is_safe(const char* directory, const char* name)
{
   const char*      ignored;
   g_autofree char* path = g_path_is_absolute(name) ? g_strdup(name)
                           : g_build_filename(directory, name, NULL);
   int              fd = open_object(path, &ignored);
   if (fd < 0) {
      return !g_file_test(path, G_FILE_TEST_EXISTS);
   }
   close(fd);
   return true;
}

/* Whether a callback is asked for the debug file; otherwise for what dwz has moved from there to a file that
   others share.  libdwfl asks for that when it has the first, and says so only by a checksum of 0. */
static bool is_for_shared(const char* link, GElf_Word sum)
{
   return link != NULL && sum == 0;
}

/* The build id of the file that this one shares entries with; to be freed.  NULL: with none. */
static char* shared_id(Dwfl_Module* module)
{
   static bool is_asking;   /* a checksum of 0 may also be that of a file */
   Dwarf_Addr  bias;
   const char* name;
   const void* id;
   if (is_asking) {
      return NULL;
   }
   is_asking = true;
   Dwarf*  dwarf = dwfl_module_getdwarf(module, &bias);
   ssize_t size = dwarf == NULL ? 0 : dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id);
   is_asking = false;
   return size <= 0 ? NULL : debug_files_digits(id, (size_t)size);
}

static char* own_id(Dwfl_Module* module)
{
   const unsigned char* id;
   GElf_Addr            address;
   int                  size = dwfl_module_build_id(module, &id, &address);
   return size <= 0 ? NULL : debug_files_digits(id, (size_t)size);
}

/* Finds a debug file by its build id, which also servers have. */
static int find_by_id(Dwfl_Module* module, void** may_fetch, bool is_shared, char** found)
{
   g_autofree char* id = is_shared ? shared_id(module) : own_id(module);
   g_autofree char* path = NULL;
   int              fd = id == NULL ? -1 : debug_files_open(id, *may_fetch != NULL, &path);
   if (fd >= 0) {
      *found = strdup(path);
   }
   return fd;
}

/* Finds the debug file of an object; a callback of libdwfl. Falls back on dwfl_standard_find_debuginfo, which
   looks for NAME.debug if the object has no link. */
static int find_debug_file(Dwfl_Module* module, void** data, const char* module_name, Dwarf_Addr base,
                           const char* object, const char* link, GElf_Word sum, char** found)
{
   int fd = find_by_id(module, data, is_for_shared(link, sum), found);
   if (fd >= 0 || object == NULL) {
      return fd;
   }
   g_autofree char* beside = g_path_get_dirname(object);
   g_autofree char* below = g_build_filename(beside, ".debug", NULL);
   g_autofree char* last = g_path_get_basename(object);
   g_autofree char* name = link != NULL ? g_strdup(link) : g_strconcat(last, ".debug", NULL);
   return is_safe(beside, name) && is_safe(below, name)
          ? dwfl_standard_find_debuginfo(module, data, module_name, base, object, link, sum, found) : -1;
}

char* debug_build_id(const char* object)
{
   const char* ignored;
   int         fd = open_object(object, &ignored);
   char*       id = fd < 0 ? NULL : debug_files_id(fd);
   if (fd >= 0) {
      close(fd);
   }
   return id;
}

/* The object that ran, or the file of its debug information; -1 with the reason. */
static int open_wanted(const DebugWanted* wanted, const char** reason)
{
   int fd = open_object(wanted->path, reason);
   if (fd >= 0 && (wanted->build_id == NULL || debug_files_has_id(fd, wanted->build_id))) {
      return fd;
   }
   if (fd >= 0) {
      *reason = DEBUG_OTHER_OBJECT;
      close(fd);
   }
   return wanted->build_id == NULL ? -1 : debug_files_open(wanted->build_id, wanted->may_fetch, NULL);
}

static void set_may_fetch(Dwfl_Module* module, bool may_fetch)
{
   void** data = NULL;
   dwfl_module_info(module, &data, NULL, NULL, NULL, NULL, NULL, NULL);
   *data = may_fetch ? module : NULL;
}

const char* debug_open(DebugObject* opened, const DebugWanted* wanted)
{
   static char* no_path = NULL;
   static const Dwfl_Callbacks callbacks = {
      .find_elf = dwfl_build_id_find_elf, .find_debuginfo = find_debug_file,
      .section_address = dwfl_offline_section_address, .debuginfo_path = &no_path
   };
   const char* reason;
   int         fd = open_wanted(wanted, &reason);
   if (fd < 0) {
      return reason;
   }
   debug_files_keep_from_servers();   /* libdwfl would ask them by itself */
   opened->dwfl = dwfl_begin(&callbacks);
   opened->module = opened->dwfl == NULL ? NULL : dwfl_report_offline(opened->dwfl, "", wanted->path, fd);
   if (opened->module == NULL) {
      close(fd);
      debug_close(opened);
      return "its object file is not a program or library";
   }
   dwfl_report_end(opened->dwfl, NULL, NULL);
   set_may_fetch(opened->module, wanted->may_fetch);
   return NULL;
}

const char* debug_open_path(DebugObject* opened, const char* path)
{
   const DebugWanted wanted = { .path = path };
   return debug_open(opened, &wanted);
}

void debug_close(DebugObject* opened)
{
   g_clear_pointer(&opened->dwfl, dwfl_end);
}

Elf_Scn* debug_section(Elf* elf, const char* wanted, GElf_Shdr* header)
{
   size_t   names;
   Elf_Scn* section = NULL;
   if (elf_getshdrstrndx(elf, &names) != 0) {
      return NULL;
   }
   while ((section = elf_nextscn(elf, section)) != NULL) {
      const char* name = gelf_getshdr(section, header) == NULL ? NULL
                         : elf_strptr(elf, names, header->sh_name);
      if (name != NULL && strcmp(name, wanted) == 0) {
         return section;
      }
   }
   return NULL;
}
