/* The header of a report, or of several that are added up. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A missing text is NULL, unless it has a default. */
typedef struct {
   uint64_t version;             /* 0 to 4; the oldest of several reports */
   uint64_t reports;             /* how many reports are added up, also by earlier merges */
   uint64_t begun;               /* processes, if only a sample was measured (--per-program); else 0 */
   uint64_t measured;            /* of these */
   uint64_t received;            /* bytes that system calls have written into memory; 0: not known */
   char*    date;                /* t; the newest of several reports */
   bool     has_total;
   uint64_t total;               /* k */
   char*    modified;            /* e */
   char*    metric;              /* m: bb-count, instr, time-usec, alloc-bytes, alloc-count or another */
   char*    input;               /* i: rms or drms */
   char*    input_arguments;     /* which arguments are input sizes, as in "fib:1, gcd:2"; often NULL */
   unsigned memory_resolution;   /* bytes of a cell; 0 if the report does not say */
   char*    application;         /* a */
   char*    command_line;        /* f */
   bool     total_is_too_large;  /* beyond 2^64-1 */
   bool     has_real_sums;       /* every point has one */
   bool     has_self_costs;
   GPtrArray* comments;          /* c: texts; of several reports, the comments that all have, and those of any
                                    that say what an input size is, or what a report lacks */
} Header;

/* Copies the bytes to `*text`, and frees the former text. */
extern void header_set_text(char** text, const char* bytes, size_t length);

extern void header_add_comment(Header* header, const char* bytes, size_t length);

/* The text of the comment `c KEY: text`, or NULL. */
extern const char* header_comment(const Header* header, const char* key);

/* The text of the next such comment from this index on.  The index moves behind it. */
extern const char* header_next_comment(const Header* header, const char* key, size_t* index);

/* Joins the texts of all such comments, sorted and each once, as `change` makes them (NULL: as they are); to
   be freed by g_free. */
extern char* header_joined(const Header* header, const char* key,
                           char* (*change)(const char* value, const Header* header));

/* If the input size of the routine is one of its arguments, the number of the argument, from
   1; else 0. */
extern unsigned header_input_argument(const Header* header, const char* name, const char* mangled);

/* The key of the comments that say which argument is an input size. */
#define HEADER_INPUT_ARGUMENT  "input-arg"

/* The key of the comment that says what a repeated string instruction costs.  Without it: a
   block for each 64 bytes. */
#define HEADER_REP_COST  "rep-cost"

/* The key of the comment that says that input sizes were not measured (--rms=no). */
#define HEADER_RMS  "rms"

/* Whether input sizes were measured.  If not, a point with an input of 0 says nothing of the input. */
extern bool header_has_input(const Header* header);

/* The key of the comment that says that inlined routines were measured (--inlined). */
#define HEADER_INLINED  "inlined"

/* The key of the comments that have the build ids of objects. */
#define HEADER_BUILD_ID  "build-id"

/* Returns the build id of the object, in hexadecimal digits, to be freed by g_free; NULL: it is not known, or
   reports that were added up have several. */
extern char* header_build_id(const Header* header, const char* object);

/* The key of the comments that say what the program expects of its costs (APROF_EXPECT). */
#define HEADER_EXPECT  "expect"

/* The key of the comment that says which part of a run the report is. */
#define HEADER_PART  "part"

/* The keys of the comments that say what a report lacks (incomplete_texts). */
#define HEADER_CHECKPOINT  "checkpoint"
#define HEADER_GIVEN_UP    "given-up"
#define HEADER_UNFINISHED  "unfinished"
#define HEADER_LOST        "lost-lines"

/* The keys of the comments that say where an instruction is that Valgrind does not know: its bytes, as the
   tool writes them, and a sentence, by aprof run. */
#define HEADER_UNKNOWN      "unknown-instruction"
#define HEADER_INSTRUCTION  "instruction"

/* The keys of the comments by which aprof run says what it ran (conditions.h): a command, its words as a
   shell takes them if they need quotes, a file that it read, how it ended; the prints of routines, of data
   and of all code, and how an object was compiled; and which routines are defined elsewhere than their names
   say (model/own.h). */
#define HEADER_COMMAND  "command"
#define HEADER_WORDS    "words"
#define HEADER_READ     "read"
#define HEADER_ENDED    "ended"
#define HEADER_CODE     "code"
#define HEADER_SOURCE   "source"
#define HEADER_SOURCES  "sources"
#define HEADER_DATA     "data"
#define HEADER_TEXT     "text"
#define HEADER_BUILD    "build"
#define HEADER_DEFINED  "defined"

/* The key of the comment with conditions_work(), of a report that was made of a baseline file. */
#define HEADER_WORK  "work"

/* The key of the comment that says how many reports were added up. */
#define HEADER_REPORTS  "reports"

/* The key of the comment that says how many bytes system calls have written into the program's memory. */
#define HEADER_RECEIVED  "received"

/* The keys of the comments that say what the program has read: how many bytes of regular files in all; of one
   of them, and of one that was standard input, as "BYTES PATH"; and a port that it has bound or connected to,
   if an argument names it. */
#define HEADER_FILES           "files"
#define HEADER_FILE            "file"
#define HEADER_STANDARD_INPUT  "standard-input"
#define HEADER_PORT            "port"

/* The key of the comment that says that some processes were chosen: "12 of 686 processes". */
#define HEADER_SAMPLE  "sample"

/* To be called when all lines are read: sets defaults, and what comments say. */
extern void header_complete(Header* header);

/* Whether the program's file is not the one that ran: it was changed afterwards. */
extern bool header_is_other_object(const Header* header, const char* object);

/* Whether the numbers of two reports mean different things: another metric, cell size or the like.  If so,
   `text` says what. */
extern bool header_measures_otherwise(const Header* header, const Header* from, char* text, size_t size);

/* Whether a call may have cost nothing: it was too short for the clock, or requested no memory.  Then `sum`
   has 1 for it. */
extern bool header_calls_may_cost_nothing(const Header* header);

/* Whether two reports cannot be added up.  If so, `text` says why, for example "the metric is
   instr, not bb-count", where `header` has the first. */
extern bool header_differs(const Header* header, const Header* from, char* text, size_t size);

/* Adds the header of another report.  The result does not depend on the order
   in which reports are added. */
extern void header_add(Header* to, const Header* from);

extern void header_free(Header* header);

/* Returns what the report lacks of a whole run, in sentences, up to NULL; to be freed by g_strfreev. */
extern char** incomplete_texts(const Header* header);

/* Prints these sentences to standard error, as warnings of the command; but not how the program ended. */
extern void incomplete_warn(const Header* header, const char* command);

/* Does the same for a program that did not come to its own end. */
extern void ends_warn(const Header* header, const char* command);

/* How long the path of the program is at the beginning of a command, which has blanks between its words: up
   to the first blank, unless the executable's own path has blanks, too. */
extern size_t header_program_length(const Header* header, const char* command);
