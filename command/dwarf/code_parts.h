/* The parts of code.h that the files that implement it share. */

#pragma once

#include <capstone/capstone.h>
#include <gelf.h>
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* A section that is in memory when the object is loaded. */
typedef struct {
   uint64_t       address;
   const uint8_t* bytes;
   size_t         count;   /* of bytes */
} CodeSection;

struct Code {
   Elf*        elf;
   GArray*     sections;              /* CodeSection */
   csh         decoder;
   bool        is_arm64;
   bool        has_fixed_addresses;   /* instructions may have addresses as numbers, */
                                      /* from `first` up to `end` */
   uint64_t    first;
   uint64_t    end;
   GHashTable* symbols;
   GStringChunk* texts;
};

/* Calls `take` for each instruction from `low` up to `high`.  What cannot be decoded ends it. */
extern void code_each(const struct Code* code, uint64_t low, uint64_t high,
                      void (*take)(const cs_insn* i, void* data), void* data);

/* Whether the instruction does nothing. */
extern bool code_is_padding(const struct Code* code, const cs_insn* i);
