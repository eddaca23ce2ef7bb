/* Finds where most of a routine's cost is, if that is not its own code. */

#pragma once

#include "answer/show/request.h"

typedef struct {
   const Routine* routine;   /* NULL: its own code, or many routines have it, or contexts are not known */
   double         share;     /* of the program's cost: its own code, called by the routine or below */
} Place;

extern Place place_find(const Request* request, const Routine* routine);
