/* Writes names as valid UTF-8 without control characters, whatever the file system or
   the compiler gave, and cut if the length of a line is limited.  All functions write
   to the open file (output.h). */

#pragma once

#include "pub_tool.h"

/* The whole text. */
extern void text_write(const HChar* text);

/* Does the same, but blanks at both ends become open boxes, because readers cut blanks off. */
extern void text_write_untrimmed(const HChar* text);

/* The text, with its end cut off if it is longer than `max` bytes.  `quoted`: a double quote
   becomes two single quotes. */
extern void text_write_head(const HChar* text, SizeT max, Bool quoted);

/* Does the same with "contains [inlined in main]", where `between` is " [inlined in ": what is in brackets
   stays, though either name may be cut.  A name without that is cut at its end. */
extern void text_write_inlined(const HChar* name, const HChar* between, SizeT max, Bool quoted);

/* Does the same, with the text's beginning cut off, because the end of a path tells more. */
extern void text_write_tail(const HChar* text, SizeT max, Bool quoted);

/* How many bytes text_write_tail writes. */
extern SizeT text_tail_length(const HChar* text, SizeT max, Bool quoted);

/* Keeps the name by which the program was called.  To be called first of all: if the
   interpreter of a script is a script, Valgrind keeps this name on its stack, where it is
   soon overwritten. */
extern void text_init(void);

/* Path of the executable, which is certain before the program starts; if it is not known, the name by which
   it was called. */
extern const HChar* text_of_client_path(void);

/* The program's command line, allocated; an argument may have any length. */
extern HChar* text_of_command_line(void);
