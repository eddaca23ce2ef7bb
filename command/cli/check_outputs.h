/* The outputs of aprof check: one answer in each format that is wanted. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "answer/judge/check.h"
#include "util/problem.h"
#include "util/tree.h"

/* An output that is wanted. */
typedef struct {
   int         format;      /* CHECK_FORMAT_TEXT, ... */
   const char* path;        /* NULL: the usual one */
} Wanted;

typedef struct {
   GArray*     wanted;      /* of Wanted */
   const char* usual;       /* path; "-": `out` */
   FILE*       out;
   bool        shows_all;
} CheckOutputs;

/* Adds text where nothing else is printed.  False, with a message, if more than one would be. */
extern bool check_outputs_complete(CheckOutputs* outputs, const char* subcommand);

/* Writes them.  If the rules cannot be read, standard error has what text would say. */
extern bool check_outputs_write(const CheckOutputs* outputs, const Answer* answer, Outcome outcome,
                                Problem* problem);
