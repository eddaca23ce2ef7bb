#include "dwarf/instruction.h"

#include <capstone/capstone.h>
#include <glib.h>
#include <string.h>

/* The prefixes of AVX, and of all that is new in AVX-512.  Capstone knows some of the latter's instructions
   only. */
#define VEX_OF_2  0xc5
#define VEX_OF_3  0xc4
#define EVEX      0x62

/* Returns the first byte behind prefixes of segments and addresses. */
static uint8_t first_byte(const uint8_t* bytes, size_t count)
{
   static const char before[] = { 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x67 };
   while (count > 0 && memchr(before, *bytes, sizeof before) != NULL) {
      bytes++;
      count--;
   }
   return count > 0 ? *bytes : 0;
}

/* Whether programs stop by it, or because control has gone astray. */
static bool is_trap(const cs_insn* instruction)
{
   return g_str_has_prefix(instruction->mnemonic, "ud") || strcmp(instruction->mnemonic, "hlt") == 0;
}

/* Tells instructions on mask registers, which have the prefix of AVX. */
static bool is_of_masks(const cs_insn* instruction)
{
   return instruction->mnemonic[0] == 'k';
}

/* RISC-V: vsetvli and its like, and all that computes with vectors.  Capstone 5 knows none of them. */
static bool is_of_rvv(const uint8_t* bytes, size_t count)
{
   return count >= 4 && (bytes[0] & 0x7f) == 0x57;
}

/* Whether the processor ("amd64-cx16-sse3") has what Valgrind calls so. */
static bool has_extension(const char* processor, const char* extension)
{
   g_auto(GStrv) words = g_strsplit(processor, "-", -1);
   bool          has = false;
   for (char** word = words; *word != NULL; word++) {
      has |= g_ascii_strcasecmp(*word, extension) == 0;
   }
   return has;
}

/* The extension that an instruction of x86 needs, of those that Valgrind asks the processor for, if the
   processor lacks it; else NULL. */
static const char* lacking_on_x86(const cs_insn* instruction, uint8_t first, const char* processor)
{
   static const struct {
      const char* mnemonic;
      const char* extension;
   } needs[] = {
      { "rdtscp", "RDTSCP" }, { "rdrand", "RDRAND" }, { "rdseed", "RDSEED" }, { "cmpxchg16b", "CX16" },
      { "vcvtph2ps", "F16C" }, { "vcvtps2ph", "F16C" },
   };
   const char* extension = first == VEX_OF_2 || first == VEX_OF_3 ? "AVX" : NULL;
   for (size_t i = 0; i < G_N_ELEMENTS(needs); i++) {
      if (g_str_has_suffix(instruction->mnemonic, needs[i].mnemonic)) {   /* "lock cmpxchg16b" */
         extension = needs[i].extension;
      }
   }
   return extension == NULL || has_extension(processor, extension) ? NULL : extension;
}

/* "vaddps zmm0, zmm0, zmm0": some versions of capstone write a blank before commas. */
static char* text_of(const cs_insn* instruction, bool is_avx512)
{
   g_autoptr(GString) text = g_string_new(instruction->mnemonic);
   g_string_append_printf(text, " %s", instruction->op_str);
   g_string_replace(text, " ,", ",", 0);
   return g_strconcat(g_strstrip(text->str), is_avx512 ? " (" INSTRUCTION_AVX512 ")" : "", NULL);
}

static const struct {
   const char* name;
   cs_arch     arch;
   cs_mode     mode;
} processors[] = {
   { "amd64", CS_ARCH_X86, CS_MODE_64 },
   { "arm64", CS_ARCH_ARM64, CS_MODE_LITTLE_ENDIAN },
#if CS_API_MAJOR >= 5
   { "riscv64", CS_ARCH_RISCV, CS_MODE_RISCV64 | CS_MODE_RISCVC },
#endif
};

static bool is_of_kind(const char* processor, const char* kind)
{
   size_t length = strlen(kind);
   return strncmp(processor, kind, length) == 0 && (processor[length] == '\0' || processor[length] == '-');
}

static bool open_decoder(const char* processor, csh* decoder)
{
   for (size_t i = 0; i < G_N_ELEMENTS(processors); i++) {
      if (is_of_kind(processor, processors[i].name)) {
         return cs_open(processors[i].arch, processors[i].mode, decoder) == CS_ERR_OK;
      }
   }
   return false;
}

char* instruction_text(const uint8_t* bytes, size_t count, const char* processor, const char** lacking)
{
   csh      decoder;
   cs_insn* instruction;
   char*    text = NULL;
   bool     is_x86 = is_of_kind(processor, "amd64");
   uint8_t  first = first_byte(bytes, count);
   bool     is_avx512 = is_x86 && first == EVEX;
   *lacking = NULL;
   if (!open_decoder(processor, &decoder)) {
      return NULL;
   }
   if (cs_disasm(decoder, bytes, count, 0, 1, &instruction) == 1) {
      if (!is_trap(instruction)) {
         is_avx512 |= is_x86 && is_of_masks(instruction);
         text = text_of(instruction, is_avx512);
         *lacking = is_avx512 || !is_x86 ? NULL : lacking_on_x86(instruction, first, processor);
      }
      cs_free(instruction, 1);
   } else if (is_avx512) {
      text = g_strdup("an instruction of " INSTRUCTION_AVX512);
   } else if (is_of_kind(processor, "riscv64") && is_of_rvv(bytes, count)) {
      text = g_strdup("an instruction of the vector extension");
   }
   if (is_avx512) {
      *lacking = INSTRUCTION_AVX512;
   }
   cs_close(&decoder);
   return text;
}
