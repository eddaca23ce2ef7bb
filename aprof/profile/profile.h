/* Profiles keep the points of ended activations until a report takes them.

   A profile has a table of points for each routine (routine.h) or, with --collect-cct=yes,
   for each context (context.h).  The number of the table is that of the routine or context.
   Each strand adds its points to one profile.  All strands share one profile or, with
   --separate-threads, all strands that one thread began. */

#pragma once

#include "pub_tool.h"

#include "code/routine.h"
#include "profile/points.h"

/* How many cells were input to the activation that read them, with --drms=yes. */
typedef struct {
   ULong all;
   ULong from_threads;   /* those that another thread has written since the strand's last access */
   ULong from_kernel;    /* those that the kernel has written since the strand's last access */
} InputCounts;

static inline void input_add(InputCounts* sum, InputCounts counts)
{
   sum->all          += counts.all;
   sum->from_threads += counts.from_threads;
   sum->from_kernel  += counts.from_kernel;
}

typedef struct Profile {
   PointTable* tables;       /* by number of the routine or context */
   UInt        tables_end;   /* numbers below this have a table */
   ULong       ended_cost;   /* cost of the strands that have ended */
   ULong       taken_cost;   /* cost of the points that reports have taken */
   InputCounts input;        /* with --drms=yes: since points were last taken */
   ULong       received;     /* bytes that system calls have written into the program's memory; the same */
   UInt        thread;       /* number of its thread, from 1 in order of their beginnings; 0: all threads */
   Bool        thread_ended;
   UInt        strands;      /* how many running strands add points to it */
   struct Profile* next;     /* ordered by thread */
} Profile;

extern void profile_init(void);

/* The profile for a new strand of the thread. */
extern Profile* profile_of_thread(ThreadId thread);

extern void profile_thread_ended(ThreadId thread);

/* Whether nothing can be added any more.  The first thread's profile is complete only at
   the end of the process, so that there is always a profile. */
extern Bool profile_is_complete(const Profile* profile);

extern void profile_free(Profile* profile);

/* Makes sure that all numbers below `end` have a table. */
extern void profile_make_room(Profile* profile, UInt end);

/* The routine whose points are in the table with this number. */
extern Routine* profile_routine(UInt number);

/* Forgets the points, because a report has them now.  Their self costs add up to `cost`. */
extern void profile_take_points(Profile* profile, ULong cost);

/* Forgets all points and costs. */
extern void profile_clear_all(void);

/* The process is a forked child.  This thread is its only one, and becomes the first. */
extern void profile_forked(ThreadId thread);

/* Calls visit for every profile, which may free it. */
extern void profile_for_each(void (*visit)(Profile* profile, void* data), void* data);
