/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The fingerprint: what the numbers of a report depend on beside the program, as what was
   measured, and where. Numbers of reports that measured different things cannot be
   compared. In another environment, the C library has other code, so costs differ a
   little. */

#ifndef COMMAND_ANSWER_JUDGE_FINGERPRINT_H
#define COMMAND_ANSWER_JUDGE_FINGERPRINT_H

#include <glib.h>
#include <stdbool.h>

#include "model/header.h"

typedef enum {
   FINGERPRINT_METRIC,
   FINGERPRINT_INPUT,
   FINGERPRINT_INPUT_ARG,
   FINGERPRINT_CELL,
   FINGERPRINT_REP_COST,
   FINGERPRINT_VALGRIND,      /* the environment begins here */
   FINGERPRINT_LIBC,
   FINGERPRINT_PROCESSOR,
} FingerprintKey;

#define FINGERPRINT_KEYS  (FINGERPRINT_PROCESSOR + 1)

/* NULL: not known. */
typedef struct {
   const char* values[FINGERPRINT_KEYS];
} Fingerprint;

/* "metric", ... */
extern const char* fingerprint_key(FingerprintKey key);

extern Fingerprint fingerprint_of(const Header* header, GStringChunk* texts);

/* Returns what differs, where both are known: "its metric is instr, here bb-count".  NULL if nothing does, of
   what was measured or of the environment; else to be freed. */
extern char* fingerprint_other_measure(const Fingerprint* there, const Fingerprint* here);
extern char* fingerprint_other_environment(const Fingerprint* there, const Fingerprint* here);

#endif
