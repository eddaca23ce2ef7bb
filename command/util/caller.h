/* Finds out what our caller has decided: it may have closed standard input, output and error (2>&-), ignore
   signals, and have called us by the path of a command that is not on the PATH. */

#pragma once

#include <glib.h>
#include <stdbool.h>

/* Keeps the numbers of the standard files that are closed, so that no file that we open gets one of them,
   and with it our messages.  To read or write them still fails, and programs that we execute find them
   closed. */
extern void standard_files_arrange(void);

/* Whether our caller has left this standard file open. */
extern bool standard_file_is_open(int number);

/* True if the caller ignores the signal, as nohup does SIGHUP, and a shell SIGINT in the background: it must
   stay so. */
extern bool signal_is_ignored(int number);

/* Whether two paths lead to one file. */
extern bool file_is_same(const char* path, const char* other);

/* Keeps the word by which we were called; it must stay.  Without it, that is "aprof". */
extern void caller_keep_name(const char* word);

/* Returns the word that executes us where we were called: "aprof" if that is on the PATH, and this command;
   else a path.  To be freed. */
extern char* caller_program(void);

/* The word by which a shell can call us where we were called, in quotes if it needs some. */
extern const char* caller_name(void);

/* Begins a line that can be pasted there: "aprof SUBCOMMAND".  The caller frees it. */
extern GString* caller_line(const char* subcommand);

/* Returns the path of what belongs to the command: it stands beside the tool, or in a build beside the
   command.  To be freed. */
extern char* caller_companion(const char* name);
