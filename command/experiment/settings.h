/* DIRECTORY/experiment.json says what an experiment measures. It is written once, so any machine can do any
   run, and two machines never write the same file. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "input/cut.h"
#include "util/problem.h"

#define MAX_PARAMETERS  2

/* How the input of a run of some size is made. */
typedef enum {
   INPUT_OF_NUMBER,   /* the size is a word of the command */
   INPUT_CUT,         /* the beginning of a file */
   INPUT_MADE,        /* what a command prints */
   INPUT_OF_FILES,    /* files that are there */
} InputWay;

/* A run to make. Its name is that of its directory, as "n=100", or "a=100,b=50-2" for the second one of these
   sizes. */
typedef struct {
   uint64_t size[MAX_PARAMETERS];
   char*    name;
   char*    file;   /* of INPUT_OF_FILES, else NULL */
} PlannedRun;

/* Returns an empty array of PlannedRun, which owns what its runs have. */
extern GArray* planned_runs_new(void);

/* The sizes to choose from, both ends included. */
typedef struct {
   uint64_t low;
   uint64_t high;   /* UINT64_MAX: no end */
} SizeRange;

/* The largest size: doubles have such numbers exactly. */
#define MAX_SIZE  UINT64_C(1000000000000000)

/* The end of a range for which nobody has named one: so many times its begin. */
extern uint64_t range_open_end(const SizeRange* range);

/* Returns where the range of sizes begins if nobody names it: of a file, once its end is known. */
extern uint64_t range_usual_begin(InputWay way, uint64_t end);

/* The seconds of a budget, if the user names none. */
#define SETTINGS_USUAL_BUDGET  60

typedef struct {
   char**     command;          /* the program and its arguments, up to NULL */
   char*      work_directory;   /* where it runs; absolute */
   InputWay   way;
   char*      source;           /* of INPUT_CUT the file, of INPUT_MADE the command; else NULL */
   CutKind    cut;
   char*      how;              /* in sections: what is done, in words; NULL: the first pieces are taken */
   unsigned   parameter_count;
   char*      parameters[MAX_PARAMETERS];   /* names */
   char*      unit;             /* of the sizes: bytes, lines, records, elements or number */
   bool       is_fixed;         /* all runs are in `planned`; else their sizes are chosen from `range` */
   bool       runs_elsewhere;   /* of --plan: the user starts the runs */
   GArray*    planned;          /* of PlannedRun, ascending */
   SizeRange  range;
   unsigned   runs;             /* how many sizes to choose */
   unsigned   budget;           /* seconds for all runs together; 0: no limit */
   unsigned   timeout;          /* seconds for each run; 0: no limit */
   uint64_t   memory;           /* bytes for each run; 0: as much as is free */
   GPtrArray* options;          /* texts: of Valgrind and its tool */
   char*      only;             /* patterns of programs, or NULL */
   char*      valgrind;         /* or NULL */
} Settings;

extern Settings* settings_new(void);

extern void settings_free(Settings* settings);

/* Whether a parameter can have the name: letters only, because it becomes a part of names of files. */
extern bool settings_is_parameter(const char* name);

/* Adds a run to those planned; settings_name_runs sorts and names them. */
extern void settings_plan_run(Settings* settings, const uint64_t* size, const char* file);
extern void settings_name_runs(Settings* settings);

/* Orders sizes (uint64_t) for g_array_sort. */
extern int settings_compare_sizes(gconstpointer left, gconstpointer right);

/* The name of a run of these sizes; the caller frees it. */
extern char* settings_run_name(const Settings* settings, const uint64_t* size);

/* Whether the directory holds an experiment. */
extern bool settings_are_in(const char* directory);

/* NULL, with the problem set, if the directory has no experiment, or one of another version. */
extern Settings* settings_read(const char* directory, Problem* problem);

extern bool settings_write(const Settings* settings, const char* directory, Problem* problem);

/* Makes a text of one line of them, without the version of aprof; and back, where `name` is what messages
   call it.  The text is to be freed by g_free. */
extern char* settings_text(const Settings* settings);
extern Settings* settings_parse(const char* name, const char* text, Problem* problem);

/* Whether this user has written them, and nobody else can: they say what is run. */
extern bool settings_are_own(const char* directory);
