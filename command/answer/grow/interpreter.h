/* Knows interpreters of scripts, and what else runs code that is not its own: which of their routines run
   the script, and what names the script's functions.  To most readers, the interpreter's own names say
   nothing. */

#pragma once

#include "subject/runs.h"

/* Whether the routine is one of an interpreter's own. */
extern bool interpreter_has(const RunSubjects* subjects, const RunSubject* routine);

/* Whether the routine is a function of a script. */
extern bool interpreter_has_script(const RunSubjects* subjects, const RunSubject* routine);

/* Returns what the routine runs, as "report.py" or "statements of SQL": it is the loop of an interpreter.
   NULL: it is not.  To be freed. */
extern char* interpreter_runs(const RunSubjects* subjects, const RunSubject* routine);

/* Says that an interpreter was measured, of which this is the culprit, and what would name the functions of
   its script; NULL: the culprit is no part of an interpreter.  To be freed. */
extern char* interpreter_lacking(const RunSubjects* subjects, const RunSubject* culprit);

/* Returns the command that names them, or says otherwise what takes the script's time; NULL: there is none.
   To be freed. */
extern char* interpreter_command(const RunSubjects* subjects, const RunSubject* culprit);
