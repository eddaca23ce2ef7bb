/* A progress bar on standard error, if that is a terminal and the work takes longer than
   a second.  There is one bar at a time. */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* `total`: the sum of all amounts that progress_advance will get; 0: not known. */
extern void progress_begin(const char* what, uint64_t total);

/* Begins a bar for reading files: the total is the sum of their sizes. */
extern void progress_begin_reading(const char* const* paths, size_t count);

extern void progress_advance(uint64_t amount);

/* Begins a line on standard error: other programs may have left the cursor in the middle of one. */
extern void progress_new_line(void);

/* Removes the bar until it is drawn again.  To be called before something else is printed. */
extern void progress_hide(void);

/* Removes the bar for good. */
extern void progress_end(void);
