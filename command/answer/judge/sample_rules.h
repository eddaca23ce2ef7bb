/* Rules to begin with, for who has none: those that this report, or experiment, keeps. */

#pragma once

#include "subject/runs.h"
#include "subject/subjects.h"

/* Lines of a rules file, up to NULL; to be freed by g_strfreev. */
extern char** sample_rules(Subjects* subjects);
extern char** sample_size_rules(const RunSubjects* subjects);
