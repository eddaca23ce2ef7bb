/* The record of a run: DIRECTORY/RUN/run.json says how it ended, and what was measured. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "experiment/settings.h"
#include "util/problem.h"

/* How a run has ended. */
typedef enum {
   RUN_EXITED, RUN_SIGNALLED, RUN_TIMED_OUT, RUN_NOT_STARTED, RUN_WITHOUT_INPUT, RUN_WITHOUT_MEMORY,
   RUN_PRINTING
} RunEnding;

/* A program that was measured. */
typedef struct {
   char*    report;   /* the name of its file */
   uint64_t cost;
} RecordedProgram;

typedef struct {
   uint64_t  size[MAX_PARAMETERS];
   double    seconds;          /* of its own time, as usage.h has it */
   double    native_seconds;   /* of the processor, without Valgrind; NAN: not measured */
   double    native_kernel_seconds;   /* of these, those in the kernel; NAN: not measured */
   double    native_memory;    /* the most bytes of a process in memory then; NAN: not measured */
   double    native_moved;     /* bytes that system calls have read and written then; NAN: not measured */
   double    input_bytes;      /* of the file that is the input; NAN: not measured, or there is none */
   RunEnding ending;
   int       number;     /* the exit status, that of the signal, or how many seconds, or megabytes of memory
                            or of text, it was given */
   char*     words;      /* the last line that the program wrote to standard error; or NULL */
   GArray*   programs;   /* of RecordedProgram, the costliest first */
   guint     problems;   /* reports that are lost or incomplete */
   bool      input_is_unread;   /* it is sure that nobody has read the file that is the input */
} RunRecord;

extern RunRecord* run_record_new(void);

extern void run_record_free(RunRecord* record);

/* NULL, with the problem set, if the file is damaged. Without a problem (`*is_there` is false) if it is not
   there: the run was interrupted. */
extern RunRecord* run_record_read(const Settings* settings, const char* run_directory, bool* is_there,
                                  Problem* problem);

extern bool run_record_write(const RunRecord* record, const Settings* settings, const char* run_directory,
                             Problem* problem);

/* Makes a text of one line of it, and back; as settings_text. */
extern char* run_record_text(const RunRecord* record, const Settings* settings);
extern RunRecord* run_record_parse(const Settings* settings, const char* name, const char* text,
                                   Problem* problem);

/* Whether the run has taken too long, or too much memory: a larger one will, too. */
extern bool run_record_is_too_large(const RunRecord* record);

/* How the run has ended, as "exit status 1"; the caller frees it. */
extern char* run_record_ending(const RunRecord* record);
