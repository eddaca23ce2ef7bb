/* System calls on files: those that aprof opens while the program runs, and those that it writes.  What it
   writes is found by its name also when the program has another root directory by then.  A call is made
   again if a signal interrupts it. */

#pragma once

#include "pub_tool.h"

/* A filter of seccomp forbids aprof to open or write files (surroundings/sandbox.c sets this).  Trying may
   kill the process, so from then on, aprof opens, writes and looks for no files any more. */
extern Bool files_are_forbidden;

/*--- Reading ---*/

/* Gets the status of what the path leads to.  False if nothing is there, or files are forbidden. */
extern Bool files_stat(const HChar* path, struct vg_stat* status);

/* Opens a regular file for reading, and nothing else: a pipe could keep us waiting.  -1 if there is none that
   can be read. */
extern Int files_open_regular(const HChar* path);

/* Opens a file that Linux has about each process, by its name in /proc/self.  -1 if it cannot be read. */
extern Int files_open_own(const HChar* name);

/* Reads a small file into `text`, which has `size` bytes, and closes it.  The text is empty if the file
   cannot be read, or is not open (-1). */
extern void files_read_text(Int file, HChar* text, SizeT size);

/*--- Writing: all names are absolute, as they were when the program started ---*/

/* The part of a name behind its directory: within the name. */
extern const HChar* files_last_part(const HChar* name);

/* Keeps the directory of this file open, so that the other functions find all that is in it. */
extern void files_keep_directory(const HChar* name);

/* These return what the system calls do: the number of a file, or 0; or an errno, negative.  To rename a file
   fails if it would replace another one and may not. */
extern Int files_open(const HChar* name, Int flags, UInt mode);
extern Int files_rename(const HChar* from, const HChar* to, Bool may_replace);
extern Int files_remove(const HChar* name);

/* 0, or an errno, negative. */
extern Int files_write(Int file, const HChar* data, UInt size);

/* Copies the first `size` bytes of a file to another one.  0, or an errno, negative. */
extern Int files_copy(const HChar* from, ULong size, Int to);

/* Prints "Cannot write WHAT'NAME': REASON.AFTER"; the reason is an errno. */
extern void files_tell_failure(const HChar* what, const HChar* name, Int error, const HChar* after);

/* The kernel sends the process a signal if it writes to a pipe that nobody reads (SIGPIPE), or more to a file
   than is allowed (SIGXFSZ).  If aprof has written, that is nothing to the program, which it would end.

      WriteSignals before;
      files_hold_signals(&before);
      ... write ...
      files_drop_signals(&before);

   A signal of the program's own that waits already goes on waiting. */
typedef struct {
   vki_sigset_t blocked;
   vki_sigset_t pending;
} WriteSignals;

/* From now on, the two signals wait. */
extern void files_hold_signals(WriteSignals* before);

/* Takes those away that have come since then. */
extern void files_drop_signals(const WriteSignals* before);
