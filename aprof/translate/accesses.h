/* Code that marks the cells of each memory access, and logs or checks those that are read. */

#pragma once

#include "translate/emit.h"

/* Whether reads are logged (cells/reads.h).  They are not if the timestamp of a read is not enough. */
extern Bool accesses_are_logged(void);

/* Adds code for the accesses of a statement that is already in the output block. */
extern void accesses_add(Block* b, const IRStmt* s);
