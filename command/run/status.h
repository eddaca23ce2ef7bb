/* Says how far a run is, if it takes more than two seconds: lines on standard error, less and less often. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "run/directory.h"

/* The words of --status.  Auto: if standard error is a terminal. */
typedef enum { STATUS_AUTO, STATUS_ALWAYS, STATUS_NEVER } StatusChoice;

typedef struct Status Status;

/* A run begins now, in this directory; the key is that of earlier.h.  Both must stay.  `estimated` is how
   many seconds it will take; 0: nobody knows.  To be freed by g_free. */
extern Status* status_new(StatusChoice choice, const RunDirectory* directory, const char* key,
                          double estimated);

/* When there is something to say; 0: never, also for NULL. */
extern gint64 status_due(const Status* status);

/* Says what is due, if something is; nothing for NULL. */
extern void status_tell(Status* status);

/* Counts the processes that have written reports to this directory.  False, with the problem set, if it
   cannot be read. */
extern bool status_reports(const RunDirectory* directory, unsigned* count, Problem* problem);
