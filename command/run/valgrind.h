/* The command line of Valgrind, and the names of the reports of processes.

   Each program that is put under Valgrind gets a number.  Its processes write reports with the name
   aprof.RUN.NUMBER.PID.  The number keeps the reports of two processes apart that had the same process
   id, one after the other. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

#include "util/problem.h"

typedef struct {
   char*       path;        /* of valgrind */
   GPtrArray*  options;     /* texts: those of the user */
   const char* directory;   /* where reports of processes go; absolute */
   const char* maps;        /* where maps of inlined routines are kept meanwhile; absolute */
   GPtrArray*  programs;    /* texts: the programs so far, by number; NULL: it ran without Valgrind */
   GHashTable* refused;     /* a set of texts: the programs that Valgrind does not run; each was told */
} Valgrind;

/* `wanted`: the program, or NULL for the one that belongs to this command.  False, with the problem set,
   if it is not there. */
extern bool valgrind_find(Valgrind* valgrind, const char* wanted, Problem* problem);

extern void valgrind_free(Valgrind* valgrind);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Valgrind, valgrind_free)

/* The words of a command line, up to NULL, which ends with the program's own.  The caller frees them.  `path`
   is the program, for messages; it gets the number. */
extern char** valgrind_words(Valgrind* valgrind, unsigned run, const char* path, char* const* own,
                             unsigned* number);

/* Becomes Valgrind, which runs the command (the program and its arguments, up to NULL) with the user's
   options, follows no child, and writes reports NAME.PID to valgrind->directory.  If it returns, the problem
   is set. */
extern void valgrind_become(const Valgrind* valgrind, char* const* command, Problem* problem);

/* Whether a process may have as many open files as Valgrind needs. */
extern bool valgrind_has_room_for_files(pid_t pid);

/* Whether Valgrind cannot run the program in this process: the program has rights of its own, or the process
   may open too few files.  Says so once, with this name.  `file` leads to the executable, not to a script. */
extern bool valgrind_refuses(Valgrind* valgrind, pid_t pid, const char* file, const char* name);

/* The program with this number runs without Valgrind after all. */
extern void valgrind_not_used(Valgrind* valgrind, unsigned number);

/* Whether what programs start is to be measured, too: whether no option of the user's says otherwise. */
extern bool valgrind_wants_children(const Valgrind* valgrind);

/* Whether the executable is the tool, which runs programs: what Valgrind's launcher becomes. */
extern bool valgrind_is_tool(const char* executable);

/* Takes the name of a report apart.  False if it is another file's. */
extern bool valgrind_report_name(const char* name, unsigned* run, unsigned* number);

/* Returns what the command (the program and its arguments up to NULL) lacks to tell the names of functions;
   NULL if nothing. */
extern const char* valgrind_names_missing(char* const* command);
