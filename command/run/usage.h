/* Looks at what a run uses, while it runs: its own time, memory, and room for what it prints. */

#pragma once

#include <glib.h>
#include <stdint.h>
#include <sys/types.h>

#include "run/plan.h"

/* Times are the runs' own; by the clock, all may take so many times as long, on a busy machine. */
#define USAGE_BY_THE_CLOCK  20

/* The limits of one run; 0: there is none. */
typedef struct {
   unsigned seconds;   /* of its own time */
   uint64_t memory;    /* bytes that its processes have in memory, files that they map not counted */
   uint64_t printed;   /* bytes in each of the files for standard output and error */
} RunLimits;

typedef enum { LIMIT_NONE, LIMIT_SECONDS, LIMIT_MEMORY, LIMIT_PRINTED } RunLimit;

/* The clock of a run. */
typedef struct {
   gint64      begun;
   double      worked_before;   /* for how many seconds processors had worked for its processes then */
   GHashTable* delays;          /* by process: for how many microseconds it has waited for a processor */
} UsageClock;

extern UsageClock usage_begin(void);

/* Begins a clock of processes that run already: TreeProcess. */
extern UsageClock usage_begin_of(const GArray* processes);

extern void usage_end(UsageClock* clock);

/* Looks for how long a process has waited for a processor.  It may have ended, if nobody has waited for it
   yet. */
extern void usage_note(UsageClock* clock, pid_t pid);

/* Returns the seconds that are the run's own: for which a processor worked for it, and for which it waited
   for anything but a processor.  So they are about the same on a busy machine. */
extern double usage_own_seconds(const UsageClock* clock, double processor_seconds);

/* Looks at these processes, TreeProcess, and returns the same of them. */
extern double usage_own_seconds_of(UsageClock* clock, const GArray* processes);

/* Returns the limit that all processes that this one has started exceed together; `next` is when to look
   again. */
extern RunLimit usage_look(const RunLimits* limits, UsageClock* clock, const Run* run, gint64* next);

/* Returns how many bytes system calls have read and written in all processes that this one has waited for.
   A difference of two results is right within some bytes.  NAN: the kernel does not tell. */
extern double usage_moved(void);

/* Returns how much memory a run may use, if nobody says it: what is free, less a reserve. */
extern uint64_t usage_free_memory(void);

/* Returns how many bytes files in the directory may still take. */
extern uint64_t usage_free_disk(const char* directory);
