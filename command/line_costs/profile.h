/* The costs of the source lines of functions, and their calls: one Callgrind
   profile, or several added up, as of threads or parts.

   The depths of a recursion (f, f'2, f'3), which profiles keep apart, are one function
   here, and so are functions that Callgrind keeps apart by their callers (f'main).  All
   texts are kept once: equal ones have the same address. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/problem.h"

/* The first event of the profile, and Rms; 0 if there is no such event. */
typedef struct {
   uint64_t cost;
   uint64_t input;
} LineEvents;

/* A line that was executed in a function. */
typedef struct {
   const char* file;
   uint32_t    line;        /* 0: not known */
   LineEvents  self;
   LineEvents  called;      /* of all calls from there, but not to the function itself */
} ProfileLine;

/* Calls of one function from a line. */
typedef struct {
   const char* file;
   uint32_t    line;
   const char* object;      /* of the function that was called */
   const char* name;
   uint64_t    calls;
   LineEvents  events;      /* with all that it called */
} ProfileCall;

typedef struct {
   const char* object;
   const char* name;
} ProfileKey;

typedef struct {
   ProfileKey  key;
   const char* file;        /* where it begins */
   GArray*     lines;       /* ProfileLine, by file and line, each once */
   GArray*     calls;       /* ProfileCall, likewise, the costliest of a line first */
} ProfileFunction;

typedef struct {
   const char*   cost;      /* name of the first event; NULL as long as nothing is loaded */
   const char*   unit;      /* what it counts */
   bool          has_input; /* there is an event Rms */
   LineEvents    total;     /* of all lines */
   GHashTable*   functions; /* of ProfileFunction, by their keys, with which they begin */
   GHashTable*   known;     /* of ProfileKey: see profile_know */
   uint64_t      functions_read;   /* headings of functions (fn=) in all files so far, ... */
   uint64_t      known_read;       /* ... and how many of them are of routines that are known */
   GStringChunk* texts;
} Profile;

extern Profile* profile_new(void);

extern void profile_free(Profile* profile);

/* Says that a routine of the run has this name.  Must be said of all before a profile is loaded: nothing else
   tells f'main, which is f called by main, from the name of a function. */
extern void profile_know(Profile* profile, const char* object, const char* name);

extern bool profile_knows(const Profile* profile, const ProfileKey* key);

/* Adds a file, or standard input ("-").  False, with the problem set, if it cannot be read, is no Callgrind
   profile, has no line numbers, or counts something else than those before.  An empty file adds nothing:
   Callgrind leaves one beside those of --separate-threads. */
extern bool profile_load(Profile* profile, const char* path, Problem* problem);

/* NULL: the profile does not have it. */
extern const ProfileFunction* profile_function(const Profile* profile, const char* object, const char* name);

/* For the reader.  The function is added if it is new; `name` is as the file has it. */
extern ProfileFunction* profile_add_function(Profile* profile, const char* object, const char* file,
                                             const char* name);

/* Adds up what is there twice, and brings all into order. */
extern void profile_sort(Profile* profile);
