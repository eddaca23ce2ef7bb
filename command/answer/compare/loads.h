/* The routines that are called otherwise than before: more, less, or with larger inputs. */

#pragma once

#include "answer/compare/comparison.h"
#include "util/tree.h"

/* Answers which routines of the program's own code were called otherwise: "count_words: 25 -> 100 calls,
   largest n 3.9k -> 3.9k". */
extern Answer* answer_loads(const Comparison* comparison);
