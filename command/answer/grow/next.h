/* Says what the runs of an experiment do not tell, and names the command that finds it out. */

#pragma once

#include "answer/grow/facts.h"

/* Says what the runs do not tell; NULL: nothing.  To be freed by g_free. */
extern char* next_open(const GrowthFacts* facts);

/* Writes the command that finds it out; NULL if there is none.  To be freed by g_free. */
extern char* next_command(const GrowthFacts* facts);
