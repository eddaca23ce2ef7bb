/* The hot state of the strand that runs. */

#include "hot.h"

Hot  hot = { .paused = True };
Bool hot_rest_changed;
UInt hot_latest;
