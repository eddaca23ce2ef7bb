/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Routines: which routine the code at an address belongs to.

   A routine is an object file plus a function symbol; two static functions of
   one name are two routines.  What a compiler splits off or clones (foo.cold,
   foo.part.0, foo.isra.0, foo.constprop.0, foo.lto_priv.0) is the routine foo.
   Code without a symbol belongs to whatever routine runs it, unless it is
   called: then the called address is a routine of its own. */

#ifndef APROF_ROUTINE_H
#define APROF_ROUTINE_H

#include "pub_tool_basics.h"
#include "pub_tool_execontext.h"

typedef struct Routine {
   const HChar* name;          /* demangled, as people write it */
   const HChar* mangled;       /* the symbol, without the compiler's suffixes */
   const HChar* image;         /* path of the object file, or "NONE" */
   UWord        place;         /* of its code, see Code */
   Bool         is_region;     /* of the program's own making: APROF_REGION_BEGIN */
   ExeContext*  begun_at;      /* where the region was first begun */
   Bool         warned;        /* that the region was left without APROF_REGION_END, or ... */
   Bool         skipped;       /* by an option: its calls are no activations */
   UInt         input_argument;       /* which of its arguments is its input size; 0: none.  ... that it
                                         may be another one in a clone of the routine */
   Bool         watched;       /* its calls or returns do something, by an option: */
   UInt         toggles_collecting;   /* both; such routines are numbered from 1, others have 0 */
   Bool         dumps_before;
   Bool         dumps_after;
   Addr         entry;         /* of its first instruction, as last seen */
   UInt         number;        /* routines are numbered from 0 by their first call */
} Routine;

#define ROUTINE_NOT_CALLED  (~0u)

/* What stands at a code address. */
typedef struct {
   Addr     address;
   Routine* routine;   /* NULL: no symbol covers the address, or its routine is skipped */
   UWord    place;     /* equal for code in one object, or in one region of anonymous memory */
   Bool     is_entry;  /* the first instruction of a symbol, unless what was moved away (foo.cold) */
   Bool     is_skipped; /* no activation of its own: it belongs to whatever routine runs it */
   Bool     is_stub;   /* in a PLT */
   Bool     is_part;   /* in what the compiler split off from the routine (foo.part.0) */
   Bool     is_clone;  /* in a copy of the routine that may have other arguments (foo.constprop.0) */
   Routine* called;    /* what a call to the address begins; NULL until it is asked for */
} Code;

/* Never NULL; valid until the next call. */
extern Code* routine_code_at(Addr address);

/* The routine that a call to `code` begins: its own, the PLT stub's, or a
   nameless one that is made for this address.  A call to skipped code begins none;
   whether it is, is certain after this. */
extern Routine* routine_called_at(Code* code);

/* The code is the entry of a clone, whose arguments are taken for the routine's: warns
   of that once. */
extern void routine_warn_of_clone(const Code* code);

/* The routine that stands for a region of this name in the object that `code` is in. */
extern Routine* routine_of_region(const HChar* name, Addr code);

/* Stands for a routine that is not known yet, because its caller goes through
   a PLT stub that has not jumped to it yet.  It never gets into a report,
   unless the program ends there. */
extern Routine routine_in_plt;

/* Where the address is in its object file, and that file's path; the address itself
   and NULL in memory of none. */
extern Addr routine_offset_in_object(Addr address, const HChar** path);

/* Forgets what was found out about addresses if debug information has come or
   gone since.  To be called before code runs or is translated that may follow a
   system call. */
extern void routine_drop_stale_addresses(void);

/* Memory was mapped or unmapped: code without a symbol that was there may be
   another's now. */
extern void routine_memory_changed(Addr address, SizeT size);

/* Gives the routine its number if it has none. */
extern void routine_note_call(Routine* routine);

/* The called routines, by number. */
extern UInt routine_count(void);
extern Routine* routine_numbered(UInt number);

/* Forgets all numbers, as in a process that has just been forked. */
extern void routine_forget_all_calls(void);

extern void routine_init(void);

#endif
