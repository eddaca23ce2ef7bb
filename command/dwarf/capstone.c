/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   The functions of capstone that aprof uses: each calls the one of that name in the library, which cs_open
   loads.  Few subcommands decode instructions, and the tables of the library take a quarter of the time in
   which aprof starts. */

#include <capstone/capstone.h>
#include <dlfcn.h>
#include <glib.h>

#define SONAME  "libcapstone.so." G_STRINGIFY(CS_API_MAJOR)

static void* library;

#define PASS_ON(result, name, parameters, arguments)   \
   result name parameters                              \
   {                                                   \
      static __typeof__(&name) found;                  \
      if (found == NULL) {                             \
         *(void**)&found = dlsym(library, #name);      \
      }                                                \
      return found arguments;                          \
   }

cs_err cs_open(cs_arch arch, cs_mode mode, csh* handle)
{
   if (library == NULL) {
      library = dlopen(SONAME, RTLD_NOW | RTLD_LOCAL);
   }
   __typeof__(&cs_open) found = NULL;
   if (library != NULL) {
      *(void**)&found = dlsym(library, "cs_open");
   }
   return found == NULL ? CS_ERR_VERSION : found(arch, mode, handle);
}

PASS_ON(cs_err, cs_close, (csh* handle), (handle))
PASS_ON(cs_err, cs_option, (csh handle, cs_opt_type type, size_t value), (handle, type, value))
PASS_ON(bool, cs_insn_group, (csh handle, const cs_insn* i, unsigned group), (handle, i, group))
PASS_ON(cs_insn*, cs_malloc, (csh handle), (handle))
PASS_ON(void, cs_free, (cs_insn* i, size_t count), (i, count))
PASS_ON(size_t, cs_disasm, (csh handle, const uint8_t* code, size_t size, uint64_t address, size_t count,
                            cs_insn** i), (handle, code, size, address, count, i))
PASS_ON(bool, cs_disasm_iter, (csh handle, const uint8_t** code, size_t* size, uint64_t* address, cs_insn* i),
        (handle, code, size, address, i))
