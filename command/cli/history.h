/* Options and helpers that the actions of aprof history share. */

#pragma once

#include "cli/options.h"
#include "history/adding.h"
#include "history/line.h"
#include "util/tree.h"

typedef struct {
   const char* store;        /* NULL: the usual file */
   const char* commit;       /* NULL: HEAD */
   const char* name;         /* NULL: "" to add, any to read */
   const char* machine;      /* NULL: this one to add, any to read */
   const char* build;        /* of fill; NULL: nothing is built */
   const char* output;       /* NULL: the usual page */
   const char* rules;        /* of check; NULL: the usual ones */
   const char* own;          /* patterns of objects; NULL: see model/own.h */
   unsigned    timeout;      /* in seconds; 0: none */
   unsigned    jobs;         /* of fill */
   bool        replaces;
   bool        all;
   bool        branches;
   bool        retries;
   bool        force;
   int         format;       /* HISTORY_FORMAT_TEXT, ... */
   int         to;           /* of convert: HISTORY_TO_ASV, ...; -1: not given */
} HistoryOptions;

/* Opens the store that the options name. False, with the problem set. */
extern bool history_open(const HistoryOptions* options, const Repository* repository, bool creates,
                         Store** store, Problem* problem);

/* The name and the machine that results are of. */
extern const char* history_name(const HistoryOptions* options);
extern const char* history_machine(const HistoryOptions* options);

/* The lines of the series that the options mean: Line; to be freed by g_ptr_array_unref. NULL, with the
   problem set, if there are none. */
extern GPtrArray* history_lines(const HistoryOptions* options, const HistoryView* view, Problem* problem);

/* False, with the problem set, if the history has no routine of this name. */
extern bool history_has_routine(Store* store, const char* routine, Problem* problem);

/* Makes the answer of what the lines have, whose steps are known; `routine` may be NULL: all. */
typedef Answer* (*HistoryMake)(const HistoryOptions* options, const HistoryView* view, const GPtrArray* lines,
                               const char* routine);
extern Answer* history_make_curves(const HistoryOptions* options, const HistoryView* view,
                                   const GPtrArray* lines, const char* routine);

/* Prints or writes the answer. False, with the problem set. */
typedef bool (*HistoryShow)(const HistoryOptions* options, const Answer* answer, Problem* problem);

/* Opens the store, makes the answer that the options mean, and shows it. Returns the exit status. */
extern int history_run(const HistoryOptions* options, HistoryMake make, HistoryShow show,
                       const char* routine);

/* Finds the reports and experiments that the words name, also in directories.  False, with the problem set,
   if one cannot be read. */
extern bool history_measured(char** words, size_t count, Measured* measured, Problem* problem);

/* Finds them, and reads them: see measured_prepare. */
extern GArray* history_prepare(const HistoryOptions* options, char** words, size_t count, const char* top,
                               Problem* problem);

/* Says "History: WHERE: 3 added, 2 there already", without the counts that are 0. */
extern void history_say(const char* where, const AddCounts counts);

/* Work of an action in the repository of the working directory; `status` is EXIT_OK unless it sets another
   one. False, with the problem set. */
typedef bool (*HistoryWork)(const HistoryOptions* options, const Repository* repository, char** words,
                            size_t count, int* status, Problem* problem);

/* Finds the repository, does the work, and prints the problem if there is one. Returns the exit status. */
extern int history_work(const HistoryOptions* options, HistoryWork work, char** words, size_t count);

/* The actions: words behind their names. They return the exit status. */
extern int history_add(const HistoryOptions* options, char** words, size_t count);
extern int history_copy(const HistoryOptions* options, char** words, size_t count);
extern int history_log_of(const HistoryOptions* options, char** words, size_t count);
extern int history_show(const HistoryOptions* options, char** words, size_t count);
extern int history_html(const HistoryOptions* options, char** words, size_t count);
extern int history_convert(const HistoryOptions* options, char** words, size_t count);
extern int history_check(const HistoryOptions* options, char** words, size_t count);
extern int history_bisect(const HistoryOptions* options, char** words, size_t count);
extern int history_fill(const HistoryOptions* options, char** words, size_t count);
