/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The subcommands, as main.c calls them: each has a file of its own.

   A subcommand gets its arguments, and returns its exit status.  arguments[0] is
   "aprof SUBCOMMAND", for messages. */

#ifndef COMMAND_SUBCOMMANDS_H
#define COMMAND_SUBCOMMANDS_H

extern int check_main(int count, char** arguments);
extern int check_report_main(int count, char** arguments);
extern int convert_main(int count, char** arguments);
extern int diff_main(int count, char** arguments);
extern int html_main(int count, char** arguments);
extern int merge_main(int count, char** arguments);
extern int run_main(int count, char** arguments);
extern int show_main(int count, char** arguments);

#endif
