/* How the routines of an experiment grow with the size of the runs, as `aprof grow` says it.  That depends on
   all that was measured of the program; so it is found once, and kept in the store.  How a routine of a
   report grows follows from its own points, and is not kept. */

#pragma once

#include "growth/curve.h"
#include "history/store.h"
#include "subject/runs.h"

typedef struct {
   char*  name;       /* canonical */
   char*  object;     /* canonical; "" of the program itself */
   char*  state;      /* "confirmed", "likely" or "open" */
   char*  class;      /* "n^2"; "" if nothing is known */
   char*  text;       /* with coefficients; "": none fits */
   double exponent;   /* from the largest size to the farthest one; NAN: not known */
   double low;        /* the interval holds with 95 % */
   double high;
} RoutineLaw;

/* The laws of the routines that matter in an experiment, as they are stored, or else found and stored: an
   array of RoutineLaw, to be freed by g_array_unref. */
extern GArray* laws_of(Store* store, int64_t record);

/* Finds and stores the laws of an experiment whose facts are known, unless they are stored. */
extern void laws_note(Store* store, int64_t record, const RunSubjects* subjects);

/* The law of a routine; `object` may be NULL: any.  NULL: there is none. */
extern const RoutineLaw* laws_find(const GArray* laws, const char* name, const char* object);

/* Makes the law of a curve; to be freed by law_clear. */
extern RoutineLaw law_of_curve(const Curve* curve, const char* name, const char* object);
extern void law_clear(RoutineLaw* law);
