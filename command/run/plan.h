/* The runs to make. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct {
   char** words;   /* the program and its arguments, up to NULL */
   char*  file;    /* becomes standard input; NULL: it has none of its own */
   char*  output;  /* the file that standard output goes to; NULL: where that of the command goes */
   char*  errors;  /* the same for standard error */
   char*  input;   /* the file that is its input, in a word or as standard input; NULL: it is not known */
   bool   is_native;   /* it runs without Valgrind, and is not measured */
} Run;

/* The placeholder for the file or the size in the user's command. */
#define PLACE  "{}"

/* Returns where the word has the place first, or NULL.  Behind a dollar sign it is none: ${n} is a variable
   of a shell. */
extern const char* plan_find_place(const char* word, const char* place);

extern bool plan_has_place(char* const* words, const char* place);

/* The words with `value` in the place of each `place`; the caller frees them. */
extern char** plan_words(char* const* words, const char* place, const char* value);

/* An empty array of Run, which owns what its runs have; to be freed by g_array_unref. */
extern GArray* plan_new(void);

/* An array with one Run, of this command. */
extern GArray* plan_of_command(char* const* command);
