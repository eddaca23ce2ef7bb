/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Profiles: where the points of ended activations are kept until a report takes
   them.

   A profile has a table of points for each routine (routine.h), or with --collect-cct=yes
   for each context (context.h), by number.  Every strand puts its points into one profile:
   all into the same, or under --separate-threads into that of the thread that began
   it. */

#ifndef APROF_PROFILE_H
#define APROF_PROFILE_H

#include "pub_tool_basics.h"

#include "profile/input.h"
#include "profile/points.h"
#include "translate/routine.h"

typedef struct Profile {
   PointTable* tables;       /* of routines by number; or with contexts, of contexts by number */
   UInt        tables_end;   /* those with lower numbers have a table */
   ULong       ended_cost;   /* of the strands that have ended */
   ULong       taken_cost;   /* of the points that were taken */
   InputCounts input;        /* with --drms=yes, since points were taken */
   UInt        thread;       /* whose it is, from 1 in order of their beginnings; 0: all have one */
   Bool        thread_ended;
   UInt        strands;      /* living ones that put points here */
   struct Profile* next;     /* by thread */
} Profile;

extern void profile_init(void);

/* The profile for a new strand of the thread. */
extern Profile* profile_of_thread(ThreadId thread);

extern void profile_thread_ended(ThreadId thread);

/* Whether nothing can come anymore.  The first thread's profile waits for the end of
   the process, so that there is always one. */
extern Bool profile_is_complete(const Profile* profile);

extern void profile_free(Profile* profile);

/* Afterwards all with numbers below `end` have a table. */
extern void profile_make_room(Profile* profile, UInt end);

/* Whose points the table of this number has. */
extern Routine* profile_routine(UInt number);

/* The points, whose self costs add up to `cost`, are in a report: forgets them. */
extern void profile_take_points(Profile* profile, ULong cost);

/* Forgets all points and costs. */
extern void profile_clear_all(void);

/* The process is a forked child, whose only thread is the first. */
extern void profile_forked(ThreadId thread);

/* Calls visit for every profile, which may free it. */
extern void profile_for_each(void (*visit)(Profile* profile));

#endif
