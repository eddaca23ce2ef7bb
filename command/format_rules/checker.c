/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Prints violations, and answers questions of several rules. */

#include "format_rules/checker.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/memory.h"
#include "util/progress.h"
#include "util/text.h"

void violation(Checker* checker, uint64_t line, const char* format, ...)
{
   checker->violations++;
   progress_hide();
   text_print(stdout, checker->file);
   printf(":%" PRIu64 ": ", line);
   va_list arguments;
   va_start(arguments, format);
   vprintf(format, arguments);
   va_end(arguments);
   putchar('\n');
}

CheckedContext* checker_context(Checker* checker, uint32_t id)
{
   bool     is_new;
   uint32_t index = id_map_find_or_add(&checker->context_ids, id, &is_new);
   if (is_new) {
      MEMORY_GROW(checker->contexts, index, &checker->context_capacity);
      checker->contexts[index] = (CheckedContext){
         .id = id, .points_routine = NONE, .routine = NONE, .parent = NONE
      };
   }
   return &checker->contexts[index];
}

void checker_free(Checker* checker)
{
   free(checker->routines);
   free(checker->contexts);
   id_map_free(&checker->routine_ids);
   id_map_free(&checker->context_ids);
   id_map_free(&checker->commented_routines);
   id_map_free(&checker->commented_contexts);
}
