/* Only files that differ are read. */

#include "history/copying.h"

#include <string.h>

#include "history/store_parts.h"

/* In a transaction: so many that a commit of a branch has a few dozen megabytes. */
#define AT_ONCE  100

typedef struct {
   Store*    from;
   GArray*   entries;     /* of a file */
   Store*    to;
   bool      replaces;
   unsigned  looked_at;   /* results */
   AddCounts counts;      /* of this transaction */
} Copying;

/* Begins the work of a transaction, which may be done again. */
static void begin(Copying* copying)
{
   copying->looked_at = 0;
   memset(copying->counts, 0, sizeof copying->counts);
}

/*--- Entries ---*/

/* Copies a failure.  What one of the two could measure is none. */
static void copy_failure(Store* to, const Entry* failure)
{
   const char* hash = failure->commit.hash;
   const char* name = failure->series.name;
   g_autofree char* present = store_failure(to, hash, name);
   if (present == NULL && !store_has(to, hash, name, NULL, false) && !store_has(to, hash, name, NULL, true)) {
      store_set_failure(to, hash, name, failure->reason);
   }
}

static void copy_entry(Copying* copying, const Entry* entry)
{
   if (entry->snapshot == NULL) {
      copy_failure(copying->to, entry);
      return;
   }
   StoredPlace place;
   Added       added = store_add(copying->to, entry, copying->replaces, &place);
   g_assert(added != ADDED_OTHER || !copying->replaces);
   copying->looked_at++;
   copying->counts[added]++;
}

/*--- From a store ---*/

static bool copy_file(void* data, const char* path, char* before, char* now, Problem* problem)
{
   (void)before;
   Copying*      copying = data;
   g_auto(Entry) entry = { 0 };
   if (now == NULL || !entry_has_path(path)) {
      return true;
   }
   if (!store_read_file(copying->from->branch, path, now, &entry, problem)) {
      return false;
   }
   if (entry.snapshot == NULL || entry_read_items(entry.snapshot)) {
      copy_entry(copying, &entry);
   }
   return store_is_right(copying->to, problem);
}

static bool copy_files(Store* to, void* data, Problem* problem)
{
   Copying*      copying = data;
   const Branch* from = copying->from->branch;
   const char*   tree = branch_tree(to->branch);
   begin(copying);
   bool done = branch_compare(from, tree != NULL && branch_has_tree(from, tree) ? tree : NULL, copy_file,
                              copying, problem);
   copying->counts[ADDED_SAME] += store_count(copying->from) - copying->looked_at;
   to->other = branch_is_beside(to->branch, from) && !branch_has(to->branch, from) ? from : NULL;
   return done;
}

/* If the other one is what comes after this one, this one becomes that, and has moved. */
static bool catch_up(Store* to, const Store* from, bool* has_moved, Problem* problem)
{
   *has_moved = false;
   if (!branch_is_beside(to->branch, from->branch) || !branch_has(from->branch, to->branch)
       || (branch_is_local(to->branch) && branch_has(to->branch, from->branch))) {
      return true;
   }
   BranchOutcome outcome = branch_move(to->branch, from->branch, problem);
   *has_moved = outcome == BRANCH_WRITTEN;
   return outcome != BRANCH_FAILED && store_update(to, problem);
}

bool store_copy(Store* from, Store* to, bool replaces, AddCounts counts, Problem* problem)
{
   Copying  copying = { .from = from, .to = to, .replaces = replaces };
   unsigned before = store_count(to);
   bool     has_moved;
   bool     done = catch_up(to, from, &has_moved, problem)
                   && (has_moved || store_write(to, copy_files, &copying, problem));
   to->other = NULL;
   if (has_moved) {
      copying.counts[ADDED_NEW] = store_count(to) - before;
      copying.counts[ADDED_SAME] = store_count(from) - copying.counts[ADDED_NEW];
   }
   memcpy(counts, copying.counts, sizeof copying.counts);
   return done;
}

/*--- From a file ---*/

static void clear_entry(gpointer entry)
{
   entry_clear(entry);
}

static bool read_some(OldHistory* from, GArray* entries, Problem* problem)
{
   Entry entry;
   g_array_set_size(entries, 0);
   while (entries->len < AT_ONCE && old_history_next(from, &entry, problem)) {
      g_array_append_val(entries, entry);
   }
   return old_history_is_right(from, problem);
}

static bool copy_some(Store* to, void* data, Problem* problem)
{
   Copying* copying = data;
   begin(copying);
   for (guint i = 0; i < copying->entries->len; i++) {
      copy_entry(copying, &g_array_index(copying->entries, Entry, i));
   }
   return store_is_right(to, problem);
}

bool store_copy_old(OldHistory* from, Store* to, bool replaces, AddCounts counts, Problem* problem)
{
   g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(Entry));
   Copying copying = { .entries = entries, .to = to, .replaces = replaces };
   g_array_set_clear_func(entries, clear_entry);
   memset(counts, 0, sizeof(AddCounts));
   while (read_some(from, entries, problem)) {
      if (entries->len == 0) {
         return true;
      }
      if (!store_write(to, copy_some, &copying, problem)) {
         return false;
      }
      for (Added added = 0; added < ADDED_KINDS; added++) {
         counts[added] += copying.counts[added];
      }
   }
   return false;
}
