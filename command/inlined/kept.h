/* Maps of objects that are kept in a directory (--inlined-maps), so that each is made once for many processes
   and runs.  Anybody may keep and read them at the same time.

   The name of a file is made of all that its map depends on: the key.  The file has two lines before the map:

      aprof kept map 1 LENGTH CHECKSUM     of all that follows
      KEY

   Any other file counts as missing: the map is made anew, and replaces it. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct {
   const char* directory;   /* NULL: nothing is kept */
   char*       why_not;     /* nothing is kept, though somebody wants that; NULL otherwise */
} Kept;

/* Makes the directory, if it is not there.  What is not of this user alone is not used. */
extern Kept kept_open(const char* directory);

extern void kept_close(Kept* kept);

/* Returns the key of the map of an object; `mode` says what the map has.  NULL: there is no such file.  The
   caller frees it. */
extern char* kept_key(const char* object, const char* mode);

/* Returns the map that is kept under the key; NULL: there is none.  The caller frees it. */
extern char* kept_read(const Kept* kept, const char* key);

/* Keeps the map.  If that is not possible, `why_not` says so. */
extern void kept_write(Kept* kept, const char* key, const char* map);
