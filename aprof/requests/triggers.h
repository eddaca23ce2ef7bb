/* The work that options ask for: when a routine begins or ends, and every so many blocks, parts (intermediate
   reports, --dump-*), and switching collecting on or off (--toggle-collect); and every now and then, progress
   lines, checkpoints of the report, and a look at how much memory is left. */

#pragma once

#include "pub_tool.h"

extern void triggers_init(void);

/* To be called when Valgrind is about to run code.  `blocks`: how many blocks it has run so far. */
extern void triggers_blocks_run(ULong blocks);

/* Generated code has stopped, and everything that it has counted is taken over.  Does what is due. */
extern void triggers_look(void);
