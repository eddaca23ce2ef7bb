/* A rules file: what the routines of a program may cost.  Each line is a rule, an
   exception or a comment:

      PATTERN [in OBJECT] LIMIT...
      ignore PATTERN [in OBJECT] until YYYY-MM-DD "REASON"
      program total no-worse-than baseline [factor <= FACTOR]
      total of PATTERN [in OBJECT] <= CLASS [up to SIZE]
      program at SIZE <= COST
      # text

   The last two are about an experiment of aprof grow, the others about reports.
   The manual page aprof-rules(5) has the syntax.  For a routine, the last line that
   has a limit of some kind, and whose patterns match, is the limit of this kind
   (verdict.c).

   Findings are mistakes in the rules or the baseline, and not in a routine, with file,
   line and column. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "growth/classes.h"
#include "subject/runs.h"
#include "util/problem.h"

/*--- Findings ---*/

typedef enum {
   FINDING_SYNTAX,         /* a line of the rules cannot be read: nothing is checked */
   FINDING_UNUSED,         /* a rule or an exception matches no routine */
   FINDING_EXPIRED,        /* an exception is over */
   FINDING_FINGERPRINT,    /* the baseline is of another environment */
   FINDING_OTHER_END,      /* the program ended otherwise than in the baseline */
   FINDING_NOT_APPLIED,    /* rules are about an experiment, but a report is checked; or the reverse */
} FindingKind;

#define FINDING_KINDS  (FINDING_NOT_APPLIED + 1)

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
extern const char* const finding_names[];

/*--- Rules ---*/

typedef enum {
   LIMIT_WORST,            /* worst <= CLASS */
   LIMIT_MEAN,             /* mean <= CLASS */
   LIMIT_GROWS,            /* grows <= CLASS, or <= n^EXPONENT: inputs are sizes that are declared */
   LIMIT_SHARE,            /* share <= P%, share@xTIMES <= P% */
   LIMIT_COST,             /* cost@N <= COST */
   LIMIT_POINTS,           /* points >= COUNT */
   LIMIT_RANGE,            /* range >= FACTOR */
   LIMIT_WORST_BASELINE,   /* worst no-worse-than baseline */
   LIMIT_MEAN_BASELINE,    /* mean no-worse-than baseline */
   LIMIT_FACTOR,           /* factor <= FACTOR, against the baseline */
   LIMIT_TOTAL,            /* program total no-worse-than baseline factor <= FACTOR */
   LIMIT_GROWTH,           /* of an experiment: QUANTITY <= CLASS, or <= n^EXPONENT, up to SIZE */
   LIMIT_AT,               /* of an experiment: QUANTITY at SIZE <= COST */
} LimitKind;

#define LIMIT_KINDS  (LIMIT_AT + 1)

typedef struct {
   LimitKind   kind;
   Quantity    quantity;    /* of LIMIT_GROWTH and LIMIT_AT */
   double      at;          /* of LIMIT_SHARE: how many times the input, 1 is now; of LIMIT_COST: n; of
                               LIMIT_GROWTH and LIMIT_AT: a size of runs; else 0 */
   const char* unit;        /* of that size; NULL: not said */
   bool        is_lifted;   /* "any": what an earlier line limits is not limited here */
   GrowthClass class;       /* of LIMIT_WORST, LIMIT_MEAN; LIMIT_GROWS, LIMIT_GROWTH if they have one */
   double      exponent;    /* of LIMIT_GROWS and LIMIT_GROWTH; NAN: it has a class */
   bool        is_log;      /* of these two: it is log n, and the class is GROWTH_CONSTANT */
   double      number;      /* the most, or the least; a share is 0 to 1 */
   const char* text;        /* "share@x100 <= 30%" */
   const char* file;        /* with this line: of rules, or of the program (APROF_EXPECT) */
   unsigned    line;        /* 0: this is no file, but what is said instead of one */
   unsigned    column;
} Limit;

/* Routines that a line is about: shell patterns that must match the whole. */
typedef struct {
   const char* name;
   const char* object;      /* NULL: the program's own code */
} RoutinePattern;

typedef struct {
   RoutinePattern pattern;     /* of a rule about the program: nothing */
   bool           is_of_size;  /* it is about an experiment, and has one limit */
   bool           is_of_total; /* it is about the cost of the program, and has one limit */
   const char*    expected;    /* the program says it, of what has this name; NULL: a file does */
   const char*    file;
   unsigned       line;
   unsigned       column;
   GArray*        limits;      /* Limit, at most one of each kind */
} Rule;

typedef struct {
   RoutinePattern pattern;
   const char*    until;    /* "2027-03-01": the last day on which it holds */
   const char*    reason;
   unsigned       line;
   unsigned       column;
} Exception;

typedef struct {
   const char*   file;
   GArray*       rules;        /* Rule, in the order of the file */
   GArray*       exceptions;   /* Exception */
   GStringChunk* texts;
} Rules;

/* Begins rules that are in this file, or that messages call so; there is none so far. */
extern Rules rules_new(const char* file);

extern void rules_free(Rules* rules);

/* A lifted limit limits nothing, but is of the same kind. */
extern bool limits_are_of_one_kind(const Limit* a, const Limit* b);

/* Puts a limit into an array of pointers to Limit, in the place of an earlier one of its kind. */
extern void limits_set(GPtrArray* limits, const Limit* limit);

/* Whether a baseline is needed. */
extern bool limit_needs_baseline(const Limit* limit);

extern bool rules_need_baseline(const Rules* rules);

/* "worst", "share@x100", "mean-baseline": the kind as an identifier. */
typedef char LimitName[48];

/* "total", "self", "calls", "program". */
extern const char* const quantity_names[];

extern const char* limit_name(const Limit* limit, LimitName text);
