/* Files on a branch of a repository that has nothing else, or on a ref that is no branch.  Nobody's working
   tree, index or HEAD is touched.  A commit is there as a whole or not at all, and follows what others have
   committed. */

#pragma once

#include "history/git.h"

/* The ref that is no branch. */
#define BRANCH_USUAL  "refs/aprof/history"

typedef struct Branch Branch;

/* `name`: as "aprof-history"; NULL: the usual ref.  `label`: what messages call it. `repository`
   must stay. */
extern Branch* branch_new(const char* name, const char* label, const Repository* repository);
extern void branch_free(Branch* branch);

extern const char* branch_label(const Branch* branch);

/* Looks what the branch is now. False, with the problem set, if git does not say it. */
extern bool branch_look(Branch* branch, Problem* problem);

/* False, with the problem set, if the branch is none of a history, or of a newer aprof. */
extern bool branch_check(const Branch* branch, Problem* problem);

/* The tree that branch_look has found; NULL: there is no branch. */
extern const char* branch_tree(const Branch* branch);

/* Whether the repository has it itself, and not only as it was fetched from another one. */
extern bool branch_is_local(const Branch* branch);

/*--- Reading ---*/

/* Calls `take` with each file that is other in the branch than in a tree, in the order of their paths:
   `before` and `now` are its contents, NUL-terminated, which may be changed; NULL: there is none. `tree` may
   be NULL: the empty one. False, with the problem set, if something cannot be read, or `take` has returned
   False. */
typedef bool (*TakeFile)(void* data, const char* path, char* before, char* now, Problem* problem);
extern bool branch_compare(const Branch* branch, const char* tree, TakeFile take, void* data,
                           Problem* problem);

/* Whether the repository still has a tree. */
extern bool branch_has_tree(const Branch* branch, const char* tree);

/*--- Writing ---*/

/* Puts a file there at the next commit; `text` NULL: removes it. */
extern void branch_put(Branch* branch, const char* path, const char* text, gsize length);

/* Says that what is put needs a reader of this version of the format. */
extern void branch_need(Branch* branch, unsigned version);

/* Forgets what was to be put there. */
extern void branch_forget(Branch* branch);

/* Whether both are in one repository. */
extern bool branch_is_beside(const Branch* branch, const Branch* other);

/* Whether all commits of the other branch, of the same repository, are in this one. */
extern bool branch_has(const Branch* branch, const Branch* other);

typedef enum {
   BRANCH_WRITTEN,
   BRANCH_MOVED,      /* others have written since branch_look: it is as they left it */
   BRANCH_FAILED,     /* it is as it was; the problem is set */
} BranchOutcome;

/* Commits what was put; and merges another branch, unless that is NULL: its files must have been put. What
   is written then is what branch_tree returns. */
extern BranchOutcome branch_commit(Branch* branch, const char* message, const Branch* other,
                                   Problem* problem);

/* Moves the branch to where the other one is, which has all of its commits. */
extern BranchOutcome branch_move(Branch* branch, const Branch* other, Problem* problem);
