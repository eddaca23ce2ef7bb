/* Rules about an experiment of aprof grow: what the cost may be at a size of the run, and how it may grow.

      total of PATTERN [in OBJECT] <= CLASS [up to SIZE [UNIT]]
      total of PATTERN [in OBJECT] at SIZE [UNIT] <= COST

   Instead of `total of PATTERN`, there may be `self of`, `calls of` or `program`. */

#pragma once

#include "answer/judge/parser.h"

/* Whether the word that was read begins such a rule. */
extern bool size_rule_begins(Parser* parser);

/* Reads the rest of the line, and adds the rule. */
extern bool size_rule_parse(Parser* parser);
