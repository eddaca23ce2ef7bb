/* When the aprof report is written, and other outputs of the same run (the Callgrind profile): one file of
   each for each process or thread, or several parts.  A part has the activations that ended since the part
   before.  While files_are_forbidden, nothing of this is written.

   An output adds itself before the program starts, and this file does the rest: it tries whether the output's
   file can be written, opens it at each occasion, and closes it. */

#pragma once

#include "pub_tool.h"

#include "files/file_name.h"
#include "profile/profile.h"

/* Why files are written. */
typedef enum {
   OccasionEnd,          /* of the program, or of a thread: running activations end */
   OccasionPart,         /* running activations are left out, and what is written is forgotten */
   OccasionCheckpoint,   /* as at the end, but the program goes on, and measurements stay as they are */
} Occasion;

/* The measurements of a profile, as they are written now.  Running activations are added as if they ended
   now, or left to a later part.  The tables are those of the profile itself, except those that also get
   running activations: these are copies. */
typedef struct {
   Profile*     profile;
   PointTable** tables;    /* by number; NULL: no points */
   UInt         end;
   Occasion     occasion;
   const HChar* trigger;   /* why a part or a checkpoint is written; NULL at the end */
   UInt         part;      /* number of the part, from 1; 0: no part */
   UInt         part_in_names;   /* the same, behind parts that programs before an execve have written */
   ULong        cost;      /* the sum of the self costs of all points */
   ULong        beyond;    /* calls beyond --cct-limit */
} Content;

typedef struct {
   const HChar*  option;   /* names the file */
   const HChar** format;   /* where its value is, which may have % sequences */
   const HChar*  title;    /* what messages call the file */

   /* Writes the content by output_text and the like (files/output.h). */
   void (*write)(const Content* content);

   /* Forgets what the output itself keeps of the profile, which is in a part now, about to be freed, or
      forgotten itself. */
   void (*forget)(const Profile* profile);
} ReportOutput;

/* Adds the output, and checks that it can be written.  The report comes first. */
extern void report_add_output(const ReportOutput* output);

/* Whether a checkpoint can be written now: by a try that leaves nothing.  If that was interrupted in another
   process, the second function removes what it has left. */
extern Bool report_can_be_written(void);
extern void report_remove_trial_of(Int process);

/* Calls the function for the next file of each output, as if for a checkpoint: before names may lead
   elsewhere, say, or before it is forbidden to make files, but not to write to those that are there. */
extern void report_for_each_file(void (*function)(const OutputFile* file));

/* Writes all measurements that are in no part.  Running activations are written as if
   they ended now.  Measuring can go on, because no measurement is changed. */
extern void report_write(void);

/* Writes the reports of the threads that have ended, where each has one. */
extern void report_ended_threads(void);

/* Writes a part: the activations that have ended since the part before.  They are then
   forgotten.  Running activations will be in the part in which they end, so the parts add
   up to exactly what a single report would contain.  `trigger` tells readers why. */
extern void report_dump(const HChar* trigger);

/* Writes all measurements that are in no part, under the name that the report will have in the end, and marks
   the file as a checkpoint.  Running activations are written as if they ended now.  Nothing of what is
   measured changes.  Generated code must not be running.  False if a strand has just begun in a PLT stub:
   then the caller has to try again somewhat later. */
extern Bool report_checkpoint(void);

/* The file of the last report of this process that is no checkpoint; NULL: there is none, or it is lost. */
extern const HChar* report_last_name(void);

/* From now on, this process writes nothing any more, but a child that it forks does. */
extern void report_forgo(void);

/* The process is a forked child: it has written nothing so far. */
extern void report_forked(void);

/* A measurement that became less exact, or ended, because memory was short.  All later reports say so. */
typedef enum { GivenUpSizes, GivenUpContexts, GivenUpMeasuring, GivenUpCount } GivenUp;
extern void report_give_up(GivenUp what, const HChar* text);

/* The texts that were given last; NULL: that was not given up.  Other files only read this. */
extern const HChar* report_given_up[GivenUpCount];

/* Prints how many points all reports of this process had, and how long it took to write
   them. */
extern void report_print_statistics(void);

/*--- Expectations ---*/

/* A program says what it expects of its costs (APROF_EXPECT).  Nothing is judged here: reports have a comment
   for each expectation, which `aprof check` reads. */

typedef enum { ExpectedKept, ExpectedLongRoutine, ExpectedLongLimit, ExpectedMany } Expected;

/* Keeps it for all reports from now on, once.  An empty file: the place is unknown. */
extern Expected expected_add(const HChar* routine, const HChar* limit, const HChar* file, UWord line);

/* Writes the comments. */
extern void expected_write(void);

/*--- The report ---*/

/* Adds the report to the outputs, as the first.  Looks at the program's executable, which may be replaced
   later. */
extern void aprof_file_init(void);
