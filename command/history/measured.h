/* A routine at a commit, as an answer: its calls and costs, and how these grow. */

#pragma once

#include "growth/growth.h"
#include "history/laws.h"
#include "history/line_runs.h"
#include "util/tree.h"

/* Answers with points of a report: by ascending rms, each once. */
extern Answer* measured_points(GrowthAnalysis* analysis, const Point* points, size_t count, const char* name);

/* Answers with what all of its calls cost in each run of an experiment.  `law`: NULL: the routine matters too
   little to have one, and gets that of its own costs. */
extern Answer* measured_runs(const LineRuns* runs, int64_t record, const Totals* totals,
                             char* const* law, const char* name);
