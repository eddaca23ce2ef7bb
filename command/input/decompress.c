/* Decompresses bytes.

   If a file begins like a gzip member or a zstd frame, it is decompressed.  Other files
   are passed on as they are.  `raw` has bytes of the file; those from `start` to `filled`
   have not been used yet.  Only the beginning of an uncompressed file goes through `raw`. */

#include "input/decompress.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "util/memory.h"

#define RAW_SIZE     (128 * 1024)
#define MAGIC_SIZE   4

/* Limits of a decompressed file, in bytes and in multiples of its compressed size: gzip makes at most 1,032
   of one byte, zstd tens of thousands.  Of a report, they make up to about 20.  The model of a report takes
   up to 20 times the size of its shortest lines. */
#define MOST_OF_ALL     16000000
#define MOST_TIMES           100

struct Input {
   const char*   path;
   File*         file;
   char*         raw;
   size_t        start;
   size_t        filled;
   bool          at_end;        /* the file has been read to its end */
   ssize_t       (*read)(Input*, char*, size_t, Problem*);
   uint64_t      made;          /* bytes, by decompression */
   bool          is_between;    /* between two members of gzip, or two frames of zstd */
   z_stream      gzip;
   ZSTD_DStream* zstd;
};

/*--- Bytes of the file ---*/

static ssize_t read_file(Input* input, char* to, size_t size, Problem* problem)
{
   ssize_t count = file_read(input->file, to, size, problem);
   input->at_end = count == 0;
   return count;
}

/* Reads bytes to the end of `raw`, which must have room. */
static bool fill_raw(Input* input, Problem* problem)
{
   assert(input->start <= input->filled && input->filled < RAW_SIZE);
   ssize_t count = read_file(input, input->raw + input->filled, RAW_SIZE - input->filled, problem);
   input->filled += count > 0 ? (size_t)count : 0;
   return count >= 0;
}

/* Makes sure that `raw` has an unused byte, or that the file is at its end. */
static bool need_raw(Input* input, Problem* problem)
{
   if (input->start < input->filled || input->at_end) {
      return true;
   }
   input->start = input->filled = 0;
   return fill_raw(input, problem);
}

static ssize_t read_plain(Input* input, char* to, size_t size, Problem* problem)
{
   size_t left = input->filled - input->start;
   assert(input->start <= input->filled);
   if (left == 0) {
      return read_file(input, to, size, problem);
   }
   size_t count = left < size ? left : size;
   memcpy(to, input->raw + input->start, count);
   input->start += count;
   return (ssize_t)count;
}

/*--- gzip ---*/

static bool is_gzip(const char* bytes, size_t count)
{
   return count >= 2 && memcmp(bytes, "\x1f\x8b", 2) == 0;
}

static void open_gzip(Input* input)
{
   /* The window's size, and 16: a gzip header is expected. */
   if (inflateInit2(&input->gzip, 15 + 16) != Z_OK) {
      memory_exhausted("decompression");
   }
}

/* Behind a member there may be another, or the zeros that fill up a block of a
   tape.  False without a member. */
static bool next_member(Input* input)
{
   while (input->start < input->filled && input->raw[input->start] == '\0') {
      input->start++;
   }
   if (input->start == input->filled) {
      return false;
   }
   inflateReset(&input->gzip);
   input->is_between = false;
   return true;
}

static ssize_t read_gzip(Input* input, char* to, size_t size, Problem* problem)
{
   z_stream* gzip = &input->gzip;
   gzip->next_out = (Bytef*)to;
   gzip->avail_out = (uInt)size;
   while (gzip->avail_out == size) {
      if (!need_raw(input, problem)) {
         return -1;
      }
      if (input->is_between && !next_member(input)) {
         if (input->at_end) {
            return 0;
         }
         continue;
      }
      gzip->next_in = (Bytef*)input->raw + input->start;
      gzip->avail_in = (uInt)(input->filled - input->start);
      int result = inflate(gzip, Z_NO_FLUSH);
      input->start = input->filled - gzip->avail_in;
      if (result == Z_STREAM_END) {
         input->is_between = true;
      } else if (result == Z_BUF_ERROR && input->at_end) {
         problem_set(problem, input->path, 0, "is cut off: its gzip data have no end");
         return -1;
      } else if (result == Z_MEM_ERROR) {
         memory_exhausted("decompression");
      } else if (result != Z_OK && result != Z_BUF_ERROR) {
         problem_set(problem, input->path, 0, "is corrupt gzip data: %s",
                     gzip->msg != NULL ? gzip->msg : "its format is wrong");
         return -1;
      }
   }
   return (ssize_t)(size - gzip->avail_out);
}

/*--- zstd ---*/

/* A frame, or one to be skipped, which may stand before the first. */
static bool is_zstd(const char* bytes, size_t count)
{
   return count >= MAGIC_SIZE
          && (memcmp(bytes, "\x28\xb5\x2f\xfd", MAGIC_SIZE) == 0
              || (((unsigned char)bytes[0] & 0xf0) == 0x50 && memcmp(bytes + 1, "\x2a\x4d\x18", 3) == 0));
}

static void open_zstd(Input* input)
{
   input->zstd = ZSTD_createDStream();
   if (input->zstd == NULL) {
      memory_exhausted("decompression");
   }
   input->is_between = true;
}

static ssize_t read_zstd(Input* input, char* to, size_t size, Problem* problem)
{
   ZSTD_outBuffer out = { to, size, 0 };
   while (out.pos == 0) {
      if (!need_raw(input, problem)) {
         return -1;
      }
      if (input->is_between && input->start == input->filled) {
         return 0;
      }
      ZSTD_inBuffer in = { input->raw + input->start, input->filled - input->start, 0 };
      size_t result = ZSTD_decompressStream(input->zstd, &out, &in);
      input->start += in.pos;
      if (ZSTD_isError(result)) {
         problem_set(problem, input->path, 0, "has broken zstd data: %s", ZSTD_getErrorName(result));
         return -1;
      }
      input->is_between = result == 0;
      if (input->at_end && in.size == 0 && out.pos == 0 && !input->is_between) {
         problem_set(problem, input->path, 0, "is cut off: its zstd data have no end");
         return -1;
      }
   }
   return (ssize_t)out.pos;
}

/*--- The input ---*/

/* Reads enough bytes to recognise the compression.  A pipe may bring them in pieces. */
static bool choose_way(Input* input, Problem* problem)
{
   while (input->filled < MAGIC_SIZE && !input->at_end) {
      if (!fill_raw(input, problem)) {
         return false;
      }
   }
   if (is_gzip(input->raw, input->filled)) {
      open_gzip(input);
      input->read = read_gzip;
   } else if (is_zstd(input->raw, input->filled)) {
      open_zstd(input);
      input->read = read_zstd;
   } else {
      input->read = read_plain;
   }
   return true;
}

Input* input_open(const char* path, FileKind kind, Problem* problem)
{
   File* file = file_open(path, kind, problem);
   if (file == NULL) {
      return NULL;
   }
   Input* input = g_new(Input, 1);
   *input = (Input){ .path = path, .file = file, .read = read_plain };
   input->raw = g_new(char, RAW_SIZE);
   if (!choose_way(input, problem)) {
      input_close(input);
      return NULL;
   }
   return input;
}

static bool check_made(const Input* input, Problem* problem)
{
   if (!file_may_have(input->file, input->made, problem)) {
      return false;
   }
   return input->made <= MOST_OF_ALL || input->made / MOST_TIMES <= file_position(input->file)
          || problem_set(problem, input->path, 0, "becomes more than %d times as large when it is "
                         "decompressed, as no report does; if it is right, decompress it before", MOST_TIMES);
}

ssize_t input_read(Input* input, char* to, size_t size, Problem* problem)
{
   ssize_t count = input->read(input, to, size, problem);
   if (count <= 0 || input->read == read_plain) {
      return count;
   }
   input->made += (uint64_t)count;
   return check_made(input, problem) ? count : -1;
}

void input_close(Input* input)
{
   if (input->read == read_gzip) {
      inflateEnd(&input->gzip);
   }
   ZSTD_freeDStream(input->zstd);
   file_close(input->file);
   g_free(input->raw);
   g_free(input);
}
