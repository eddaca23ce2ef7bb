/* Says what the runs of an experiment do not tell, and names the command that finds it out. */

#pragma once

#include "subject/runs.h"

/* Says what the runs do not tell; NULL: nothing.  To be freed by g_free. */
extern char* next_open(const RunSubjects* subjects);

/* Writes the command that finds it out; NULL if there is none.  To be freed by g_free. */
extern char* next_command(const RunSubjects* subjects);
