/* Sizes that are not written as --sizes takes them, but in a way that people know. */

#pragma once

/* Returns the text as --sizes takes it: "1e3-10k" becomes "1000..10000", "3;1" becomes "3,1", "9..3" becomes
   "3..9".  NULL: nobody knows what it means.  To be freed with g_free. */
extern char* sizes_meant(const char* text);
