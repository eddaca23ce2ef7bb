/* Routines that had no name where they ran get the names that debug files have, here and now. */

#pragma once

#include "model/file_tables.h"

/* Names the routines of a file whose names are addresses, as far as the debug files of their objects are
   found.  Each stays a routine of its own, so no number changes. */
extern void resolved_name(FileTables* tables);
