/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Debug information is looked for in the object and where systems keep it. */

#include "debug/object.h"

#include <stdlib.h>
#include <unistd.h>

const char* debug_open(DebugObject* opened, const char* object)
{
   static char* no_path = NULL;
   static const Dwfl_Callbacks callbacks = {
      .find_elf = dwfl_build_id_find_elf, .find_debuginfo = dwfl_standard_find_debuginfo,
      .section_address = dwfl_offline_section_address, .debuginfo_path = &no_path
   };
   if (access(object, R_OK) != 0) {
      return "its object file cannot be read here";
   }
   unsetenv("DEBUGINFOD_URLS");   /* what is here has to do: nothing is fetched from the net */
   opened->dwfl = dwfl_begin(&callbacks);
   opened->module = opened->dwfl == NULL ? NULL : dwfl_report_offline(opened->dwfl, "", object, -1);
   if (opened->module == NULL) {
      debug_close(opened);
      return "its object file is no program or library";
   }
   dwfl_report_end(opened->dwfl, NULL, NULL);
   return NULL;
}

void debug_close(DebugObject* opened)
{
   dwfl_end(opened->dwfl);
}
