/* Lets an interpreter tell the names of a script's functions, by its variable of the environment
   (model/interpreters.h).  It writes them to /tmp/perf-PID.map or, as PHP, to /tmp/jit-PID.dump, where the
   tool reads them.  Node.js then also writes a log to its directory, isolate-ADDRESS-PID-v8.log. */

#pragma once

#include <stdbool.h>

typedef struct ScriptNames ScriptNames;

/* Sets the variable if the program is an interpreter that has one, and nobody has set it.  NULL: it is not.
   `executable`: what a script at the program's path is run by, or the program itself. */
extern ScriptNames* script_names_begin(const char* program, const char* executable);

/* Sets the variable as it was, and removes what the processes have written whose reports are in the
   directory; NULL: some still run. */
extern void script_names_end(ScriptNames* names, const char* processes);
