/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Answers with the program and the run. */

#include <inttypes.h>
#include <stdio.h>

#include "answer/show/parts.h"
#include "answer/units.h"
#include "model/header.h"

static Answer* paths_of(const Subject* subject)
{
   Answer* paths = tree_list();
   for (size_t i = 0; i < subject->path_count; i++) {
      tree_append(paths, tree_text(subject->paths[i]));
   }
   return paths;
}

static Answer* input_arguments(const Header* header)
{
   Answer*     value = tree_list();
   const char* argument;
   for (size_t index = 0; (argument = header_next_comment(header, HEADER_INPUT_ARGUMENT, &index)) != NULL; ) {
      tree_append(value, tree_text(argument));
   }
   return value;
}

static Answer* incomplete(const Header* header)
{
   Answer*        value = tree_list();
   IncompleteText text;
   for (size_t index = 0; *incomplete_next(header, &index, text) != '\0'; ) {
      tree_append(value, tree_text(text));
   }
   return value;
}

Answer* part_head(const Subject* subject)
{
   const Header* header = report_header(subject->report);
   Answer*       value = tree_object();
   char          version[30];
   snprintf(version, sizeof version, "1.%" PRIu64, header->version);
   tree_set(value, "reports", paths_of(subject));
   tree_set_text(value, "version", version);
   tree_set_text(value, "tool", report_comment(subject->report, "tool"));
   tree_set_text(value, "program", header->application);
   tree_set_text(value, "command", header->command_line);
   tree_set_text(value, "date", header->date);
   tree_set_text(value, "metric", header->metric);
   tree_set_text(value, "unit", unit_of_cost(header->metric));
   tree_set_text(value, "input", header->input);
   tree_set_flag(value, "input_measured", header_has_input(header));
   tree_set(value, "input_arguments", input_arguments(header));
   tree_set_text(value, "part", header_comment(header, HEADER_PART));
   tree_set(value, "incomplete", incomplete(header));
   tree_set_text(value, "program_input", header_comment(header, HEADER_PROGRAM_INPUT));
   tree_set(value, "memory_resolution",
            header->memory_resolution == 0 ? NULL : tree_count(header->memory_resolution));
   tree_set_flag(value, "has_contexts", report_context_count(subject->report) > 0);
   tree_set_flag(value, "has_real_costs", header->has_real_sums);
   tree_set_flag(value, "has_total", header->has_total);
   tree_set_count(value, "total_cost", subject->ranking.total);
   tree_set_count(value, "routine_count", subject->ranking.routine_count);
   return value;
}
