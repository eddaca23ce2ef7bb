/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The reasons why a report is not of a whole run: it is a checkpoint of a program that ran on, or memory was
   short. */

#ifndef COMMAND_MODEL_INCOMPLETE_H
#define COMMAND_MODEL_INCOMPLETE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/header.h"

/* The next sentence about it, from `index` = 0 on; an empty text if there is no more. */
typedef char IncompleteText[300];
extern const char* incomplete_next(const Header* header, size_t* index, IncompleteText text);

/* Prints these sentences to standard error, as warnings of the command. */
extern void incomplete_warn(const Header* header, const char* command);

#endif
