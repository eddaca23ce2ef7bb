/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What aprof convert and the writers of the formats agree on. */

#ifndef COMMAND_CONVERT_CONVERSION_H
#define COMMAND_CONVERT_CONVERSION_H

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "model/report.h"

typedef struct {
   Report*            report;
   const char* const* paths;     /* of the files that were added up to it */
   size_t             path_count;
   FILE*              out;
   const char*        command;   /* "aprof convert", for messages */
   GStringChunk*      texts;     /* for convert_text */
} Conversion;

/* How the cost is named: the report's metric, as other formats know it. */
typedef struct {
   const char* metric;
   const char* event;         /* letters and digits only */
   const char* capitals;      /* the same in capitals */
   const char* description;
} CostName;

extern CostName convert_cost_name(Conversion* conversion);

/* U+2423 in UTF-8: it stands for a blank that readers would not take for a part of a name. */
#define OPEN_BOX  "\xe2\x90\xa3"

/* What every line-based format and XML can hold: valid UTF-8 without control
   characters (each becomes `?`) and without blanks at its ends; `???` for a text
   that is missing or empty. */
extern const char* convert_text(Conversion* conversion, const char* text);

/* The same for the name of a routine or a file.  Readers would lose the blanks at
   its ends too, and take two names for one: each is written as an open box. */
extern const char* convert_name(Conversion* conversion, const char* name);

/* A copy that lasts as long as the conversion; the text itself is freed. */
extern const char* convert_keep(Conversion* conversion, GString* text);

/* A routine's name in formats that tell levels of recursion apart, as f, f'2, f'3.
   No two of them are the same: a name that ends like that by itself has one
   apostrophe more (f''2), and one that ends in an apostrophe has a blank before
   its level (f' '2). */
extern const char* convert_function_name(Conversion* conversion, const char* name, uint32_t level);

/* What was profiled: the command line, or else the program. */
extern const char* convert_command_line(Conversion* conversion);

/* The cost of the whole program, which the costs of its routines do not exceed. */
extern uint64_t convert_total(const Conversion* conversion, uint64_t sum_of_self);

/* Tells the user what the format could not hold. */
extern void convert_note(const Conversion* conversion, const char* format, ...)
   __attribute__((format(printf, 2, 3)));

/* Whether the profiler made recursive calls part of the call that began the
   recursion; and the note that says so, if it did. */
extern bool convert_has_folded_recursion(const Conversion* conversion);
extern void convert_note_recursion(const Conversion* conversion);

#endif
