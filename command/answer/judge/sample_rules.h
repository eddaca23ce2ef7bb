/* Rules to begin with, for who has none: those that this report keeps. */

#pragma once

#include "answer/judge/facts.h"

/* Lines of a rules file, up to NULL; to be freed by g_strfreev. */
extern char** sample_rules(Facts* facts);
