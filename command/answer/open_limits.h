/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   From which part of the cost on it matters that its growth is open. */

#pragma once

/* The first sentence of a report says how much is open: it is not 0 % when rounded. */
#define OPEN_IN_SUMMARY     0.005

/* An experiment says which runs tell more, and goes on as long as there are such runs. */
#define OPEN_WORTH_RUNS     0.01

/* A report says how much is open beside the command of an experiment, which is there anyway. */
#define OPEN_IN_COMMAND     0.05

/* The first sentence of an experiment says how much is open, since it may be what matters. */
#define OPEN_IN_HEADLINE    0.1
