/* Metrics are what costs are counted in. */

#include "model/metric.h"

#include <stddef.h>
#include <string.h>

Metric metric_find(const char* name)
{
   static const Metric known[] = {
      { METRIC_BASIC_BLOCKS, METRIC_CODE, "executed basic blocks", "blocks", "Bb",
        "takes", "as long", "less time" },
      { "instr", METRIC_CODE, "executed instructions", "instructions", "Ir",
        "takes", "as long", "less time" },
      { "time-usec", METRIC_TIME, "microseconds", "microseconds", "Usec",
        "takes", "as long", "less time" },
      { "alloc-bytes", METRIC_BYTES, "bytes requested", "bytes", "Bytes",
        "requests", "as many bytes", "fewer bytes" },
      { "alloc-count", METRIC_BLOCKS, "blocks requested", "blocks", "Blocks",
        "requests", "as many blocks", "fewer blocks" },
   };
   for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
      if (strcmp(name, known[i].name) == 0) {
         return known[i];
      }
   }
   return (Metric){ name, METRIC_OTHER, name, name, "Cost", "takes", "as long", "less time" };
}

bool metric_has_zeros(const Metric* metric)
{
   return metric->kind == METRIC_TIME || metric->kind == METRIC_BYTES || metric->kind == METRIC_BLOCKS;
}
