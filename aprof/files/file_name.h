/* The names of files that a process writes, and what becomes of files that have such a name already. */

#pragma once

#include "pub_tool.h"

/* How many options may name files. */
#define FILE_NAME_MAX_OPTIONS  4

/* A file that an option names. */
typedef struct {
   const HChar* option;
   const HChar* format;          /* the option's value, which may have % sequences */
   const HChar* suffix;          /* follows the name, unless it is that of an open file */
   UInt         thread;          /* whose measurements it has; 0: those of all threads */
   Bool         is_checkpoint;   /* it will be replaced by what the process writes later */
} OutputFile;

/* The name of the next file of the option; `format` is the option's value.  To be called before the program
   starts; again, if the option gets another value. */
extern const HChar* file_name_prepare(const HChar* option, const HChar* format);

/* The other option that names this file already, or NULL. */
extern const HChar* file_name_taken_by(const HChar* option, const HChar* name);

/* If a program that the process has run before an execve has left reports of this name, they get others. */
extern void file_name_keep_former(const HChar* option, const HChar* format);

/* How many numbered files (FILE.1, FILE.2, ...) there are from programs that the process ran before an
   execve, if FILE is the option's file. */
extern UInt file_name_numbers_taken(const HChar* option);

/* The file's name, allocated.  A checkpoint has the name that its measurements will have at the end. */
extern HChar* file_name_of(const OutputFile* file);

/* Whether a process that has been forked writes files of the same name as its parent. */
extern Bool file_name_is_parents(const OutputFile* file);

/*--- Devices, pipes and open files ---*/

/* Whether the name is that of one.  They are written directly: nothing can be renamed over them.  Sets
   `error` if nothing can be written there. */
extern Bool file_name_is_special(const HChar* name, Int* error);

/* The option's name is that of such a file, which is open now, to the end: it takes all files of the option,
   one after the other. */
extern void file_name_keep_special(const HChar* option, Int fd);

/* Returns the number of that open file; -1 if there is none. */
extern Int file_name_special(const OutputFile* file);

/*--- Empty files that were made, and are open, because the program may soon forbid itself to make any ---*/

extern Bool file_name_has_reserved(const HChar* option);

/* The name, allocated, is that of such a file, for the option's next one. */
extern void file_name_reserve(const HChar* option, HChar* name, Int fd);

/* Returns the name of the option's reserved file, which belongs to the caller from then on, and what it is
   open as; or NULL. */
extern HChar* file_name_take_reserved(const HChar* option, Int* fd);

/*--- Checkpoints ---*/

/* This is now the checkpoint of the option and the thread. */
extern void file_name_note_checkpoint(const OutputFile* file, const HChar* name);

/* The name of that checkpoint, or NULL; from now on there is none. */
extern HChar* file_name_take_checkpoint(const OutputFile* file);

/* The process is a forked child, and has written nothing. */
extern void file_name_forked(void);

/* `c`, if it is not NULL, behind `b` behind `a`, allocated. */
extern HChar* file_name_joined(const HChar* a, const HChar* b, const HChar* c);
