/* The interface between aprof convert and the writers of the formats. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

#include "model/report.h"
#include "subject/runs.h"

typedef struct {
   Report*            report;
   const char* const* paths;     /* paths of the files that were added up */
   size_t             path_count;
   FILE*              out;
   const char*        command;   /* "aprof convert", for messages */
   GStringChunk*      texts;     /* for convert_text */
   unsigned           version;   /* of formats that have several */
   uint64_t           scale;     /* of formats that have one: a unit in the file is so much cost */
} Conversion;

/* Names of the cost in other formats. */
typedef struct {
   const char* metric;
   const char* event;         /* letters and digits only */
   const char* capitals;      /* `event` in capitals */
   const char* unit;          /* what is counted, in the plural */
   const char* description;
} CostName;

extern CostName convert_cost_name(Conversion* conversion);

/* U+2423 in UTF-8.  It replaces a blank that readers would not take for a part of a name. */
#define OPEN_BOX  "\xe2\x90\xa3"

/* The text in a form that every line-based format and XML can hold: valid UTF-8, with `?` for
   control characters, and without blanks at its ends.  A missing or empty text becomes `???`. */
extern const char* convert_text(Conversion* conversion, const char* text);

/* Converts the name of a routine or a file. Readers would cut off blanks at its ends and
   take two names for one, so each of these blanks becomes an open box. */
extern const char* convert_name(Conversion* conversion, const char* name);

/* A copy of the text that lasts as long as the conversion.  Frees the text itself. */
extern const char* convert_keep(Conversion* conversion, GString* text);

/* A routine's name in formats that tell levels of recursion apart: f, f'2, f'3.  All these
   names are different.  If a routine's own name ends like a level, it gets one more
   apostrophe (f''2).  If it ends in an apostrophe, a blank precedes the level (f' '2). */
extern const char* convert_function_name(Conversion* conversion, const char* name, uint32_t level);

/* The command line that was profiled; if it is not known, the program. */
extern const char* convert_command_line(Conversion* conversion);

/* Tells the user what the format cannot hold. */
extern void convert_note(const Conversion* conversion, const char* format, ...)
   __attribute__((format(printf, 2, 3)));

/* Whether the profiler made recursive calls part of the call that began the recursion.
   convert_note_recursion writes a note if it did: that so are these numbers of the format. */
extern bool convert_has_folded_recursion(const Conversion* conversion);
extern void convert_note_recursion(const Conversion* conversion, const char* numbers);

/* Writes a note if the costs add up to more than JavaScript's numbers can hold, in which viewers have
   them. */
extern void convert_note_inexact(const Conversion* conversion, uint64_t total, const char* viewer);

/* The cost in units of this scale, rounded to the nearest. */
extern uint64_t convert_scaled(uint64_t cost, uint64_t scale);

/* The numbers, in formats that have inclusive costs, and in formats where a width is what was spent. */
#define CONVERT_CALLS_AND_SELF  "their number and self cost"
#define CONVERT_WIDTHS          "their costs, and what leads to them is narrower than its calls cost"

/*--- Object files ---*/

/* The object files of a report: which routines come from the same one. */

typedef struct {
   uint32_t  count;
   uint32_t* routine_objects;   /* by routine: its object, 0 to count - 1, ordered by path */
   uint32_t* routines;          /* all routines by object; within one, in the report's order */
   uint32_t* first;             /* by object: its first in `routines`; one more, for the end of the last */
} Objects;

extern Objects objects_find(const Report* report);

/* The path of an object. */
extern const char* objects_path(const Objects* objects, const Report* report, uint32_t object);

extern void objects_free(Objects* objects);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Objects, objects_free)

/*--- The writers ---*/

/* The writers of the formats.  A writer knows one format, and nothing about files and
   options.  Its source file has the format's name.

   If the format cannot hold the report at all, a writer prints a message and returns
   false.  The caller checks whether everything could be written to `out`. */

extern bool convert_callgrind(Conversion* conversion);
extern bool convert_webgrind(Conversion* conversion);
extern bool convert_csv(Conversion* conversion);
extern bool convert_json(Conversion* conversion);
extern bool convert_hpctoolkit(Conversion* conversion);
extern bool convert_folded(Conversion* conversion);
extern bool convert_firefox(Conversion* conversion);
extern bool convert_pprof(Conversion* conversion);
extern bool convert_speedscope(Conversion* conversion);

/* Writes the runs of an experiment. */
extern void convert_extra_p(FILE* out, const RunSubjects* subjects);

/* These are in metrics.c. */
extern bool convert_openmetrics(Conversion* conversion);
extern bool convert_bmf(Conversion* conversion);
extern bool convert_smaller_is_better(Conversion* conversion);
