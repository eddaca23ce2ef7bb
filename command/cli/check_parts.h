/* The parts that checks of reports and of experiments share: the options, the rules, and the end. */

#pragma once

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

/* False, with the problem set, if there are no rules to read.  What is wrong in them becomes findings.
   `header`: of the reports, which may have expectations; NULL: an experiment is checked. */
extern bool check_read_rules(const CheckOptions* options, const Header* header, Rules* rules,
                             Findings* findings, Problem* problem);

/* Prints the findings of rules that cannot be read. */
extern void check_refuse_rules(const Check* check);

/* Tells what becomes of a check. */
typedef struct {
   SuiteAnswer* suite;     /* NULL: it is of one program, and written at once */
   const char*  program;
} Concluding;

/* Writes the check or, of one of several programs, adds it to what will be written. */
extern bool check_conclude(const CheckOptions* options, const Check* check, const char* const* paths,
                           const Concluding* concluding, Problem* problem);
