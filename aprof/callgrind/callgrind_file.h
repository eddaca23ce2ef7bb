/* The Callgrind profile, beside the report.

   Nothing outside of this folder includes its headers but main.c this one.  The folder gets to know of calls
   by a listener (listener.h), of blocks and reads by an observer (translate/observer.h), and of when to
   write by an output (report/report.h). */

#pragma once

/* Registers all of these, with --callgrind-out-file, and checks that the profile can be written.  To be
   called before the program starts, and after the report was added to the outputs. */
extern void callgrind_init(void);
