/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Shell patterns, and parts of a text. */

#include "util/pattern.h"

#include <fnmatch.h>
#include <string.h>

bool pattern_matches(const char* pattern, const char* text)
{
   return strpbrk(pattern, "*?[") != NULL ? fnmatch(pattern, text, 0) == 0 : strstr(text, pattern) != NULL;
}
