/* The subcommands, as main.c calls them: each has a file of its own.

   A subcommand gets its arguments, and returns its exit status.  arguments[0] is
   "aprof SUBCOMMAND", for messages. */

#pragma once

#include <stddef.h>
#include <stdio.h>

extern int check_main(int count, char** arguments);
extern int check_report_main(int count, char** arguments);
extern int convert_main(int count, char** arguments);
extern int diff_main(int count, char** arguments);
extern int grow_main(int count, char** arguments);
extern int history_main(int count, char** arguments);
extern int html_main(int count, char** arguments);
extern int merge_main(int count, char** arguments);
extern int run_main(int count, char** arguments);
extern int show_main(int count, char** arguments);

/*--- The same as functions, for aprof run ---*/

/* Prints what `aprof show REPORT` prints. Returns the exit status. */
extern int show_usual(FILE* out, const char* report);

/* Writes what `aprof html --output=PAGE REPORT` writes, and prints the name of the page. Returns the exit
   status. */
extern int html_write(FILE* out, const char* report, const char* page);

/* Prints the verdict of `aprof check --rules=RULES REPORT...`; several reports are of different programs.
   RULES may be NULL: the usual ones. Returns the exit status. */
extern int check_programs(FILE* out, const char* rules, const char* const* reports, size_t count);
