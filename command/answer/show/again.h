/* Finds what the program reads again and again. */

#pragma once

#include "answer/show/request.h"

/* A routine whose calls each read a smaller part of what the program reads has inputs that need not grow as
   the program's do: a line, a record. */
#define AGAIN_LEAST_PART  0.03

typedef struct {
   const Subject* reader;   /* NULL: there is none */
   const Routine*      caller;   /* own code that calls it, if it is a library's; else NULL */
   double              part;     /* of the program's input that a call reads, on average */
   double              share;    /* of the program's cost that its calls have, now */
} Again;

/* Returns what a process reads, in cells. */
extern double again_program_input(const Request* request);

extern Again again_find(const Request* request);
