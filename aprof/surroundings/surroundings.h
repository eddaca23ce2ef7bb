/* A program runs as it would without Valgrind, which needs and refuses some things that Linux does not:

   - Valgrind's core needs standard error, and a directory for temporary files, which may be missing.
   - Programs get rights when they are executed: setuid, setgid, or with capabilities.  Valgrind does not run
     them, so with --trace-children=yes, their execve would fail.  They run without Valgrind instead.
   - Valgrind refuses a program that lowers its hard limit of open files.  The program gets what it would get
     without Valgrind: the soft limit holds, and it reads the hard one as it has set it. */

#pragma once

#include "pub_tool.h"

/* After the options are known, and before the program begins. */
extern void surroundings_adapt(void);

extern void surroundings_before_system_call(UInt number, const UWord* arguments);
extern void surroundings_after_system_call(UInt number, const UWord* arguments, Bool failed);
