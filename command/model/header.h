/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The header of a report, or of several that are added up. */

#ifndef COMMAND_MODEL_HEADER_H
#define COMMAND_MODEL_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of what is missing, texts are NULL; what has a default has it. */
typedef struct {
   uint64_t version;             /* 0 to 4; of several reports, the oldest */
   uint64_t reports;             /* how many are added up, in this file or others */
   char*    date;                /* t: of several reports, the newest */
   bool     has_total;
   uint64_t total;               /* k */
   char*    modified;            /* e */
   char*    metric;              /* m: bb-count, instr, time-usec or another */
   char*    input;               /* i: rms or drms */
   char*    input_arguments;     /* which arguments are input sizes, as in "fib:1, gcd:2"; often NULL */
   unsigned memory_resolution;   /* bytes of a cell; 0 if the report does not say */
   char*    application;         /* a */
   char*    command_line;        /* f */
   bool     total_is_too_large;  /* beyond 2^64-1 */
   bool     has_real_sums;       /* every point has its own */
   bool     has_self_costs;
   char**   comments;            /* c; of several reports, those that all have,
                                    and all that say what an input size is */
   size_t   comment_count;
   size_t   comment_capacity;
} Header;

/* Copies the bytes; what was there is freed. */
extern void header_set_text(char** text, const char* bytes, size_t length);

extern void header_add_comment(Header* header, const char* bytes, size_t length);

/* The text of the comment `c KEY: text`, or NULL. */
extern const char* header_comment(const Header* header, const char* key);

/* The same of the next one from this index on, which moves behind it. */
extern const char* header_next_comment(const Header* header, const char* key, size_t* index);

/* Of a routine whose input sizes are one of its arguments: which, from 1.  0 if they
   are what it reads. */
extern unsigned header_input_argument(const Header* header, const char* name, const char* mangled);

/* The comments that say so. */
#define HEADER_INPUT_ARGUMENT  "input-arg"

/* The comment that says what a repeated string instruction costs, if not a block for each 64 bytes. */
#define HEADER_REP_COST  "rep-cost"

/* The comment that says how many reports were added up. */
#define HEADER_REPORTS  "reports"

/* When all lines are read: defaults, and what comments say. */
extern void header_complete(Header* header);

/* What keeps two reports from being added up: a text such as "the metric is
   instr, not bb-count", from the view of `header`.  False if nothing does. */
extern bool header_differs(const Header* header, const Header* from, char* text, size_t size);

/* Adds the header of another report.  The result does not depend on the order
   in which reports are added. */
extern void header_add(Header* to, const Header* from);

extern void header_free(Header* header);

#endif
