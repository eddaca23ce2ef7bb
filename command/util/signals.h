/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Tells what our caller has decided about signals. */

#ifndef COMMAND_UTIL_SIGNALS_H
#define COMMAND_UTIL_SIGNALS_H

#include <stdbool.h>

/* True if the caller ignores the signal, as nohup does SIGHUP, and a shell SIGINT in the background: it must
   stay so. */
extern bool signal_is_ignored(int number);

#endif
