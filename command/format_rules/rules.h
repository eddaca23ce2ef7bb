/* The rules of the report format, version 1.4, and the rules that its readers rely on.

   The rules are in four places, by what they check:
      the form of one line             model/reader.c: a line that breaks them is no record
      the numbers of one point         point_rules.c
      one record and the lines above   lines.c, header.c, routines.c, contexts.c
      the whole file                   whole_file.c

   Each table ends with NULL. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "model/reader.h"
#include "util/id_map.h"
#include "util/number.h"

/*--- The checker ---*/

/* The state of aprof check-report when it has read a file up to a line.

   The checker reads a file line by line.  It keeps a few words for each routine and
   context, and nothing for a point.  One mistake should lead to one message.  So if a
   line is broken, rules that need it are not applied. */

#define NONE  UINT32_MAX

typedef struct {
   uint32_t id;
   uint64_t line;           /* number of its r line */
   Wide     real_sum;       /* of all its points */
   Wide     self_sum;       /* of all its points */
   uint64_t max;            /* the largest `max` of its points */
   uint32_t open_contexts;  /* how many of its contexts are open */
   bool     has_context;
} CheckedRoutine;

typedef struct {
   uint32_t id;
   uint64_t line;             /* number of its x line; 0 as long as there is none */
   uint64_t first_point;      /* line number of its first point; 0 as long as there is none */
   uint32_t points_routine;   /* index of the routine under whose r line its points are, or NONE */
   uint32_t last_rms;         /* rms of its last point so far */
   bool     has_real_sum;     /* a point has a real-sum above 0 */
   uint32_t routine;          /* index of the routine in its x line, or NONE */
   uint32_t parent;           /* index, or NONE */
   bool     is_open;          /* it is the newest x line's context, or an ancestor of that */
   bool     is_misplaced;     /* it or an ancestor is in the wrong place, and a message has said so */
} CheckedContext;

typedef struct {
   const char*     file;
   uint64_t        violations;
   GHashTable*     complaints;           /* Complaint, by its text with 0 for each number; NULL: none yet */
   uint64_t        other_complaints;     /* of more kinds than are kept */
   Record          record;               /* the current line */
   uint64_t        last_line;            /* number of the newest line; 1 in an empty file */

   uint64_t        first_lines[128];     /* by tag: number of its first line; 0 if there is none so far */
   Tag             place_tag;            /* tag of the line above */
   int             place;                /* place of the line above in the order of lines */

   CheckedRoutine* routines;
   size_t          routine_capacity;
   IdMap           routine_ids;
   uint32_t        current;              /* index of the newest r line's routine, or NONE */
   bool            current_has_points;
   bool            current_has_mangled;
   uint32_t        current_last_rms;     /* rms of its last p line */

   CheckedContext* contexts;
   size_t          context_capacity;
   IdMap           context_ids;
   uint32_t        newest_context;       /* index of the context of the newest x line in preorder, or NONE */

   IdMap           commented_routines;   /* routines with lines in comments */
   IdMap           commented_contexts;   /* contexts with lines in comments */

   uint64_t        points;
   bool            kinds_mixed;          /* a message has said that the file mixes p and q lines */
   bool            may_cost_nothing;     /* an activation: too short for the clock, or without a request */
   uint64_t        total;                /* the number in the k line */
   Wide            self_sum;             /* of all points */

   bool            prints_all;           /* violations, however many there are of a kind */
   bool            has_no_input;         /* input sizes were not measured */
   bool            is_part;              /* the report is one of several parts of a run */

   /* Whether all lines of a kind could be read. */
   bool            total_is_known;
   bool            points_are_known;
   bool            routines_are_known;
   bool            contexts_are_known;
} Checker;

/* Prints "FILE:LINE: what is wrong".  Of complaints that differ in numbers only, and of all kinds of them,
   there may be as many as the file has lines; so only the first are printed, and the others counted,
   unless all are wanted. */
extern void violation(Checker* checker, uint64_t line, const char* format, ...)
   __attribute__((format(printf, 3, 4)));

/* A violation in the current line, the usual case. */
#define here(checker, ...)  violation(checker, (checker)->record.line, __VA_ARGS__)

/* Prints how many violations were only counted. */
extern void print_counted_violations(const Checker* checker);

extern void checker_free(Checker* checker);

/* The context of this id, which is added if it is new.  Its x line may come later. */
extern CheckedContext* checker_context(Checker* checker, uint32_t id);

/*--- The rules ---*/

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
