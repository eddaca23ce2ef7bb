/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Finds out what our caller has decided: it may have closed standard input, output and error (2>&-), and
   ignore signals. */

#ifndef COMMAND_UTIL_CALLER_H
#define COMMAND_UTIL_CALLER_H

#include <stdbool.h>

/* Keeps the numbers of the standard files that are closed, so that no file that we open gets one of them,
   and with it our messages.  To read or write them still fails, and programs that we execute find them
   closed. */
extern void standard_files_arrange(void);

/* Whether our caller has left this standard file open. */
extern bool standard_file_is_open(int number);

/* True if the caller ignores the signal, as nohup does SIGHUP, and a shell SIGINT in the background: it must
   stay so. */
extern bool signal_is_ignored(int number);

#endif
