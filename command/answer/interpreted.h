/* Says of a program that is an interpreter whose routines were measured, and what would name the functions of
   its script.  To most readers, the interpreter's own names say nothing. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "model/interpreters.h"

typedef struct {
   const Interpreter* interpreter;
   const char*        name;        /* of the program, or of the library that has the interpreter */
   const char*        object;      /* the path of that; NULL: not known */
   char* const*       words;       /* of the command, up to NULL */
   bool               has_names;   /* functions of the script were measured */
} Interpreted;

/* Returns what is interpreted: "report.py", or "statements of SQL".  To be freed. */
extern char* interpreted_what(const Interpreted* interpreted);

/* Whether a word of the command lets the interpreter tell the names of the script's functions. */
extern bool interpreted_has_mark(const Interpreted* interpreted);

/* Returns what helps; NULL: the script's functions have names. */
extern const InterpreterOption* interpreted_option(const Interpreted* interpreted);

/* Adds the sentences about what helps, each behind a blank. */
extern void interpreted_add_advice(GString* text, const Interpreted* interpreted);

/* "python3.11 is the interpreter of report.py, and its own routines were measured.", and what helps.  To be
   freed. */
extern char* interpreted_text(const Interpreted* interpreted);

/* Returns the command with what helps, as a shell takes it; NULL: no words do.  To be freed. */
extern char* interpreted_line(const Interpreted* interpreted, char* const* words);
