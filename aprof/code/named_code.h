/* Generated code that the program has named, by address, and what has been answered to those who asked for a
   name.  Of several names for an address, the newest one holds. */

#pragma once

#include "pub_tool.h"

#include "code/code_lines.h"
#include "code/generated.h"

typedef struct {
   Addr start;                 /* first, because it is the key */
   Addr end;
   Addr entry;                 /* where it began: newer code may have taken that part */
   const GeneratedName* name;
   CodeLines* lines;           /* of the piece that began at `entry`; NULL: unknown, or not wanted */
} NamedCode;

extern void named_code_init(void);

/* Adds new code, whose lines may be NULL.  The rest of older code before and behind it stays. */
extern void named_code_add(Addr start, SizeT size, const GeneratedName* name, CodeLines* lines);

/* Returns the code at this address, or NULL. */
extern const NamedCode* named_code_at(Addr address);

/* Does the same, for somebody who keeps the answer until it is out of date. */
extern const NamedCode* named_code_find(Addr address);

/* This memory is unmapped, and Valgrind forgets its translations of what was there. */
extern void named_code_memory_gone(Addr address, SizeT size);

/* True if an answer of named_code_find is out of date; then generated code will be translated again. */
extern Bool named_code_apply_changes(void);
