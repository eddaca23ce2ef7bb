/* Metrics are what costs are counted in.  A report names its metric, and this is all that is known about
   each; docs/formats.md describes them. */

#pragma once

#include <stdbool.h>

typedef enum {
   METRIC_CODE,     /* executed code: each call executes some */
   METRIC_TIME,     /* microseconds */
   METRIC_BYTES,    /* memory that was requested */
   METRIC_BLOCKS,   /* how often it was */
   METRIC_OTHER     /* of another tool */
} MetricKind;

typedef struct {
   const char* name;    /* as in reports; of METRIC_OTHER, as in this one */
   MetricKind  kind;
   const char* unit;    /* "executed basic blocks" */
   const char* noun;    /* "blocks" */
   const char* event;   /* a short name for files of other programs: "Bb" */
   const char* needs;   /* what a larger input does with it: "it takes" */
   const char* as;      /* "8 times as long" */
   const char* less;    /* "less time" */
} Metric;

#define METRIC_BASIC_BLOCKS "bb-count"   /* what reports without a metric have, too */

/* The texts last as long as `name`. */
extern Metric metric_find(const char* name);

/* Whether a call may cost nothing. */
extern bool metric_has_zeros(const Metric* metric);
