/* Names a routine in a sentence about an experiment, and who calls it. */

#pragma once

#include "answer/cause.h"

/* The name as it stands in sentences; of a function of the C library that is there several times, what
   programs call it. */
extern const char* naming_short(const RunSubjects* subjects, const RunSubject* routine);

/* Adds the routine that a cause names and who calls it: "`find`", or "`compare`, called by `0x10f0` in
   parser, and that by `parse`,", or "`compare`, called by `find`, for `parse`,", which has the loop.  Whoever
   is called once, as main, needs not be named, unless it has the loop, nor who has only a part of the calls.
   Of an interpreter's loop, what it runs is named instead: "`luaV_execute`, which runs page.lua,".  Returns
   whether the last character is a comma. */
extern bool naming_add(GString* text, const RunSubjects* subjects, const Cause* cause);

/* Says what would name the place of the cost, or else the first of these, if that has no name; NULL: all
   have, or nobody knows.  To be freed. */
extern char* naming_lacking(const RunSubjects* subjects, const Cause* cause);
