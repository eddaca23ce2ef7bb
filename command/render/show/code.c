/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What debug information says of one routine: where it is defined, and what was
   inlined into it.  The code of a standard library is named last. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "dwarf/inlined.h"
#include "model/own.h"
#include "render/show/outputs.h"
#include "util/number.h"
#include "util/text.h"

#define SHOWN_NAMES   8
#define HIDDEN_NAMES  4
#define SHOWN_LINES   5
#define LONGEST_NAME 60

/* " (line 61)", " (lines 12, 40)"; nothing if no line is known. */
static void add_lines(GString* text, const GArray* lines)
{
   for (guint i = 0; i < lines->len && i < SHOWN_LINES; i++) {
      const char* before = i > 0 ? ", " : lines->len == 1 ? " (line " : " (lines ";
      g_string_append_printf(text, "%s%d", before, g_array_index(lines, int, i));
   }
   if (lines->len > 0) {
      g_string_append(text, lines->len > SHOWN_LINES ? ", ...)" : ")");
   }
}

static void add_name(GString* text, const char* name)
{
   char* cut = text_cut(name, LONGEST_NAME);
   g_string_append(text, cut);
   free(cut);
}

typedef struct {
   bool   of_library;     /* of a standard library, not of the program's code */
   bool   has_lines;      /* from lines of the routine itself, not within what was inlined there */
   bool   shows_lines;
} Choice;

/* At most `limit` names in all; returns how many there are now. */
static size_t add_inlined(GString* text, const GArray* inlined, Choice choice, size_t shown, size_t limit)
{
   for (guint i = 0; i < inlined->len && shown < limit; i++) {
      const Inlined* routine = &g_array_index(inlined, Inlined, i);
      bool           is_of_library = own_is_standard_library(routine->name, NULL);
      if (is_of_library == choice.of_library && (routine->lines->len > 0) == choice.has_lines) {
         g_string_append(text, shown > 0 ? ", " : "");
         add_name(text, routine->name);
         if (choice.shows_lines) {
            add_lines(text, routine->lines);
         }
         shown++;
      }
   }
   return shown;
}

static void print_inlined(const Show* show, const InlinedCode* code)
{
   bool     shows_all = show->options->has_limit && show->options->limit == 0;
   size_t   limit = shows_all ? code->inlined->len : SHOWN_NAMES;
   GString* text = g_string_new(NULL);
   g_string_printf(text, "%-*s", SHOW_LABEL_WIDTH, "Inlined");
   size_t shown = 0;
   for (int of_library = 0; of_library <= 1; of_library++) {
      shown = add_inlined(text, code->inlined, (Choice){ of_library, true, true }, shown, limit);
      shown = add_inlined(text, code->inlined, (Choice){ of_library, false, true }, shown, limit);
   }
   if (shown == 0) {
      g_string_append(text, "nothing");
   } else if (shown < code->inlined->len) {
      g_string_append_printf(text, " and %u more; --limit=0 names all", code->inlined->len - (guint)shown);
   }
   text_print_wrapped(stdout, text->str, SHOW_LABEL_WIDTH, show->width);
   g_string_free(text, TRUE);
}

static const char* symbol_of(const Routine* routine)
{
   return routine->mangled != NULL ? routine->mangled : routine->name;
}

void show_hidden_code(const Show* show, const Routine* routine)
{
   if (header_is_other_object(report_header(show->report), routine->image)) {
      return;
   }
   InlinedCode code = inlined_find(routine->image, symbol_of(routine));
   if (code.problem == NULL) {
      GString* text = g_string_new(NULL);
      g_string_append(text, "Into ");
      add_name(text, routine->name);
      g_string_append(text, ", the compiler has inlined ");
      size_t shown = add_inlined(text, code.inlined, (Choice){ false, true, false }, 0, HIDDEN_NAMES);
      shown = add_inlined(text, code.inlined, (Choice){ false, false, false }, shown, HIDDEN_NAMES);
      g_string_append_printf(text, "%s. Compile with -fno-inline to see them apart.",
                             shown == HIDDEN_NAMES ? " and others" : "");
      if (shown > 0) {
         text_print_wrapped(stdout, text->str, 0, show->width);
      }
      g_string_free(text, TRUE);
   }
   inlined_free(&code);
}

void show_code(const Show* show, const Routine* routine)
{
   if (header_is_other_object(report_header(show->report), routine->image)) {
      printf("%-*s%s\n", SHOW_LABEL_WIDTH, "Inlined", "not known: its object file is not the one that ran");
      return;
   }
   InlinedCode code = inlined_find(routine->image, symbol_of(routine));
   if (code.file != NULL) {
      char place[600];
      snprintf(place, sizeof place, "%.570s:%d", code.file, code.line);
      show_labelled("Source", place, show->width);
   }
   if (code.problem != NULL) {
      printf("%-*snot known: %s\n", SHOW_LABEL_WIDTH, "Inlined", code.problem);
   } else {
      print_inlined(show, &code);
   }
   inlined_free(&code);
}
