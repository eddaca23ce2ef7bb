/* Two records, compared.  A step is something that changed: what counts as one, and what only as a mark. */

#pragma once

#include <stdio.h>

#include "history/snapshot.h"
#include "util/tree.h"

typedef enum {
   STEP_PROGRAM,    /* the program costs more, or less */
   STEP_ROUTINE,    /* a routine does, or grows faster or more slowly */
   STEP_ENDED,      /* the run ended otherwise */
   STEP_WORK,       /* the run did other work: costs are not compared */
   STEP_MARK,       /* another compiler, library, processor or the like: no step of the program */
   STEP_RENAMED,    /* a routine has another name, object or parameters: `text` is the former name */
} StepKind;

/* "program", "routine", "ended", "work", "mark", "renamed". */
extern const char* const step_names[];

typedef struct {
   StepKind kind;
   int      direction;   /* 1: worse; -1: better; 0: neither */
   bool     is_class;    /* it grows as another class */
   double   factor;      /* cost now / before; NAN: not known */
   char*    name;        /* of a routine: canonical; of a mark: what it is about */
   char*    object;      /* canonical; "" of the program itself */
   char*    text;        /* "n -> n^2", "costs 3.2 times as much" */
} Step;

/* An empty array of Step, to be freed by g_array_unref. */
extern GArray* steps_new(void);

/* Appends the steps from one record to the other.  `own`: patterns of objects that are own code; NULL: see
   model/own.h.  If both are experiments, sets `laws` to those of the second one, as laws_text writes them; it
   may be NULL. */
extern void compared_steps(const Snapshot* before, const Snapshot* now, const char* own, GArray* steps,
                           char** laws);

/* Prints what `aprof diff` answers, in so many columns. */
typedef void (*PrintDiff)(FILE* out, const Answer* diff, int width);

/* Returns all that `aprof diff` says of them; to be freed. `names`: what it calls the two; `print`: how. */
extern char* compared_text(const Snapshot* before, const Snapshot* now, const char* own,
                           const char* const names[2], PrintDiff print);
