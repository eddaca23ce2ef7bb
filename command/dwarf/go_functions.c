/* Go's runtime names functions itself, when it prints a stack, so its linker keeps a table of them in each
   program (.gopclntab), which stripping leaves.  Since Go 1.18, the table has:

      magic number, 2 zeros, size of the smallest instruction, size of pointers
      number of functions, number of files, address of the code,
      places in the table: of names, units, files, lines, functions
      ...
      functions: for each, how far from the beginning of the code it begins, and where its record is;
                 then where the last one ends
      a record: where it begins, the place of its name among the names, ...

   A program that may be anywhere in memory has the address of the code as a relocation.  Numbers are
   little-endian, as the processors are whose code is read. */

#include "dwarf/functions.h"

#include <assert.h>
#include <gelf.h>
#include <stdbool.h>
#include <string.h>

#include "dwarf/object.h"

#define GO_1_18       0xfffffff0u
#define GO_1_20       0xfffffff1u
#define HEADER_SIZE   (8 + 8 * 8)
#define AT_CODE       (8 + 2 * 8)

/* More than a program has. */
#define MOST_FUNCTIONS  (UINT64_C(1) << 23)

typedef struct {
   const uint8_t* bytes;
   uint64_t       size;
} Table;

/* 0 beyond the end. */
static uint64_t number_at(const Table* table, uint64_t at, size_t size)
{
   uint64_t number = 0;
   assert(size <= sizeof number);
   if (at <= table->size && size <= table->size - at) {
      memcpy(&number, table->bytes + at, size);
   }
   return number;
}

/* NULL: it does not end in the table. */
static const char* text_at(const Table* table, uint64_t at)
{
   bool ends = at < table->size && memchr(table->bytes + at, '\0', table->size - at) != NULL;
   return ends ? (const char*)table->bytes + at : NULL;
}

static Elf_Scn* find_table(Elf* object, GElf_Shdr* header)
{
   Elf_Scn* section = debug_section(object, ".gopclntab", header);
   section = section != NULL ? section : debug_section(object, ".data.rel.ro.gopclntab", header);
   return section != NULL && (header->sh_flags & SHF_COMPRESSED) == 0 ? section : NULL;
}

/* The value that the dynamic linker will write at the address; 0: none. */
static uint64_t relocated(Elf* object, uint64_t address)
{
   Elf_Scn*  section = NULL;
   GElf_Shdr header;
   GElf_Rela relocation;
   while ((section = elf_nextscn(object, section)) != NULL) {
      Elf_Data* data = gelf_getshdr(section, &header) == NULL || header.sh_type != SHT_RELA
                       || header.sh_entsize == 0 ? NULL : elf_getdata(section, NULL);
      uint64_t  count = data == NULL ? 0 : data->d_size / header.sh_entsize;
      for (uint64_t i = 0; i < MIN(count, MOST_FUNCTIONS); i++) {
         if (gelf_getrela(data, (int)i, &relocation) != NULL && relocation.r_offset == address) {
            return (uint64_t)relocation.r_addend;
         }
      }
   }
   return 0;
}

static void add_all(const Table* table, uint64_t code, GArray* functions)
{
   uint64_t count = number_at(table, 8, 8);
   uint64_t names = number_at(table, 8 + 3 * 8, 8);
   uint64_t list = number_at(table, 8 + 7 * 8, 8);
   if (names > table->size || list > table->size || count > (table->size - list) / 8) {
      return;
   }
   for (uint64_t i = 0; i < MIN(count, MOST_FUNCTIONS); i++) {
      uint64_t    begin = number_at(table, list + 8 * i, 4);
      uint64_t    end = number_at(table, list + 8 * i + 8, 4);
      uint64_t    record = list + number_at(table, list + 8 * i + 4, 4);
      const char* name = text_at(table, names + number_at(table, record + 4, 4));
      if (name != NULL && *name != '\0' && begin < end) {
         Function function = { code + begin, end - begin, name, false };
         g_array_append_val(functions, function);
      }
   }
}

void go_functions_add(Elf* object, GArray* functions)
{
   GElf_Shdr header;
   Elf_Scn*  section = find_table(object, &header);
   Elf_Data* data = section == NULL ? NULL : elf_rawdata(section, NULL);
   if (data == NULL || data->d_buf == NULL || data->d_size < HEADER_SIZE) {
      return;
   }
   Table    table = { data->d_buf, data->d_size };
   uint64_t magic = number_at(&table, 0, 4);
   uint64_t code = number_at(&table, AT_CODE, 8);
   if ((magic == GO_1_18 || magic == GO_1_20) && number_at(&table, 7, 1) == 8) {
      code = code != 0 ? code : relocated(object, header.sh_addr + AT_CODE);
      if (code != 0) {
         add_all(&table, code, functions);
      }
   }
}
