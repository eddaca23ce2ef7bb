/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Selections of names by patterns: lists, as long as the command line made them. */

#include "selection.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_seqmatch.h"

struct Selection {
   HChar*     pattern;
   Selection* next;
};

static void add_part(Selection** selection, const HChar* begin, SizeT length)
{
   if (length > 0) {
      Selection* added = VG_(malloc)("aprof.selection", sizeof *added);
      added->pattern = VG_(calloc)("aprof.selection.pattern", length + 1, 1);
      VG_(memcpy)(added->pattern, begin, length);
      added->next = *selection;
      *selection  = added;
   }
}

void selection_add(Selection** selection, const HChar* pattern)
{
   add_part(selection, pattern, VG_(strlen)(pattern));
}

void selection_add_list(Selection** selection, const HChar* list)
{
   const HChar* comma;
   while ((comma = VG_(strchr)(list, ',')) != NULL) {
      add_part(selection, list, comma - list);
      list = comma + 1;
   }
   selection_add(selection, list);
}

Bool selection_has(const Selection* selection, const HChar* name)
{
   for (; selection != NULL; selection = selection->next) {
      if (VG_(string_match)(selection->pattern, name)) {
         return True;
      }
   }
   return False;
}

Bool selection_has_path(const Selection* selection, const HChar* path)
{
   const HChar* slash = VG_(strrchr)(path, '/');
   return selection_has(selection, path) || (slash != NULL && selection_has(selection, slash + 1));
}
