/* Objects whose debug information is asked for. */

#pragma once

#include <stdbool.h>

/* Why an object is not read that is at the path of the one that ran. */
#define DEBUG_OTHER_OBJECT  "its object file is not the one that ran"

/* An object that ran, here or elsewhere. */
typedef struct {
   const char* path;
   const char* build_id;    /* NULL: not known, so whatever is at the path */
   bool        may_fetch;   /* servers may be asked for its debug file */
} DebugWanted;
