#include "answer/definition.h"

#include "dwarf/debug_files.h"
#include "input/distribution.h"
#include "model/own.h"
#include "util/text.h"

const char* definition_symbol(const char* name, const char* mangled)
{
   return mangled != NULL ? mangled : name;
}

Defined defined_routine(const Header* header, const Routine* routine)
{
   return (Defined){ header, routine->image, definition_symbol(routine->name, routine->mangled) };
}

InlinedCode definition_find(const Header* header, const char* image, const char* symbol)
{
   g_autofree char*  build_id = header_build_id(header, image);
   const DebugWanted wanted = { image, build_id, true };
   InlinedCode       code = { .problem = DEBUG_OTHER_OBJECT };
   if (build_id != NULL || !header_is_other_object(header, image)) {
      code = inlined_find(&wanted, symbol);
   }
   return code;
}

void definition_add(GString* text, const Defined* defined)
{
   InlinedCode code = definition_find(defined->header, defined->image, defined->symbol);
   if (code.problem == NULL && code.file != NULL && code.line > 0) {
      g_string_append_printf(text, " (%s:%d)", text_file_name(code.file), code.line);
   }
   inlined_free(&code);
}

/* A sentence about servers, which know objects by their build ids; "": there is nothing to say.  Those of a
   distribution know no programs but its own. */
static char* servers_text(const Header* header, const char* image)
{
   g_autofree char* build_id = header_build_id(header, image);
   const char*      trouble = debug_files_trouble();
   const char*      server = own_is_of_system(image) && debug_files_can_ask() ? distribution_server() : NULL;
   return build_id == NULL  ? g_strdup("")
          : trouble != NULL ? g_strdup_printf(" The servers of DEBUGINFOD_URLS %s.", trouble)
          : debug_files_have_servers() ? g_strdup(" The servers of DEBUGINFOD_URLS have none.")
          : server == NULL ? g_strdup("")
          : g_strdup_printf(" So may a server: `export DEBUGINFOD_URLS=%s`.", server);
}

/* " (`apt install m4-dbgsym`)", and before it, what apt lacks to find that. */
static char* install_text(const char* package)
{
   g_autofree char* source = distribution_missing_source(package);
   return source == NULL
          ? g_strdup_printf(" (as root: `apt install %s`)", package)
          : g_strdup_printf(" (as root: `echo %s > /etc/apt/sources.list.d/debug.list`, then "
                            "`apt update && apt install %s`)", source, package);
}

char* definition_advice(const Header* header, const char* image, const char* what)
{
   g_autofree char* package = distribution_package_of_symbols(image);
   g_autofree char* install = package == NULL ? NULL : install_text(package);
   g_autofree char* servers = servers_text(header, image);
   return !HAVE_DW
          ? g_strdup_printf("a build with -g would name %s, or an aprof with libdw, which this one was "
                            "built without.", what)
          : package != NULL
          ? g_strdup_printf("the package %s would name %s%s.%s", package, what, install, servers)
          : g_strdup_printf("debug symbols of it%s, or a build with -g, would name %s.%s",
                            own_is_of_system(image) ? " (a package -debuginfo)" : "", what, servers);
}

const char* definition_inlined_missing(const Header* header)
{
   return HAVE_INLINED || header_comment(header, HEADER_INLINED) != NULL
          ? NULL : "Inlined routines were not measured: " INLINED_MISSING ".";
}
