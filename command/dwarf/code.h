/* The machine code of an object: its bytes, its instructions as capstone decodes them, and names of what it
   calls. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "dwarf/object.h"

/* How control goes on after an instruction. */
typedef enum {
   GOES_ON,        /* to the next one */
   JUMPS,          /* to its target */
   BRANCHES,       /* to its target or to the next one */
   JUMPS_ANYWHERE, /* to one of several targets, if they are known */
   CALLS,          /* to the next one, when what it calls has returned */
   ENDS,           /* it returns, or stops the program */
} Going;

typedef struct {
   uint64_t address;
   uint64_t target;      /* of a jump or call; 0: not known */
   uint8_t  size;
   uint8_t  going;       /* Going */
   bool     is_padding;
   bool     is_in_memory;/* the target is the place that has the address of what is called */
   uint64_t table;       /* the address of data that the instruction loads; 0: none */
} Decoded;

typedef struct Code Code;

/* NULL: it is for another processor than these: x86-64, arm64. */
extern Code* code_open(const DebugObject* object);

extern void code_close(Code* code);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Code, code_close)

/* Returns the same code for another thread, to be freed by code_unshare before the other one is closed; NULL:
   that is not possible. */
extern Code* code_share(const Code* code);

extern void code_unshare(Code* code);

/* Names of functions by address: symbols, entries of the PLT, and places of the GOT. */
extern GHashTable* code_symbols(const Code* code);

/* Appends the instructions (Decoded) from `low` up to `high`.  What cannot be decoded ends it. */
extern void code_decode(const Code* code, uint64_t low, uint64_t high, GArray* instructions);

/* Returns a number for the instructions from `low` up to `high` that does not depend on where they, what they
   call and their data are: the same instructions have the same number. */
extern uint64_t code_print(const Code* code, uint64_t low, uint64_t high);

/* Returns a number for the bytes of these sections, up to NULL, that the object has. */
extern uint64_t code_sections_print(const Code* code, const char* const* names);

/* Reads a number of `size` bytes: 4, with its sign, or 8.  Whether there is one at the address. */
extern bool code_read_number(const Code* code, uint64_t address, size_t size, int64_t* number);
