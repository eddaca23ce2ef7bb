/* Other files, which people give instead of a report, by how they begin. */

#pragma once

#include "input/lines.h"

/* Says what a file is whose first line this is, and what can be done with it; NULL: nobody knows. */
extern const char* other_file_text(Slice first_line);
