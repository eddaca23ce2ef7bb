/* Rules about the sizes of runs that an experiment keeps, for who has none yet. */

#pragma once

#include "subject/runs.h"

/* Returns their lines, up to NULL, at least one; to be freed with g_strfreev. */
extern char** sample_size_rules(const RunSubjects* subjects);
