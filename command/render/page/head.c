/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Prints the program and the run. */

#include "render/page/sections.h"

#include <inttypes.h>
#include <stdbool.h>

#include "model/header.h"
#include "render/page/values.h"

static void add_text(FILE* out, const char* key, const char* text)
{
   fprintf(out, ",\"%s\":", key);
   value_text(out, text);
}

static void add_input_arguments(FILE* out, const Header* header)
{
   const char* argument;
   size_t      count = 0;
   fputs(",\"inputArguments\":[", out);
   for (size_t index = 0; (argument = header_next_comment(header, HEADER_INPUT_ARGUMENT, &index)) != NULL; ) {
      value_separate(out, count++);
      value_text(out, argument);
   }
   fputs("]", out);
}

static void add_incomplete(FILE* out, const Header* header)
{
   IncompleteText text;
   size_t         count = 0;
   fputs(",\"incomplete\":[", out);
   for (size_t index = 0; *incomplete_next(header, &index, text) != '\0'; ) {
      value_separate(out, count++);
      value_text(out, text);
   }
   fputs("]", out);
}

void section_head(FILE* out, const Subject* subject)
{
   const Header* header = report_header(subject->report);
   fputs("{\"paths\":[", out);
   for (size_t i = 0; i < subject->path_count; i++) {
      value_separate(out, i);
      value_text(out, subject->paths[i]);
   }
   fputs("]", out);
   add_text(out, "program", header->application);
   add_text(out, "command", header->command_line);
   add_text(out, "date", header->date);
   add_text(out, "metric", header->metric);
   add_text(out, "unit", unit_of_cost(report_header(subject->report)->metric));
   add_text(out, "input", header->input);
   add_input_arguments(out, header);
   add_incomplete(out, header);
   add_text(out, "programInput", header_comment(header, HEADER_PROGRAM_INPUT));
   fprintf(out, ",\"inputMeasured\":%s", header_has_input(header) ? "true" : "false");
   fprintf(out, ",\"resolution\":%u,\"reports\":%" PRIu64 ",\"total\":%" PRIu64 ",\"hasSelf\":%s,\"times\":",
           header->memory_resolution, header->reports, subject->ranking.total,
           header->has_self_costs ? "true" : "false");
   value_number(out, subject->ranking.times);
   fprintf(out, ",\"version\":%" PRIu64 "}", header->version);
}
