/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The lines of the report: cut where they would be too long for their readers. */

#ifndef APROF_LINE_H
#define APROF_LINE_H

#include "pub_tool_basics.h"

#include "profile/points.h"
#include "translate/routine.h"

/* A line with a number behind `tag`. */
extern void line_field(const HChar* tag, ULong value);

/* A text between two others, cut if it must be; and how long it may be. */
extern void line_text(const HChar* before, const HChar* text, Bool quoted, const HChar* after);
extern SizeT line_room_between(const HChar* before, const HChar* after);

/* " VALUE", in a line that has begun. */
extern void line_add_number(ULong value);

/* What stands before a line of the report that is a comment to others. */
#define LINE_COMMENT  "c "

/* The r and u lines of a routine, `comment` being LINE_COMMENT or empty. */
extern void line_routine(const HChar* comment, UInt id, const Routine* routine);

/* The points of a routine, or under --collect-cct of a context, by rms. */
extern void line_points(UInt id, PointTable* points);

#endif
