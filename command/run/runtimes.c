/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Node.js: a value has 8 bytes.  The interpreter reads all of a small number, and compiled code only the half
   that says it; with cells of 8 bytes, the input of a function is the same in both. */

#include "run/runtimes.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#define NAMES_OPTION   "--perf-basic-prof"
#define NAMES_OPTIONS  NAMES_OPTION " --interpreted-frames-native-stack"

static bool is_node(const char* path)
{
   const char* slash = strrchr(path, '/');
   const char* file = slash == NULL ? path : slash + 1;
   return strcmp(file, "node") == 0 || strcmp(file, "nodejs") == 0;
}

const char* runtimes_option(const char* path)
{
   return is_node(path) ? "--memory-resolution=8" : NULL;
}

const char* runtimes_missing(char* const* command)
{
   const char* variable = g_getenv("NODE_OPTIONS");
   bool        is_there = variable != NULL && strstr(variable, NAMES_OPTION) != NULL;
   for (char* const* word = command + 1; *word != NULL && !is_there; word++) {
      is_there = g_str_has_prefix(*word, NAMES_OPTION);
   }
   return is_there || !is_node(command[0]) ? NULL : NAMES_OPTIONS;
}
