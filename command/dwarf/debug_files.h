/* The one place that finds the debug file of a build id: in directories that the user names, where systems
   keep such files, and on the servers of DEBUGINFOD_URLS.  An object and its debug file have the same build
   id, so a file that is found is the right one. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Why an object is not read that is at the path of the one that ran. */
#define DEBUG_OTHER_OBJECT  "its object file is not the one that ran"

/* An object that ran, here or elsewhere. */
typedef struct {
   const char* path;
   const char* build_id;    /* NULL: not known, so whatever is at the path */
   bool        may_fetch;   /* servers may be asked for its debug file */
} DebugWanted;

/* Looks in this directory, too, before those of the system: in DIRECTORY/.build-id/12/3456.debug. */
extern void debug_files_add(const char* directory);

/* Takes DEBUGINFOD_URLS out of the environment, because libdw would ask these servers by itself. */
extern void debug_files_keep_from_servers(void);

/* Returns a descriptor of the debug file, or -1: there is none.  The id is in hexadecimal digits.  Servers
   are asked if `may_fetch`.  The path is to be freed by g_free; it may be NULL if nobody wants it. */
extern int debug_files_open(const char* build_id, bool may_fetch, char** path);

/* Returns the build id of an object file, to be freed by g_free; NULL: it has none, or is no object file. */
extern char* debug_files_id(int fd);

/* Returns whether the file has this build id, or is no object file and that is NULL. */
extern bool debug_files_has_id(int fd, const char* build_id);

/* Returns bytes as hexadecimal digits, to be freed by g_free. */
extern char* debug_files_digits(const void* bytes, size_t count);

/* Returns whether servers could be asked, if there were some: aprof was built with libdebuginfod. */
extern bool debug_files_can_ask(void);

/* Returns whether there are servers to ask. */
extern bool debug_files_have_servers(void);

/* Returns why servers could not be asked, in words whose subject they are; NULL: they could, or nobody has
   tried. */
extern const char* debug_files_trouble(void);
