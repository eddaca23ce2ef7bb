/* Makes the settings of a new experiment of what the user asks for: which sizes, of what input. */

#pragma once

#include "experiment/settings.h"

/* The sizes that the user wants of one parameter. */
typedef struct {
   char*     name;    /* of the parameter */
   GArray*   list;    /* of uint64_t; empty: those of the range */
   SizeRange range;
} WantedSizes;

/* The new experiment that the user wants.  What is NULL, empty or 0 was not said. */
typedef struct {
   char* const* command;      /* the program and its arguments, up to NULL */
   GArray*      sizes;        /* of WantedSizes */
   GPtrArray*   files;        /* texts: of --each */
   const char*  size;         /* of these: "bytes", "lines", or a file with sizes */
   const char*  input;        /* a file to cut */
   const char*  cut;          /* by what */
   const char*  make;         /* a command that makes inputs */
   unsigned     runs;
   bool         has_budget;
   unsigned     budget;
   unsigned     timeout;
   uint64_t     memory;
   bool         is_plan;      /* the runs are made elsewhere */
} Wanted;

/* Takes "10..1000", "10..", "10,100,1000", or one of these behind "a=".  False if it is none of them. */
extern bool setup_parse_sizes(const char* text, WantedSizes* sizes);

extern void setup_free_sizes(WantedSizes* sizes);

/* Whether each size has a place in the words of the command, or of --make (NULL: there is none), where {} is
   the place of an only size; `missing` is such a place. */
extern bool setup_has_places(const GArray* sizes, char* const* command, const char* make, char missing[40]);

/* Sets all of the new settings but what the user says about the tool.  False, with the problem set, if
   something is not there, or does not fit. */
extern bool setup_make(Settings* settings, const Wanted* wanted, Problem* problem);
