/* Whether the code of routines changed, and how it was compiled: by what aprof run has recorded in the
   reports, else by the object files, if they are still there as they ran. */

#pragma once

#include "answer/compare/pair.h"

/* The code of a side, which must stay, as far as it is known. */
typedef struct SideCode SideCode;
extern SideCode* side_code_open(const Side* side);
extern void side_code_close(SideCode* code);

/* The prints of a routine, as texts; NULL: not known. */
typedef struct {
   char* code;     /* of its instructions */
   char* source;   /* "TEXT DEFINITIONS" (dwarf/sources.h) */
} RoutinePrints;

extern RoutinePrints side_code_prints(SideCode* code, const SideRoutine* routine);
extern void routine_prints_free(RoutinePrints* prints);

/* The prints of the whole program, as texts; NULL: not known. */
typedef struct {
   char* build;     /* compilers and their options */
   char* data;      /* constants and initialised variables */
   char* sources;
} ProgramPrints;

extern ProgramPrints side_code_program(SideCode* code);
extern void program_prints_free(ProgramPrints* prints);

/* Tells from the prints before and now whether the routine is another one. */
extern CodeChange code_change(const RoutinePrints* before, const RoutinePrints* now, bool is_other_data);

/* Tells the same of the program: whether it was compiled otherwise.  `codes`: how many routines of own code
   have changed. */
extern bool code_is_other_data(const ProgramPrints* before, const ProgramPrints* now);
extern bool code_is_other_build(const ProgramPrints* before, const ProgramPrints* now,
                                const uint32_t codes[CODES]);

/* Sets `code` of all pairs, and what the comparison says of the whole code. */
extern void code_find(Comparison* comparison);

/* True if compilers may have moved costs from routine to routine, though none says that it worked otherwise;
   if the program costs as much as before, they did. */
extern bool code_is_mostly_changed(const uint32_t codes[CODES]);
