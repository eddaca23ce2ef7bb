/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Rules to begin with, for who has none: those that this report keeps. */

#pragma once

#include "answer/judge/facts.h"

/* Lines of a rules file, up to NULL; to be freed by g_strfreev. */
extern char** sample_rules(Facts* facts);
