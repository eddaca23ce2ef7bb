/* Reads a rules file. */

#pragma once

#include "answer/judge/parser.h"

/* Errors of syntax are added to the findings, and their lines left out.  False, with the problem set, if the
   file cannot be read. */
extern bool rules_read(Rules* rules, const char* file, Findings* findings, Problem* problem);

/* Adds what a line says to the parser's rules, or findings. */
extern void rules_parse_line(Parser* parser, const char* line);

/* Makes the rules that hold if a baseline is named, and no rules: nothing gets worse. */
extern void rules_default(Rules* rules, Findings* findings);
