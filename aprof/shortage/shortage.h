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

/*--- How much is left ---*/

/* Limits are those of the process (ulimit -v and -d), of its control groups, and of the machine.  Valgrind's
   allocator ends the process if there is no memory, so it must not come to that. */

/* The limit that is nearest, in relation to its size. */
typedef struct {
   const HChar* what;    /* sets the limit, as a message says it */
   ULong        limit;   /* bytes that there are */
   ULong        left;    /* bytes that are still free */
   ULong        enough;  /* how much should be left, so that all can be measured for some time; ... */
   ULong        least;   /* ... and so that Valgrind can go on */
} MemoryRoom;

/* Finds out which limits there are.  To be called before the program starts. */
extern void memory_room_init(void);

extern MemoryRoom memory_room(void);
