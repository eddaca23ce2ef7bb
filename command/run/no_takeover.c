/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Instead of takeover.c, for processors whose registers and instructions it does not know. */

#include "run/takeover.h"

bool takeover_is_known(void)
{
   return false;
}

bool takeover_begin(pid_t pid, char* const* words, Takeover* takeover)
{
   (void)pid;
   (void)words;
   (void)takeover;
   return false;
}

void takeover_undo(pid_t pid, const Takeover* takeover)
{
   (void)pid;
   (void)takeover;
}
