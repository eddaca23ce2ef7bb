/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Selections of names by patterns.  A selection is the list of patterns from the command line. */

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
   Selection* added = VG_(malloc)("aprof.selection", sizeof *added);
   added->pattern = VG_(calloc)("aprof.selection.pattern", length + 1, 1);
   VG_(memcpy)(added->pattern, begin, length);
   added->next = *selection;
   *selection  = added;
}

void selection_add(Selection** selection, const HChar* pattern)
{
   add_part(selection, pattern, VG_(strlen)(pattern));
}

Bool selection_add_list(Selection** selection, const HChar* list)
{
   for (;;) {
      const HChar* comma  = VG_(strchr)(list, ',');
      SizeT        length = comma != NULL ? (SizeT)(comma - list) : VG_(strlen)(list);
      if (length == 0) {
         return False;
      }
      add_part(selection, list, length);
      if (comma == NULL) {
         return True;
      }
      list = comma + 1;
   }
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
