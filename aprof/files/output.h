/* Files that are written completely or not at all.  A file first has another name beside
   its final one, and is renamed when it is complete.  If that fails, it goes to the
   temporary directory.  A checkpoint, which comes again, does not: then the one before
   stays. */

#pragma once

#include "pub_tool.h"

#include "files/file_name.h"

/* Checks that the file that the option names can be written, and returns `format`.  If it cannot, prints a
   message and exits; but not with --trace-children=yes, where another program may have started this one and
   relies on it: then returns the format of a name in the temporary directory, if that can be written.  To be
   called before the program starts. */
extern const HChar* output_check(const HChar* option, const HChar* format);

/* Whether a checkpoint can be written there: makes all system calls that this needs, and leaves nothing.  Of
   devices and pipes, only whether a file could be written. */
extern Bool output_try(const OutputFile* file);

/* Removes what this has left if it was interrupted in another process. */
extern void output_remove_trial_of(const OutputFile* file, Int process);

/* From now on, the option's files are found also if the program has another root directory.  `file` is a
   checkpoint. */
extern void output_keep_directory(const OutputFile* file);

/* Makes an incomplete file, which output_open will take for the option's next file that is no checkpoint.
   `file` itself is one. */
extern void output_reserve(const OutputFile* file);

/* Opens the file; only one can be open.  False if it is a checkpoint that is not to be written: on a device,
   or where a parent process writes its own. */
extern Bool output_open(const OutputFile* file);
extern void output_text(const HChar* text);
extern void output_char(HChar c);
extern void output_number(ULong number);

/* Closes the file.  Prints "WHAT: NAME" if the user wants messages or the file is not where
   it was wanted; or a message that it could not be written anywhere. */
extern void output_close(const HChar* what);

/* The name of the last file that was closed, until the next one is; NULL: it could not be written anywhere.
   */
extern const HChar* output_closed_name(void);
