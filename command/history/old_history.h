/* Reads a history of an aprof that kept it as a database, which was a file of its own. */

#pragma once

#include "history/entry.h"

typedef struct OldHistory OldHistory;

/* NULL, with the problem set, if the file is none, or one of an aprof that is still older or newer. */
extern OldHistory* old_history_open(const char* path, Problem* problem);
extern void old_history_close(OldHistory* old);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(OldHistory, old_history_close)

/* Reads the next result or, behind the last one, the next failure, which must be cleared.  False: there is
   none, or the problem is set. */
extern bool old_history_next(OldHistory* old, Entry* entry, Problem* problem);

/* False, with the problem set, if something of the file is not right. */
extern bool old_history_is_right(const OldHistory* old, Problem* problem);
