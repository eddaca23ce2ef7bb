#include "dwarf/code.h"

#include <assert.h>
#include <string.h>

#include "dwarf/code_parts.h"

/* Bytes of an entry of the PLT, and of what is before the first one. */
#define PLT_ENTRY         16
#define PLT_HEAD_AMD64    16
#define PLT_HEAD_ARM64    32

/*--- Bytes ---*/

static void add_section(Code* code, Elf_Scn* section, const GElf_Shdr* header)
{
   Elf_Data* data = header->sh_type == SHT_NOBITS ? NULL : elf_rawdata(section, NULL);
   if (data != NULL && data->d_buf != NULL) {
      CodeSection found = { header->sh_addr, data->d_buf, MIN(data->d_size, header->sh_size) };
      g_array_append_val(code->sections, found);
   }
   if (header->sh_addr != 0) {
      code->first = MIN(code->first, header->sh_addr);
      code->end = MAX(code->end, header->sh_addr + header->sh_size);
   }
}

/* All of them at once: later, several threads look at them. */
static void read_sections(Code* code)
{
   Elf_Scn*  section = NULL;
   GElf_Shdr header;
   code->sections = g_array_new(FALSE, FALSE, sizeof(CodeSection));
   code->first = UINT64_MAX;
   while ((section = elf_nextscn(code->elf, section)) != NULL) {
      if (gelf_getshdr(section, &header) != NULL && (header.sh_flags & SHF_ALLOC) != 0) {
         add_section(code, section, &header);
      }
   }
}

/* The bytes from an address on, and how many there are in its section; NULL: none. */
static const uint8_t* bytes_at(const Code* code, uint64_t address, size_t* count)
{
   for (guint i = 0; i < code->sections->len; i++) {
      const CodeSection* section = &g_array_index(code->sections, CodeSection, i);
      uint64_t           offset = address - section->address;
      if (address >= section->address && offset < section->count) {
         *count = section->count - offset;
         return section->bytes + offset;
      }
   }
   return NULL;
}

bool code_read_number(const Code* code, uint64_t address, size_t size, int64_t* number)
{
   size_t         count;
   int32_t        half;
   const uint8_t* bytes = bytes_at(code, address, &count);
   assert(size == sizeof half || size == sizeof *number);
   if (bytes == NULL || count < size) {
      return false;
   }
   if (size == sizeof half) {
      memcpy(&half, bytes, sizeof half);
      *number = half;
   } else {
      memcpy(number, bytes, sizeof *number);
   }
   return true;
}

/*--- Names ---*/

static void add_name(Code* code, uint64_t address, const char* name)
{
   gpointer key = GSIZE_TO_POINTER(address);
   if (address != 0 && name != NULL && *name != '\0' && !g_hash_table_contains(code->symbols, key)) {
      g_hash_table_insert(code->symbols, key, g_string_chunk_insert_const(code->texts, name));
   }
}

/* libdwfl moves what has no addresses of its own by `bias`. */
static void add_symbols(Code* code, Dwfl_Module* module, GElf_Addr bias)
{
   int count = dwfl_module_getsymtab(module);
   for (int i = 0; i < count; i++) {
      GElf_Sym    symbol;
      const char* name = dwfl_module_getsym(module, i, &symbol, NULL);
      if (name != NULL && GELF_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF) {
         add_name(code, symbol.st_value - bias, name);
      }
   }
}

/* The place that each relocation writes to has the name of its symbol; so has its entry of the PLT, which
   begins at `plt` (0: there are none). */
static void add_relocations(Code* code, const char* wanted, uint64_t plt)
{
   GElf_Shdr header, symbols_header;
   Elf_Scn*  section = debug_section(code->elf, wanted, &header);
   Elf_Data* data = section == NULL ? NULL : elf_getdata(section, NULL);
   Elf_Scn*  symbols = data == NULL ? NULL : elf_getscn(code->elf, header.sh_link);
   Elf_Data* symbol_data = symbols == NULL || gelf_getshdr(symbols, &symbols_header) == NULL
                           ? NULL : elf_getdata(symbols, NULL);
   if (symbol_data == NULL || header.sh_entsize == 0) {
      return;
   }
   for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++) {
      GElf_Rela entry;
      GElf_Sym  symbol;
      if (gelf_getrela(data, (int)i, &entry) == NULL
          || gelf_getsym(symbol_data, (int)GELF_R_SYM(entry.r_info), &symbol) == NULL) {
         continue;
      }
      const char* name = elf_strptr(code->elf, symbols_header.sh_link, symbol.st_name);
      add_name(code, entry.r_offset, name);
      if (plt != 0) {
         add_name(code, plt + i * PLT_ENTRY, name);
      }
   }
}

static void add_imports(Code* code)
{
   GElf_Shdr header;
   uint64_t  plt = 0;
   if (debug_section(code->elf, ".plt.sec", &header) != NULL) {
      plt = header.sh_addr;
   } else if (debug_section(code->elf, ".plt", &header) != NULL) {
      plt = header.sh_addr + (code->is_arm64 ? PLT_HEAD_ARM64 : PLT_HEAD_AMD64);
   }
   add_relocations(code, ".rela.plt", plt);
   add_relocations(code, ".rela.dyn", 0);
}

GHashTable* code_symbols(const Code* code)
{
   return code->symbols;
}

/*--- Instructions ---*/

/* The address that an operand relative to the instruction stands for; 0: it is none. */
static uint64_t relative_to(const cs_insn* i, const cs_x86_op* operand)
{
   return operand->type == X86_OP_MEM && operand->mem.base == X86_REG_RIP
          ? i->address + i->size + (uint64_t)operand->mem.disp : 0;
}

static void decode_amd64(csh decoder, const cs_insn* i, Decoded* decoded)
{
   const cs_x86*    x86 = &i->detail->x86;
   const cs_x86_op* operand = &x86->operands[0];
   bool             is_direct = x86->op_count > 0 && operand->type == X86_OP_IMM;
   bool             is_jump = i->id == X86_INS_JMP || i->id == X86_INS_LJMP;
   if (i->id == X86_INS_CALL || is_jump) {
      decoded->going = !is_jump ? CALLS : is_direct ? JUMPS : JUMPS_ANYWHERE;
      decoded->target = is_direct ? (uint64_t)operand->imm : relative_to(i, operand);
      decoded->is_in_memory = !is_direct;
      if (is_jump && !is_direct && operand->type == X86_OP_MEM && operand->mem.base == X86_REG_INVALID) {
         decoded->table = (uint64_t)operand->mem.disp;
      }
   } else if (cs_insn_group(decoder, i, CS_GRP_JUMP)) {
      decoded->going = BRANCHES;
      decoded->target = is_direct ? (uint64_t)operand->imm : 0;
   } else if (cs_insn_group(decoder, i, CS_GRP_RET) || i->id == X86_INS_UD2 || i->id == X86_INS_HLT
              || i->id == X86_INS_INT3) {
      decoded->going = ENDS;
   } else if (i->id == X86_INS_LEA) {
      decoded->table = relative_to(i, &x86->operands[1]);
   }
}

static void decode_arm64(const cs_insn* i, Decoded* decoded)
{
   const cs_arm64*    arm = &i->detail->arm64;
   const cs_arm64_op* last = &arm->operands[arm->op_count > 0 ? arm->op_count - 1 : 0];
   uint64_t           target = last->type == ARM64_OP_IMM ? (uint64_t)last->imm : 0;
   bool               has_condition = arm->cc != ARM64_CC_INVALID && arm->cc != ARM64_CC_AL;
   switch (i->id) {
      case ARM64_INS_BL:
      case ARM64_INS_BLR:
         decoded->going = CALLS;
         decoded->target = target;
         break;
      case ARM64_INS_B:
         decoded->going = has_condition ? BRANCHES : JUMPS;
         decoded->target = target;
         break;
      case ARM64_INS_CBZ:
      case ARM64_INS_CBNZ:
      case ARM64_INS_TBZ:
      case ARM64_INS_TBNZ:
         decoded->going = BRANCHES;
         decoded->target = target;
         break;
      case ARM64_INS_BR:
         decoded->going = JUMPS_ANYWHERE;
         break;
      case ARM64_INS_RET:
      case ARM64_INS_BRK:
         decoded->going = ENDS;
         break;
      default:
         break;
   }
}

bool code_is_padding(const Code* code, const cs_insn* i)
{
   const cs_x86_op* operands = i->detail->x86.operands;
   return code->is_arm64 ? i->id == ARM64_INS_NOP
          : i->id == X86_INS_NOP || (i->id == X86_INS_XCHG && operands[0].reg == operands[1].reg);
}

void code_each(const Code* code, uint64_t low, uint64_t high, void (*take)(const cs_insn* i, void* data),
               void* data)
{
   size_t         count = 0;
   const uint8_t* bytes = bytes_at(code, low, &count);
   size_t         left = bytes == NULL ? 0 : MIN(count, (size_t)(high - low));
   cs_insn*       i = cs_malloc(code->decoder);
   uint64_t       address = low;
   while (left > 0 && cs_disasm_iter(code->decoder, &bytes, &left, &address, i)) {
      take(i, data);
   }
   cs_free(i, 1);
}

typedef struct {
   const Code* code;
   GArray*     instructions;
} Decoding;

static void decode(const cs_insn* i, void* data)
{
   const Decoding* decoding = data;
   const Code*     code = decoding->code;
   Decoded         decoded = { .address = i->address, .size = (uint8_t)i->size, .going = GOES_ON,
                               .is_padding = code_is_padding(code, i) };
   if (code->is_arm64) {
      decode_arm64(i, &decoded);
   } else {
      decode_amd64(code->decoder, i, &decoded);
   }
   g_array_append_val(decoding->instructions, decoded);
}

void code_decode(const Code* code, uint64_t low, uint64_t high, GArray* instructions)
{
   code_each(code, low, high, decode, &(Decoding){ code, instructions });
}

/*--- The object ---*/

static bool open_decoder(Code* code)
{
   if (cs_open(code->is_arm64 ? CS_ARCH_ARM64 : CS_ARCH_X86,
               code->is_arm64 ? CS_MODE_LITTLE_ENDIAN : CS_MODE_64, &code->decoder) != CS_ERR_OK) {
      return false;
   }
   cs_option(code->decoder, CS_OPT_DETAIL, CS_OPT_ON);
   return true;
}

Code* code_open(const DebugObject* object)
{
   GElf_Addr bias;
   GElf_Ehdr header;
   Elf*      elf = dwfl_module_getelf(object->module, &bias);
   if (elf == NULL || gelf_getehdr(elf, &header) == NULL
       || (header.e_machine != EM_X86_64 && header.e_machine != EM_AARCH64)) {
      return NULL;
   }
   Code* code = g_new0(Code, 1);
   code->elf = elf;
   code->is_arm64 = header.e_machine == EM_AARCH64;
   code->has_fixed_addresses = header.e_type == ET_EXEC;
   if (!open_decoder(code)) {
      g_free(code);
      return NULL;
   }
   read_sections(code);
   code->symbols = g_hash_table_new(NULL, NULL);
   code->texts = g_string_chunk_new(4096);
   add_symbols(code, object->module, bias);
   add_imports(code);
   return code;
}

void code_close(Code* code)
{
   cs_close(&code->decoder);
   g_hash_table_unref(code->symbols);
   g_string_chunk_free(code->texts);
   g_array_unref(code->sections);
   g_free(code);
}

/* A decoder keeps something of what it decodes. */
Code* code_share(const Code* code)
{
   Code* shared = g_new(Code, 1);
   *shared = *code;
   if (!open_decoder(shared)) {
      g_free(shared);
      return NULL;
   }
   return shared;
}

void code_unshare(Code* code)
{
   if (code != NULL) {
      cs_close(&code->decoder);
      g_free(code);
   }
}
