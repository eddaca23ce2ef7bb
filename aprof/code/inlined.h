/* Inlined code: where instances of routines begin and end, in the objects of the program (--inlined).  The
   program aprof-inlined works that out from the machine code and the debug information, and writes it into a
   map; this file runs it, and reads the map.  command/inlined/main.c describes the map.  It runs before the
   profiled program starts, for that and the libraries that it needs, and again for each object that is loaded
   later, when code of that is translated for the first time.

   An instance is one place where a routine was inlined.  Instances are numbered from 1 over all objects. */

#pragma once

#include "pub_tool.h"

#include "code/routine.h"

/* Instances: so many of them. */
typedef struct {
   UInt        count;
   const UInt* numbers;
} InlinedList;

/* The place where control enters a block of a function. */
typedef struct {
   InlinedList goes_on;   /* these go on here, if they have begun, and all others of the function end */
   InlinedList begins;    /* some of those: these begin here, if they have not; outer ones first */
} InlinedEntry;

typedef struct InlinedObject InlinedObject;

/* Returns NULL if nothing was inlined in the object, as far as is known.  May run aprof-inlined. */
extern const InlinedObject* inlined_object(const HChar* image);

/* Returns what changes where control enters the instruction at this address of the object file; NULL:
   nothing. */
extern const InlinedEntry* inlined_entered_at(const InlinedObject* object, Addr address);

/* Returns what ends on the way between these two instructions; NULL: nothing. */
extern const InlinedList* inlined_left_between(const InlinedObject* object, Addr from, Addr to);

/* The routine of an instance, whose code is at this address. `host` is the routine that has this code,
   always the same one of an instance. */
extern Routine* inlined_routine(UInt instance, Addr code, const Routine* host);

/* Reads the map, if --inlined asks for one.  To be called before the program starts. */
extern void inlined_init(void);

/* From now on, the process may not be permitted to run a program, or find another one by that name. */
extern void inlined_keep_to_known(void);
