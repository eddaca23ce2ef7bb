/* Notes what the program was given: regular files, by how much was read of them, and ports among its
   arguments. */

#pragma once

#include "pub_tool.h"

/* Looks at a system call that has succeeded. */
extern void given_after_system_call(UInt number, const UWord* arguments, UWord result);

/* A child has read nothing yet. */
extern void given_forked(void);

/* Returns how many bytes of regular files were read, or mapped.  Programs and libraries do not count, nor
   does what is in directories of the system, unless an argument names it, or it is standard input. */
extern ULong given_bytes(void);

/* Visits the files that tell most: those that an argument names, or that were standard input, and then those
   from which most was read. */
extern void given_visit_files(void (*visit)(const HChar* path, ULong bytes, Bool is_standard_input));

/* Visits the ports that the program has bound or connected to, and that an argument names. */
extern void given_visit_ports(void (*visit)(UInt port));
