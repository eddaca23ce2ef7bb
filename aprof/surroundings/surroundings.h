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

/*--- Sandboxes ---*/

/* Programs that lose sight of files by chroot(2), forbid themselves files by Landlock or system calls by
   seccomp(2), and so do it to aprof, too. */

/* If the system call will forbid aprof to write files, writes a checkpoint, and says so.  If it may forbid to
   make files, makes those that are written at the end.  If names will lead elsewhere, keeps what they lead to
   now. */
extern void sandbox_before_system_call(UInt number, const UWord* arguments);

/* If it has forbidden aprof to write files: from then on, files_are_forbidden, and nothing is measured. */
extern void sandbox_after_system_call(UInt number, Bool failed);
