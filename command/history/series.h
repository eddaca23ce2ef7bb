/* A series: results that can be compared. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef struct {
   int64_t id;
   char*   name;        /* "" unless the user gave one */
   char*   program;
   char*   machine;
   char*   measure;     /* "bb-count of rms, cells of 4 bytes"; of experiments, "bb-count by n, in lines" */
} HistorySeries;

/* Between a metric and the size of runs. */
#define SERIES_BY  " by "

/* Whether its results are experiments, and not reports of single runs. */
static inline bool series_has_experiments(const HistorySeries* series)
{
   return strstr(series->measure, SERIES_BY) != NULL;
}

/* The parameter that its runs differ in, to be freed by g_free; NULL: it has reports of single runs. */
static inline char* series_by(const HistorySeries* series)
{
   const char* by = strstr(series->measure, SERIES_BY);
   by = by == NULL ? NULL : by + strlen(SERIES_BY);
   return by == NULL ? NULL : g_strndup(by, strcspn(by, ","));
}
