/* How the routines of an experiment grow with the size of the runs, as `aprof grow` says it.  That depends on
   all that was measured of the program; so it is found once, and kept in the store.  How a routine of a
   report grows follows from its own points, and is not kept. */

#pragma once

#include "history/store.h"
#include "subject/runs.h"
#include "util/tree.h"

/* The texts of a law; an empty one is not known. */
enum {
   LAW_EXPONENT,   /* from the largest size to the farthest one */
   LAW_LOW,        /* of an interval that holds with 95 % */
   LAW_HIGH,
   LAW_STATE,      /* "confirmed", "likely" or "open" */
   LAW_CLASS,      /* "n^2" */
   LAW_TEXT,       /* with coefficients */
   LAW_NAME,       /* canonical */
   LAW_OBJECT,     /* canonical; empty: the program itself */
   LAW_FIELDS
};

/* The laws of the routines that matter in an experiment, as they are stored, or else found and stored: an
   array of char**, to be freed by g_ptr_array_unref. */
extern GPtrArray* laws_of(Store* store, int64_t record);

/* Returns the laws of an experiment as they are stored; to be freed. */
extern char* laws_text(const RunSubjects* subjects);

/* The law of a routine; `object` may be NULL: any.  NULL: there is none. */
extern char* const* laws_find(const GPtrArray* laws, const char* name, const char* object);

/* Answers with a law, or with that of a curve. */
extern Answer* law_value(char* const* law);
extern Answer* law_value_of_curve(const Curve* curve);
