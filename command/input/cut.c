/* Bytes, lines and records are found while the file is read, so it may be larger than the memory. */

#include "input/cut.h"

#include <errno.h>
#include <glib.h>
#include <string.h>

#include "input/cut_elements.h"
#include "input/file.h"
#include "util/output.h"

static const char* const names[] = {
   [CUT_BYTES] = "bytes", [CUT_LINES] = "lines", [CUT_RECORDS] = "records", [CUT_ELEMENTS] = "elements",
};

const char* cut_name(CutKind kind)
{
   return names[kind];
}

bool cut_parse(const char* name, CutKind* kind)
{
   for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
      if (strcmp(name, names[i]) == 0) {
         *kind = (CutKind)i;
         return true;
      }
   }
   return false;
}

CutKind cut_of_file(const char* path)
{
   static const struct {
      const char* end;
      CutKind     kind;
   } ends[] = {
      { ".json", CUT_ELEMENTS }, { ".xml", CUT_ELEMENTS }, { ".csv", CUT_RECORDS },
   };
   for (size_t i = 0; i < G_N_ELEMENTS(ends); i++) {
      if (g_str_has_suffix(path, ends[i].end)) {
         return ends[i].kind;
      }
   }
   return CUT_LINES;
}

/*------------------------------------------------------------------*/
/*--- Bytes, lines and records                                   ---*/
/*------------------------------------------------------------------*/

/* The pieces that were found so far. */
typedef struct {
   CutKind  kind;
   uint64_t most;        /* pieces to find */
   uint64_t found;
   bool     is_begun;    /* the last piece has no end yet */
   bool     is_quoted;   /* of a record: a newline does not end it */
} Scan;

/* Returns how many of the bytes belong to the wanted pieces. */
static size_t scan_bytes(Scan* scan, size_t length)
{
   size_t wanted = (size_t)MIN(length, scan->most - scan->found);
   scan->found += wanted;
   return wanted;
}

/* Does the same for lines; and for records, where a quote within a quoted field is doubled, so each quote
   begins or ends what is quoted. */
static size_t scan_lines(Scan* scan, const char* bytes, size_t length)
{
   size_t at = 0;
   while (at < length && scan->found < scan->most) {
      const char* end = memchr(bytes + at, '\n', length - at);
      scan->is_begun = end == NULL;
      scan->found += end != NULL;
      at = end == NULL ? length : (size_t)(end - bytes) + 1;
   }
   return at;
}

static size_t scan_records(Scan* scan, const char* bytes, size_t length)
{
   size_t at = 0;
   while (at < length && scan->found < scan->most) {
      char byte = bytes[at++];
      scan->is_quoted ^= byte == '"';
      scan->is_begun = byte != '\n' || scan->is_quoted;
      scan->found += !scan->is_begun;
   }
   return at;
}

/* Reads the file up to a place, and copies what is wanted to `out` unless that is NULL.  False, with the
   problem set, if it cannot be read; or if it cannot be written, as ferror and errno tell. */
static bool scan_file(Scan* scan, File* file, uint64_t place, FILE* out, Problem* problem)
{
   char    block[65536];
   ssize_t length = 1;
   while (scan->found < scan->most && file_position(file) < place
          && (length = file_read(file, block, sizeof block, problem)) > 0) {
      size_t wanted = scan->kind == CUT_BYTES ? scan_bytes(scan, (size_t)length)
                      : scan->kind == CUT_LINES ? scan_lines(scan, block, (size_t)length)
                                                : scan_records(scan, block, (size_t)length);
      if (out != NULL && fwrite(block, 1, wanted, out) < wanted) {
         return false;
      }
   }
   scan->found += scan->is_begun && length == 0;   /* a last line without a newline is a line */
   return length >= 0;
}

/* The names of the columns, which stand first, are no record. */
static uint64_t records_more(CutKind kind)
{
   return kind == CUT_RECORDS;
}

static bool count_pieces(const char* path, CutKind kind, uint64_t most, uint64_t* pieces, Problem* problem)
{
   g_autoptr(File) file = file_open(path, FILE_WORK, problem);
   bool is_read = file != NULL;
   if (is_read && kind == CUT_BYTES) {
      *pieces = MIN(file_size(file), most);
   } else if (is_read) {
      Scan scan = { .kind = kind, .most = UINT64_MAX };
      is_read = scan_file(&scan, file, most, NULL, problem);
      *pieces = scan.found - MIN(scan.found, records_more(kind));
   }
   return is_read;
}

static bool write_pieces(const char* path, CutKind kind, uint64_t pieces, FILE* out, Problem* problem)
{
   g_autoptr(File) file = file_open(path, FILE_WORK, problem);
   Scan scan = { .kind = kind, .most = pieces + records_more(kind) };
   return file != NULL && scan_file(&scan, file, UINT64_MAX, out, problem);
}

/*------------------------------------------------------------------*/
/*--- All kinds                                                  ---*/
/*------------------------------------------------------------------*/

bool cut_count(const char* path, CutKind kind, uint64_t most, uint64_t* pieces, Problem* problem)
{
   *pieces = 0;
   return kind == CUT_ELEMENTS ? elements_count(path, pieces, problem)
                               : count_pieces(path, kind, most, pieces, problem);
}

bool cut_write(const char* path, CutKind kind, uint64_t pieces, const char* to, Problem* problem)
{
   Output output;
   if (!output_open(&output, to, stdout, problem)) {
      return false;
   }
   bool written = kind == CUT_ELEMENTS ? elements_write(path, pieces, output.file, problem)
                                       : write_pieces(path, kind, pieces, output.file, problem);
   if (ferror(output.file)) {
      written = problem_set(problem, to, 0, "cannot be written: %s", strerror(errno));
   }
   if (!written) {
      output_abandon(&output);
      return false;
   }
   return output_close(&output, problem);
}
