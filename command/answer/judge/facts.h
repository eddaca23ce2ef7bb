/* Verdicts need these facts of the routines of a report. Classes, power laws and projections
   take time: they are found when they are asked for first, and then kept. */

#pragma once

#include "answer/compare/code.h"
#include "answer/compare/side.h"
#include "answer/judge/patterns.h"
#include "subject/subjects.h"

typedef struct {
   Side*       side;           /* the report's routines by their canonical names */
   const char* own_patterns;   /* of objects with own code, or NULL (model/own.h) */
   GArray*     projections;    /* those that somebody has asked for */
   SideCode*   code;           /* NULL: nobody has */
} Facts;

/* The report must stay, and so must `own`: patterns of objects with own code, or NULL. */
extern Facts* facts_new(Report* report, const char* own);

extern void facts_free(Facts* facts);

/* True of code of the program that is more than marginal. */
extern bool facts_is_own(const Facts* facts, size_t index);

extern const ClassRange* facts_case(Facts* facts, size_t index, GrowthCase which);

/* Predicts the mean cost; not known if it has no class. */
extern GrowthPrediction facts_predict(Facts* facts, size_t index, uint32_t n);

/* Returns the power law as side_power_law does. */
extern const GrowthPowerLaw* facts_power_law(Facts* facts, size_t index, GrowthCase which);

extern double facts_share(const Facts* facts, size_t index);

typedef enum {
   PROJECTED,
   PROJECTED_NO_GROWTH,      /* no class is known, so nothing is */
   PROJECTED_TOO_SMALL,      /* it was not looked for: so many other routines cost more */
} ProjectedState;

/* The share if all inputs were so many times as large. */
extern ProjectedState facts_projected_share(Facts* facts, size_t index, double times, Share* share);

/* The routine that a growth is inherited from, or NULL: it is the routine's own, or not known.  `certain`:
   contexts say so. */
extern const Routine* facts_inherited_from(Facts* facts, size_t index, bool* certain);

/* Returns the prints of a routine, to be freed; none of what is of the system. */
extern RoutinePrints facts_prints(Facts* facts, size_t index);

/* Returns the prints of the program, to be freed. */
extern ProgramPrints facts_program_prints(Facts* facts);

/* All that it is called. */
extern RoutineNames routine_names(const SideRoutine* routine);

/* Do the same as pattern_means() and pattern_is_name(). */
extern bool routine_matches(const RoutinePattern* pattern, const SideRoutine* routine, bool is_own);
extern bool routine_has_name(const char* pattern, const SideRoutine* routine);
