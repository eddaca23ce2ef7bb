/* Parts of the sentences about who is to blame, of reports and of experiments.  Each appends to a text. */

#pragma once

#include <glib.h>

#include "answer/cause.h"

/* "`parse`": the name as it stands in sentences. */
extern void phrase_add_name(GString* text, const Blamed* blamed);

/* "96 % in `memmove`", "all in `0x5db0` in libz.so.1", of a cause that has a place. */
extern void phrase_add_place(GString* text, const Cause* cause);

/* "how 12 % of the cost grows is open". */
extern void phrase_add_open(GString* text, double open);

/* Returns what nothing grows faster than: `n`, as "the size", or "n log n". */
extern const char* phrase_harm(Harm harm, const char* n);
