/* Says first which runs have failed, and which exit statuses may be failures. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "experiment/experiment.h"

/* How many runs failed.  Those that only took too long are not among them. */
extern guint failures_count(const Experiment* experiment);

/* Adds "7 of 10 runs do not count, because ...", or which exit status all runs have if that is not 0; nothing
   if all went well. */
extern void failures_add(GString* text, const Experiment* experiment);

/* Says the same, and what is likely wrong, if no run counts.  To be freed by g_free. */
extern char* failures_headline(const Experiment* experiment);

/* Says what to try if no run counts, and writes the command; NULL: nobody knows.  To be freed by g_free. */
extern char* failures_advice(const Experiment* experiment);
extern char* failures_next(const Experiment* experiment);
