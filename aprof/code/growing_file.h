/* A file that grows while it is read: the program writes into it what it says of the code that it
   generates. */

#pragma once

#include "pub_tool.h"

typedef struct {
   HChar path[512];
   ULong device;
   ULong inode;
   Long  done;              /* so much has been read */
   Long  limit;             /* it is read up to here */
   Bool  is_examined;       /* whose it is has been looked at */
   Bool  warned;
} GrowingFile;

/* Begins with what is in the file, if it exists, or behind that (`skips`). */
extern void growing_file_begin(GrowingFile* file, const HChar* path, Bool skips);

/* Opens the file if it has more than was read, or is another one than before; then *is_new is set, and it
   is read from its beginning.  Returns -1 if there is nothing to read, or if the file is not to be trusted,
   which a message says.  What is to be read ends at *end. */
extern Int growing_file_open(GrowingFile* file, Long* end, Bool* is_new);

/* Closes it, when what there is has been read. */
extern void growing_file_close(GrowingFile* file, Int opened);

/* Prints, once, what is wrong with the file. */
extern void growing_file_warn(GrowingFile* file, const HChar* why);
