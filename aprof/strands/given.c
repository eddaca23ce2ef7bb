/* A file is known by its device and inode, whatever it is opened as.  A filter of seccomp may end the process
   for the system call that asks for them: then, nothing more is looked at. */

#include "strands/given.h"

#include "files/files.h"
#include "memory.h"

/* The files that are remembered; of more, those with the fewest bytes are forgotten. */
#define MOST_FILES   64
#define MOST_PORTS   16

/* The length of a path with its end, as in Linux' limits.h. */
#define LONGEST_PATH  4096

/* The files that are told. */
#define MOST_TOLD    4

#define ELF_MAGIC       "\177ELF"
#define ELF_MAGIC_SIZE  4

/* From Linux' mman.h: the dynamic linker maps libraries so. */
#define MAP_DENYWRITE  0x800

/* From Linux' socket.h; the port of both families is at the same place. */
#define FAMILY_INET   2
#define FAMILY_INET6  10

#define SECCOMP_SET_MODE_FILTER  1

typedef struct {
   ULong  device;
   ULong  inode;
   ULong  bytes;
   HChar* path;
   Bool   is_standard_input;
   Bool   is_named;       /* by an argument */
   Bool   is_left_out;    /* a program, or what the system has for all */
   Bool   is_told;
} GivenFile;

static GivenFile given[MOST_FILES];
static UInt      given_count;
static ULong     all_bytes;
static UInt      ports[MOST_PORTS];
static UInt      port_count;
static Bool      is_filtered;

/*--- Arguments ---*/

static const HChar* argument(Word index)
{
   return *(const HChar**)VG_(indexXA)(VG_(args_for_client), index);
}

/* Whether an argument has the name, as "--file=NAME" has. */
static Bool is_named(const HChar* name)
{
   for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
      if (VG_(strstr)(argument(i), name) != NULL) {
         return True;
      }
   }
   return False;
}

static Bool is_argument(const HChar* text)
{
   for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
      if (VG_(strcmp)(argument(i), text) == 0) {
         return True;
      }
   }
   return False;
}

/*--- Files ---*/

/* Whether the file is in a directory of the system, as locales and caches are that many programs read. */
static Bool is_of_system(const HChar* path)
{
   static const HChar* const directories[] = { "/usr/", "/lib", "/etc/" };
   for (UInt i = 0; i < sizeof directories / sizeof *directories; i++) {
      if (VG_(strncmp)(path, directories[i], VG_(strlen)(directories[i])) == 0) {
         return True;
      }
   }
   return False;
}

/* Returns the place of a file that is not known yet. */
static GivenFile* free_place(void)
{
   UInt least = 0;
   if (given_count < MOST_FILES) {
      return &given[given_count++];
   }
   for (UInt i = 1; i < given_count; i++) {
      least = given[i].bytes < given[least].bytes ? i : least;
   }
   VG_(free)(given[least].path);
   return &given[least];
}

/* Whether this is the file that is standard input; PHP reads a duplicate of its number. */
static Bool is_standard_input(Int number, const struct vg_stat* status)
{
   struct vg_stat standard;
   return number == 0 || (VG_(fstat)(0, &standard) == 0 && standard.dev == status->dev
                          && standard.ino == status->ino);
}

/* Returns the regular file that is open with this number, or NULL. */
static GivenFile* file_of(Int number, const struct vg_stat* status)
{
   HChar link[40], path[LONGEST_PATH];
   for (UInt i = 0; i < given_count; i++) {
      if (given[i].device == status->dev && given[i].inode == status->ino) {
         return &given[i];
      }
   }
   VG_(sprintf)(link, "/proc/self/fd/%d", number);
   SSizeT length = VG_(readlink)(link, path, sizeof path - 1);
   if (length <= 0) {
      return NULL;
   }
   path[length] = '\0';
   GivenFile* file = free_place();
   *file = (GivenFile){
      .device = status->dev, .inode = status->ino, .path = VG_(strdup)("aprof.given", path),
      .is_standard_input = is_standard_input(number, status), .is_named = is_named(files_last_part(path)),
   };
   file->is_left_out = is_of_system(path) && !file->is_named && !file->is_standard_input;
   return file;
}

/* Files of the kernel have no size. */
static void note_bytes(Int number, ULong most, Bool is_program)
{
   struct vg_stat status;
   if (most == 0 || VG_(fstat)(number, &status) != 0 || !VKI_S_ISREG(status.mode) || status.size == 0) {
      return;
   }
   GivenFile* file = file_of(number, &status);
   if (file != NULL) {
      ULong bytes = most < (ULong)status.size ? most : (ULong)status.size;
      file->is_left_out |= is_program;
      file->bytes       += bytes;
      all_bytes         += file->is_left_out ? 0 : bytes;
   }
}

static Bool begins_as_program(Addr buffer, UWord size)
{
   return size >= ELF_MAGIC_SIZE && memory_is_readable(buffer, ELF_MAGIC_SIZE)
          && VG_(memcmp)((const void*)buffer, ELF_MAGIC, ELF_MAGIC_SIZE) == 0;
}

static void note_mapping(const UWord* arguments)
{
   Bool is_data = (arguments[3] & (VKI_MAP_ANONYMOUS | MAP_DENYWRITE)) == 0
                  && (arguments[2] & VKI_PROT_EXEC) == 0;
   if (is_data) {
      note_bytes((Int)arguments[4], arguments[1], False);
   }
}

/*--- Ports ---*/

static void note_port(Addr address, UWord size)
{
   const UChar* bytes = (const UChar*)address;
   if (size < 4 || !memory_is_readable(address, 4) || port_count == MOST_PORTS) {
      return;
   }
   UInt family = *(const UShort*)address;
   UInt port   = bytes[2] << 8 | bytes[3];
   Bool is_new = (family == FAMILY_INET || family == FAMILY_INET6) && port > 0;
   for (UInt i = 0; i < port_count && is_new; i++) {
      is_new = ports[i] != port;
   }
   if (is_new) {
      ports[port_count++] = port;
   }
}

/*--- System calls ---*/

void given_after_system_call(UInt number, const UWord* arguments, UWord result)
{
   if (is_filtered || files_are_forbidden) {
      return;
   }
   switch (number) {
      case __NR_read:
      case __NR_pread64:
         note_bytes((Int)arguments[0], result, begins_as_program(arguments[1], result));
         break;
      case __NR_readv:
      case __NR_preadv:
      case __NR_copy_file_range:
         note_bytes((Int)arguments[0], result, False);
         break;
      case __NR_sendfile:
         note_bytes((Int)arguments[1], result, False);
         break;
      case __NR_mmap:
         note_mapping(arguments);
         break;
      case __NR_bind:
      case __NR_connect:
         note_port(arguments[1], arguments[2]);
         break;
      case __NR_prctl:
         is_filtered = arguments[0] == VKI_PR_SET_SECCOMP;
         break;
      case __NR_seccomp:
         is_filtered = arguments[0] <= SECCOMP_SET_MODE_FILTER;
         break;
   }
}

void given_forked(void)
{
   for (UInt i = 0; i < given_count; i++) {
      VG_(free)(given[i].path);
   }
   given_count = 0;
   all_bytes   = 0;
}

/*--- What is told ---*/

ULong given_bytes(void)
{
   return all_bytes;
}

/* Returns the file to be told next, or NULL. */
static GivenFile* next_file(void)
{
   GivenFile* found    = NULL;
   Bool       is_meant = False;
   for (UInt i = 0; i < given_count; i++) {
      GivenFile* file = &given[i];
      if (!file->is_told && !file->is_left_out) {
         Bool is_this_meant = file->is_standard_input || file->is_named;
         if (found == NULL || (is_this_meant && !is_meant)
             || (is_this_meant == is_meant && file->bytes > found->bytes)) {
            found    = file;
            is_meant = is_this_meant;
         }
      }
   }
   return found;
}

void given_visit_files(void (*visit)(const HChar* path, ULong bytes, Bool is_standard_input))
{
   GivenFile* file;
   for (UInt i = 0; i < given_count; i++) {
      given[i].is_told = False;
   }
   for (UInt told = 0; told < MOST_TOLD && (file = next_file()) != NULL; told++) {
      visit(file->path, file->bytes, file->is_standard_input);
      file->is_told = True;
   }
}

void given_visit_ports(void (*visit)(UInt port))
{
   for (UInt i = 0; i < port_count; i++) {
      HChar text[8];
      VG_(sprintf)(text, "%u", ports[i]);
      if (is_argument(text)) {
         visit(ports[i]);
      }
   }
}
