/* The words of a command line: a subcommand gets its options one by one, and then what is no option.

      static const Subcommand show = { &show_usage, take_option, show_reports };

      int show_main(int count, char** words)
      {
         ShowOptions options = { 0 };
         return subcommand_run(&show, &options, count, words);
      }

   What a subcommand takes is a table, Usage; docs/command.md is made into these tables. */

#pragma once

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/exit_status.h"

/* An option of a subcommand. */
typedef struct {
   const char*        name;       /* without dashes */
   char               letter;     /* 0: it has none */
   int                takes;      /* no_argument, required_argument or optional_argument */
   const char*        argument;   /* as in --help; "FORMAT[:FILE]": a colon and more may follow a word */
   const char* const* words;      /* those that it takes, up to NULL; NULL: any text */
} Option;

/* "a, b or c": the words that the option takes. To be freed by g_free. */
extern char* option_words(const Option* option);

/* The name of the option of a table that was likely meant by this word, or NULL. */
extern const char* option_meant(const Option* options, const char* word);

/* The option of a table that the word gives, as "--NAME" or "--NAME=VALUE"; NULL: it gives none. */
extern const Option* option_named(const Option* options, const char* word);

/* A subcommand, as docs/command.md describes it. */
typedef struct {
   const char*   name;        /* "aprof show" */
   const char*   summary;
   const char*   help;        /* what --help prints */
   const Option* options;     /* up to one without a name; the last two are help and version */
} Usage;

/* "show" */
extern const char* usage_subcommand(const Usage* usage);

/* An option that is given. */
typedef struct {
   const Usage* usage;
   int          count;
   char**       words;    /* the whole command line */
   const char*  value;    /* of the option; NULL: it has none */
   int          word;     /* which of its words the value is; cli/options.h names them */
   const char*  rest;     /* of the value, behind a word and a colon; NULL: there is no colon */
} Argument;

typedef struct {
   const Usage* usage;
   /* `option` is its number in the table. False, with a message, if it is wrong. */
   bool         (*take)(void* options, int option, const Argument* argument);
   /* Names what must be given, and what for: "the REPORTs to show"; NULL: `work` sees to that. */
   const char*  needs;
   /* Works on what is no option, and returns the exit status. */
   int          (*work)(void* options, char** words, size_t count);
   /* For a subcommand that runs a command, else NULL: options end at the first word that is none, and those
      that are not in the table are somebody else's, also short ones of these letters. */
   bool         (*take_other)(void* options, const char* option);
   const char*  other_letters;
} Subcommand;

/* The exit status. words[0] is for messages: "aprof SUBCOMMAND". */
extern int subcommand_run(const Subcommand* subcommand, void* options, int count, char** words);

/* The word behind an option, which becomes a value of it; NULL if it begins with a dash, or there is none. */
extern char* argument_next_value(const Argument* argument);

/* Whether the option is the last word. */
extern bool argument_is_last(const Argument* argument);

/* The value as a whole number from low to high. False, with a message, if it is none; `hint` is its end, and
   may be NULL. */
extern bool argument_number(const Argument* argument, int option, uint64_t low, uint64_t high,
                            const char* hint, uint64_t* number);

/* Takes a number that fits, without a hint. */
extern bool argument_unsigned(const Argument* argument, int option, unsigned low, unsigned high,
                              unsigned* number);

/* The value as a time of at least `low` seconds: 90, 90s, 5m or 2h. False, with a message, if it is none. */
extern bool argument_time(const Argument* argument, int option, unsigned low, unsigned* seconds);

/* The value as a number of bytes above 0: 500M, 4G, or 500000000. False, with a message, if it is none. */
extern bool argument_bytes(const Argument* argument, int option, uint64_t* bytes);

/* Prints "NAME: --OPTION=VALUE: what is wrong"; returns false. */
extern bool argument_refuse(const Argument* argument, int option, const char* format, ...)
   __attribute__((format(printf, 3, 4)));

/* Prints "NAME: what is wrong", and where to find help; returns EXIT_USAGE. Without a format, only the help
   is named. */
extern int usage_error(const char* name, const char* format, ...) __attribute__((format(printf, 2, 3)));

/* For --version; returns EXIT_OK. */
extern int print_version(void);
