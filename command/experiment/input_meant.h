/* Finds the argument of a command that is likely its input: a file, or else a number. */

#pragma once

#include <stdbool.h>

#include "model/header.h"

/* Puts {} in the place of that argument: the file from which the program has read most, or if nobody knows,
   the last one; or else the largest number, if no file explains the cost.  `header` is that of a report of
   the command, whose run tells; NULL: there is none.  Returns the option of `aprof grow` that makes inputs of
   several sizes, as "--sizes=30..300"; if standard input was a file, that, without a change of the words,
   as if {} is there already; NULL: nothing is known.  To be freed. */
extern char* input_meant(char** words, const Header* header);

/* Does the same with a number only. */
extern char* input_meant_number(char** words);

/* Returns "aprof grow OPTIONS --input=FILE -- COMMAND", with the option that input_meant() has found, or
   without one.  `options` are texts, or NULL.  To be freed. */
extern char* input_meant_line(const GPtrArray* options, const char* option, char* const* words);
