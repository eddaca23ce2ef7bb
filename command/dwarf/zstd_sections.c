/* The sections are put behind everything else, so nothing moves that is not compressed. */

#define _GNU_SOURCE   /* memfd_create */

#include "dwarf/zstd_sections.h"

#include <gelf.h>
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#define TYPE_ZSTD  2   /* ELFCOMPRESS_ZSTD, which older elf.h do not have */

/* The debug information of the largest programs.  More is left as it is. */
#define MOST_BYTES  (UINT64_C(4) << 30)

/* Whether the section is compressed so. */
static bool is_compressed(Elf_Scn* section, GElf_Chdr* header)
{
   GElf_Shdr about;
   return gelf_getshdr(section, &about) != NULL && (about.sh_flags & SHF_COMPRESSED) != 0
          && gelf_getchdr(section, header) != NULL && header->ch_type == TYPE_ZSTD;
}

/* How many bytes all such sections have when they are decompressed. */
static uint64_t expanded_size(Elf* object)
{
   uint64_t  sum = 0;
   Elf_Scn*  section = NULL;
   GElf_Chdr header;
   while ((section = elf_nextscn(object, section)) != NULL && sum <= MOST_BYTES) {
      sum += is_compressed(section, &header) ? MIN(header.ch_size, MOST_BYTES + 1) : 0;
   }
   return sum;
}

/* Returns the contents; NULL: they are not what the section says. */
static uint8_t* decompress(Elf* object, Elf_Scn* section, const GElf_Chdr* header)
{
   Elf_Data* raw = elf_rawdata(section, NULL);
   size_t    begin = gelf_fsize(object, ELF_T_CHDR, 1, EV_CURRENT);
   uint8_t*  bytes = raw == NULL || raw->d_size < begin ? NULL : g_try_malloc(header->ch_size + 1);
   size_t    size = bytes == NULL ? 0 : ZSTD_decompress(bytes, header->ch_size,
                                                        (const uint8_t*)raw->d_buf + begin,
                                                        raw->d_size - begin);
   if (bytes != NULL && (ZSTD_isError(size) || size != header->ch_size)) {
      g_clear_pointer(&bytes, g_free);
   }
   return bytes;
}

static bool write_all(int fd, const uint8_t* bytes, uint64_t size, uint64_t at)
{
   while (size > 0) {
      ssize_t written = pwrite(fd, bytes, size, (off_t)at);
      if (written <= 0) {
         return false;
      }
      bytes += written;
      size -= (uint64_t)written;
      at += (uint64_t)written;
   }
   return true;
}

/* Writes the section at the end of the copy, and its header over the former one there. */
static bool expand(Elf* object, Elf_Scn* section, const GElf_Chdr* compressed, int copy, uint64_t* end)
{
   GElf_Ehdr   header;
   GElf_Shdr   about;
   Elf64_Shdr  written;
   uint8_t*    bytes = decompress(object, section, compressed);
   bool        is_done = bytes != NULL && gelf_getehdr(object, &header) != NULL
                         && gelf_getshdr(section, &about) != NULL;
   if (is_done) {
      about.sh_flags &= ~(GElf_Xword)SHF_COMPRESSED;
      about.sh_offset = *end;
      about.sh_size = compressed->ch_size;
      about.sh_addralign = compressed->ch_addralign;
      written = about;
      is_done = write_all(copy, bytes, compressed->ch_size, *end)
                && write_all(copy, (const uint8_t*)&written, sizeof written,
                             header.e_shoff + elf_ndxscn(section) * sizeof written);
      *end += (compressed->ch_size + 15) & ~UINT64_C(15);
   }
   g_free(bytes);
   return is_done;
}

/* Fills in the copy, which has the same bytes at its beginning. */
static bool expand_all(Elf* object, int copy)
{
   size_t    size;
   char*     bytes = elf_rawfile(object, &size);
   uint64_t  end = (size + 15) & ~UINT64_C(15);
   Elf_Scn*  section = NULL;
   GElf_Chdr header;
   bool      is_done = bytes != NULL && write_all(copy, (const uint8_t*)bytes, size, 0);
   while (is_done && (section = elf_nextscn(object, section)) != NULL) {
      if (is_compressed(section, &header)) {
         is_done = expand(object, section, &header, copy, &end);
      }
   }
   return is_done;
}

/* Objects of the processors whose code is read have 64 bits, and the least significant byte first. */
static bool is_usual(Elf* object)
{
   size_t      size;
   const char* ident = elf_getident(object, &size);
   return elf_kind(object) == ELF_K_ELF && ident != NULL && ident[EI_CLASS] == ELFCLASS64
          && ident[EI_DATA] == ELFDATA2LSB;
}

int zstd_sections_expand(int fd)
{
   elf_version(EV_CURRENT);
   Elf*     object = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL);
   uint64_t size = object == NULL || !is_usual(object) ? 0 : expanded_size(object);
   int      copy = size == 0 || size > MOST_BYTES ? -1 : memfd_create("debug", MFD_CLOEXEC);
   bool     is_done = copy >= 0 && expand_all(object, copy);
   elf_end(object);
   if (is_done) {
      close(fd);
      return copy;
   }
   if (copy >= 0) {
      close(copy);
   }
   return fd;
}
