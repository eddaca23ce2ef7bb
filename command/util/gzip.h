/* Bytes that are compressed while they are written.  Equal bytes make equal files: the header of gzip
   has neither a time nor a name. */

#pragma once

#include <stddef.h>
#include <stdio.h>

typedef struct Gzip Gzip;

/* The stream must stay until gzip_end.  What it could not take, its owner sees as with any other stream. */
extern Gzip* gzip_begin(FILE* out);

extern void gzip_write(Gzip* gzip, const void* bytes, size_t count);

/* Writes what is left, and frees it. */
extern void gzip_end(Gzip* gzip);
