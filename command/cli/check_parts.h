/* The parts that checks of reports and of experiments share: the options, the rules, and the end. */

#pragma once

#include "answer/compare/suite.h"
#include "answer/judge/suite_answer.h"
#include "cli/check_outputs.h"

#define DEFAULT_RULES     ".aprof-rules"
#define DEFAULT_BASELINE  ".aprof-baseline"

typedef struct {
   const char*     rules;         /* NULL: not named */
   const char*     routine;       /* the only one that is judged, and by what; NULL: all rules count */
   const char*     limit;
   const char*     baseline;      /* NULL: not named */
   char**          baseline_paths;   /* of the reports that it is, up to NULL; NULL: it is none */
   bool            updates;
   GPtrArray*      accepted;      /* patterns */
   OpenPolicy      open;
   CheckOutputs    outputs;
   const char*     own;
   bool            force;
   bool            other_program;
} CheckOptions;

/* Writes the date on which exceptions end, as 2027-03-01. */
typedef char Today[16];
extern void check_write_today(Today text);

/* Returns the factor from which on a difference counts: the smallest that a rule has. */
extern double check_threshold(const Rules* rules);

/* True if there are rules, or a baseline, or the reports have expectations.  `header`: as below. */
extern bool check_has_rules(const CheckOptions* options, const Header* header);

/* Says that there are no rules, and which hold for what is in this path. */
extern void check_offer_rules(const char* const* lines, const char* path);

/* Tells what becomes of a check. */
typedef struct {
   SuiteAnswer* suite;     /* NULL: it is of one program, and written at once */
   const char*  program;
} Concluding;

/* A check that is made. */
typedef struct {
   const CheckOptions* options;
   const char* const*  paths;        /* up to NULL */
   const Header*       header;       /* of the reports, which may have expectations; NULL: of an experiment */
   Concluding          concluding;
   bool                (*decide)(const CheckOptions*, Check*, void* data, Problem*);
   void*               data;
} Checked;

/* Reads the rules, applies them by `decide`, and writes the check or, of one of several programs, adds it to
   what will be written.  What is wrong in the rules becomes findings, and is printed; `decide` may find more
   of that.  False, with the problem set. */
extern bool check_by_rules(const Checked* checked, int* status, Problem* problem);

/* Checks one of several programs, which is there now. */
typedef bool (*CheckProgram)(const CheckOptions* options, const SuiteProgram* program,
                             const Concluding* concluding, int* status, Problem* problem);

/* Checks all of an array of SuiteProgram, with one verdict.  False, with the problem set. */
extern bool check_each(const CheckOptions* options, const GArray* programs, CheckProgram check, int* status,
                       Problem* problem);
