/* Asks git. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "util/problem.h"

typedef struct {
   char* top;         /* the directory of the working tree */
   char* common;      /* the directory of the repository, as from the working directory */
   bool  is_shallow;
} Repository;

/* A commit. */
typedef struct {
   char*   hash;
   int64_t date;      /* of the committer, in seconds */
   char*   subject;
   char**  parents;   /* hashes, also of those that a shallow clone lacks */
} Commit;

/* Whether a text is a hash as git prints it; and whether it is some of them with blanks between, or none.
   What a store has as hashes becomes words of git's commands, lines that git reads, and names of files. */
extern bool hash_is_one(const char* text);
extern bool hash_are_some(const char* text);

/* Finds the repository of the working directory. False, with the problem set, if there is none. */
extern bool repository_find(Repository* repository, Problem* problem);
extern void repository_clear(Repository* repository);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Repository, repository_clear)

/* Runs `git WORDS...` in a directory, which may be NULL: the working directory. Returns what it prints.
   NULL, with the problem set, if it fails. */
extern char* git_run(const char* directory, const char* const* words, Problem* problem);

/* A git that runs, and what it prints. */
typedef struct {
   GPid  process;
   FILE* out;
} GitOutput;

/* Starts `git WORDS...`, which reads the lines, up to NULL. False if it cannot be run. */
extern bool git_begin(GitOutput* output, const char* directory, const char* const* words,
                      const char* const* lines);

/* A megabyte of zeros is a kilobyte in a repository. */
#define GIT_OBJECT_LIMIT     UINT64_C(256000000)
#define GIT_OBJECT_LIMIT_IN  "256 MB"

/* Reads the next object of a `git cat-file --batch`, with a NUL behind it, and its hash. NULL: it is not
   there, too large, or no object of this kind, as "blob". Both are to be freed. */
extern char* git_next_object(FILE* out, const char* kind, char** hash);

/* Waits for its end. False if it has failed, or did not run. */
extern bool git_end(GitOutput* output);

/* False, with the problem set, if there is no such commit. */
extern bool git_commit(const Repository* repository, const char* revision, Commit* commit, Problem* problem);
extern void commit_clear(Commit* commit);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Commit, commit_clear)

/* The branch of the working tree; "": there is none. To be freed. */
extern char* git_branch(const Repository* repository);

/* Returns the address of a page of a commit, but for its hash, where the repository was cloned from; NULL:
   that is no server.  To be freed. */
extern char* git_commit_url(const Repository* repository);

/* Whether files that git knows differ from the commit that is checked out. */
extern bool git_has_changes(const Repository* repository);

/* Calls `take` with each commit that leads to one of the revisions, and its parents, until `take` returns
   false: children first, for which git must read all of them; or the newest first, for which it need not.
   Revisions that are not there count for nothing. */
typedef enum { CHILDREN_FIRST, NEWEST_FIRST } WalkOrder;
typedef bool (*TakeCommit)(void* data, const char* hash, char** parents);
extern void git_walk(const Repository* repository, const char* const* revisions, WalkOrder order,
                     TakeCommit take, void* data);

/* Returns those of the commits that none of the others leads to, up to NULL; to be freed by g_strfreev. */
extern char** git_independent(const Repository* repository, const GPtrArray* hashes);
