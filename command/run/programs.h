/* Decides which of the programs that run are measured.

   A launcher starts other programs, which are what the user wants to measure: a shell, make, ctest,
   python3 for pytest.  It runs outside Valgrind.  What it starts is measured if it is in no directory
   of the system: a test suite tests what was built, with tools that were installed.

   A tool that was built here is a program like others, if the user names its file: src/make.

   A script of Python, Perl and the like may also be the program itself.  Then its interpreter is measured,
   too; but no shell. */

#pragma once

#include <stdbool.h>

#include "util/problem.h"

typedef struct {
   const char* only;         /* patterns, separated by commas: measure these and no others; NULL: as above */
   char**      files;        /* that `only` names: paths without symbolic links, up to NULL */
   bool        by_launcher;  /* the user's command is a launcher */
   bool        with_script;  /* the user's command may be a script, whose interpreter is measured, too */
   char*       named;        /* measured, though it is a launcher by its name: the interpreter of that
                                script, or a tool that was built here; without symbolic links; NULL: none,
                                or not yet */
} ProgramChoice;

/* Whether the user's word names a tool that was built here, as src/make: a launcher by its name only.
   `path` is that of the file. */
extern bool program_is_built_tool(const char* word, const char* path);

/* Returns the path of the program that the user has named; to be freed.  NULL, with the problem set, if there
   is none; the problem says what was likely meant. */
extern char* program_find(const char* name, Problem* problem);

/* Returns the file that Linux executes for this one: for a script, its interpreter.  The caller frees the
   path. */
extern char* program_executable(const char* path);

/* True if the file is a launcher; for a script, if its interpreter is one.  `path` is a file. */
extern bool program_is_launcher(const char* path);

/* True if the file is a launcher that runs scripts, by its name. */
extern bool program_is_interpreter(const char* path);

/* Tells that the user's command executes this program, itself or what it becomes: `python3` may be a script
   that executes python3.11.  `path` is as below. */
extern void program_choose_interpreter(ProgramChoice* choice, const char* path);

/* Returns the files that patterns name by a path from here, as ./prog, or by a link: paths without symbolic
   links, up to NULL.  The caller frees them. */
extern char** program_files_of(const char* only);

/* `path` is that of an executable, without symbolic links. */
extern bool program_is_measured(const ProgramChoice* choice, const char* path);

/* Whether the tool can run it: whether it is an executable of its platform. */
extern bool program_fits_tool(const char* path);
