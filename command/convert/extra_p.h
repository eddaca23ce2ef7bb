/* The runs of an experiment for Extra-P. */

#pragma once

#include <stdio.h>

#include "subject/runs.h"

extern void convert_extra_p(FILE* out, const RunSubjects* subjects);
