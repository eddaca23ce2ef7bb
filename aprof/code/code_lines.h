/* The lines of source code that a piece of generated code comes from. */

#pragma once

#include "pub_tool.h"

/* From here on, up to the next of these, code comes from this line. */
typedef struct {
   ULong        offset;   /* in the piece of code */
   const HChar* file;     /* kept as long as the process exists */
   UInt         line;
} CodeLine;

/* The lines of one piece, by rising offsets. */
typedef struct {
   UInt     users;        /* so many refer to them */
   UInt     count;
   CodeLine lines[];
} CodeLines;

/* Returns a copy of the path that stays as long as the process exists. */
extern const HChar* code_lines_file(const HChar* path);

/* Returns lines with room for so many, of which none is there yet. */
extern CodeLines* code_lines_new(UInt most);

/* Adds a line.  One whose offset is below that of the last is left out. */
extern void code_lines_add(CodeLines* lines, ULong offset, const HChar* file, UInt line);

/* Returns the line at this place, or NULL. */
extern const CodeLine* code_lines_at(const CodeLines* lines, ULong offset);

/* One more, or one less, refers to them, which may be NULL.  If nobody does, they are freed. */
extern CodeLines* code_lines_use(CodeLines* lines);
extern void code_lines_release(CodeLines* lines);
