/* The nearest ancestors of a commit that are stored. The commit itself need not be. */

#pragma once

#include "history/store.h"

/* The hashes of those of which anything was measured, with blanks between; to be freed by g_free. */
extern char* nearest_hashes(Store* store, const Repository* repository, const Commit* commit);

/* The ids of their records in a series, first those by the first parent; to be freed by g_array_unref. */
extern GArray* nearest_records(Store* store, const Repository* repository, const Commit* commit,
                               int64_t series);
