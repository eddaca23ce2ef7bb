/* Knows where this system's distribution keeps the debug symbols of its programs. */

#pragma once

/* Returns the address of a server of debug files that has those of the distribution; NULL: none is known. */
extern const char* distribution_server(void);

/* Returns the line that apt's sources lack to find a package with debug symbols, to be freed by g_free; NULL:
   they lack none, or nobody knows. */
extern char* distribution_missing_source(const char* package);
