/* The subjects of a report: its routines, with their growth, and what they will cost with larger inputs.
   They are found once, for all who ask.

      Subjects* subjects = subjects_of_report(report, &options);
      const Subject* subject = subjects_at(subjects, routine);
      printf("%g\n", subjects_share(subjects, subject));
      subjects_free(subjects); */

#pragma once

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
   size_t      growth_limit;     /* growth of the costliest routines only; 0: of all */
   bool        keep_growth;      /* what was found of wanted ones is needed again: do not find it twice */
   size_t      power_law_limit;  /* then, with the power laws of the costliest routines; 0: of all */
} SubjectOptions;

typedef struct {
   Report*         report;
   GrowthAnalysis* analysis;     /* for one at a time */
   Subject*        list;         /* by the index of the routine in the report; some have no points */
   size_t          count;        /* those that have points */
   uint64_t        whole;        /* the program's cost, as report_whole() says */
   uint32_t        largest;      /* input of a call, of main as a rule: what the program reads */
   double          times;        /* by how much inputs grow, for the projection */
   double          projected;    /* the program's projected cost, but for routines of exponential growth */
   bool            is_partial;   /* growth_limit left routines out */
} Subjects;

/* Returns what all shares are of, the one 100 %: the program's cost without its start-up, which depends on
   the environment and on paths.  Without self costs, nobody knows what that is, and it is within. */
extern uint64_t report_whole(const Report* report);

/* The report must stay. */
extern Subjects* subjects_of_report(Report* report, const SubjectOptions* options);

extern void subjects_free(Subjects* subjects);

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

/* The larger of the shares now and then. */
extern double subjects_largest_share(const Subjects* subjects, const Subject* subject);
