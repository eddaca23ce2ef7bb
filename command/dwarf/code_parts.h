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
   uint64_t       size;
   const uint8_t* bytes;   /* NULL: the file does not have them */
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

/* The bytes from an address on, and how many there are in its section; NULL: none. */
extern const uint8_t* code_bytes_at(const struct Code* code, uint64_t address, size_t* count);

/* NULL: there is none of this name. */
extern Elf_Scn* code_section_named(const struct Code* code, const char* wanted, GElf_Shdr* header);
