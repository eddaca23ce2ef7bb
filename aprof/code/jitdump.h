/* The jitdump: the other file in which programs name the code that they generate, for `perf inject --jit`.
   LLVM writes it, for Julia and others, and some engines of JavaScript and WebAssembly do.

   perf finds the file, jit-PID.dump in some directory, because the program maps it as if it were code; so
   does aprof.  It begins with a header, and has records:

      header   magic u32, version u32, size u32, ELF machine u32, 0 u32, process u32, time u64, flags u64
      record   kind u32, size of the record u32, time u64, and
      kind 0   process u32, thread u32, address u64, address u64, size u64, number u64, NAME\0, the code
      kind 1   process u32, thread u32, address u64, old address u64, new address u64, size u64, number u64
      kind 2   address u64, count u64, and so often: address u64, line u32, 0 u32, FILE\0

   All numbers are in the processor's own order.  Kind 2 tells the lines of the code at its address, which
   the next record of kind 0 names; a FILE of the byte 0xff is that of the entry before.  Other kinds are
   skipped. */

#pragma once

#include "pub_tool.h"

/* The process begins, or has been forked: nothing is mapped that is its own. */
extern void jitdump_begin(void);

/* Executable memory has been mapped, which may be the file. */
extern void jitdump_memory_mapped(Addr address);

/* Names the code of new records (named_code.h). */
extern void jitdump_read_new(void);
