/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Start-up routines are known by their names, and the dynamic linker by its file's. */

#include "model/start_up.h"

#include <stddef.h>
#include <string.h>

static bool begins_with(const char* text, const char* beginning)
{
   return strncmp(text, beginning, strlen(beginning)) == 0;
}

bool routine_is_of_dynamic_linker(const Routine* routine)
{
   const char* slash = strrchr(routine->image, '/');
   const char* file = slash == NULL ? routine->image : slash + 1;
   return begins_with(file, "ld-") || begins_with(file, "ld64.so") || begins_with(file, "ld.so");
}

bool routine_is_nameless(const Routine* routine)
{
   return begins_with(routine->name, "0x");
}

/* Also with a version, or as a part: __libc_start_main_impl, __libc_start_main@@GLIBC_2.34. */
static bool has_name(const char* text, const char* name)
{
   if (!begins_with(text, name)) {
      return false;
   }
   const char* rest = text + strlen(name);
   return *rest == '\0' || *rest == '@' || strcmp(rest, "_impl") == 0;
}

/* A function of C++ or another language would have a symbol. */
bool routine_is_program(const Routine* routine)
{
   return routine->mangled == NULL && strcmp(routine->name, PROGRAM_ROUTINE) == 0;
}

bool routine_is_start_up(const Routine* routine)
{
   static const char* const names[] = {
      "_start", "__libc_start_main", "__libc_start_call_main", "__libc_csu_init", "call_init", "_init",
      "(below main)"
   };
   if (routine_is_of_dynamic_linker(routine)) {
      return true;
   }
   for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      if (has_name(routine->name, names[i])) {
         return true;
      }
   }
   return false;
}
