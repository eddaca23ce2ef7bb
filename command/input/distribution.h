/* Knows where this system's distribution keeps the debug symbols of its programs. */

#pragma once

/* Returns the address of a server of debug files that has those of the distribution; NULL: none is known. */
extern const char* distribution_server(void);

/* Returns the line that apt's sources lack to find a package with debug symbols, to be freed by g_free; NULL:
   they lack none, or nobody knows. */
extern char* distribution_missing_source(const char* package);

/* Returns the package of Debian with the debug symbols of an object file of the system, to be freed by
   g_free; NULL: nobody knows.  All lists of installed files are read for that, some 10 MB. */
extern char* distribution_package_of_symbols(const char* path);
