/* The rows of a Callgrind profile: what callgrind_file.c writes, in order.

   There is a row with own events for each place and node, and a row with the callee's events for each edge.
   Rows of one place and callee are added up. */

#pragma once

#include "pub_tool.h"

#include "callgrind/graph.h"
#include "report/report.h"

typedef struct {
   Node*       node;
   SourceFile* file;
   UInt        line;
   Addr        address;
   Node*       callee;     /* NULL: the events are those of the place itself */
   ULong       calls;
   Events      events;
} Row;

typedef struct {
   const Profile* profile;
   UInt   file_number;
   Bool   is_part;      /* the file is one of several parts */
   Row*   rows;         /* sorted by node and place */
   SizeT  count;
   SizeT  capacity;
   Events total;        /* of the rows with own events */
} Rows;

/* Collects the rows of a profile, for the file of this number, from 1.  The caller frees rows.rows. */
extern Rows rows_collect(const Content* content, UInt file_number);
