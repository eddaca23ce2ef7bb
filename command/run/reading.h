/* How far the measured processes have read their inputs, as the kernel tells. */

#pragma once

#include <glib.h>

typedef struct {
   char*  name;       /* of the file, without its directory; NULL: none is being read */
   double fraction;   /* above 0, below 1 */
} Reading;

/* Returns the largest file that one of these processes (TreeProcess) reads, and is not through with.
   The caller frees the name. */
extern Reading reading_look(const GArray* processes);
