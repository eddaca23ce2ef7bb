#include "dwarf/places.h"

#include <dwarf.h>
#include <glib.h>
#include <string.h>

Dwarf_Die place_origin(Dwarf_Die* entry)
{
   Dwarf_Die       origin = *entry;
   Dwarf_Die       next;
   Dwarf_Attribute attribute;
   for (int i = 0; i < 8; i++) {
      if (dwarf_attr(&origin, DW_AT_abstract_origin, &attribute) == NULL
          || dwarf_formref_die(&attribute, &next) == NULL) {
         break;
      }
      origin = next;
   }
   return origin;
}

Dwarf_Die place_declaration(Dwarf_Die* entry)
{
   Dwarf_Attribute attribute;
   Dwarf_Die       declaration;
   return dwarf_attr(entry, DW_AT_specification, &attribute) != NULL
          && dwarf_formref_die(&attribute, &declaration) != NULL
          ? declaration : *entry;
}

bool place_is_type(int tag)
{
   return tag == DW_TAG_class_type || tag == DW_TAG_structure_type || tag == DW_TAG_union_type;
}

const char* place_symbol(Dwarf_Die* entry)
{
   Dwarf_Attribute attribute;
   const char*     name = dwarf_formstring(dwarf_attr_integrate(entry, DW_AT_linkage_name, &attribute));
   return name != NULL ? name
          : dwarf_formstring(dwarf_attr_integrate(entry, DW_AT_MIPS_linkage_name, &attribute));
}

/* Clang leaves the directory out of what it splits off; the lines of that are the remaining unit's, which has
   it. */
const char* place_directory(Dwarf_Die* unit)
{
   Dwarf_Attribute    attribute;
   Dwarf_Lines*       lines;
   Dwarf_Files*       files;
   const char* const* directories;
   size_t             count;
   const char*        own = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
   bool is_elsewhere = own == NULL && dwarf_getsrclines(unit, &lines, &count) == 0 && count > 0
                       && dwarf_line_file(dwarf_onesrcline(lines, 0), &files, &count) == 0
                       && dwarf_getsrcdirs(files, &directories, &count) == 0 && count > 0;
   return is_elsewhere ? directories[0] : own;
}

/* dwarf_decl_file aborts the process for a unit that was split off, and does not know file 0 of DWARF 5,
   which is that of the unit. */
const char* place_file_name(Dwarf_Die* entry, Dwarf_Die* unit)
{
   Dwarf_Attribute attribute;
   Dwarf_Word      number;
   Dwarf_Files*    files;
   size_t          count;
   if (dwarf_formudata(dwarf_attr_integrate(entry, DW_AT_decl_file, &attribute), &number) != 0
       || dwarf_cu_info(attribute.cu, NULL, NULL, unit, NULL, NULL, NULL, NULL) != 0) {
      return NULL;
   }
   bool is_listed = number > 0 && dwarf_getsrcfiles(unit, &files, &count) == 0 && number < count;
   return is_listed ? dwarf_filesrc(files, number, NULL, NULL) : dwarf_diename(unit);
}

char* place_path(const char* name, Dwarf_Die* unit)
{
   const char* directory = g_path_is_absolute(name) ? NULL : place_directory(unit);
   bool        is_known = directory != NULL && g_path_is_absolute(directory);
   return g_canonicalize_filename(name, is_known ? directory : "/");
}

char* place_file(Dwarf_Die* entry)
{
   Dwarf_Die   unit;
   const char* name = place_file_name(entry, &unit);
   return name == NULL ? NULL : place_path(name, &unit);
}

bool place_is_own(const char* path)
{
   static const char* const others[] = {
      "/usr/include/", "/usr/lib/", "/usr/lib64/", "/usr/local/include/", "/usr/share/", "/usr/src/debug/",
      "/usr/src/googletest/", "/usr/local/go/", "/rustc/", "/rust/deps/", "/lib/", "/opt/", "/nix/store/",
      NULL
   };
   static const char* const parts[] = {
      "/.cargo/registry/", "/.cargo/git/", "/.rustup/", "/pkg/mod/", "/include/c++/", "/.conan/", "/vcpkg/",
      "<built-in>", NULL
   };
   for (size_t i = 0; others[i] != NULL; i++) {
      if (g_str_has_prefix(path, others[i])) {
         return false;
      }
   }
   for (size_t i = 0; parts[i] != NULL; i++) {
      if (strstr(path, parts[i]) != NULL) {
         return false;
      }
   }
   return true;
}
