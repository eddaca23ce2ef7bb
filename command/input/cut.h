/* Counts the pieces of a file, and copies its first ones to a smaller file, which is as well formed:

      bytes
      lines      with counts of them, and in sections, as sections.h says
      records    of CSV: a quoted field may have newlines.  The first record is taken for the names of the
                 columns: each smaller file has it, and it does not count
      elements   of a JSON array, or of the root of XML */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "util/problem.h"

typedef enum { CUT_BYTES, CUT_LINES, CUT_RECORDS, CUT_ELEMENTS } CutKind;

/* The name of the kind: "bytes", "lines", "records" or "elements". */
extern const char* cut_name(CutKind kind);

/* Finds the kind of this name. */
extern bool cut_parse(const char* name, CutKind* kind);

/* The kind that suits the file: elements of JSON and XML, by what it is or by its name; by its name, records
   of CSV; else lines. */
extern CutKind cut_of_file(const char* path);

/* Counts the pieces that end in the first `most` bytes; elements, in all of the file.  False, with the
   problem set, if the file cannot be read, or has no such pieces. */
extern bool cut_count_all(const char* path, CutKind kind, uint64_t most, uint64_t* pieces,
                          Problem* problem);

/* Counts those that are cut.  If that is done in sections, the lines that stay are none, and *how says what
   is done; else it is NULL.  It is to be freed by g_free. */
extern bool cut_count(const char* path, CutKind kind, uint64_t most, uint64_t* pieces, char** how,
                      Problem* problem);

/* Writes the first pieces of the file to another one, as a whole or not at all. */
extern bool cut_write(const char* path, CutKind kind, bool in_sections, uint64_t pieces, const char* to,
                      Problem* problem);
