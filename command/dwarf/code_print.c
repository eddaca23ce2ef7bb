/* A number for instructions that does not depend on addresses.  Where an instruction refers to a function,
   the name of the function counts; to an instruction of the same routine, the number of that; to data,
   nothing. */

#include "dwarf/code.h"

#include <string.h>

#include "dwarf/code_parts.h"
#include "dwarf/copies.h"
#include "util/number.h"

/* A routine's code while it is read. */
typedef struct {
   const Code* code;
   uint64_t    low;
   uint64_t    high;
   GHashTable* numbers;    /* of instructions, by address, from 1; those that only fill up have none */
   uint64_t    print;
   uint64_t    pages;      /* arm64: registers that have the address of a page */
} Printed;

static void add(Printed* printed, uint64_t number)
{
   hash_add(&printed->print, &number, sizeof number);
}

static bool is_number_of_code(const Printed* printed, uint64_t number)
{
   return printed->code->has_fixed_addresses && number >= printed->code->first && number < printed->code->end;
}

/* Adds what is at an address: an instruction of the routine, a function, or something else. */
static void add_target(Printed* printed, uint64_t address)
{
   const char* name = g_hash_table_lookup(printed->code->symbols, GSIZE_TO_POINTER(address));
   if (address >= printed->low && address < printed->high) {
      gpointer number = NULL;
      while (address < printed->high
             && (number = g_hash_table_lookup(printed->numbers, GSIZE_TO_POINTER(address))) == NULL) {
         address++;
      }
      add(printed, GPOINTER_TO_SIZE(number));
   } else if (name != NULL) {
      g_autofree char* key = copies_key(name);
      hash_add(&printed->print, key, strlen(key));
   }
}

static bool is_jump_or_call(const Code* code, const cs_insn* i)
{
   return cs_insn_group(code->decoder, i, CS_GRP_JUMP) || cs_insn_group(code->decoder, i, CS_GRP_CALL);
}

/*--- Operands ---*/

static void add_memory_amd64(Printed* printed, const cs_insn* i, const x86_op_mem* memory)
{
   uint64_t displacement = (uint64_t)memory->disp;
   add(printed, memory->base);
   add(printed, memory->index);
   add(printed, (uint64_t)memory->scale << 32 | memory->segment);
   if (memory->base == X86_REG_RIP) {
      add_target(printed, i->address + i->size + displacement);
   } else if (is_number_of_code(printed, displacement)) {
      add_target(printed, displacement);
   } else {
      add(printed, displacement);
   }
}

static void add_amd64(Printed* printed, const cs_insn* i)
{
   const cs_x86* x86 = &i->detail->x86;
   bool          is_going = is_jump_or_call(printed->code, i);
   for (uint8_t k = 0; k < x86->op_count; k++) {
      const cs_x86_op* operand = &x86->operands[k];
      add(printed, (uint64_t)operand->type << 8 | operand->size);
      if (operand->type == X86_OP_REG) {
         add(printed, operand->reg);
      } else if (operand->type == X86_OP_MEM) {
         add_memory_amd64(printed, i, &operand->mem);
      } else if (is_going || is_number_of_code(printed, (uint64_t)operand->imm)) {
         add_target(printed, (uint64_t)operand->imm);
      } else {
         add(printed, (uint64_t)operand->imm);
      }
   }
}

static uint64_t bit_of(unsigned reg)
{
   return (uint64_t)1 << (reg % 64);
}

/* The address of data is in two instructions: that of its page, and where it is in that. */
static void add_arm64(Printed* printed, const cs_insn* i)
{
   const cs_arm64* arm = &i->detail->arm64;
   bool            is_going = is_jump_or_call(printed->code, i);
   bool            is_page = i->id == ARM64_INS_ADRP || i->id == ARM64_INS_ADR;
   bool            is_in_page = false;
   for (uint8_t k = 0; k < arm->op_count; k++) {
      const cs_arm64_op* operand = &arm->operands[k];
      add(printed, (uint64_t)operand->type << 16 | (uint64_t)operand->shift.type << 8 | operand->shift.value);
      if (operand->type == ARM64_OP_REG) {
         is_in_page |= k > 0 && (printed->pages & bit_of(operand->reg)) != 0;
         add(printed, operand->reg);
      } else if (operand->type == ARM64_OP_MEM) {
         add(printed, (uint64_t)operand->mem.base << 32 | operand->mem.index);
         bool has_place = (printed->pages & bit_of(operand->mem.base)) != 0;
         add(printed, has_place ? 0 : (uint64_t)operand->mem.disp);
      } else if (operand->type == ARM64_OP_IMM && is_going) {
         add_target(printed, (uint64_t)operand->imm);
      } else if (operand->type == ARM64_OP_IMM && !is_page && !is_in_page) {
         add(printed, (uint64_t)operand->imm);
      }
   }
   if (arm->op_count > 0 && arm->operands[0].type == ARM64_OP_REG) {
      uint64_t written = bit_of(arm->operands[0].reg);
      printed->pages = is_page ? printed->pages | written : printed->pages;
   }
}

/*--- Routines ---*/

static void number_instruction(const cs_insn* i, void* data)
{
   const Printed* printed = data;
   gsize          number = g_hash_table_size(printed->numbers) + 1;
   if (!code_is_padding(printed->code, i)) {
      g_hash_table_insert(printed->numbers, GSIZE_TO_POINTER(i->address), GSIZE_TO_POINTER(number));
   }
}

static void print_instruction(const cs_insn* i, void* data)
{
   Printed* printed = data;
   if (code_is_padding(printed->code, i)) {
      return;
   }
   add(printed, i->id);
   if (printed->code->is_arm64) {
      add_arm64(printed, i);
   } else {
      add_amd64(printed, i);
   }
}

uint64_t code_print(const Code* code, uint64_t low, uint64_t high)
{
   g_autoptr(GHashTable) numbers = g_hash_table_new(NULL, NULL);
   Printed printed = { .code = code, .low = low, .high = high, .numbers = numbers, .print = HASH_START };
   code_each(code, low, high, number_instruction, &printed);
   code_each(code, low, high, print_instruction, &printed);
   return printed.print;
}

uint64_t code_sections_print(const Code* code, const char* const* names)
{
   uint64_t print = HASH_START;
   for (size_t i = 0; names[i] != NULL; i++) {
      GElf_Shdr header;
      Elf_Scn*  section = debug_section(code->elf, names[i], &header);
      Elf_Data* data = section == NULL ? NULL : elf_rawdata(section, NULL);
      if (data != NULL && data->d_buf != NULL) {
         hash_add(&print, data->d_buf, data->d_size);
      }
   }
   return print;
}
