/* The code of a program as it ran: by what aprof run has recorded in the report, else by the object files, if
   they are still there as they were. */

#pragma once

#include "model/report.h"

/* The known code of a report, which must stay. */
typedef struct ProgramCode ProgramCode;

extern ProgramCode* program_code_open(const Report* report);
extern void program_code_close(ProgramCode* code);

/* Whether anything is known of code in an object. */
extern bool program_code_knows(ProgramCode* code, const char* object);

/* The prints of a routine, as texts; NULL: not known. */
typedef struct {
   char* code;     /* of its instructions */
   char* source;   /* "TEXT DEFINITIONS" (dwarf/sources.h) */
} RoutinePrints;

extern RoutinePrints program_code_of(ProgramCode* code, const Routine* routine);
extern void routine_prints_free(RoutinePrints* prints);

/* The prints of the whole program, as texts; NULL: not known. */
typedef struct {
   char* build;     /* compilers and their options */
   char* data;      /* constants and initialised variables */
   char* sources;
   char* text;      /* all bytes of instructions */
} ProgramPrints;

extern ProgramPrints program_code_whole(ProgramCode* code);
extern void program_prints_free(ProgramPrints* prints);

/* Returns the text behind so many words; NULL if there are fewer. */
extern const char* words_behind(const char* text, int count);
