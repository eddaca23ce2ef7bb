/* Instances: what the compiler has inlined into each function, as the debug information says. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "dwarf/object.h"

/* Addresses are those of the object file. */
typedef struct {
   uint64_t low;
   uint64_t high;   /* behind the last byte */
} Range;

/* A routine that was inlined somewhere. */
typedef struct {
   const char* symbol;   /* its linkage name or, without one, its name with namespaces; NULL: not known */
   const char* file;     /* that defines it; "" if that is not known */
   bool        is_own;   /* not in a directory of the system or of a package */
} InlinedRoutine;

/* Says whether a routine is asked for. */
typedef bool (*Wanted)(const InlinedRoutine* routine);

/* One place where a routine was inlined. */
typedef struct {
   int                   parent;   /* the instance that it was inlined into; -1: the function itself */
   int                   last;     /* the last one that was inlined into it, or into those; or itself */
   const InlinedRoutine* routine;
   guint                 first;    /* of its ranges, in those of the function's instances */
   guint                 end;      /* behind the last one */
   uint64_t              calls;    /* a number for the calls that led here, from the function on: each by its
                                      line and column; 0: not known */
} Instance;

typedef struct Lines Lines;

/* A function with code of its own.  An instance stands before those that were inlined into it. */
typedef struct {
   const void* origin;  /* where the entry is in memory that says what it is a copy of */
   GArray* ranges;      /* Range; the first one has the entry */
   GArray* instances;   /* Instance */
   GArray* inner;       /* Range, of all instances */
   Lines*  lines;       /* of its unit */
} Function;

typedef struct {
   bool          is_whole;      /* there is debug information, and no part of it is missing */
   GPtrArray*    functions;     /* Function: those with instances, each entry once */
   GHashTable*   never_return;  /* addresses of functions that do not */
   GHashTable*   routines;      /* InlinedRoutine, by the address of their entry in memory */
   GPtrArray*    lines;         /* Lines, one of each unit */
   GStringChunk* texts;
} Instances;

/* Reads the debug information of an object; without any, there are no functions.  Of routines that are not
   wanted, the name may remain unknown. */
extern Instances* instances_read(const DebugObject* object, GHashTable* symbols, Wanted wanted);

/* Whether it is an instance of a wanted routine, and which one is known. */
static inline bool instance_is(const Instance* instance, Wanted wanted)
{
   return instance->routine->symbol != NULL && wanted(instance->routine);
}

/* Reads the lines of a unit, if they are not there. */
extern void lines_read(Lines* lines);

/* The line of the code at this address; 0: of none; -1: not known.  `column` is 0 if that is not known.  The
   lines have been read. */
extern int lines_at(const Lines* lines, uint64_t address, int* column);

extern void instances_free(Instances* instances);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Instances, instances_free)
