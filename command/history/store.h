/* The history of a project: what was measured of which commit.

   A record is what one program cost at one commit.  Records of a series can be compared: the same name that
   the user gave, program, machine and measure.  A commit has one record of a series. */

#pragma once

#include "history/entry.h"
#include "history/graph.h"
#include "history/items.h"

typedef struct Store Store;

/* The file of the usual store's cache, in the directory of the repository. */
#define STORE_CACHE  "aprof-history.cache"

/* `name`: "git:BRANCH" of the repository, which then must stay; or the directory of another repository; NULL:
   what the repository has that is no branch. `creates`: makes it if it is not there. NULL, with the problem
   set. */
extern Store* store_open(const char* name, const Repository* repository, bool creates, Problem* problem);
extern void store_close(Store* store);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Store, store_close)

/* The name that it was opened by; of the usual store, that of its ref. */
extern const char* store_path(const Store* store);

/* False, with the problem set, if something of what was read is not right. */
extern bool store_is_right(const Store* store, Problem* problem);

/*--- What is there ---*/

/* The texts of commits, series, records and runs stay as long as the store. */

/* The commits: StoredCommit, by id; to be freed by g_array_unref. */
extern GArray* store_commits(Store* store);

/* The largest id of commits. */
extern int64_t stored_last(const GArray* commits);

/* The record of a commit in a series; of series 0: the commit itself; 0: there is none. */
extern int64_t store_find(Store* store, const char* hash, int64_t series);

/* The hashes of all commits of which that is there: a set; to be freed by g_hash_table_unref. */
extern GHashTable* store_hashes(Store* store, int64_t series);

/* The array of HistorySeries, by name, program and machine; to be freed by g_array_unref. */
extern GArray* store_series(Store* store);

/* The id of a series, whose own is not looked at; 0: there is none. */
extern int64_t store_series_id(Store* store, const HistorySeries* series);

/* A record without its contents. */
typedef struct {
   int64_t  id;
   int64_t  commit;
   char*    branch;
   uint64_t total;
   int64_t  header;
} StoredRecord;

/* The records of a series, by id; to be freed by g_array_unref. */
extern GArray* store_records(Store* store, int64_t series);

/* The whole record; NULL: it is not there, or is damaged. */
extern Snapshot* store_read(Store* store, int64_t id);

/* Returns the same, read once of two or more times in a row; it stays until two others were looked at. */
extern const Snapshot* store_look(Store* store, int64_t id);

/* Returns by record of a series, and of the runs of its experiments, the number of an item's row, or 0; to be
   freed by g_hash_table_unref. */
extern GHashTable* store_rows(Store* store, int64_t series, int64_t name);

/* The items of a record, by ascending names; to be freed by g_array_unref, and not to be changed. */
extern GArray* store_items(Store* store, int64_t record);

/* Returns them as changes of another record's items, whose number `before` gets; 0: of none. */
extern GArray* store_changes(Store* store, int64_t record, int64_t* before);

/* The text of a header; NULL: there is none. To be freed by g_free. */
extern char* store_header(Store* store, int64_t header);

/* A run of an experiment, without its contents. */
typedef struct {
   int64_t experiment;   /* its record */
   char*   name;         /* as "n=100" */
   double  size;
   bool    counts;
   int64_t record;       /* of its report; 0: it has none.  Its items are read as those of other records. */
} StoredRun;

/* All runs of the experiments of a series, by experiment and size; to be freed by g_array_unref. */
extern GArray* store_runs(Store* store, int64_t series);

/* The cost of the program in a record. */
extern uint64_t store_total(Store* store, int64_t record);

/* The cost of all rows, uint64_t by the row: of all calls of a routine; else 0. To be freed by
   g_array_unref. */
extern GArray* store_costs(Store* store);

/* Appends the points of a row. */
extern void store_points(Store* store, int64_t row, GArray* points);

/* The names of all items that are routines, ItemName by the id; NULL: there is none. To be freed by
   g_ptr_array_unref. */
extern GPtrArray* store_routines(Store* store);

/* How many records there are. */
extern unsigned store_count(Store* store);

/* Whether a commit has a record of a series of this name and machine, which has reports or experiments; NULL:
   of any machine. */
extern bool store_has(Store* store, const char* hash, const char* name, const char* machine,
                      bool is_experiment);

/*--- Adding ---*/

typedef enum { ADDED_NEW, ADDED_SAME, ADDED_REPLACED, ADDED_OTHER, ADDED_KINDS } Added;

/* How many results were added, were there already, were replaced, and differ from what stays there. */
typedef unsigned AddCounts[ADDED_KINDS];

/* Work that writes to a store, if others have written, more than once. False, with the problem set. */
typedef bool (*StoreWork)(Store* store, void* data, Problem* problem);

/* Does the work: all that it writes is there afterwards, or nothing of it. If others write a branch at the
   same time, it is done again. False, with the problem set. */
extern bool store_write(Store* store, StoreWork work, void* data, Problem* problem);

/* The numbers of a record and of its series. */
typedef struct {
   int64_t record;
   int64_t series;
} StoredPlace;

/* Adds a result. OTHER: one is there that differs, and it stays, unless `replaces`. */
extern Added store_add(Store* store, const Entry* entry, bool replaces, StoredPlace* place);

/*--- Steps: what changed from the nearest ancestors ---*/

/* Returns the steps of a record since these records; NULL: they were not looked for yet. */
extern char* store_steps(Store* store, int64_t record, const char* since);
extern void store_set_steps(Store* store, int64_t record, const char* since, const char* text);

/*--- Laws: how the routines of an experiment grow ---*/

/* NULL: they were not looked for yet. */
extern char* store_laws(Store* store, int64_t record);
extern void store_set_laws(Store* store, int64_t record, const char* text);

/*--- Failures: commits that cannot be measured ---*/

/* Why the commit could not be measured; NULL: it could, or nobody tried. */
extern char* store_failure(Store* store, const char* hash, const char* name);

/* `reason`: NULL: it has none any more. */
extern void store_set_failure(Store* store, const char* hash, const char* name, const char* reason);

/* Calls `take` with all of them. */
typedef void (*TakeFailure)(void* data, const char* hash, const char* name, const char* reason);
extern void store_failures(Store* store, TakeFailure take, void* data);
