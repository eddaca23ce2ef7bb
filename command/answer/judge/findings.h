/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Findings: mistakes in the rules or the baseline, and not in a routine, with file, line
   and column. */

#ifndef COMMAND_ANSWER_JUDGE_FINDINGS_H
#define COMMAND_ANSWER_JUDGE_FINDINGS_H

#include <glib.h>
#include <stdbool.h>

typedef enum {
   FINDING_SYNTAX,         /* a line of the rules cannot be read: nothing is checked */
   FINDING_UNUSED,         /* a rule or an exception matches no routine */
   FINDING_EXPIRED,        /* an exception is over */
   FINDING_FINGERPRINT,    /* the baseline is of another environment */
} FindingKind;

#define FINDING_KINDS  (FINDING_FINGERPRINT + 1)

typedef struct {
   FindingKind kind;
   const char* file;
   unsigned    line;
   unsigned    column;     /* 0: the whole line */
   char*       text;
} Finding;

typedef struct {
   GArray* list;           /* Finding */
} Findings;

extern Findings findings_new(void);

extern void findings_free(Findings* findings);

extern void findings_add(Findings* findings, FindingKind kind, const char* file, unsigned line,
                         unsigned column, const char* format, ...) __attribute__((format(printf, 6, 7)));

/* Sorts by line and column. */
extern void findings_sort(Findings* findings);

extern size_t findings_count(const Findings* findings, FindingKind kind);

/* "rules-syntax" and the like. */
extern const char* finding_name(FindingKind kind);

#endif
