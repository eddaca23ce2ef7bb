/* A step: something that changed at a commit. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef enum {
   STEP_PROGRAM,    /* the program costs more, or less */
   STEP_ROUTINE,    /* a routine does, or grows faster or more slowly */
   STEP_ENDED,      /* the run ended otherwise */
   STEP_WORK,       /* the run did other work: costs are not compared */
   STEP_MARK,       /* another compiler, library, processor or the like: no step of the program */
   STEP_RENAMED,    /* a routine has another name, object or parameters: `text` is the former name */
} StepKind;

#define STEP_KINDS  (STEP_RENAMED + 1)

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

/* An empty array of Step, and the steps as text, a line for each, and back. The arrays are to be freed by
   g_array_unref, the text by g_free. */
extern GArray* steps_new(void);
extern char* steps_write(const GArray* steps);
extern GArray* steps_read(const char* text);
