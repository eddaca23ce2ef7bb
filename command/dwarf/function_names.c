/* libelf checks that sections are within the file, and that names end.  Everything else that a file says may
   be wrong. */

#include "dwarf/function_names.h"

#include <assert.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

#include "dwarf/copies.h"
#include "dwarf/debug_files.h"
#include "dwarf/functions.h"
#include "input/file.h"
#include "util/number.h"

/* The largest programs have some millions.  A file that claims more has none. */
#define MOST_SYMBOLS  (UINT64_C(1) << 23)

struct FunctionNames {
   GArray*     functions;   /* Function, by address; of several at one address, the best is the first */
   GHashTable* plain;       /* names of functions that have more code than one copy; a set */
   GPtrArray*  objects;     /* Elf*, which have the symbols */
};

/*--- Symbol tables ---*/

/* Marks of arm64 say what follows, code or data. */
static bool is_mark(const char* symbol)
{
   return symbol[0] == '$' || symbol[0] == '\0' || g_str_has_prefix(symbol, ".L");
}

static bool is_code(Elf* object, const GElf_Sym* symbol)
{
   GElf_Shdr section;
   Elf_Scn*  found = symbol->st_shndx < SHN_LORESERVE ? elf_getscn(object, symbol->st_shndx) : NULL;
   return found != NULL && gelf_getshdr(found, &section) != NULL && (section.sh_flags & SHF_EXECINSTR) != 0;
}

static void add_symbol(Elf* object, const GElf_Sym* symbol, size_t names, GArray* functions)
{
   int         type = GELF_ST_TYPE(symbol->st_info);
   bool        is_function = type == STT_FUNC || type == STT_GNU_IFUNC;
   const char* name = is_function || (type == STT_NOTYPE && is_code(object, symbol))
                      ? elf_strptr(object, names, symbol->st_name) : NULL;
   if (name != NULL && symbol->st_shndx != SHN_UNDEF && !is_mark(name)) {
      Function function = { symbol->st_value, symbol->st_size, name, !is_function };
      g_array_append_val(functions, function);
   }
}

static void add_table(Elf* object, Elf_Scn* section, const GElf_Shdr* header, GArray* functions)
{
   Elf_Data* data = elf_getdata(section, NULL);
   uint64_t  count = data == NULL || header->sh_entsize == 0 ? 0 : data->d_size / header->sh_entsize;
   GElf_Sym  symbol;
   for (uint64_t i = 0; i < MIN(count, 8 * MOST_SYMBOLS) && functions->len < MOST_SYMBOLS; i++) {
      if (gelf_getsym(data, (int)i, &symbol) == NULL) {
         return;
      }
      add_symbol(object, &symbol, header->sh_link, functions);
   }
}

static void add_tables(Elf* object, GArray* functions)
{
   Elf_Scn*  section = NULL;
   GElf_Shdr header;
   while ((section = elf_nextscn(object, section)) != NULL) {
      if (gelf_getshdr(section, &header) != NULL && header.sh_type == SHT_SYMTAB
          && (header.sh_flags & SHF_COMPRESSED) == 0) {
         add_table(object, section, &header, functions);
      }
   }
}

/*--- Order ---*/

/* Compares as Valgrind does, which shows the shortest of several names of a function, and of these the first
   in the alphabet; a version does not count. */
static int compare_functions(const void* left, const void* right)
{
   const Function* a = left;
   const Function* b = right;
   size_t          a_length = strcspn(a->symbol, "@");
   size_t          b_length = strcspn(b->symbol, "@");
   return a->address != b->address ? (a->address < b->address ? -1 : 1)
        : a->is_label != b->is_label ? (b->is_label ? -1 : 1)
        : a_length != b_length ? (a_length < b_length ? -1 : 1) : strcmp(a->symbol, b->symbol);
}

/* Notes the plain names of which there is more code than one copy. */
static void find_plain(FunctionNames* names)
{
   g_autoptr(GHashTable) once = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   for (guint i = 0; i < names->functions->len; i++) {
      const char* symbol = g_array_index(names->functions, Function, i).symbol;
      size_t      length = copies_plain_length(symbol);
      if (symbol[length] != '\0') {
         char* plain = g_strndup(symbol, length);
         if (!g_hash_table_add(once, plain)) {
            g_hash_table_add(names->plain, g_strdup(plain));
         }
      }
   }
   for (guint i = 0; i < names->functions->len && g_hash_table_size(once) > 0; i++) {
      const char* symbol = g_array_index(names->functions, Function, i).symbol;
      if (g_hash_table_contains(once, symbol)) {
         g_hash_table_add(names->plain, g_strdup(symbol));
      }
   }
}

/*--- Objects ---*/

/* Closes the descriptor: the file is in memory from then on. */
static void add_object(FunctionNames* names, int fd, const char* build_id, bool is_program)
{
   bool is_it = debug_files_has_id(fd, build_id);
   Elf* object = elf_begin(fd, ELF_C_READ_MMAP, NULL);
   if (is_it && object != NULL && elf_kind(object) == ELF_K_ELF) {
      add_tables(object, names->functions);
      if (is_program) {
         go_functions_add(object, names->functions);
      }
      elf_cntl(object, ELF_C_FDREAD);
      g_ptr_array_add(names->objects, object);
   } else {
      elf_end(object);
   }
   close(fd);
}

static FunctionNames* read_names(const char* path, const char* build_id)
{
   Problem        ignored;
   File*          file = file_open(path, FILE_OBJECT, &ignored);
   FunctionNames* names = g_new0(FunctionNames, 1);
   names->functions = g_array_new(FALSE, FALSE, sizeof(Function));
   names->plain = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   names->objects = g_ptr_array_new();
   if (file != NULL) {
      add_object(names, file_release(file), build_id, true);
   }
   int fd = names->functions->len == 0 && build_id != NULL ? debug_files_open(build_id, true, NULL) : -1;
   if (fd >= 0) {
      add_object(names, fd, build_id, false);
   }
   g_array_sort(names->functions, compare_functions);
   find_plain(names);
   return names;
}

const FunctionNames* function_names_of(const char* path, const char* build_id)
{
   static GHashTable* known;
   if (known == NULL) {
      known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   }
   const char*    key = build_id != NULL ? build_id : path;
   FunctionNames* names = g_hash_table_lookup(known, key);
   if (names == NULL) {
      names = read_names(path, build_id);
      g_hash_table_insert(known, g_strdup(key), names);
   }
   return names->functions->len == 0 ? NULL : names;
}

/*--- Addresses ---*/

/* The first that begins at the address or, if none does, that has it. */
static const Function* function_at(const GArray* functions, uint64_t address)
{
   guint at = NUMBER_FIND(functions, Function, address, address);
   if (at < functions->len && g_array_index(functions, Function, at).address == address) {
      return &g_array_index(functions, Function, at);
   }
   const Function* before = at == 0 ? NULL : &g_array_index(functions, Function, at - 1);
   assert(before == NULL || before->address < address);
   while (before != NULL && before > &g_array_index(functions, Function, 0)
          && before[-1].address == before->address) {
      before--;
   }
   return before != NULL && address - before->address < before->size ? before : NULL;
}

/* The symbol without a version and, if that tells it apart, without what compilers add. */
static char* symbol_of(const FunctionNames* names, const Function* function)
{
   const char* version = strchr(function->symbol, '@');
   size_t      length = version != NULL && version > function->symbol ? (size_t)(version - function->symbol)
                        : copies_plain_length(function->symbol);
   char*       plain = g_strndup(function->symbol, length);
   if (function->symbol[length] != '\0' && version == NULL && g_hash_table_contains(names->plain, plain)) {
      g_free(plain);
      return g_strdup(function->symbol);
   }
   return plain;
}

bool function_names_find(const FunctionNames* names, uint64_t address, char** symbol, char** name)
{
   const Function* function = function_at(names->functions, address);
   if (function == NULL) {
      return false;
   }
   uint64_t         offset = address - function->address;
   g_autofree char* plain = symbol_of(names, function);
   g_autofree char* readable = demangled(plain);
   g_autofree char* place = offset == 0 ? g_strdup("")
                            : g_strdup_printf("+0x%" G_GINT64_MODIFIER "x", offset);
   *symbol = g_strconcat(plain, place, NULL);
   *name = g_strconcat(readable != NULL ? readable : plain, place, NULL);
   return true;
}
