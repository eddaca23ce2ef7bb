/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What main.c and the subcommands agree on. */

#ifndef COMMAND_COMMAND_H
#define COMMAND_COMMAND_H

/* The exit status of every subcommand. */
enum {
   EXIT_OK      = 0,
   EXIT_FINDING = 1,   /* it did what it was asked to, and found something */
   EXIT_USAGE   = 2,   /* wrong use, unreadable input, unwritable output */
};

/* Each takes its own arguments; arguments[0] is "aprof SUBCOMMAND", for messages. */
extern int check_report_main(int count, char** arguments);
extern int convert_main(int count, char** arguments);
extern int merge_main(int count, char** arguments);
extern int show_main(int count, char** arguments);

/* Prints "NAME: what is wrong", and where help is to be had; returns EXIT_USAGE.
   `name` is arguments[0]. */
extern int usage_error(const char* name, const char* format, ...) __attribute__((format(printf, 2, 3)));

/* For --version; returns EXIT_OK. */
extern int print_version(void);

#endif
