/* Routines: which routine the code at an address belongs to.

   A routine is a function symbol of an object file.  Two static functions of one
   name are two routines.  Parts and copies that a compiler makes of foo (foo.cold,
   foo.part.0, foo.isra.0, foo.constprop.0, foo.lto_priv.0) are the routine foo.
   Generated code is a routine by the name that the program gives it (perf_map.h).
   Code without a symbol belongs to the routine that runs it.  But if it is called,
   the called address is a routine of its own. */

#pragma once

#include "pub_tool.h"

typedef struct Routine {
   const HChar* name;          /* demangled, as people write it */
   const HChar* mangled;       /* the symbol, without the compiler's suffixes */
   const HChar* image;         /* path of the object file; of generated code, of its source file; or "NONE" */
   UWord        module;        /* that its code is in, see Code */
   Bool         is_generated;  /* the program has generated its code, and named it */
   Bool         is_region;     /* the program has made it, by APROF_REGION_BEGIN */
   ExeContext*  begun_at;      /* where the region was first begun */
   Bool         warned;        /* a warning was printed: region left open, or clone with other arguments */
   Bool         skipped;       /* an option skips it: its calls are no activations */
   UInt         input_argument;       /* number of the argument that is its input size; 0: none */
   Bool         watched;       /* one of the next seven is set */
   Bool         is_apart;      /* its calls run on strands of their own */
   UInt         toggles_collecting;   /* number of this toggle, from 1; 0: it does not toggle collecting */
   Bool         dumps_before;  /* a part is written before its calls */
   Bool         dumps_after;   /* a part is written after its returns */
   Bool         copies_stack;  /* it moves a machine stack to another place (copied_stacks.c) */
   Bool         schedules;     /* it leaves what has called it, for what is to run next */
   const struct Allocator* allocator;   /* what its calls request, if that is the cost; NULL: nothing */
   Addr         entry;         /* address of its first instruction, as last seen */
   UInt         number;        /* routines are numbered from 0 by their first call */
} Routine;

#define ROUTINE_NOT_CALLED  (~0u)

/* The code at an address. */
typedef struct {
   Addr     address;
   Routine* routine;   /* NULL: no symbol covers the address, or its routine is skipped */
   UWord    module;    /* equal for code in one object, or in one region of anonymous memory */
   Bool     is_entry;  /* the first instruction of a symbol, but not of foo.cold */
   Bool     is_skipped; /* a call of it is no activation: it belongs to the routine that runs it */
   Bool     is_stub;   /* in a PLT, or a compiler's thunk: it is nobody's routine, and leads to one */
   Bool     undoes_call; /* a call of it is none: it removes or replaces the return address */
   Bool     is_part;   /* in a part that the compiler split off from the routine (foo.part.0) */
   Bool     is_clone;  /* in a copy of the routine that may have other arguments (foo.constprop.0) */
   Routine* called;    /* the routine that a call of the address begins; NULL: not yet asked for */
} Code;

/* Never NULL; valid until routine_drop_stale_addresses. */
extern Code* routine_code_at(Addr address);

/* The routine that a call of `code` begins: its own, the PLT stub's, or a nameless one
   for this address.  A call of skipped code begins none.  Before this function was
   called, `code->is_skipped` may still be wrong. */
extern Routine* routine_called_at(Code* code);

/* Warns, once, that the code is the entry of a clone, whose arguments are taken for those
   of the routine. */
extern void routine_warn_of_clone(const Code* code);

/* The routine that stands for a region of this name in the object that `code` is in. */
extern Routine* routine_of_region(const HChar* name, Addr code);

/* The text between the two names of a routine for what was inlined into another one; a bracket follows. */
#define ROUTINE_INLINED_IN  " [inlined in "

/* The routine of an inlined function: that of its symbol, if there is code that was not inlined, too.
   `symbol` is its linkage name, or its name; `file` is the file that defines it, or "".  If `host` is not
   NULL, it is a routine of its own, for what was inlined there. */
extern Routine* routine_of_inlined(const HChar* symbol, const HChar* file, Addr code, const Routine* host);

/* Warns, once, if the input size of this routine is one of its arguments: where it was inlined, it has
   none. */
extern void routine_warn_of_inlined(Routine* routine);

/* Stands for a routine that is not known yet, because its caller is in a PLT stub that
   has not jumped to it yet.  It gets into a report only if the program ends there. */
extern Routine routine_in_plt;

/* The address in its object file, and the path of that file.  Where there is no object file,
   the address itself and the source file of generated code, or NULL. */
extern Addr routine_offset_in_object(Addr address, const HChar** path);

/* Forgets what is known of addresses if debug information has come or gone since.  A
   system call may cause that, so call this before code runs or is translated after one. */
extern void routine_drop_stale_addresses(void);

/* Memory was mapped.  Code without a symbol there may belong to another object now. */
extern void routine_memory_changed(Addr address, SizeT size);

/* Memory is unmapped. */
extern void routine_memory_gone(Addr address, SizeT size);

/* The program may have named generated code.  To be called in the handling of system calls. */
extern void routine_after_system_call(UInt number);

/* Gives the routine its number if it has none. */
extern void routine_note_call(Routine* routine);

/* The called routines, by number. */
extern UInt routine_count(void);
extern Routine* routine_numbered(UInt number);

/* Forgets all numbers, as in a process that has just been forked. */
extern void routine_forget_all_calls(void);

extern void routine_init(void);
