/* The objects that a program consists of when it starts. */

#pragma once

#include <glib.h>
#include <stdbool.h>

/* Directories of the system, which have nothing of the user's own; NULL at the end. */
extern const char* const objects_system[];

/* The program and the libraries that it needs, as the dynamic linker finds them: paths (to be freed by
   g_ptr_array_free).  Without those in the system's directories, unless `with_system` is set. */
extern GPtrArray* objects_needed_by(const char* program, bool with_system);
