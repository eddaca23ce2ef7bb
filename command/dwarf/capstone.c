/* The functions of capstone that aprof uses. */

#include <capstone/capstone.h>
#include <glib.h>

#include "util/late.h"

#define SONAME  "libcapstone.so." G_STRINGIFY(CS_API_MAJOR)

LATE(SONAME, cs_err, cs_open, (cs_arch arch, cs_mode mode, csh* handle), (arch, mode, handle))
LATE(SONAME, cs_err, cs_close, (csh* handle), (handle))
LATE(SONAME, cs_err, cs_option, (csh handle, cs_opt_type type, size_t value), (handle, type, value))
LATE(SONAME, bool, cs_insn_group, (csh handle, const cs_insn* i, unsigned group), (handle, i, group))
LATE(SONAME, cs_insn*, cs_malloc, (csh handle), (handle))
LATE(SONAME, void, cs_free, (cs_insn* i, size_t count), (i, count))
LATE(SONAME, size_t, cs_disasm, (csh handle, const uint8_t* code, size_t size, uint64_t address, size_t count,
                                 cs_insn** i), (handle, code, size, address, count, i))
LATE(SONAME, bool, cs_disasm_iter, (csh handle, const uint8_t** code, size_t* size, uint64_t* address,
                                    cs_insn* i), (handle, code, size, address, i))
