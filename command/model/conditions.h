/* The work that programs were given, and how they ended, as comments of reports say it.  Costs have no say,
   so a change of the costs does not make the work another one. */

#pragma once

#include "model/header.h"

/* How the runs ended otherwise: "killed by signal 6 (Aborted) now, and exit status 0 before".  NULL: they did
   not, or it is not known.  To be freed. */
extern char* conditions_other_end(const Header* before, const Header* now);

/* Why the runs did other work: "the arguments are \"9600\" now, and \"4800\" before".  NULL: nothing says so.
   To be freed. */
extern char* conditions_other_work(const Header* before, const Header* now);

/* Why commands gave other work to the program, which is their first word.  NULL: they did not.  To be freed.
   */
extern char* conditions_other_command(const char* before, const char* now);

/* Whether the file was named in the command of aprof run, and was not what it read: the run has made or
   changed it. */
extern bool conditions_was_written(const Header* header, const char* path);

/* How the program ended, as recorded: "exit status 0"; and a digest of the work that it was given.  NULL: not
   known.  To be freed. */
extern char* conditions_end(const Header* header);
extern char* conditions_work(const Header* header);

/* Makes a header that has what the functions above need of another one; for header_free. */
extern void conditions_copy(Header* to, const Header* from);
