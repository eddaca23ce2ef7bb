/* Asks debug information about a routine of a report: where it is defined, and what was inlined there.  The
   object may be gone, or on another machine; then its debug file is read. */

#pragma once

#include "dwarf/compiler.h"
#include "model/report.h"

/* `header` is that of a report with the routine.  To be freed by inlined_free. */
extern InlinedCode definition_find(const Header* header, const char* image, const char* symbol);

/* A routine to look for; without an image, there is none. */
typedef struct {
   const Header* header;   /* of a report with the routine */
   const char*   image;
   const char*   symbol;
} Defined;

extern Defined defined_routine(const Header* header, const Routine* routine);

/* Adds " (parse.c:52)": where the routine is defined, if debug information knows it. */
extern void definition_add(GString* text, const Defined* defined);

/* The name by which debug information knows the routine. */
extern const char* definition_symbol(const char* name, const char* mangled);

/* Returns where names of an object's routines could come from: "the package env-dbgsym would name WHAT.", and
   what servers have said.  To be freed by g_free. */
extern char* definition_advice(const Header* header, const char* image, const char* what);

/* A sentence that says why inlined routines were not measured, if this build of aprof cannot measure them and
   the report has none; NULL: there is nothing to say. */
extern const char* definition_inlined_missing(const Header* header);
