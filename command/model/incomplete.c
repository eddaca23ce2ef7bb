/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Comments of the tool say what is missing. */

#include "model/incomplete.h"

#include <stdio.h>

#include "util/text.h"

/* Index 0 is for the checkpoint, 1 for a file that was being written; index n + 2 is where to go on in the
   comments from n on. */
const char* incomplete_next(const Header* header, size_t* index, IncompleteText text)
{
   text[0] = '\0';
   if (*index == 0) {
      ++*index;
      if (header_comment(header, HEADER_CHECKPOINT) != NULL) {
         snprintf(text, sizeof(IncompleteText), "The program ran on after this checkpoint%s; how long is not "
                  "known.", header->reports > 1 ? " of a process" : "");
         return text;
      }
   }
   if (*index == 1) {
      ++*index;
      if (header_comment(header, HEADER_UNFINISHED) != NULL) {
         snprintf(text, sizeof(IncompleteText), "%s", "By its name, a report was still being written: its "
                  "end may be missing.");
         return text;
      }
   }
   size_t      comment = *index - 2;
   const char* value = header_next_comment(header, HEADER_GIVEN_UP, &comment);
   *index = comment + 2;
   if (value != NULL) {
      snprintf(text, sizeof(IncompleteText), "Memory was short, so aprof gave up %.200s.", value);
   }
   return text;
}

void incomplete_warn(const Header* header, const char* command)
{
   IncompleteText text;
   for (size_t index = 0; *incomplete_next(header, &index, text) != '\0'; ) {
      fprintf(stderr, "%s: warning: a report is incomplete: ", command);
      text_print_cut(stderr, text, sizeof text);
      fputc('\n', stderr);
   }
}
