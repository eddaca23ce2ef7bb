/* Tells processes to end, with all that they have started, and kills those that have not done so in time.

   A process that is born later is not told: it may be what a program does to end in good order.  But if its
   parent ends without it, it is told as well. */

#pragma once

#include <glib.h>
#include <sys/types.h>

typedef struct Ending Ending;

/* Stands for `root` to mean all that this process has started. */
#define ENDING_OF_ALL  0

extern Ending* ending_new(void);

extern void ending_free(Ending* ending);

/* Sends the signal to the process `root`, its process group, and all that it has started.  What is left after
   so many seconds of their own time (run/usage.h) is killed, with a message that has the name; 0 is never.
   Who is told again has no more time. */
extern void ending_tell(Ending* ending, pid_t root, const char* name, int signal_number, unsigned seconds);

/* Tells and kills what is due.  To be called whenever a process has ended or a deadline is over. */
extern void ending_go_on(Ending* ending);

/* When the next are killed, or looked at; 0: never. */
extern gint64 ending_deadline(const Ending* ending);
