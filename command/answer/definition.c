/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "answer/definition.h"

#include "dwarf/debug_files.h"
#include "input/package.h"

const char* definition_symbol(const char* name, const char* mangled)
{
   return mangled != NULL ? mangled : name;
}

InlinedCode definition_find(const Header* header, const char* image, const char* symbol)
{
   char*             build_id = header_build_id(header, image);
   const DebugWanted wanted = { image, build_id, true };
   InlinedCode       code = { .problem = DEBUG_OTHER_OBJECT };
   if (build_id != NULL || !header_is_other_object(header, image)) {
      code = inlined_find(&wanted, symbol);
   }
   g_free(build_id);
   return code;
}

/* A sentence about servers, which know objects by their build ids; "": there is nothing to say. */
static char* servers_text(const Header* header, const char* image)
{
   char*       build_id = header_build_id(header, image);
   const char* trouble = debug_files_trouble();
   char*       text = build_id == NULL  ? g_strdup("")
                      : trouble != NULL ? g_strdup_printf(" The servers of DEBUGINFOD_URLS %s.", trouble)
                      : debug_files_have_servers() ? g_strdup(" The servers of DEBUGINFOD_URLS have none.")
                      : g_strdup(" So may a server of debug files (DEBUGINFOD_URLS).");
   g_free(build_id);
   return text;
}

char* definition_advice(const Header* header, const char* image, const char* what)
{
   char* package = package_of_symbols(image);
   char* servers = servers_text(header, image);
   char* text = package != NULL ? g_strdup_printf("the package %s would name %s.%s", package, what, servers)
                : g_strdup_printf("debug symbols of it (a package -dbgsym or -debuginfo), or a build with "
                                  "-g, would name %s.%s", what, servers);
   g_free(servers);
   g_free(package);
   return text;
}
