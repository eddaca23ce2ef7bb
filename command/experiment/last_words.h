/* Finds what a program said at its end. */

#pragma once

/* Returns the last line of what a program, and Valgrind, wrote to standard error.  Of a program that crashed,
   that is the reason and the place: "Access not within mapped region at address 0x0, at main (crash.c:3)".
   NULL: there is none.  To be freed by g_free. */
extern char* last_words(const char* text);
