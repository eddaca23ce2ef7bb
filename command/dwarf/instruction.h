/* A single instruction, by its bytes. */

#pragma once

#include <stddef.h>
#include <stdint.h>

#define INSTRUCTION_AVX512  "AVX-512"

/* Returns what the instruction is, as "vaddps zmm0, zmm0, zmm0 (AVX-512)", to be freed; NULL: no compiler
   uses it, or it or the processor ("amd64-cx16-sse3", as Valgrind calls it) is not known.  *lacking: the
   extension that the instruction needs, if the processor lacks it ("RDTSCP"), or Valgrind does
   (INSTRUCTION_AVX512); else NULL. */
extern char* instruction_text(const uint8_t* bytes, size_t count, const char* processor,
                              const char** lacking);
