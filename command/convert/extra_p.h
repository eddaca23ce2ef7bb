/* The runs of an experiment for Extra-P. */

#pragma once

#include <stdio.h>

#include "experiment/series.h"

extern void convert_extra_p(FILE* out, const Experiment* experiment, const Series* series);
