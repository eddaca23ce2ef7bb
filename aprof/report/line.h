/* The lines of the report.  They are cut if they are too long for readers. */

#pragma once

#include "pub_tool.h"

#include "code/routine.h"
#include "profile/points.h"

/* A line with a number after `tag`. */
extern void line_field(const HChar* tag, ULong value);

/* A line with a text between two others, cut if it is longer than line_room_between. */
extern void line_text(const HChar* before, const HChar* text, Bool quoted, const HChar* after);
extern SizeT line_room_between(const HChar* before, const HChar* after);

/* " VALUE", in a line that has begun. */
extern void line_add_number(ULong value);

/* Before a line of the report that other readers must take for a comment. */
#define LINE_COMMENT  "c "

/* The r and u lines of a routine, `comment` being LINE_COMMENT or empty. */
extern void line_routine(const HChar* comment, UInt id, const Routine* routine);

/* The points of a routine or, with --collect-cct, of a context, sorted by rms. */
extern void line_points(UInt id, PointTable* points);
