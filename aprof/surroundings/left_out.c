/* Leaves out what Valgrind's core does at each start, and for each piece of code, though this run does not
   need it.  A short run takes half of its time for that, and an experiment of many sizes has short runs.

   Only a Callgrind profile has lines.  Otherwise, lines and what unwinds stacks are for traces, as of a
   crash: a run without input sizes is one of many, and its traces have to do with the names of functions.

   The core's calls come here by an option of the linker. */

#include "options.h"
#include "valgrind_version.h"

static Bool reads_traces(void)
{
   return options.rms || options.callgrind_file != NULL;
}

void version_read_lines(DebugInfo* object, VersionSection info, VersionSection types,
                        VersionSection abbreviations, VersionSection lines, VersionSection strings,
                        VersionSection other_strings, VersionSection line_strings)
{
   if (reads_traces()) {
      version_core_read_lines(object, info, types, abbreviations, lines, strings, other_strings,
                              line_strings);
   }
}

void version_read_frames(DebugInfo* object, VersionSection frames, Addr address, Bool is_of_exceptions)
{
   if (reads_traces()) {
      version_core_read_frames(object, frames, address, is_of_exceptions);
   }
}

/* A search for mistakes in our own code, which the tests make. */
void version_check_code(const IRSB* block, const HChar* when, Bool is_flat, IRType word)
{
   if (options.check_rms || VG_(clo_sanity_level) > 1) {
      version_core_check_code(block, when, is_flat, word);
   }
}
