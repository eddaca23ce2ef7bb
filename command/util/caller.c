/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#define _GNU_SOURCE   /* O_PATH */

#include "util/caller.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

void standard_files_arrange(void)
{
   for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
      /* The lowest number that is free is this one. */
      if (fcntl(number, F_GETFD) < 0 && open("/", O_PATH | O_CLOEXEC) != number) {
         return;
      }
   }
}

bool standard_file_is_open(int number)
{
   int flags = fcntl(number, F_GETFL);
   return flags >= 0 && (flags & O_PATH) == 0;
}

bool signal_is_ignored(int number)
{
   struct sigaction action;
   return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
