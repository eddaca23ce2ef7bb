/* The command that begins an experiment anew, with other limits, sizes or programs. */

#pragma once

#include "experiment/settings.h"

/* Changes of the settings. */
typedef struct {
   const char* budget;   /* "10m"; NULL: the usual one */
   const char* sizes;    /* "500.."; NULL: as they were */
   const char* only;     /* NULL: as it was */
   const char* behind_program;   /* words for a shell; NULL: none */
} Changes;

/* Returns the words as one line for a shell; the caller frees it. */
extern char* again_command(const Settings* settings, const Changes* changes);

/* Returns a time for people that is as long at least: "1m", "20m", "3h"; to be freed. */
extern char* again_time(double seconds);

/* Returns the same for Changes.budget: NULL if the usual budget is enough. */
extern char* again_budget(double seconds);
