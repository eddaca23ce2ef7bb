/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Where routines are defined, and their lines: of routines that matter, since
   debug information takes time to read.  A source file that was changed after its
   object was built does not match it, so its lines are left out. */

#include "html/sections.h"

#include <glib.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "debug/inlined.h"
#include "html/values.h"
#include "show/common.h"
#include "util/number.h"

#define LEAST_SHARE     0.01
#define MOST_ROUTINES     40
#define MOST_LINES       200
#define MOST_BYTES  10000000

static bool matters(const Subject* subject, const RankedRoutine* row, SourceChoice choice)
{
   double share = ranking_share(row->routine->totals.real_sum, subject->ranking.total);
   return (choice == SOURCE_ALL || row->is_own) && share >= LEAST_SHARE && row->section != SECTION_START_UP
          && !header_is_other_object(report_header(subject->report), row->routine->image);
}

/* To be freed; NULL: it cannot be read, or is newer than the program. */
static char* text_of(const Subject* subject, const char* path)
{
   const Header* header = report_header(subject->report);
   uint64_t      modified;
   struct stat   file;
   char*         text = NULL;
   bool is_newer = stat(path, &file) != 0 || !S_ISREG(file.st_mode) || file.st_size > MOST_BYTES
                   || (header->modified != NULL && number_parse(header->modified, &modified)
                       && (uint64_t)file.st_mtime > modified);
   return !is_newer && g_file_get_contents(path, &text, NULL, NULL) ? text : NULL;
}

/* An array; empty if nothing is known. */
static void print_lines(FILE* out, const char* text, int first, int last)
{
   char** lines = g_strsplit(text == NULL ? "" : text, "\n", last + 1);
   int    count = (int)g_strv_length(lines);
   putc('[', out);
   for (int i = first; i <= last && i <= count && i < first + MOST_LINES; i++) {
      value_separate(out, (size_t)(i - first));
      value_text(out, lines[i - 1]);
   }
   putc(']', out);
   g_strfreev(lines);
}

/* Returns whether something is known. */
static bool print_source(FILE* out, const Subject* subject, const RankedRoutine* row, size_t printed)
{
   const Routine* routine = row->routine;
   const char*    symbol = routine->mangled != NULL ? routine->mangled : routine->name;
   InlinedCode    code = inlined_find(routine->image, symbol);
   bool           known = code.problem == NULL && code.file != NULL && code.line > 0;
   if (known) {
      char* path = code.file[0] == '/' || code.directory == NULL
                   ? g_strdup(code.file) : g_canonicalize_filename(code.file, code.directory);
      char* text = text_of(subject, path);
      value_separate(out, printed);
      fprintf(out, "[%" PRIu32 ",", report_routine_index(subject->report, routine));
      value_text(out, path);
      fprintf(out, ",%d,", code.line);
      print_lines(out, text, code.line, code.last_line);
      putc(']', out);
      g_free(text);
      g_free(path);
   }
   if (code.inlined != NULL) {
      inlined_free(&code);
   }
   return known;
}

void section_sources(FILE* out, const Subject* subject, SourceChoice choice)
{
   size_t printed = 0;
   size_t tried = 0;
   putc('[', out);
   for (size_t i = 0; choice != SOURCE_NONE && i < subject->ranking.count && tried < MOST_ROUTINES; i++) {
      const RankedRoutine* row = &subject->ranking.rows[i];
      if (matters(subject, row, choice)) {
         tried++;
         printed += print_source(out, subject, row, printed);
      }
   }
   putc(']', out);
}
