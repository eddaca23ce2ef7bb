/* The subjects of a report: its routines, with their growth, and what they will cost with larger inputs.
   They are found once, for all who ask.

      Subjects* subjects = subjects_of_report(report, &options);
      const Subject* subject = subjects_at(subjects, routine);
      printf("%g\n", subjects_share(subjects, subject));
      subjects_free(subjects);

   Who compares, or judges by rules, needs names that stay the same from one version of a program to the next.
   Then routines of one canonical name and object are one subject, their points are added up, and growth is
   found when somebody asks for it first. */

#pragma once

#include <glib.h>

#include "subject/program_code.h"
#include "subject/names.h"
#include "subject/subject.h"

/* Part of the program's cost: 0 to 1. */
typedef struct {
   double value;
   double low;      /* the interval that contains it with 95 % confidence */
   double high;
} Share;

typedef struct {
   double      times;            /* projection: inputs grow so many times */
   const char* name;             /* shell patterns, or parts of the text; NULL: all are wanted */
   const char* object;
   const char* own;              /* patterns of objects, separated by commas; NULL: see model/own.h */
   uint64_t    least_points;     /* fewer are not wanted */
   size_t      growth_limit;     /* growth of the costliest routines only decides; 0: of all */
   bool        finds_rest;       /* find that of the others, too, which decides nothing */
   bool        keep_growth;      /* what was found of wanted ones is needed again: do not find it twice */
   size_t      power_law_limit;  /* then, with the power laws of the costliest routines; 0: of all */
} SubjectOptions;

/* Says how much is known of the calls of a subject. */
typedef enum {
   CALLS_KNOWN,      /* points of all inputs */
   CALLS_ADDED_UP,   /* what all cost together; points are of a few inputs, without their costliest calls */
   CALLS_OF_SOME,    /* only these points: what all cost together is not known */
} KnownCalls;

/* The rest of a subject that was found by name. */
typedef struct {
   Subject*     subject;         /* its `routine` is the costliest of those that are one here */
   const char*  name;            /* canonical, and renamed on the old side of a comparison */
   const char*  object;          /* canonical; of the program itself, COMPARE_PROGRAM */
   const Point* points;          /* by ascending rms, each rms once */
   Totals       totals;
   double       inputs;          /* the sum of the rms of all calls */
   uint64_t     dearest;         /* the cost of the dearest call */
   uint32_t     routines;        /* how many are one here */
   bool         is_variant;      /* of the C library, for some processors */
   KnownCalls   known;
} Named;

typedef struct Subjects Subjects;

struct Subjects {
   Report*         report;
   GrowthAnalysis* analysis;     /* for one at a time */
   Subject*        list;         /* by the index of the routine in the report, if not by name */
   size_t          length;       /* of the list; some may have no points */
   size_t          count;        /* those that have points */
   uint64_t        total;        /* the program's cost, as report_total_cost() says, and */
   uint64_t        whole;        /* as report_whole() does */
   uint32_t        largest;      /* input of a call, of main as a rule: what the program reads */
   double          times;        /* by how much inputs grow, for the projection */
   double          projected;    /* the program's projected cost, but for routines of exponential growth */
   bool            is_partial;   /* growth_limit left routines out */
   bool            has_origins;  /* of the growth of all (answer/origin.h) */

   /* Found by name; else NULL, and what follows, too. */
   Named*          named;        /* by the index of the subject */
   uint32_t*       index_of;     /* by routine of the report: that of its subject, or NO_ROUTINE */
   const Subject*  analysed;     /* that the analysis has the points of; or NULL */
   GStringChunk*   texts;
   GPtrArray*      added;        /* arrays of points that are not the report's */
   ProgramCode*    code;         /* NULL: nobody has asked */
   Subjects*       far;          /* the same with larger inputs, another one for each factor; or NULL */
};

/* Returns what all shares are of, the one 100 %: the program's cost without its start-up, which depends on
   the environment and on paths.  Without self costs, nobody knows what that is, and it is within. */
extern uint64_t report_whole(const Report* report);

/* The report must stay. */
extern Subjects* subjects_of_report(Report* report, const SubjectOptions* options);

extern void subjects_free(Subjects* subjects);

/* The routine must have points if subjects were found by name. */
extern Subject* subjects_at(const Subjects* subjects, const Routine* routine);

/* Whether the options do not leave it out. */
extern bool subject_is_wanted(const Subject* subject, const SubjectOptions* options);

/* Finds the growth and the laws of a subject, whatever the options have left out.  The analysis has its
   points then. */
extern void subjects_find_laws(Subjects* subjects, Subject* subject);

/* The share of the program's cost that a cost is, and a subject has.  Start-up has one, too, though the whole
   is without it. */
extern double subjects_share_of(const Subjects* subjects, uint64_t cost);
extern double subjects_share(const Subjects* subjects, const Subject* subject);

/* The factor by which its cost grows, and its share of the program's cost then. */
extern GrowthProjection subjects_projection(const Subjects* subjects, const Subject* subject);
extern Share subjects_far_share(const Subjects* subjects, const Subject* subject);

/* Whether the factor says anything: its interval is not too wide. */
extern bool projection_is_likely(const GrowthProjection* projection);

/* Whether it is code of the program that is more than marginal. */
extern bool subjects_is_own(const Subjects* subjects, const Subject* subject);

/* The larger of the shares now and then. */
extern double subjects_largest_share(const Subjects* subjects, const Subject* subject);

/*--- By name ---*/

/* Finds subjects by name: those that have points, in the order of the report, which must stay.  `other` is
   that of the other side of a comparison, or NULL.  `renames` may be NULL, and so may `own`: patterns of
   objects with own code, which must stay. */
extern Subjects* subjects_by_name(Report* report, const Report* other, Renames* renames, const char* own);

/* Functions for hash tables of Named, by name and object. */
extern guint named_hash(gconstpointer named);
extern gboolean named_is_equal(gconstpointer left, gconstpointer right);

/* Sets another total, when routines have other costs than in the report; and what follows. */
extern void subjects_set_total(Subjects* subjects, uint64_t total);

/* Do the same as subject_case, and subject_predict for the mean cost, of the subject with this index, and
   find its growth if nobody has yet. */
extern const ClassRange* subjects_case(Subjects* subjects, size_t index, GrowthCase which);
extern GrowthPrediction subjects_predict(Subjects* subjects, size_t index, double n);

/* Returns the power law, which takes longer than all the rest, of a case that has a class. */
extern const GrowthPowerLaw* subjects_law(Subjects* subjects, size_t index, GrowthCase which);

/* Frees what was found of the growth. */
extern void subjects_forget_growth(Subjects* subjects, const Named* named);

/* Returns the same subjects with a projection to inputs so many times as large, which is kept.  A projection
   is of the whole program, so the growth of all matters; as in the list of aprof show, the MOST_FITTED
   costliest ones must do. */
extern Subjects* subjects_far(Subjects* subjects, double times);

/* The code of the program. */
extern ProgramCode* subjects_code(Subjects* subjects);
