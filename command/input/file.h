/* The one place that opens files for reading, and says how much is read of them.

   What somebody names on the command line may be a file, a pipe or /dev/null, and "-" is standard input,
   whatever that is.  What a report, a profile or a program names may only be a file.  A pipe is waited for as
   long as it has a writer, which must come within some seconds.

   A file is read up to the size that it had when it was opened, so that files that grow, and those that the
   kernel makes up while they are read, have an end; all other data up to the limit of their kind. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "util/problem.h"

/* Kinds of files. For each, file.c knows its limit, and who names such files. */
typedef enum {
   FILE_REPORT,
   FILE_PROFILE,
   FILE_RULES,
   FILE_BASELINE,
   FILE_FAVOURITES,
   FILE_SOURCE,
   FILE_OBJECT,
   FILE_EXPERIMENT,   /* JSON of an experiment */
   FILE_WORK,         /* what `aprof grow` gives the program */
   FILE_PACKAGE,      /* the list of the files of a package of the system */
   FILE_RUN,          /* how long an earlier run took */
   FILE_MAP,          /* a map of inlined routines that was kept */
   FILE_BEGINNING,    /* any file of which only the first bytes are read */
} FileKind;

typedef struct File File;

/* NULL, with the problem set, if it is not to be read. */
extern File* file_open(const char* path, FileKind kind, Problem* problem);

/* Reads the next bytes, at most `size`.  Returns their number; 0 at the end; -1, with the problem set, if
   they cannot be read, or go beyond the limit. */
extern ssize_t file_read(File* file, char* to, size_t size, Problem* problem);

/* How many bytes were read. */
extern uint64_t file_position(const File* file);

/* False, with the problem set, if so many bytes, made of what was read, are more than the limit. */
extern bool file_may_have(const File* file, uint64_t size, Problem* problem);

/* The size of a file, and the time of its last change. */
extern uint64_t file_size(const File* file);
extern time_t file_modified(const File* file);

extern void file_close(File* file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(File, file_close)

/* Instead of file_close: the descriptor, for a library that reads by itself. */
extern int file_release(File* file);

/* All of a file, followed by a NUL; to be freed.  NULL, with the problem set, if it cannot be read. */
extern char* file_read_all(File* file, size_t* length, Problem* problem);

/* Opens a file, reads all of it so, and closes it. */
extern char* file_text(const char* path, FileKind kind, size_t* length, Problem* problem);

/* The first bytes of a file, at most `size`.  Returns their number; 0 if the path leads to no file. */
extern size_t file_beginning(const char* path, char* bytes, size_t size);

/* The last bytes of a file, at most `size`, followed by a NUL, and whether that is all of it; to be freed.
   NULL: the path leads to no file. */
extern char* file_end(const char* path, size_t size, bool* is_all);

/* Lists a directory: the names, sorted, so that the same is done and said each time.  NULL, with the problem
   set, if not all of them can be read. */
extern GPtrArray* listing_read(const char* directory, Problem* problem);
