/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The hot state of the strand that runs. */

#include "hot.h"

Hot  hot = { .paused = True };
Bool hot_rest_changed;
UInt hot_latest;
