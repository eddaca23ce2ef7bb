/* A file as a stream of lines, decompressed if need be. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "input/file.h"
#include "util/problem.h"

/* A file with a longer line is read no further: one without newlines needs neither memory nor time. */
#define LINE_LIMIT  (1024 * 1024)

/* Bytes of a line.  No NUL follows them. */
typedef struct {
   const char* bytes;
   size_t      length;
} Slice;

extern bool slice_begins_with(Slice slice, const char* beginning);

typedef enum {
   READ_RECORD,     /* the line, or what was made of it, is complete */
   READ_BAD_LINE,   /* it is not, as model/reader.h finds; the next line can be read */
   READ_END,
   READ_FAILED,     /* the file cannot be read any further */
} ReadResult;

typedef struct {
   uint64_t number;        /* from 1 */
   Slice    text;          /* without the newline; but a newline follows the last byte */
   bool     has_newline;   /* false: the last line has none in the file */
} Line;

typedef struct Lines Lines;

/* NULL, with the problem set, if it cannot be opened. */
extern Lines* lines_open(const char* path, FileKind kind, Problem* problem);

/* Reads the next line.  It is valid until the next call.  Never READ_BAD_LINE. */
extern ReadResult lines_next(Lines* lines, Line* line, Problem* problem);

/* Lines read so far. */
extern uint64_t lines_count(const Lines* lines);

extern void lines_close(Lines* lines);
