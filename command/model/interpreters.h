/* The table of interpreters of scripts, and of what else runs code that is not its own: which of their
   routines run the script, and what names the script's functions (docs/manual.md has the same for people). */

#pragma once

#include <stdbool.h>

#define INTERPRETER_NAMES  5

/* Words to put behind the interpreter in a command. */
typedef struct {
   const char* words;   /* for a shell; NULL: there are none */
   const char* then;    /* the end of the command, or NULL */
   const char* says;    /* a sentence about them, or instead of them */
} InterpreterOption;

typedef struct {
   const char* programs[INTERPRETER_NAMES];   /* patterns of names of executables and libraries */
   const char* endings[INTERPRETER_NAMES];    /* of names of scripts */
   const char* loops[INTERPRETER_NAMES];      /* routines that run the script; patterns */
   const char* marks[INTERPRETER_NAMES];      /* beginnings of words that name its functions to aprof */
   bool        is_machine;   /* it runs what was compiled for it */
   const char* runs;         /* what the loops run, if that is no file; NULL: a script */
   const char* variable;     /* of the environment, in which `value` names the script's functions; or NULL; %s
                                is the directory of what is preloaded */
   const char* value;
   const char* package;      /* Debian's, that names more of its own routines; NULL: none is known */
   InterpreterOption for_aprof;   /* with it, aprof names the script's functions, */
   int         since;             /* if the version is 3.this or later; 0: it does not matter */
   InterpreterOption alone;       /* with it, the interpreter itself says what takes its time */
   const char* profiler;     /* by which the script's functions are timed (preload/functions/); or NULL */
   const char* preload[3];   /* the words for that, ahead of the script, up to NULL; %s is their directory */
} Interpreter;

/* Returns the interpreter with this name, as "python3.11" or "libpython3.11.so.1.0"; NULL: it is none. */
extern const Interpreter* interpreter_named(const char* name);

/* Whether the routine runs the script. */
extern bool interpreter_has_loop(const Interpreter* interpreter, const char* routine);

/* Whether a script of this interpreter may have this name. */
extern bool interpreter_has_ending(const Interpreter* interpreter, const char* name);

/* Returns which word of the command, up to NULL, is the script that its program interprets; 0: none is. */
extern unsigned interpreter_script(char* const* words);

/* Returns the directory of what is preloaded.  To be freed. */
extern char* interpreter_helpers(void);

/* Returns the words with those that let the script's functions be timed; NULL: nothing times them.  They are
   added to the file $APROF_FUNCTIONS, or printed to standard error: a line "SECONDS LINE FILE NAME", with
   tabs, for each function, without the time of others that the script has. */
extern char** interpreter_preloaded(char* const* words);
