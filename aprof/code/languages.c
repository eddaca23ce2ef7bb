/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   From symbols to names.  A C function may have a symbol that would be one of Ada or Fortran, too.  So the
   language must be known: by the source file or, without debug information, by symbols in the same
   object that only this language has.  The runtime calls some of these before any other code. */

#include "code/languages.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "code/paths.h"
#include "valgrind_version.h"

/* The languages of an object file. */
typedef struct {
   KeptPath path;
   Bool     has_ada;
   Bool     has_fortran;
} Object;

static VgHashTable* objects;

void languages_init(void)
{
   objects = VG_(HT_construct)("aprof.languages");
}

static Bool begins_with_one_of(const HChar* text, const HChar* const* beginnings)
{
   for (; *beginnings != NULL; beginnings++) {
      if (VG_(strncmp)(text, *beginnings, VG_(strlen)(*beginnings)) == 0) {
         return True;
      }
   }
   return False;
}

/* Whether a file's name ends with a dot and one of the endings, in small or capital letters. */
static Bool has_ending(const HChar* file, const HChar* const* endings)
{
   const HChar* dot = VG_(strrchr)(file, '.');
   for (; dot != NULL && *endings != NULL; endings++) {
      if (VG_(strcasecmp)(dot + 1, *endings) == 0) {
         return True;
      }
   }
   return False;
}

Bool languages_separate_by_dots(const HChar* file)
{
   static const HChar* const endings[] = { "go", NULL };
   return has_ending(file, endings);
}

/*------------------------------------------------------------*/
/*--- Fortran                                              ---*/
/*------------------------------------------------------------*/

/* A procedure of a module: `__MODULE_MOD_PROCEDURE`. */
static const HChar* behind_module(const HChar* symbol)
{
   const HChar* mark = VG_(strncmp)(symbol, "__", 2) == 0 ? VG_(strstr)(symbol + 2, "_MOD_") : NULL;
   return mark == NULL || mark == symbol + 2 || mark[5] == '\0' ? NULL : mark + 5;
}

static Bool is_fortran(const HChar* symbol, const HChar* file, Object* object)
{
   static const HChar* const endings[] = {
      "f", "for", "ftn", "f77", "f90", "f95", "f03", "f08", "f18", NULL
   };
   object->has_fortran |= VG_STREQ(symbol, "MAIN__") || behind_module(symbol) != NULL;
   return *file != '\0' ? has_ending(file, endings) : object->has_fortran;
}

/* The length of a symbol without the underscore of a procedure outside modules, or the number of one inside
   another procedure. */
static SizeT length_of_procedure(const HChar* symbol)
{
   SizeT length = VG_(strlen)(symbol);
   SizeT digits = length;
   while (digits > 0 && VG_(isdigit)(symbol[digits - 1])) {
      digits--;
   }
   if (digits < length && digits > 1 && symbol[digits - 1] == '.') {
      return digits - 1;
   }
   return length > 1 && symbol[length - 1] == '_' && symbol[length - 2] != '_' ? length - 1 : length;
}

static const HChar* demangle_fortran(const HChar* symbol)
{
   const HChar* procedure = behind_module(symbol);
   const HChar* base      = procedure != NULL ? procedure : symbol;
   SizeT        length    = procedure != NULL ? VG_(strlen)(procedure) : length_of_procedure(symbol);
   SizeT        module    = procedure != NULL ? procedure - symbol - 7 : 0;
   if (length == VG_(strlen)(symbol)) {
      return NULL;
   }
   HChar* name = VG_(calloc)("aprof.languages", module + length + 3, 1);
   if (procedure != NULL) {
      VG_(memcpy)(name, symbol + 2, module);
      VG_(memcpy)(name + module, "::", 2);
      module += 2;
   }
   VG_(memcpy)(name + module, base, length);
   return name;
}

/*------------------------------------------------------------*/
/*--- Ada and D                                            ---*/
/*------------------------------------------------------------*/

/* Packages that the language has itself. */
static const HChar* const ada_packages[] = { "system__", "ada__", "interfaces__", "gnat__", "_ada_", NULL };

static Bool is_ada(const HChar* symbol, const HChar* file, Object* object)
{
   static const HChar* const endings[] = { "adb", "ads", "ada", NULL };
   static const HChar* const runtime[] = { "adainit", "adafinal", "ada_main", "__gnat_", "_ada_", NULL };
   object->has_ada |= begins_with_one_of(symbol, runtime) || begins_with_one_of(symbol, ada_packages);
   return *file != '\0' ? has_ending(file, endings) : object->has_ada;
}

/* The demangler puts a name that it does not understand into angle brackets. */
static const HChar* demangle_ada(const HChar* symbol)
{
   if (VG_(strstr)(symbol, "__") == NULL && VG_(strncmp)(symbol, "_ada_", 5) != 0) {
      return NULL;
   }
   const HChar* name = ada_demangle(symbol, 0);
   return name == NULL || *name == '<' ? NULL : name;
}

const HChar* languages_demangle(const HChar* symbol, const HChar* file, const HChar* image)
{
   Object* object = paths_kept(objects, image, sizeof *object);
   if (!VG_(clo_demangle)) {
      return NULL;
   }
   if (symbol[0] == '_' && symbol[1] == 'D') {
      return dlang_demangle(symbol, 0);
   }
   Bool fortran = is_fortran(symbol, file, object);
   Bool ada     = is_ada(symbol, file, object);
   return fortran ? demangle_fortran(symbol) : ada ? demangle_ada(symbol) : NULL;
}
