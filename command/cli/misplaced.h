/* Options that stand where they do not belong: behind the program, which gets them then, or behind
   `aprof run` instead of `aprof grow`. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "util/arguments.h"

/* Takes the options of a table, but for --help and --version, with their values, out of the words of a
   command, up to a word "--".  Returns them in their order, to be freed with their texts; *words are then
   others. */
extern GPtrArray* misplaced_take(const Option* options, char*** words);

/* Whether an option among the words says which inputs `aprof grow` gives to the program. */
extern bool misplaced_has_input(const GPtrArray* options);

/* Returns "aprof grow OPTIONS -- COMMAND", with {} where the input stands, and an option that says which
   inputs there are if none of these does.  To be freed by g_free. */
extern char* misplaced_grow_line(const GPtrArray* options, char* const* command);

/* Says which options of the subcommand stand behind the program, unless "--" stands before it.  `words` are
   all, and the command is their end. */
extern void misplaced_tell(const Usage* usage, char** words, char** command);
