/* The answers of checks of several programs as one, which all outputs can print. */

#pragma once

#include <glib.h>

#include "answer/judge/check.h"
#include "util/tree.h"

typedef struct SuiteAnswer SuiteAnswer;

extern SuiteAnswer* suite_answer_new(OpenPolicy open);

/* Adds the answer of answer_check about a program.  It is copied. */
extern void suite_answer_add(SuiteAnswer* suite, const char* program, const Answer* answer);

/* Adds that the baseline has a program that did not run. */
extern void suite_answer_add_gone(SuiteAnswer* suite, const char* program, const char* baseline);

/* Makes one answer, and frees the rest; `outcome` gets what it comes to. */
extern Answer* suite_answer_finish(SuiteAnswer* suite, Outcome* outcome);
