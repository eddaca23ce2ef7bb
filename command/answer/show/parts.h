/* The parts of the answer of aprof show. */

#pragma once

#include "answer/show/request.h"
#include "util/tree.h"

extern Answer* part_routine(const Request* request, const Subject* subject);

/* Returns the growth of a case and its laws, in the detail that is wanted. */
extern Answer* part_case(const Request* request, const Subject* subject, GrowthCase which);

/* Returns the code inlined into the routine, by its debug information, and where it is defined. */
extern Answer* part_code(const Request* request, const Routine* routine);

/* Sets the points of a routine, or of a context of it, as long lists. */
extern void part_set_points(Answer* object, const Request* request, const Routine* routine,
                            const Context* context, size_t count);

/* Sets the mean cost of some points of a routine, as a picture of them. */
extern void part_set_picture(Answer* object, const Request* request, const Subject* subject);

/* Returns the words of the command that was run, up to NULL, to be freed; `is_exact`: as they were, blanks
   included.  The report must have a command line. */
extern char** part_command_words(const Header* header, bool* is_exact);

/* Returns which contexts are of a routine, or below one; of all routines if it is NULL.  To be freed by
   free. */
extern bool* part_contexts_within(const Report* report, const Routine* routine);

/* All contexts, with their points or without. */
extern Answer* part_contexts(Request* request);
