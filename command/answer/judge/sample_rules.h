/* Rules to begin with, for who has none: those that this report, or experiment, keeps. */

#pragma once

#include "answer/judge/facts.h"
#include "subject/runs.h"

/* Lines of a rules file, up to NULL; to be freed by g_strfreev. */
extern char** sample_rules(Facts* facts);
extern char** sample_size_rules(const RunSubjects* subjects);
