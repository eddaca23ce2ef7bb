/* One of the two sides of a comparison: the routines of a report by their canonical
   names.  Routines of one canonical name and object are one here; their points are
   added up.  The C library's strlen beside __strlen_avx2, on either side, is what chooses
   that one, so it has a name of its own here: strlen (resolver). */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "subject/names.h"
#include "subject/subject.h"

typedef struct {
   const char*    name;          /* canonical, and renamed on the old side */
   const char*    object;        /* canonical; of the program itself, COMPARE_PROGRAM */
   Subject   subject;         /* of all that were added up; `routine` is the costliest of them */
   uint32_t       routines;      /* how many were */
   const Point*   points;        /* by ascending rms, each rms once */
   Totals         totals;
   double         inputs;        /* the sum of the rms of all calls */
   uint64_t       dearest;       /* the cost of the dearest call */
   bool           is_start_up;   /* of the dynamic linker, or runs before main */
   bool           is_variant;    /* of the C library, for some processors */
} SideRoutine;

/* The program is the same object on both sides, whatever its file is called. */
#define COMPARE_PROGRAM  ""

typedef struct {
   Report*       report;
   uint64_t      total;          /* report_total_cost */
   uint64_t      whole;          /* report_whole: what shares are of */
   SideRoutine*  routines;       /* those that have points, in the order of the report */
   size_t        count;
   uint32_t*     side_routine;   /* by routine of the report: its index in `routines`, or NO_ROUTINE */
   GrowthAnalysis* analysis;
   const SideRoutine* analysed;  /* that the analysis has the points of; or NULL */
   GStringChunk* texts;
   GPtrArray*    added;          /* arrays of points that are not the report's */
} Side;

/* The report must stay.  `other` is the other side's, or NULL.  `renames` may be NULL, and so may `own`:
   patterns of objects with own code. */
extern Side* side_make(Report* report, const Report* other, Renames* renames, const char* own);

extern void side_free(Side* side);

/* Sets another total, when routines have other costs than in the report; and what follows. */
extern void side_set_total(Side* side, uint64_t total);

/* The share of the program's cost. */
extern double side_share(const Side* side, const SideRoutine* routine);

/* Functions for hash tables of SideRoutine, by name and object. */
extern guint side_hash_names(gconstpointer routine);
extern gboolean side_has_equal_names(gconstpointer left, gconstpointer right);

/* Returns the facts with the growth, which is looked for when it is asked for first.  It stays NULL if there
   are too few points. */
extern const Subject* side_subject(Side* side, const SideRoutine* routine);

/* Returns the power law, which takes longer than all the rest, of a case that has a class. */
extern const GrowthPowerLaw* side_power_law(Side* side, const SideRoutine* routine, GrowthCase which);

/* Frees what was found of the growth.  The routine may be NULL. */
extern void side_forget_growth(Side* side, const SideRoutine* routine);
