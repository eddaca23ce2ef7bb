/* The cost of routines before: a line for each, read from a file that is kept with the
   sources.

   The fingerprint is what the numbers of a report depend on beside the program, as what was
   measured, and where. Numbers of reports that measured different things cannot be
   compared. In another environment, the C library has other code, so costs differ a
   little. */

#pragma once

#include <glib.h>
#include <stdint.h>

#include "answer/compare/pair.h"
#include "subject/subjects.h"
#include "model/header.h"

/*--- The fingerprint ---*/

typedef enum {
   FINGERPRINT_METRIC,
   FINGERPRINT_INPUT,
   FINGERPRINT_INPUT_ARG,
   FINGERPRINT_CELL,
   FINGERPRINT_REP_COST,
   FINGERPRINT_VALGRIND,      /* the environment begins here */
   FINGERPRINT_LIBC,
   FINGERPRINT_PROCESSOR,
} FingerprintKey;

#define FINGERPRINT_KEYS  (FINGERPRINT_PROCESSOR + 1)

/* NULL: not known. */
typedef struct {
   const char* values[FINGERPRINT_KEYS];
} Fingerprint;

/* "metric", ... */
extern const char* const fingerprint_keys[];

extern Fingerprint fingerprint_of(const Header* header, GStringChunk* texts);

/* Returns what differs, where both are known: "its metric is instr, here bb-count".  NULL if nothing does, of
   what was measured or of the environment; else to be freed. */
extern char* fingerprint_other_measure(const Fingerprint* there, const Fingerprint* here);
extern char* fingerprint_other_environment(const Fingerprint* there, const Fingerprint* here);

/*--- Entries ---*/

/* The cost of all calls with one input. */
typedef struct {
   uint32_t n;
   uint64_t calls;
   uint64_t cost;
} BaselineCost;

/* Inputs with a cost: the largest, and those nearest to a half, a quarter and an eighth of it. */
#define BASELINE_COSTS  4

typedef struct {
   double low;
   double high;
} Interval;

typedef struct {
   const char*  name;             /* canonical, and printable */
   const char*  object;           /* canonical; COMPARE_PROGRAM: the program itself */
   ClassRange   classes[2];       /* GROWTH_WORST, GROWTH_MEAN */
   Interval     exponents[2];     /* of the power law; high is 0 if it could not be fitted */
   uint32_t     smallest;         /* input */
   uint32_t     largest;
   uint64_t     points;
   BaselineCost costs[BASELINE_COSTS];
   unsigned     cost_count;
   Interval     law;              /* what laws say of a call with the largest input; high is 0: nothing */
   Totals       all;              /* calls and what they cost, without recursive ones; 0: not known */
   bool         has_self;         /* and their self cost */
   RoutinePrints prints;          /* kept as the names are */
} BaselineEntry;

typedef struct {
   const char*   path;
   Fingerprint   fingerprint;
   unsigned      fingerprint_line;
   double        total;             /* the program's cost without its start-up; 0: not known */
   const char*   ended;             /* how the program ended, and what it was given (model/conditions.h); */
   const char*   work;              /* NULL: not known */
   ProgramPrints prints;            /* in `texts` */
   GPtrArray*    entries;           /* BaselineEntry */
   GHashTable*   by_routine;        /* "OBJECT\nNAME" to BaselineEntry */
   Report*       report;            /* made of all that by baseline_report.h; or NULL */
   GStringChunk* texts;
} Baseline;

/* Makes a baseline without entries. */
extern Baseline* baseline_new(const char* path);

extern void baseline_free(Baseline* baseline);

/* Makes the entry that the report has for the routine. */
extern BaselineEntry baseline_entry_make(Subjects* subjects, size_t index, GStringChunk* texts);

/* Whether the entries, of one routine, say the same. */
extern bool baseline_entry_is_equal(const BaselineEntry* entry, const BaselineEntry* other);

/* Sets how the program ended, and what it was given. */
extern void baseline_set_conditions(Baseline* baseline, const Header* header);

/* Sets the prints of the program. */
extern void baseline_set_prints(Baseline* baseline, Subjects* subjects);

/* NULL if it has no such routine. */
extern const BaselineEntry* baseline_find(const Baseline* baseline, const char* name, const char* object);

/* Adds the entry, or replaces that of the routine.  The texts must stay. */
extern void baseline_set(Baseline* baseline, const BaselineEntry* entry);
