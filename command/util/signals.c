/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "util/signals.h"

#include <signal.h>
#include <stddef.h>

bool signal_is_ignored(int number)
{
   struct sigaction action;
   return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
