/* The tables of the cache of a history. */

#pragma once

#include "history/database.h"

/* Makes the tables if they are not there; also again, if the file is damaged, of another aprof, or something
   else. False, with the problem set. */
extern bool schema_prepare(Database* database, Problem* problem);
