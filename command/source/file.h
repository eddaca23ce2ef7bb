/* A source file: the tokens of its routines, and its definitions.  What stands outside of routines, with a
   name, is a definition: a constant, a variable, a macro, a member of a class.  A routine that mentions the
   name depends on it.

   This is no parser.  Brackets and a few words tell where a routine and a definition end.  What that gets
   wrong are tokens too many or too few, on both sides of a comparison alike. */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "source/spans.h"

/* NULL: it cannot be read, was changed after that time, or is in no language that is known. */
extern SourceFile* source_file_read(const char* path, time_t latest);

extern void source_file_free(SourceFile* file);

/* Finds the tokens of the routine that is defined at this line and column (0: not known).  A routine without
   a name of its own stands in another one.  False: there is none that is understood. */
extern bool source_file_routine(const SourceFile* file, int line, int column, bool is_unnamed,
                                SourceSpan* span);

/* Returns whether lines of the preprocessor choose what is in a routine, or in another block, or cfg of Rust
   chooses anything: by names that options of the compiler may define, so that one text is several
   programs. */
extern bool source_file_is_several(const SourceFile* file);

/* Returns a number for the tokens. */
extern uint64_t source_file_print(const SourceFile* file, const SourceSpan* span);
