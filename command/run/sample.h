/* Chooses which processes of each program are measured, for --per-program: a sample.  Nobody knows
   before how many there will be, and what was not measured cannot be measured later.

   So each process gets a place that looks random: a digest of its words.  The sample are the processes with
   the smallest places, of all that have begun so far.  As long as there are fewer than wanted, all are taken;
   then a process takes the place of the one with the largest, if its own is smaller.  So at the end, each
   process is in the sample with the same probability; it is the same sample whatever the order, and for
   another version of the program as well.  Of k processes that begin, N (1 + ln(k / N)) are measured, because
   some lose their place. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct Sample Sample;

/* Returns an empty sample, for so many processes of each program.  The run begins in this directory. */
extern Sample* sample_new(unsigned per_program);

extern void sample_free(Sample* sample);

/* A program begins: its path, when it was changed, and its words, up to NULL.  Returns whether this process
   belongs to the sample. */
extern bool sample_wants(Sample* sample, const char* path, gint64 modified, char* const* words);

/* Adds what the sample wanted last, which is measured under this number. */
extern void sample_take(Sample* sample, unsigned number);

/* The process with this number runs as it is, after all. */
extern void sample_lose(Sample* sample, unsigned number);

/* Whether the process with this number belongs to the sample. */
extern bool sample_has(const Sample* sample, unsigned number);

/* How many processes have begun; `modified` as reports have it, or NULL. */
extern unsigned sample_begun(const Sample* sample, const char* path, const char* modified);
