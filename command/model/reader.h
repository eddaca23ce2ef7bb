/* A report as a stream of records, one for each line.  The reader knows the form of a
   line of each tag.  It does not know how lines belong together; that is up to
   file_tables.c (the model) and check/ (the rules). */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "input/lines.h"
#include "model/report.h"
#include "util/problem.h"

/* The first and last version of the format (1.0 to 1.4) that is known. */
#define REPORT_NEWEST_VERSION  4

/* Numbers of a p or q line.  Versions below 4 may end the line earlier. */
#define POINT_FIELDS                12
#define POINT_FIELDS_WITH_REAL_SUM   8
#define POINT_FIELDS_AT_LEAST        7   /* up to occ */

typedef enum {
   TAG_UNKNOWN       = 0,
   TAG_COMMENT       = 'c',
   TAG_VERSION       = 'v',
   TAG_DATE          = 't',
   TAG_TOTAL         = 'k',
   TAG_MODIFIED      = 'e',
   TAG_METRIC        = 'm',
   TAG_INPUT         = 'i',
   TAG_APPLICATION   = 'a',
   TAG_COMMAND_LINE  = 'f',
   TAG_ROUTINE       = 'r',
   TAG_MANGLED       = 'u',
   TAG_FULL_NAME     = 'd',   /* only in early versions of the format */
   TAG_POINT         = 'p',
   TAG_CONTEXT_POINT = 'q',
   TAG_CONTEXT       = 'x',
   TAG_FAVOURITES    = 'F',   /* "fav", which aprof-plot adds at the end */
} Tag;

/* Below, a comment begins with the tags of the lines that set the member. */
typedef struct {
   Tag      tag;
   uint64_t line;          /* line number, from 1 */
   Slice    text;          /* the line without its newline */
   bool     has_newline;   /* false: the last line has none */

   Slice    value;         /* c t e m i a f, fav: the text after the tag */
   Tag      in_comment;    /* c: the tag r, u or x if the comment has the form of such a line, whose members
                              are then set as well; else TAG_UNKNOWN */
   uint64_t number;        /* v k */
   uint32_t id;            /* r u d: of the routine; x: of the context */
   Slice    name;          /* r u d, without the quotes */
   Slice    image;         /* r */
   uint32_t routine;       /* x */
   bool     has_parent;    /* x */
   uint32_t parent;        /* x */
   Point    point;         /* p q; its owner is the id in the file */
   unsigned fields;        /* p q: how many numbers the line has */
} Record;

typedef struct Reader Reader;

/* "-" is standard input.  NULL, with the problem set, if it cannot be opened. */
extern Reader* reader_open(const char* path, Problem* problem);

/* Reads the next line.  Pointers in the record are valid until the next call.  Of a bad line, only the tag,
   the line and the text are. */
extern ReadResult reader_next(Reader* reader, Record* record, Problem* problem);

/* Lines read so far. */
extern uint64_t reader_line_count(const Reader* reader);

extern void reader_close(Reader* reader);

/* The name of a tag as it stands in a file. */
typedef char TagText[4];
extern const char* tag_text(Tag tag, TagText text);
