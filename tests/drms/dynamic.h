/* What the programs for --drms=yes share.

      program K FILE rms|drms

   They run under either definition, and expect of each routine what that one says.  The dynamic read memory
   size counts a cell again that another thread or the kernel has written since the thread last accessed
   it. */

#ifndef APROF_TESTS_DYNAMIC_H
#define APROF_TESTS_DYNAMIC_H

#include <signal.h>
#include <unistd.h>
#include "../common/expect.h"
#include "../common/system_call.h"

static int is_dynamic;

UNUSED static void start_dynamic(int argc, char** argv)
{
   if (argc != 4)
      die("usage: program RESOLUTION FILE rms|drms");
   start(argc, argv);
   is_dynamic = strcmp(argv[3], "drms") == 0;
}

UNUSED static void expect_sizes(const char* routine, unsigned long rms, unsigned long drms)
{
   expect(routine, is_dynamic ? drms : rms);
}

#endif
