/* Valgrind's functions by those of the C library.  A set is a sorted array, so that
   sanitizers see each use of an element that is gone. */

#include "fuzz/core.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pub_tool_aspacemgr.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"
#include "pub_tool_vki.h"

#include "files/files.h"
#include "valgrind_version.h"

void VG_(assert_fail)(Bool is_core, const HChar* expression, const HChar* file, Int line,
                      const HChar* function, const HChar* format, ...)
{
   fprintf(stderr, "%s:%d: %s: %s\n", file, line, function, expression);
   abort();
}

static const UChar* file_bytes;
static SizeT        file_size;
static SizeT        file_at;
static ULong        file_number = 1;
static UInt         raw_messages;

/*--- Memory ---*/

typedef struct Block {
   struct Block* next;
   struct Block* former;
} __attribute__((aligned(16))) Block;

static Block blocks = { &blocks, &blocks };

static void* allocate(SizeT size)
{
   Block* block = calloc(1, sizeof *block + size);
   if (block == NULL) {
      abort();
   }
   block->next         = blocks.next;
   block->former       = &blocks;
   blocks.next->former = block;
   blocks.next         = block;
   return block + 1;
}

static void release(void* memory)
{
   if (memory != NULL) {
      Block* block        = (Block*)memory - 1;
      block->former->next = block->next;
      block->next->former = block->former;
      free(block);
   }
}

void* VG_(malloc)(const HChar* name, SizeT size)              { return allocate(size); }
void* VG_(calloc)(const HChar* name, SizeT count, SizeT size) { return allocate(count * size); }
void  VG_(free)(void* memory)                                 { release(memory); }

HChar* VG_(strdup)(const HChar* name, const HChar* text)
{
   return strcpy(allocate(strlen(text) + 1), text);
}

void core_begin(void)
{
   while (blocks.next != &blocks) {
      release(blocks.next + 1);
   }
   core_set_file(NULL, 0);
   file_number++;
   raw_messages = 0;
}

/*--- Texts ---*/

SizeT  VG_(strlen)(const HChar* text)                                { return strlen(text); }
Int    VG_(strncmp)(const HChar* a, const HChar* b, SizeT length)    { return strncmp(a, b, length); }
Int    VG_(strcmp)(const HChar* a, const HChar* b)                   { return strcmp(a, b); }
HChar* VG_(strchr)(const HChar* text, HChar c)                       { return strchr(text, c); }
HChar* VG_(strrchr)(const HChar* text, HChar c)                      { return strrchr(text, c); }
HChar* VG_(strstr)(const HChar* text, const HChar* part)             { return strstr(text, part); }
void*  VG_(memcpy)(void* to, const void* from, SizeT size)           { return memcpy(to, from, size); }
Bool   VG_(isdigit)(HChar c)                                         { return c >= '0' && c <= '9'; }
HChar  VG_(tolower)(HChar c)                                         { return (HChar)tolower((UChar)c); }

/* Loses upper digits beyond 64 bits, as Valgrind's does. */
ULong VG_(strtoull16)(const HChar* text, HChar** end)
{
   ULong number = 0;
   text += text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && isxdigit((UChar)text[2]) ? 2 : 0;
   for (; isxdigit((UChar)*text); text++) {
      number = number * 16 + (isdigit((UChar)*text) ? *text - '0' : tolower((UChar)*text) - 'a' + 10);
   }
   *end = (HChar*)text;
   return number;
}

UInt VG_(sprintf)(HChar* text, const HChar* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   Int length = vsprintf(text, format, arguments);
   va_end(arguments);
   return (UInt)length;
}

UInt VG_(umsg)(const HChar* format, ...)
{
   HChar   text[1000];
   va_list arguments;
   va_start(arguments, format);
   Int length = vsnprintf(text, sizeof text, format, arguments);
   va_end(arguments);
   for (Int i = 0; i < length && i < (Int)sizeof text - 1; i++) {
      raw_messages += (text[i] < ' ' && text[i] != '\n') || text[i] == 0x7f;
   }
   return (UInt)length;
}

UInt core_raw_messages(void)
{
   return raw_messages;
}

/*--- The file ---*/

void core_set_file(const void* bytes, SizeT size)
{
   file_bytes = bytes;
   file_size  = size;
}

static SysRes success(UWord result)
{
   SysRes made;
   memset(&made, 0, sizeof made);
   made._val = result;
   return made;
}

static void fill_status(struct vg_stat* status)
{
   memset(status, 0, sizeof *status);
   status->dev  = 1;
   status->ino  = file_number;
   status->size = (Long)file_size;
   status->mode = VKI_S_IFREG | 0600;
}

const NSegment* VG_(am_find_nsegment)(Addr address)
{
   return NULL;
}

const HChar* VG_(am_get_filename)(const NSegment* segment)
{
   return NULL;
}

Bool files_stat(const HChar* path, struct vg_stat* status)
{
   fill_status(status);
   return True;
}

Int VG_(fstat)(Int file, struct vg_stat* status)
{
   fill_status(status);
   return 0;
}

SysRes VG_(open)(const HChar* path, Int flags, Int mode)
{
   file_at = 0;
   return success(3);
}

Off64T VG_(lseek)(Int file, Off64T offset, Int whence)
{
   file_at = (SizeT)offset;
   return offset;
}

Int VG_(read)(Int file, void* to, Int size)
{
   SizeT left = file_at < file_size ? file_size - file_at : 0;
   SizeT count = left < (SizeT)size ? left : (SizeT)size;
   if (count > 0) {
      memcpy(to, file_bytes + file_at, count);
   }
   file_at += count;
   return (Int)count;
}

void VG_(close)(Int file)   { }
Int  VG_(getpid)(void)      { return 1234; }
Int  VG_(geteuid)(void)     { return 0; }

void VG_(discard_translations)(Addr start, ULong size, const HChar* who) { }

/*--- Sets ---*/

struct _OSet {
   void**     elements;   /* by their keys, ascending */
   Word       count;
   Word       next;
};

static Word compare_addresses(const void* key, const void* element)
{
   Addr a = *(const Addr*)key;
   Addr b = *(const Addr*)element;
   return a < b ? -1 : a > b;
}

/* Returns the place of the key, or where it would be. */
static Word position(const OSet* set, const void* key, OSetCmp_t compare, Bool* found)
{
   Word low = 0, high = set->count;
   *found = False;
   while (low < high) {
      Word middle = (low + high) / 2;
      Word order  = compare(key, set->elements[middle]);
      if (order == 0) {
         *found = True;
         return middle;
      }
      if (order < 0) {
         high = middle;
      } else {
         low = middle + 1;
      }
   }
   return low;
}

OSet* VG_(OSetGen_Create)(PtrdiffT key_offset, OSetCmp_t compare, Alloc_Fn_t allocate_it, const HChar* name,
                          Free_Fn_t free_it)
{
   OSet* set = allocate(sizeof *set);
   if (key_offset != 0 || compare != NULL) {
      abort();   /* nobody needs it */
   }
   return set;
}

void* VG_(OSetGen_AllocNode)(const OSet* set, SizeT size)     { return allocate(size); }
void  VG_(OSetGen_FreeNode)(const OSet* set, void* element)   { release(element); }

void VG_(OSetGen_Insert)(OSet* set, void* element)
{
   Bool   found;
   Word   at       = position(set, element, compare_addresses, &found);
   void** elements = allocate((SizeT)(set->count + 1) * sizeof *elements);
   if (found) {
      abort();   /* Valgrind's set has each key once */
   }
   for (Word i = 0; i <= set->count; i++) {
      elements[i] = i < at ? set->elements[i] : i == at ? element : set->elements[i - 1];
   }
   release(set->elements);
   set->elements = elements;
   set->count++;
}

void* VG_(OSetGen_LookupWithCmp)(OSet* set, const void* key, OSetCmp_t compare)
{
   Bool found;
   Word at = position(set, key, compare, &found);
   return found ? set->elements[at] : NULL;
}

void* VG_(OSetGen_Lookup)(const OSet* set, const void* key)
{
   return VG_(OSetGen_LookupWithCmp)((OSet*)set, key, compare_addresses);
}

void* VG_(OSetGen_Remove)(OSet* set, const void* key)
{
   Bool  found;
   Word  at      = position(set, key, compare_addresses, &found);
   void* element = found ? set->elements[at] : NULL;
   for (Word i = at; found && i + 1 < set->count; i++) {
      set->elements[i] = set->elements[i + 1];
   }
   set->count -= found;
   return element;
}

void VG_(OSetGen_ResetIterAt)(OSet* set, const void* key)
{
   Bool found;
   set->next = position(set, key, compare_addresses, &found);
}

void* VG_(OSetGen_Next)(OSet* set)
{
   return set->next < set->count ? set->elements[set->next++] : NULL;
}

/*--- Hash tables ---*/

struct _VgHashTable {
   VgHashNode* first;
};

VgHashTable* VG_(HT_construct)(const HChar* name)
{
   return allocate(sizeof(VgHashTable));
}

void VG_(HT_add_node)(VgHashTable* table, void* data)
{
   VgHashNode* node = data;
   node->next   = table->first;
   table->first = node;
}

void* VG_(HT_gen_lookup)(const VgHashTable* table, const void* node, HT_Cmp_t compare)
{
   const VgHashNode* wanted = node;
   VgHashNode* found = table->first;
   while (found != NULL && (found->key != wanted->key || compare(found, node) != 0)) {
      found = found->next;
   }
   return found;
}
