/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors */

#include "code/inlined.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "code/paths.h"
#include "files/files.h"
#include "options.h"
#include "valgrind_version.h"

#define PROGRAM  "aprof-inlined"
#define HEAD     "aprof inlined 1"

/* A process that was killed leaves a file; later ones may have its number. */
#define MOST_NAMES  100

typedef struct {
   const HChar* file;
   const HChar* symbol;
} InlinedRoutine;

typedef struct {
   UInt     number;    /* of its InlinedRoutine */
   Routine* routine;   /* NULL: not asked for yet */
} Instance;

typedef struct EntryNode {
   struct EntryNode* next;
   UWord             address;   /* the table's key */
   InlinedEntry      entry;
} EntryNode;

typedef struct WayNode {
   struct WayNode* next;
   UWord           key;         /* of both addresses */
   Addr            from;
   Addr            to;
   InlinedList     ends;
} WayNode;

struct InlinedObject {
   KeptPath     path;
   UInt         first_routine;   /* the map's routine 0 */
   UInt         first_instance;  /* the map's instance 0 */
   VgHashTable* entries;         /* NULL: this is no object of the map */
   VgHashTable* ways;
};

static VgHashTable*    objects;
static InlinedRoutine* routines;
static UInt            routine_number;
static Instance*       instances;        /* by number */
static UInt            instance_number = 1;

/*------------------------------------------------------------*/
/*--- Looking things up                                    ---*/
/*------------------------------------------------------------*/

const InlinedObject* inlined_object(const HChar* image)
{
   if (instance_number == 1) {
      return NULL;
   }
   const InlinedObject* object = paths_kept(&objects, image, sizeof *object);
   return object->entries == NULL ? NULL : object;
}

const InlinedEntry* inlined_entered_at(const InlinedObject* object, Addr address)
{
   const EntryNode* node = VG_(HT_lookup)(object->entries, address);
   return node == NULL ? NULL : &node->entry;
}

static UWord key_of(Addr from, Addr to)
{
   return from * 31 + to;
}

static Word compare_ways(const void* left, const void* right)
{
   const WayNode* a = left;
   const WayNode* b = right;
   return a->from != b->from || a->to != b->to;
}

const InlinedList* inlined_left_between(const InlinedObject* object, Addr from, Addr to)
{
   WayNode        probe = { .key = key_of(from, to), .from = from, .to = to };
   const WayNode* node  = VG_(HT_gen_lookup)(object->ways, &probe, compare_ways);
   return node == NULL ? NULL : &node->ends;
}

Routine* inlined_routine(UInt instance, Addr code, const Routine* host)
{
   Instance* of = &instances[instance];
   if (of->routine == NULL) {
      const InlinedRoutine* named = &routines[of->number];
      of->routine = routine_of_inlined(named->symbol, named->file, code,
                                       options.separate_inlined ? host : NULL);
   }
   return of->routine;
}

/*------------------------------------------------------------*/
/*--- The map                                              ---*/
/*------------------------------------------------------------*/

/* The rest of a line. */
typedef struct {
   HChar* at;
   Bool   is_wrong;
} Rest;

static ULong next_number(Rest* rest, Bool is_address)
{
   HChar* end    = rest->at;
   Long   number = is_address ? VG_(strtoll16)(rest->at, &end) : VG_(strtoll10)(rest->at, &end);
   rest->is_wrong |= end == rest->at || number < 0 || (*end != ' ' && *end != '\0');
   rest->at = *end == ' ' ? end + 1 : end;
   return number;
}

/* The numbers of the object's instances. */
static InlinedList next_list(Rest* rest, const InlinedObject* object)
{
   ULong count = next_number(rest, False);
   rest->is_wrong |= count > VG_(strlen)(rest->at);
   UInt* numbers = rest->is_wrong ? NULL : VG_(malloc)("aprof.inlined.list", (count + 1) * sizeof *numbers);
   for (ULong i = 0; i < count && !rest->is_wrong; i++) {
      numbers[i] = object->first_instance + next_number(rest, False);
      rest->is_wrong |= numbers[i] >= instance_number;
   }
   return (InlinedList){ .count = rest->is_wrong ? 0 : count, .numbers = numbers };
}

/* The array doubles whenever `count` is a power of two. */
static void* grown(const HChar* what, void* array, UInt count, SizeT size)
{
   Bool is_full = (count & (count - 1)) == 0;
   return is_full ? VG_(realloc)(what, array, (2 * (SizeT)count + 2) * size) : array;
}

/* FILE SYMBOL, where the symbol may have blanks. */
static void read_routine(Rest* rest)
{
   HChar* blank = VG_(strchr)(rest->at, ' ');
   rest->is_wrong |= blank == NULL || blank[1] == '\0';
   if (!rest->is_wrong) {
      *blank   = '\0';
      routines = grown("aprof.inlined.routines", routines, routine_number, sizeof *routines);
      routines[routine_number++] = (InlinedRoutine){
         .file   = VG_STREQ(rest->at, "-") ? "" : VG_(strdup)("aprof.inlined.file", rest->at),
         .symbol = VG_(strdup)("aprof.inlined.symbol", blank + 1)
      };
   }
}

static void read_instance(Rest* rest, const InlinedObject* object)
{
   ULong number = object->first_routine + next_number(rest, False);
   rest->is_wrong |= number >= routine_number;
   if (!rest->is_wrong) {
      instances = grown("aprof.inlined.instances", instances, instance_number, sizeof *instances);
      instances[instance_number++] = (Instance){ .number = number };
   }
}

static void read_entry(Rest* rest, const InlinedObject* object)
{
   EntryNode* node = VG_(calloc)("aprof.inlined.entry", 1, sizeof *node);
   node->address       = next_number(rest, True);
   node->entry.goes_on = next_list(rest, object);
   node->entry.begins  = next_list(rest, object);
   VG_(HT_add_node)(object->entries, node);
}

static void read_way(Rest* rest, const InlinedObject* object)
{
   WayNode* node = VG_(calloc)("aprof.inlined.way", 1, sizeof *node);
   node->from = next_number(rest, True);
   node->to   = next_number(rest, True);
   node->key  = key_of(node->from, node->to);
   node->ends = next_list(rest, object);
   VG_(HT_add_node)(object->ways, node);
}

static InlinedObject* begin_object(const HChar* path)
{
   InlinedObject* object = paths_kept(&objects, path, sizeof *object);
   object->first_routine  = routine_number;
   object->first_instance = instance_number;
   object->entries        = VG_(HT_construct)("aprof.inlined.entries");
   object->ways           = VG_(HT_construct)("aprof.inlined.ways");
   return object;
}

/* Whether the line is right; `object` is the one that it is of. */
static Bool read_line(HChar* line, InlinedObject** object)
{
   Rest rest = { .at = line + 2, .is_wrong = line[0] == '\0' || line[1] != ' ' };
   if (rest.is_wrong) {
      return False;
   }
   if (line[0] == 'o') {
      *object = begin_object(rest.at);
   } else if (*object == NULL) {
      return False;
   } else if (line[0] == 'r') {
      read_routine(&rest);
   } else if (line[0] == 'i') {
      read_instance(&rest, *object);
   } else if (line[0] == 'b') {
      read_entry(&rest, *object);
   } else if (line[0] == 'e') {
      read_way(&rest, *object);
   } else {
      return False;
   }
   return !rest.is_wrong;
}

/* Whether it is a map. */
static Bool read_map(HChar* text)
{
   InlinedObject* object = NULL;
   Bool           is_first = True;
   Bool           is_right = True;
   while (*text != '\0' && is_right) {
      HChar* end = VG_(strchr)(text, '\n');
      if (end == NULL) {
         return False;
      }
      *end     = '\0';
      is_right = is_first ? VG_STREQ(text, HEAD) : read_line(text, &object);
      is_first = False;
      text     = end + 1;
   }
   return is_right && !is_first;
}

/* The whole file as a text; NULL: it cannot be read. */
static HChar* text_of(const HChar* name)
{
   struct vg_stat status;
   Int    file = files_open_regular(name);
   Long   size = file >= 0 && files_stat(name, &status) ? status.size : -1;
   Long   had  = 0;
   HChar* text = size < 0 ? NULL : VG_(malloc)("aprof.inlined.map", size + 1);
   while (text != NULL && had < size) {
      Int more = VG_(read)(file, text + had, size - had < 0x100000 ? size - had : 0x100000);
      if (more <= 0) {
         break;
      }
      had += more;
   }
   if (text != NULL) {
      text[had] = '\0';
   }
   if (file >= 0) {
      VG_(close)(file);
   }
   return text;
}

/*------------------------------------------------------------*/
/*--- The program that makes it                            ---*/
/*------------------------------------------------------------*/

/* Sets the path of a file in the same directory as this one, if it is there. */
static Bool is_beside(const HChar* file, const HChar* name, HChar* path, SizeT size)
{
   const HChar*   slash  = VG_(strrchr)(file, '/');
   SizeT          length = slash == NULL ? 0 : slash + 1 - file;
   struct vg_stat status;
   if (slash == NULL || length + VG_(strlen)(name) >= size) {
      return False;
   }
   VG_(memcpy)(path, file, length);
   VG_(strcpy)(path + length, name);
   return files_stat(path, &status);
}

/* Looks beside the tool and, in a directory of links to tools, beside those. */
static Bool find_program(HChar* path, SizeT size)
{
   HChar        own[VKI_PATH_MAX + 1];
   const HChar* directory = VG_(getenv)("VALGRIND_LIB");
   SSizeT       length    = VG_(readlink)("/proc/self/exe", own, VKI_PATH_MAX);
   own[length > 0 ? length : 0] = '\0';
   if (is_beside(own, PROGRAM, path, size)) {
      return True;
   }
   if (directory == NULL || VG_(strlen)(directory) + 2 > sizeof own) {
      return False;
   }
   VG_(sprintf)(own, "%s/", directory);
   return is_beside(own, PROGRAM, path, size);
}

/* A map that is wrong somewhere may be wrong everywhere. */
static void forget_all(void)
{
   instance_number = 1;
}

static __attribute__((noreturn)) void fail(const HChar* why, const HChar* what)
{
   VG_(fmsg)("--inlined=%s: %s%s.\n", options.inlined == InlinedOwn ? "own" : "all", why, what);
   VG_(exit)(1);
}

/* The number that the next file gets. */
static Int next_file(void)
{
   SysRes probe = VG_(open)("/dev/null", VKI_O_RDONLY, 0);
   Int    file  = sr_isError(probe) ? -1 : (Int)sr_Res(probe);
   if (file >= 0) {
      VG_(close)(file);
   }
   return file;
}

/* Its status; -1: it was not run, or was killed.  VG_(fork) tells the child by a pipe that it may go on, and
   leaves one end of it open, by which the program would have one number less. */
static Int run(const HChar* maker, const HChar* program, const HChar* map)
{
   const HChar* words[] = { maker, options.inlined == InlinedOwn ? "own" : "all", program, map, NULL };
   Int          status  = 0;
   Int          pipe    = next_file();
   Int          child   = VG_(fork)();
   if (child == 0) {
      VG_(execv)(maker, words);
      VG_(exit)(127);
   }
   if (pipe >= 0) {
      VG_(close)(pipe);
   }
   Bool is_over = child > 0 && VG_(waitpid)(child, &status, 0) == child;
   return is_over && (status & 0x7f) == 0 ? status >> 8 & 0xff : -1;
}

/* Makes an empty file in the directory, and sets its path. */
static Bool make_file(const HChar* directory, HChar* path, SizeT size)
{
   if (VG_(strlen)(directory) + 64 > size) {
      return False;
   }
   for (UInt i = 0; i < MOST_NAMES; i++) {
      VG_(sprintf)(path, "%s/aprof-inlined-%d-%u", directory, VG_(getpid)(), i);
      SysRes made = VG_(open)(path, VKI_O_CREAT | VKI_O_EXCL | VKI_O_WRONLY, 0600);
      if (!sr_isError(made)) {
         VG_(close)(sr_Res(made));
         return True;
      }
   }
   return False;
}

void inlined_init(void)
{
   HChar        maker[VKI_PATH_MAX + 1];
   HChar        map[VKI_PATH_MAX + 1];
   const HChar* program;
   if (options.inlined == InlinedNo) {
      return;
   }
   if (!find_program(maker, sizeof maker)) {
      fail("the program " PROGRAM " is not where aprof's tool is",
           ": aprof was built without capstone or libdw");
   }
   if (!VG_(resolve_filename)(VG_(cl_exec_fd), &program)) {
      return;
   }
   if (!make_file(VG_(tmpdir)(), map, sizeof map) && !make_file("/dev/shm", map, sizeof map)) {
      VG_(umsg)("Warning: inlined routines are not measured: no file for what is known of them\n"
                "can be made in %s (TMPDIR) or /dev/shm\n", VG_(tmpdir)());
      return;
   }
   Int    status = run(maker, program, map);
   HChar* text   = text_of(map);
   VG_(unlink)(map);
   if (status != 0 || text == NULL || !read_map(text)) {
      forget_all();
      VG_(umsg)("Warning: inlined routines are not measured: this program failed%s:\n%s\n",
                status < 0 ? ", or took too long" : "", maker);
   }
   if (text != NULL) {
      VG_(free)(text);
   }
}
