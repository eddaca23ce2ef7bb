/* Expectations: what the program says of its costs (APROF_EXPECT).  Nothing is judged here: reports have a
   comment for each expectation, which `aprof check` reads. */

#pragma once

#include "pub_tool.h"

typedef enum { ExpectedKept, ExpectedLongRoutine, ExpectedLongLimit, ExpectedMany } Expected;

/* Keeps it for all reports from now on, once.  An empty file: the place is unknown. */
extern Expected expected_add(const HChar* routine, const HChar* limit, const HChar* file, UWord line);

/* Writes the comments. */
extern void expected_write(void);
