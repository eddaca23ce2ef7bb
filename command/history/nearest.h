/* The nearest ancestors of a commit that are stored. The commit itself need not be. */

#pragma once

#include "history/store.h"

/* The hashes of those that have a record in a series; of series 0, of those of which anything was measured:
   first those by the first parent. To be freed by g_ptr_array_unref. */
extern GPtrArray* nearest_hashes(Store* store, const Repository* repository, const Commit* commit,
                                 int64_t series);
