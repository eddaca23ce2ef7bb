/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#pragma once

/* Larger inputs and runs are so many times as large as the largest one that was measured, unless
   somebody asks for others: far enough that a square shows, and near enough that forecasts come true. */
#define FAR_TIMES  10.0
