/* The package of the system that a file belongs to. */

#pragma once

/* Returns the package of Debian with the debug symbols of an object file of the system, to be freed by
   g_free; NULL: nobody knows.  All lists of installed files are read for that, some 10 MB. */
extern char* package_of_symbols(const char* path);
