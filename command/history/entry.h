/* Entries are what a store has of a commit, as texts of files: a result, or why there is none.  The store can
   be made again of these files.  A file's path follows from what the result is of; so the same result is the
   same file, whoever adds it. */

#pragma once

#include "history/git.h"
#include "history/series.h"
#include "history/snapshot.h"

typedef struct {
   Commit        commit;      /* of a failure, its hash only */
   char*         ancestors;   /* the nearest ones that were stored, with blanks between */
   HistorySeries series;      /* of a failure, its name only */
   char*         branch;
   int64_t       added;       /* when, in seconds */
   Snapshot*     snapshot;    /* NULL: it is a failure */
   char*         reason;      /* of a failure */
} Entry;

/* The path; to be freed by g_free. */
extern char* entry_path(const Entry* entry);

/* Whether a file of this path may be an entry. Others may have put more into the branch. */
extern bool entry_has_path(const char* path);

/* Appends the text. */
extern void entry_write(const Entry* entry, GString* text);

/* The version of the branch's format that a reader of this text must know. */
extern unsigned entry_version(const Entry* entry);

/* Reads the text, which is changed, must stay, and of which a NUL is the end; items stay lines. False: it is
   none. The entry must be cleared in any case. */
extern bool entry_read(char* text, Entry* entry);

/* Reads one of these lines, which is changed: sets the name, and returns the bytes, to be freed. NULL: it is
   no item. `points` is room for them. */
extern GBytes* entry_read_item(char* line, GArray* points, const char** name);

/* Makes items of all lines. False: some are none. */
extern bool entry_read_items(Snapshot* snapshot);

/* Frees what entry_read has made. */
extern void entry_clear(Entry* entry);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Entry, entry_clear)
