/* Functions that the libFuzzer targets of the command share. `make check-fuzz` builds and runs them; each
   also runs by itself:

      make -C command fuzz_rules && command/fuzz_rules CORPUS_DIRECTORY */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "answer/judge/check.h"
#include "model/report.h"

/* libFuzzer calls them. */
extern int LLVMFuzzerInitialize(int* count, char*** arguments);
extern int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

typedef char FuzzPath[40];

/* A file in memory, that is gone when the result is closed. */
extern int fuzz_make_file(const void* bytes, size_t size, FuzzPath path);

/* Ends the target if that does not hold. */
extern void fuzz_must(bool holds, const char* what);

/* Discards the command's standard output. */
extern void fuzz_discard_output(void);

/* A report of three routines whose costs are n, n^2 and n log n. */
extern Report* fuzz_sample_report(void);

/* Applies the rules to the subjects, and writes all formats. */
extern void fuzz_apply_rules(const Rules* rules, Findings* findings, Subjects* subjects, Reference reference);
