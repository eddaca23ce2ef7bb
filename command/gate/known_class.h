/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What is known of the class of a routine's worst or mean cost, now or in a baseline. */

#ifndef COMMAND_GATE_KNOWN_CLASS_H
#define COMMAND_GATE_KNOWN_CLASS_H

#include "gate/baseline.h"
#include "gate/facts.h"

typedef struct {
   ClassRange range;
   Interval   exponents;   /* of the power law; high is 0 if they are not known */
} KnownClass;

extern KnownClass known_class_of(Facts* facts, size_t index, GrowthCase which);
extern KnownClass known_class_of_entry(const BaselineEntry* entry, GrowthCase which);

/* It is a model. */
extern bool known_class_is_known(const KnownClass* known);

/* Certainly faster than a class: the slowest that is possible is faster, and so is the lowest exponent. */
extern bool known_class_exceeds(const KnownClass* known, GrowthClass limit);

/* Certainly faster than before. */
extern bool known_class_is_faster(const KnownClass* now, const KnownClass* before);

/* "its worst cost grows as n^2 (as n^c, c is 2.14 to 2.21)", or why it is not known; to be freed. */
extern char* known_class_text(Facts* facts, size_t index, GrowthCase which);

#endif
