/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The measurements of a profile, as they are written now: by the report, and by all other outputs. */

#ifndef APROF_CONTENT_H
#define APROF_CONTENT_H

#include "pub_tool_basics.h"

#include "profile/profile.h"

/* Why files are written. */
typedef enum {
   OccasionEnd,          /* of the program, or of a thread: running activations end */
   OccasionPart,         /* running activations are left out, and what is written is forgotten */
   OccasionCheckpoint,   /* as at the end, but the program goes on, and measurements stay as they are */
} Occasion;

/* The tables are those of the profile itself, except those that also get running activations: these are
   copies. */
typedef struct {
   Profile*     profile;
   PointTable** tables;    /* by number; NULL: no points */
   UInt         end;
   Occasion     occasion;
   const HChar* trigger;   /* why a part or a checkpoint is written; NULL at the end */
   UInt         part;      /* number of the part, from 1; 0: no part */
   UInt         part_in_names;   /* the same, behind parts that programs before an execve have written */
   ULong        cost;      /* the sum of the self costs of all points */
   ULong        beyond;    /* calls beyond --cct-limit */
} Content;

/* Collects the profile's points, for the occasion, trigger and part that are set.  Running activations are
   added as if they ended now, or left to a later part.  A checkpoint changes nothing of what is measured
   later. */
extern void content_collect(Content* content);
extern void content_free(Content* content);

extern ULong content_point_count(const Content* content);

#endif
