/* Rules that a program has stated itself (APROF_EXPECT in include/aprof.h): reports have them as comments,
   with the place in the source.  They are about all routines and regions of one name, in whatever object. */

#pragma once

#include "answer/judge/rules.h"
#include "model/header.h"

/* Whether the report has such rules. */
extern bool expected_are_in(const Header* header);

/* Adds them behind the others, so that they count.  Mistakes become findings. */
extern void expected_add_all(Rules* rules, const Header* header, Findings* findings);

/* Adds one.  The file must stay; line 0: it is not known. */
extern void expected_add(Rules* rules, const char* routine, const char* limit, const char* file,
                         unsigned line,
                         Findings* findings);
