/* The points of a routine, as the store has them: a few bytes for each, and the same bytes for the same
   points.  A routine of more than ROW_POINTS sizes keeps as many as its sizes have, rounded down to
   ROW_DIGITS binary digits; so its sums stay as they are. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "model/points.h"

#define ROW_POINTS  64
#define ROW_DIGITS  4

/* Makes the bytes of points, by ascending rms. */
extern GBytes* row_pack(const Point* points, size_t count);

/* Appends the points of the bytes to an array of Point. False if they are damaged. */
extern bool row_unpack(const void* bytes, size_t length, GArray* points);

/* True if sizes were rounded. */
extern bool row_is_rounded(const void* bytes, size_t length);

/* Rounds the sizes in place, and adds up those that are equal then. Returns how many are left. */
extern size_t row_round(Point* points, size_t count);

/*--- Numbers of as many bytes as they need ---*/

/* No number needs more. */
#define PACKED_MOST  10

/* Writes a number, for which there must be room. Returns what is behind it. */
extern guint8* pack_number(guint8* to, uint64_t number);

typedef struct {
   const guint8* at;
   const guint8* end;
   bool          failed;
} Packed;

extern uint64_t unpack_number(Packed* packed);
