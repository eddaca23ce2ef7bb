/* Finds the argument of a command that is likely its input: a file, or else a number, the last of them. */

#pragma once

#include <stdbool.h>

#include "model/header.h"

/* Puts {} in the place of that argument.  `header` is that of a report of the command: a file that its run
   has written is no input; NULL: there is none.  Returns the option of `aprof grow` that makes inputs of
   several sizes, as "--sizes=30..300"; NULL, without a change, if there is no such argument.  To be freed. */
extern char* input_meant(char** words, const Header* header);

/* Does the same with a number only. */
extern char* input_meant_number(char** words);
