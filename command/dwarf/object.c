/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Debug information is looked for in the object and where systems keep it.

   libdw decompresses what is no object, and reads what an object names as the file of its debug information,
   whatever that is.  So it gets only what begins like an object. */

#include "dwarf/object.h"

#include <elf.h>
#include <elfutils/libdwelf.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
   const char* ignored;
   char*       path = g_path_is_absolute(name) ? g_strdup(name) : g_build_filename(directory, name, NULL);
   int         fd = open_object(path, &ignored);
   bool        is_right = fd >= 0 || !g_file_test(path, G_FILE_TEST_EXISTS);
   if (fd >= 0) {
      close(fd);
   }
   g_free(path);
   return is_right;
}

/* Finds the debug file of an object; a callback of libdwfl. Falls back on dwfl_standard_find_debuginfo, which
   looks for NAME.debug if the object has no link. */
static int find_debug_file(Dwfl_Module* module, void** data, const char* module_name, Dwarf_Addr base,
                           const char* object, const char* link, GElf_Word sum, char** found)
{
   char* beside = g_path_get_dirname(object);
   char* below = g_build_filename(beside, ".debug", NULL);
   char* last = g_path_get_basename(object);
   char* name = link != NULL ? g_strdup(link) : g_strconcat(last, ".debug", NULL);
   bool  may_look = is_safe(beside, name) && is_safe(below, name);
   g_free(beside);
   g_free(below);
   g_free(last);
   g_free(name);
   return may_look
          ? dwfl_standard_find_debuginfo(module, data, module_name, base, object, link, sum, found) : -1;
}

char* debug_build_id(const char* object)
{
   const char*    ignored;
   const uint8_t* bytes;
   int            fd = open_object(object, &ignored);
   Elf*           elf = fd < 0 || elf_version(EV_CURRENT) == EV_NONE ? NULL
                        : elf_begin(fd, ELF_C_READ_MMAP, NULL);
   ssize_t        count = elf == NULL ? -1 : dwelf_elf_gnu_build_id(elf, (const void**)&bytes);
   GString*       text = g_string_new(NULL);
   for (ssize_t i = 0; i < count; i++) {
      g_string_append_printf(text, "%02x", bytes[i]);
   }
   elf_end(elf);
   if (fd >= 0) {
      close(fd);
   }
   return g_string_free(text, count <= 0);
}

const char* debug_open(DebugObject* opened, const char* object)
{
   static char* no_path = NULL;
   static const Dwfl_Callbacks callbacks = {
      .find_elf = dwfl_build_id_find_elf, .find_debuginfo = find_debug_file,
      .section_address = dwfl_offline_section_address, .debuginfo_path = &no_path
   };
   const char* reason;
   int         fd = open_object(object, &reason);
   if (fd < 0) {
      return reason;
   }
   unsetenv("DEBUGINFOD_URLS");   /* what is here has to do: nothing is fetched from the net */
   opened->dwfl = dwfl_begin(&callbacks);
   opened->module = opened->dwfl == NULL ? NULL : dwfl_report_offline(opened->dwfl, "", object, fd);
   if (opened->module == NULL) {
      close(fd);
      debug_close(opened);
      return "its object file is not a program or library";
   }
   dwfl_report_end(opened->dwfl, NULL, NULL);
   return NULL;
}

void debug_close(DebugObject* opened)
{
   dwfl_end(opened->dwfl);
}
