/* Too little memory.  What can be done without is given up in time: the program goes on, and the reports
   say what they lack. */

#pragma once

#include "pub_tool.h"

/* To be called before the program starts, when all options are known. */
extern void shortage_init(void);

/* Looks how much memory is left.  Generated code must not be running.  Returns in how many milliseconds to
   look again. */
extern UInt shortage_look(void);

/* Whether it cannot wait until then. */
extern Bool shortage_is_urgent(void);
