/* The subject of a routine, which all commands share; each is found once. */

#pragma once

#include "growth/growth.h"
#include "model/own.h"
#include "model/report.h"

/* Sections of a list, the most alarming first: of the program's own code, and again of libraries. */
typedef enum {
   SECTION_FASTER,       /* cost that grows faster than the input, on average or at worst */
   SECTION_INHERITED,    /* the same, but because of another routine, which introduces it */
   SECTION_NOT_FASTER,
   SECTION_UNKNOWN,      /* open: too few points, or no trend in them */
   SECTION_LIBRARY_FASTER,
   SECTION_LIBRARY_INHERITED,
   SECTION_LIBRARY_NOT_FASTER,
   SECTION_LIBRARY_UNKNOWN,
   SECTION_SMALL,        /* a small part of the cost, now and with larger inputs */
   SECTION_START_UP,     /* the dynamic linker, and what runs before main */
} Section;

#define SECTIONS  (SECTION_START_UP + 1)

/* "faster", "library_faster" and so on; and for readers, what is in it, also if inputs were not measured, or
   if some of it may grow otherwise (subject_is_doubtful). */
extern const char* const section_names[];
extern const char* section_title(Section section, bool has_input, bool has_doubt);

/* Why the cost of a routine grows faster than its input. */
typedef enum {
   ORIGIN_UNKNOWN,
   ORIGIN_OWN_WORK,      /* its own code does most of it, or grows as fast */
   ORIGIN_RECURSION,     /* it calls itself, directly or through others */
   ORIGIN_CALLS,         /* it calls routines that grow less: often, or with inputs that outgrow its own */
   ORIGIN_INHERITED,     /* one routine that it calls grows as fast: that one introduces it, or inherits it */
} OriginKind;

typedef struct {
   OriginKind     kind;
   bool           is_certain;     /* contexts say who called whom; if not, the costs suggest it */
   const Routine* callee;         /* that costs most, or that it is inherited from; NULL: not known */
   const Routine* root;           /* inherited: who introduces it, as far as that is known; else NULL */
   GrowthClass    class;          /* of the routine's mean cost, if that grows faster, else of its worst */
   GrowthClass    self_class;     /* of the same case, without what it called; not always looked for */
   GrowthClass    callee_class;   /* of the mean cost of all its calls */
   double         self_part;      /* of the routine's cost: 0 to 1 */
   double         callee_part;
   double         callee_calls;   /* by the routine, for each of its activations */
   double         largest_part;   /* the costliest call of the callee, as part of the costliest activation */
} Origin;

/* The growth of a routine as far as it was found. */
typedef struct {
   ClassRange       cases[GROWTH_CASES];
   double           explained[GROWTH_CASES];   /* by the class; 0 if that is no model */
   GrowthProjection projection;   /* of the cumulative cost */
   GrowthRecord*    records;      /* of each case; NULL if not asked for */
   Origin*          origin;       /* NULL: it does not grow faster than its input, or is small */
} SubjectGrowth;

/* There may be millions of these, most of them with one or two points, so what only those with more have is
   elsewhere. */
typedef struct {
   const Routine* routine;
   SubjectGrowth* growth;       /* NULL: too few points, or not looked for */
   uint32_t       points;       /* different rms */
   uint32_t       smallest;     /* rms; both 0 without points */
   uint32_t       largest;
   float          mean_input;   /* of all calls */
   double         projected;    /* cost, when inputs have grown */
   uint8_t        section;      /* Section */
   bool           is_own;       /* code of the program, not of a library */
   bool           is_start_up;  /* of the dynamic linker, or runs before main */
   bool           is_rest;      /* others cost more, and only they decide how the program grows */
   bool           has_no_input; /* its input was not measured: smallest and largest say nothing */
} Subject;

/* Makes a subject that has no points yet.  The patterns of own code are those of its report. */
extern Subject subject_make(const Routine* routine, const OwnCode* own);

/* Sets what points tell at once: all but the growth, and what follows from it.  They may be of several
   routines that are one.  The header is that of their report. */
extern void subject_set_points(Subject* subject, const Point* points, size_t count, const Header* header);

/* How much is kept of a growth that is found. */
typedef enum { GROWTH_FOR_CLASSES, GROWTH_FOR_PREDICTIONS, GROWTH_FOR_LAWS } GrowthDepth;

/* Finds the growth of these points, with inputs `times` as large for the projection; 0: without one.  To be
   freed by subject_growth_free.  The analysis keeps the points. */
extern SubjectGrowth* subject_growth_find(GrowthAnalysis* analysis, const Point* points, size_t count,
                                          double times, GrowthDepth depth);

extern void subject_growth_free(SubjectGrowth* growth);

/* Returns what the points show of a case; too few points if nothing was found. */
extern const ClassRange* subject_case(const Subject* subject, GrowthCase which);

/* Returns whether the class is a model. */
extern bool range_has_class(const ClassRange* range);

/* Whether nobody has looked for its growth. */
extern bool subject_is_unknown(const Subject* subject);

/* Returns how much of the costs' variation the class explains; 0 if it is no model. */
extern double subject_explained(const Subject* subject, GrowthCase which);

/* The record, of what was found with GROWTH_FOR_PREDICTIONS or more. */
extern const GrowthRecord* subject_record(const Subject* subject, GrowthCase which);

/* Predicts the cost of a call, by what was found with GROWTH_FOR_PREDICTIONS or more; not known without a
   class. */
extern GrowthPrediction subject_predict(const Subject* subject, GrowthCase which, double n);

/* Whether one range is certainly above another: by classes; or, of classes next to each other, if the
   intervals of their exponents are apart, too; or not. */
typedef enum { ORDER_OPEN, ORDER_BY_EXPONENTS, ORDER_CERTAIN } RangeOrder;
extern RangeOrder range_order(const ClassRange* below, const ClassRange* above);

/* Returns the slowest class that remains possible, which is the one that is shown and judged: if two are
   close, the steeper one is seldom right (docs/growth.md).  One that is no model says why. */
extern GrowthClass range_class(const ClassRange* range);
extern GrowthClass subject_class(const Subject* subject, GrowthCase which);

/* Whether the cost likely grows faster than the input.  So it does if the range is wide: then, the slowest
   class is seldom right. */
extern bool subject_is_fast(const Subject* subject, GrowthCase which);

/* Whether it is taken to grow faster for a wide range alone, so that it only may do so. */
extern bool subject_is_doubtful(const Subject* subject);

/* Whether the mean cost is exponential. */
extern bool subject_is_exponential(const Subject* subject);

/* Whether this is code without a name that was called with few inputs and has a small share: it belongs to
   the start of the program, or to its end, and is no finding. */
extern bool subject_is_marginal(const Subject* subject, double share);

/* Why it grows faster than its input; NULL if it does not, or is small. */
extern const Origin* subject_origin(const Subject* subject);

/*--- In words: one run makes a class likely, or leaves the growth open; only other runs confirm one ---*/

/* Returns "likely" if a class is, else "open". */
extern const char* range_state(const ClassRange* range);

/* Returns the fastest class that remains possible; one that is no model if there is only one. */
extern GrowthClass range_second(const ClassRange* range);

/* Returns "n^2", "n log n or n^2" if the second class is close, "n to n^3" if it may be anything between, or
   "open". */
extern const char* range_text(const ClassRange* range, GrowthText text);

/* The text in the place of a class. */
#define SUBJECT_FIXED_INPUT  "fixed input"

/* Returns what tables show of a case, by its range and that of the mean cost: range_text, the above, or "?"
   if nobody has looked. */
extern const char* subject_growth_text(const Subject* subject, const ClassRange* mean,
                                       const ClassRange* shown, GrowthText text);

/* Whether all calls got inputs of about one size, many times: then there is nothing to grow with. */
extern bool subject_has_fixed_input(const Subject* subject);

/* Returns how alarming the range is, as growth_level: at least n log n if it is wide; -1: it is open. */
extern int range_level(const ClassRange* range);

/* Returns the same of a case, but 0 if the input is fixed. */
extern int subject_level(const Subject* subject, GrowthCase which);

/* Returns the one 100 %: what a program costs without its start-up, but at least what main costs with all
   that it called, because the dynamic linker also works below main, as in dlopen.  Where main costs all,
   nothing was measured around it, and its cost says nothing. */
extern uint64_t whole_of(uint64_t total, uint64_t start_up, uint64_t main_cost);

/* A part of a whole, 0 to 1: what is larger, as a routine whose calls began before this part of a run, is all
   of it. */
extern double share_of(double part, double whole);
