/* The lines of source files, each file read once. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "util/tree.h"

typedef struct SourceTexts SourceTexts;
typedef struct SourceText SourceText;

extern SourceTexts* source_texts_new(void);

extern void source_texts_free(SourceTexts* texts);

/* Opens a source file; no line is wanted yet. NULL: it cannot be read, or was changed after the program was
   built; `built` is what the report says of that, in seconds, or NULL. */
extern SourceText* source_text_open(SourceTexts* texts, const char* path, const char* built);

/* Only the first lines if there are many. */
extern void source_text_want(SourceText* text, uint32_t first, uint32_t last);
extern void source_text_want_around(SourceText* text, uint32_t line);

/* Returns a row for each run of wanted lines: its first line's number, and the list of the lines. */
extern Answer* source_text_runs(const SourceText* text);

/* Whether both name one file; one of them may lack the first folders. */
extern bool source_is_file(const char* path, const char* other);
