/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Tells a number that each step of the size multiplies (c * b^n) from one that grows like a power of the
   size, by which of the two predicts each run from the smaller ones. */

#pragma once

#include <stdbool.h>

#include "growth/law.h"

/* Whether each step multiplies it, as far as the runs show. */
extern bool steps_multiply(const Runs* runs);
