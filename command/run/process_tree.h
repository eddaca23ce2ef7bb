/* The processes that this one has started, directly or not, as the kernel tells. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct {
   pid_t    pid;
   pid_t    parent;
   pid_t    group;
   char     state;   /* as in proc(5) */
   uint64_t start;   /* with the process id, this is of one process only, also if the id is used again */
} TreeProcess;

/* Returns the processes that run now, parents before their children: TreeProcess.  The caller frees it. */
extern GArray* process_tree_read(void);

/* How long processors have worked for this process so far, all its threads together; 0 if it has ended.
   `with_ended`: and for its children that it has waited for. */
extern double process_tree_seconds(pid_t pid, bool with_ended);
