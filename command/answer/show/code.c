/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Answers with the debug information on one routine. */

#include "answer/show/parts.h"
#include "dwarf/compiler.h"
#include "model/own.h"

static Answer* lines_of(const Inlined* inlined)
{
   Answer* lines = tree_list();
   for (guint i = 0; i < inlined->lines->len; i++) {
      tree_append(lines, tree_count((uint64_t)g_array_index(inlined->lines, int, i)));
   }
   return lines;
}

static Answer* inlined_value(const Inlined* inlined)
{
   Answer* value = tree_object();
   tree_set_text(value, "name", inlined->name);
   tree_set(value, "lines", lines_of(inlined));
   tree_set_flag(value, "of_standard_library", own_is_standard_library(inlined->name, NULL));
   return value;
}

static Answer* code_value(const char* problem, const char* file, int line, const GArray* inlined)
{
   Answer* value = tree_object();
   Answer* list = NULL;
   if (problem == NULL) {
      list = tree_list();
      for (guint i = 0; i < inlined->len; i++) {
         tree_append(list, inlined_value(&g_array_index(inlined, Inlined, i)));
      }
   }
   tree_set_text(value, "file", file);
   tree_set(value, "line", file == NULL ? NULL : tree_count((uint64_t)line));
   tree_set_text(value, "problem", problem);
   tree_set(value, "inlined", list);
   return value;
}

Answer* part_code(const Subject* subject, const Routine* routine)
{
   if (header_is_other_object(report_header(subject->report), routine->image)) {
      return code_value("its object file is not the one that ran", NULL, 0, NULL);
   }
   const char* symbol = routine->mangled != NULL ? routine->mangled : routine->name;
   InlinedCode code = inlined_find(routine->image, symbol);
   Answer*     value = code_value(code.problem, code.file, code.line, code.inlined);
   inlined_free(&code);
   return value;
}
