/* Makes lines of bytes.

   The buffer has room for the longest line and one more chunk.  Its bytes from `start`
   to `filled` have been read but not passed on.  If they contain no complete line, they
   move to the front, and a chunk is read behind them.

   Invariant: a newline follows every line that is passed on, so scanning stops without a
   test of the length.  If the file ends without a newline, one is added.  Bytes may have
   any value, also NUL, so string functions cannot be used. */

#include "input/lines.h"

#include <assert.h>
#include <string.h>

#include "input/decompress.h"

#define CHUNK_SIZE  (256 * 1024)

struct Lines {
   const char* path;
   Input*      input;
   char*       buffer;
   size_t      start;
   size_t      filled;
   bool        at_end;
   uint64_t    count;
};

bool slice_begins_with(Slice slice, const char* beginning)
{
   size_t length = strlen(beginning);
   return slice.length >= length && memcmp(slice.bytes, beginning, length) == 0;
}

Lines* lines_open(const char* path, FileKind kind, Problem* problem)
{
   Input* input = input_open(path, kind, problem);
   if (input == NULL) {
      return NULL;
   }
   Lines* lines = g_new(Lines, 1);
   *lines = (Lines){ .path = path, .input = input };
   /* One byte more for the newline behind a last line that has none. */
   lines->buffer = g_new(char, LINE_LIMIT + CHUNK_SIZE + 1);
   return lines;
}

/* Reads a chunk behind what is there.  False on an error. */
static bool fill(Lines* lines, Problem* problem)
{
   assert(lines->start <= lines->filled && lines->filled - lines->start <= LINE_LIMIT);
   memmove(lines->buffer, lines->buffer + lines->start, lines->filled - lines->start);
   lines->filled -= lines->start;
   lines->start = 0;

   ssize_t count = input_read(lines->input, lines->buffer + lines->filled, CHUNK_SIZE, problem);
   if (count < 0) {
      return false;
   }
   lines->filled += (size_t)count;
   lines->at_end = count == 0;
   return true;
}

/* Hands out the next `length` bytes, and the newline behind them. */
static void take_line(Lines* lines, size_t length, bool has_newline, Line* line)
{
   char* bytes = lines->buffer + lines->start;
   bytes[length] = '\n';
   *line = (Line){ .number = ++lines->count, .text = { bytes, length }, .has_newline = has_newline };
   lines->start += length + (has_newline ? 1 : 0);
}

ReadResult lines_next(Lines* lines, Line* line, Problem* problem)
{
   size_t scanned = 0;
   for (;;) {
      size_t left = lines->filled - lines->start;
      char*  newline = memchr(lines->buffer + lines->start + scanned, '\n', left - scanned);
      size_t length = newline == NULL ? left : (size_t)(newline - lines->buffer) - lines->start;
      assert(scanned <= length && length <= left);

      if (length > LINE_LIMIT) {
         problem_set(problem, lines->path, lines->count + 1, "a line of more than %d bytes: the file is read "
                     "no further", LINE_LIMIT);
         return READ_FAILED;
      }
      if (newline != NULL || (lines->at_end && left > 0)) {
         take_line(lines, length, newline != NULL, line);
         return READ_RECORD;
      }
      if (lines->at_end) {
         return READ_END;
      }
      scanned = left;
      if (!fill(lines, problem)) {
         return READ_FAILED;
      }
   }
}

uint64_t lines_count(const Lines* lines)
{
   return lines->count;
}

void lines_close(Lines* lines)
{
   input_close(lines->input);
   g_free(lines->buffer);
   g_free(lines);
}
