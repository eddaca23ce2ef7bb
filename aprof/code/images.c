/* The id is in a note, which is in memory with the rest of the object.  It is read there, because the file
   may be another one by now.  The program may have written there, too, so all that is read is checked. */

#include "code/images.h"

#include <elf.h>

#include "code/paths.h"
#include "memory.h"

/* Ids have 20 bytes or 16, others that are in use at most 32. */
#define MOST_ID_BYTES  32

/* More than an object has. */
#define MOST_HEADERS   200
#define MOST_NOTES     (64 << 10)

typedef struct {
   KeptPath         path;
   Bool             is_object;  /* code of an object at this path has been seen */
   Bool             differs;    /* an older one had another build id */
   HChar            build_id[2 * MOST_ID_BYTES + 1];   /* "": none */
   const DebugInfo* object;     /* the newest one that Valgrind has read */
   NSegment         mapping;    /* if it has read none: the newest one with code, ... */
   Bool             is_moved;   /* ... whether that is an object's, ... */
   Addr             bias;       /* ... and how far that is from where its symbol table has it */
} Image;

/* An object file, as it is in memory. */
typedef struct {
   const Elf64_Phdr* parts;
   UInt              count;
   Addr              bias;
} Mapped;

static VgHashTable* images;
static XArray*      objects;   /* Image*, those that are object files */

static Image* kept(const HChar* path)
{
   return paths_kept(&images, path, sizeof(Image));
}

const HChar* images_kept(const HChar* path)
{
   return kept(path)->path.text;
}

/*--- Notes ---*/

static SizeT rounded_up(SizeT size, SizeT align)
{
   return (size + align - 1) & ~(align - 1);
}

/* Writes the id that these notes have; False: they have none. */
static Bool find_in_notes(Addr notes, SizeT size, SizeT align, HChar* build_id)
{
   SizeT at = 0;
   while (at + sizeof(Elf64_Nhdr) <= size) {
      const Elf64_Nhdr* note = (const Elf64_Nhdr*)(notes + at);
      SizeT             name = at + sizeof *note;
      SizeT             id   = name + rounded_up(note->n_namesz, align);
      Bool              fits = id + note->n_descsz <= size;
      if (fits && note->n_type == NT_GNU_BUILD_ID && note->n_namesz == sizeof ELF_NOTE_GNU
          && VG_(memcmp)((const void*)(notes + name), ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0
          && note->n_descsz > 0 && note->n_descsz <= MOST_ID_BYTES) {
         for (UInt i = 0; i < note->n_descsz; i++) {
            VG_(sprintf)(build_id + 2 * i, "%02x", ((const UChar*)(notes + id))[i]);
         }
         return True;
      }
      at = id + rounded_up(note->n_descsz, align);
   }
   return False;
}

/* Writes the id that the object has, if it has one. */
static void find_in_object(const Mapped* mapped, HChar* build_id)
{
   for (UInt i = 0; i < mapped->count; i++) {
      const Elf64_Phdr* part  = &mapped->parts[i];
      Addr              notes = mapped->bias + part->p_vaddr;
      if (part->p_type == PT_NOTE && part->p_memsz <= MOST_NOTES && memory_is_readable(notes, part->p_memsz)
          && find_in_notes(notes, part->p_memsz, part->p_align == 8 ? 8 : 4, build_id)) {
         return;
      }
   }
}

/*--- Objects ---*/

/* Finds where this place of the file is mapped whose code is in the segment: in the nearest mapping of the
   file below, as there may be several of them; or in one above.  0: nowhere. */
static Addr place_in_memory(const NSegment* code, Addr place)
{
   Int  size  = 256;
   Addr below = 0;
   Addr above = 0;
   Int  count;
   Addr* starts = VG_(malloc)("aprof.images.starts", size * sizeof *starts);
   while ((count = VG_(am_get_segment_starts)(SkFileC, starts, size)) < 0) {
      size   = -count;
      starts = VG_(realloc)("aprof.images.starts", starts, size * sizeof *starts);
   }
   for (Int i = 0; i < count; i++) {
      const NSegment* segment = VG_(am_find_nsegment)(starts[i]);
      if (segment != NULL && segment->dev == code->dev && segment->ino == code->ino
          && (Addr)segment->offset <= place && place - segment->offset <= segment->end - segment->start) {
         Addr at = segment->start + (place - segment->offset);
         if (segment->start > code->start) {
            above = above == 0 || at < above ? at : above;
         } else if (at >= below) {
            below = at;
         }
      }
   }
   VG_(free)(starts);
   return below != 0 ? below : above;
}

/* Finds the parts of the object whose code is in the segment; False: it is no object.  How far it was moved,
   only the part says that the code is in.  Others may have the same place in the file: one without bytes
   there, or one in the same page. */
static Bool find_parts(const NSegment* code, Addr offset, Mapped* mapped)
{
   Addr start = place_in_memory(code, 0);
   const Elf64_Ehdr* header = (const Elf64_Ehdr*)start;
   if (start == 0 || !memory_is_readable(start, sizeof *header)
       || VG_(memcmp)(header->e_ident, ELFMAG, SELFMAG) != 0
       || header->e_phentsize != sizeof(Elf64_Phdr) || header->e_phnum > MOST_HEADERS) {
      return False;
   }
   Addr parts = place_in_memory(code, header->e_phoff);
   if (parts == 0 || !memory_is_readable(parts, header->e_phnum * sizeof(Elf64_Phdr))) {
      return False;
   }
   const Elf64_Phdr* best = NULL;
   mapped->parts = (const Elf64_Phdr*)parts;
   mapped->count = header->e_phnum;
   for (UInt i = 0; i < mapped->count; i++) {
      const Elf64_Phdr* part = &mapped->parts[i];
      if (part->p_type == PT_LOAD && offset - part->p_offset < part->p_filesz
          && (best == NULL || (part->p_flags & PF_X) != 0)) {
         best = part;
      }
   }
   mapped->bias = best == NULL ? start : code->start - code->offset + best->p_offset - best->p_vaddr;
   return True;
}

static void note_id(Image* image, const HChar* build_id)
{
   if (!image->is_object) {
      if (objects == NULL) {
         objects = VG_(newXA)(VG_(malloc), "aprof.images", VG_(free), sizeof(Image*));
      }
      VG_(addToXA)(objects, &image);
   } else {
      image->differs |= !VG_STREQ(build_id, image->build_id);
   }
   image->is_object = True;
   VG_(strcpy)(image->build_id, build_id);
}

/* Finds the object with this code, and its id; False: the code is of no object file. */
static Bool find_object(Addr code, Mapped* mapped, HChar* build_id)
{
   const NSegment* segment = VG_(am_find_nsegment)(code);
   build_id[0] = '\0';
   if (segment == NULL || segment->kind != SkFileC
       || !find_parts(segment, code - segment->start + segment->offset, mapped)) {
      return False;
   }
   find_in_object(mapped, build_id);
   return True;
}

const HChar* images_of_object(const DebugInfo* object)
{
   Image* image = kept(VG_(DebugInfo_get_filename)(object));
   Mapped mapped;
   HChar  build_id[sizeof image->build_id];
   if (image->object != object) {
      image->object = object;
      find_object(VG_(DebugInfo_get_text_avma)(object), &mapped, build_id);
      note_id(image, build_id);
   }
   return image->path.text;
}

static Bool is_same_mapping(const NSegment* a, const NSegment* b)
{
   return a->start == b->start && a->offset == b->offset && a->dev == b->dev && a->ino == b->ino;
}

const HChar* images_of_mapping(const HChar* path, Addr code, Addr* offset)
{
   Image*          image   = kept(path);
   const NSegment* segment = VG_(am_find_nsegment)(code);
   Mapped          mapped  = { .bias = 0 };
   HChar           build_id[sizeof image->build_id];
   if (!is_same_mapping(&image->mapping, segment)) {
      image->mapping  = *segment;
      image->is_moved = find_object(code, &mapped, build_id);
      image->bias     = mapped.bias;
      if (image->is_moved) {
         note_id(image, build_id);
      }
   }
   *offset = image->is_moved ? code - image->bias : code - segment->start + segment->offset;
   return image->path.text;
}

void images_visit(void (*visit)(const HChar* path, const HChar* build_id))
{
   for (Word i = 0; objects != NULL && i < VG_(sizeXA)(objects); i++) {
      const Image* image = *(Image**)VG_(indexXA)(objects, i);
      if (!image->differs && image->build_id[0] != '\0') {
         visit(image->path.text, image->build_id);
      }
   }
}
