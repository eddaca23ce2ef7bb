/* The rules of the report format, version 1.4, and the rules that its readers rely on.

   The rules are in four places, by what they check:
      the form of one line             model/reader.c: a line that breaks them is no record
      the numbers of one point         point_rules.c
      one record and the lines above   lines.c, header.c, routines.c, contexts.c
      the whole file                   whole_file.c

   Each table ends with NULL. */

#pragma once

#include "format_rules/checker.h"

/* Checks the current record, or what is known of the file. */
typedef void (*Rule)(Checker* checker);

/* lines.c.  line_rules are for all lines.  tag_rules are for all lines that have a tag.  Both
   are also for broken lines. */
extern const Rule line_rules[];
extern const Rule tag_rules[];
extern const Rule text_rules[];

/* header.c */
extern const Rule comment_rules[];
extern const Rule version_rules[];
extern const Rule date_rules[];
extern const Rule total_rules[];
extern const Rule modified_rules[];
extern const Rule metric_rules[];
extern const Rule input_rules[];

/* The rule of point_rules.c: all rules for the numbers of one point. */
extern void numbers_of_point_agree(Checker* checker);

/* routines.c */
extern const Rule routine_rules[];
extern const Rule mangled_rules[];
extern const Rule full_name_rules[];
extern const Rule point_rules[];
extern const Rule context_point_rules[];

/* contexts.c.  commented_context_rules are for lines in comments. */
extern const Rule context_rules[];
extern const Rule commented_context_rules[];

/* whole_file.c */
extern const Rule file_rules[];
