/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "dwarf/instruction.h"

#include <capstone/capstone.h>
#include <glib.h>
#include <string.h>

/* The prefix of all that is new in AVX-512, behind prefixes of segments and addresses.  Capstone knows some
   of these instructions only. */
#define EVEX  0x62

static bool has_evex(const uint8_t* bytes, size_t count)
{
   static const char before[] = { 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x67 };
   while (count > 0 && memchr(before, *bytes, sizeof before) != NULL) {
      bytes++;
      count--;
   }
   return count > 0 && *bytes == EVEX;
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

/* "vaddps zmm0, zmm0, zmm0": some versions of capstone write a blank before commas. */
static char* text_of(const cs_insn* instruction, bool is_avx512)
{
   GString* text = g_string_new(instruction->mnemonic);
   g_string_append_printf(text, " %s", instruction->op_str);
   g_string_replace(text, " ,", ",", 0);
   char* stripped = g_strstrip(g_string_free(text, FALSE));
   char* whole = g_strconcat(stripped, is_avx512 ? " (AVX-512)" : "", NULL);
   g_free(stripped);
   return whole;
}

char* instruction_text(const uint8_t* bytes, size_t count, bool is_arm64, bool* is_avx512)
{
   csh      decoder;
   cs_insn* instruction;
   char*    text = NULL;
   *is_avx512 = !is_arm64 && has_evex(bytes, count);
   if (cs_open(is_arm64 ? CS_ARCH_ARM64 : CS_ARCH_X86, is_arm64 ? CS_MODE_LITTLE_ENDIAN : CS_MODE_64,
               &decoder) != CS_ERR_OK) {
      return NULL;
   }
   if (cs_disasm(decoder, bytes, count, 0, 1, &instruction) == 1) {
      if (!is_trap(instruction)) {
         *is_avx512 |= !is_arm64 && is_of_masks(instruction);
         text = text_of(instruction, *is_avx512);
      }
      cs_free(instruction, 1);
   } else if (*is_avx512) {
      text = g_strdup("an instruction of AVX-512");
   }
   cs_close(&decoder);
   return text;
}
