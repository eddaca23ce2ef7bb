/* The small JSON files of an experiment. A file that was damaged, or written by another version, is refused
   with what is wrong in it. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/problem.h"
#include "util/tree.h"

/* A file that is read. Once something in it was wrong, all getters return nothing. */
typedef struct {
   const char* path;
   Answer*     root;
   bool        is_wrong;   /* then the problem says why */
   Problem*    problem;
} RecordFile;

/* Reads the file. NULL in `root`, with the problem set, if it is no JSON object. */
extern RecordFile record_read(const char* path, Problem* problem);

/* Reads what such a file has; `name` is what messages call it. */
extern RecordFile record_parse(const char* name, const char* text, Problem* problem);

extern void record_free(RecordFile* file);

/* Getters of members of `object`. If `is_needed`, a missing one is a mistake in the file. */
extern const char* record_text(RecordFile* file, const Answer* object, const char* name, bool is_needed);
extern double record_number(RecordFile* file, const Answer* object, const char* name, bool is_needed);
extern uint64_t record_count(RecordFile* file, const Answer* object, const char* name, bool is_needed);
extern bool record_flag(RecordFile* file, const Answer* object, const char* name, bool is_needed);
extern const Answer* record_list(RecordFile* file, const Answer* object, const char* name, bool is_needed);
extern const Answer* record_object(RecordFile* file, const Answer* object, const char* name, bool is_needed);

/* The texts of a list, up to NULL; the caller frees them. */
extern char** record_texts(RecordFile* file, const Answer* object, const char* name);

/* Writes the file as a whole or not at all, and frees the value. */
extern bool record_write(const char* path, Answer* value, Problem* problem);

/* Whether the text can be kept in JSON as it is. */
extern bool record_can_keep(const char* text);
