/* Copies a history into a store. */

#pragma once

#include "history/old_history.h"
#include "history/store.h"

/* Copies all results and failures.  If both are of one repository, `to` then follows `from`, so that it can
   be pushed to where `from` was fetched. False, with the problem set. */
extern bool store_copy(Store* from, Store* to, bool replaces, AddCounts counts, Problem* problem);

/* Copies those of a file.  What ends it leaves whole results, and the next time it goes on. */
extern bool store_copy_old(OldHistory* from, Store* to, bool replaces, AddCounts counts,
                           Problem* problem);
