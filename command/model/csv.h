/* Tables of points, in the format of RFC 4180. */

#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "model/points.h"

/* Writes a text, in quotes if the format requires them. */
extern void csv_text(FILE* out, const char* text);

/* The titles of a point's fields. */
#define CSV_POINT_TITLES  "rms,calls,min,max,sum,squares,real_sum,self_sum,self_min,self_max,self_squares"

/* A comma and the point's fields.  What the report does not say is an empty field. */
extern void csv_point(FILE* out, const Point* point, bool has_real_sum, bool has_self_costs);
