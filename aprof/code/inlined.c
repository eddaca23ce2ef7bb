#include "code/inlined.h"

#include "code/paths.h"
#include "files/files.h"
#include "options.h"
#include "platform.h"
#include "valgrind_version.h"

#define PROGRAM  "aprof-inlined"
#define HEAD     "aprof inlined 3"

/* From Linux' wait.h: any child, also one that sends no signal. */
#define WAIT_ALL  0x40000000

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
   Bool         is_known;        /* nobody has to look at it any more */
   UInt         first_routine;   /* the map's routine 0 */
   UInt         first_instance;  /* the map's instance 0 */
   VgHashTable* entries;         /* NULL: nothing was inlined */
   VgHashTable* ways;
};

static VgHashTable*    objects;
static InlinedRoutine* routines;
static UInt            routine_number;
static Instance*       instances;        /* by number */
static UInt            instance_number = 1;

static HChar        program_path[VKI_PATH_MAX + 1];   /* of PROGRAM; "": there are no maps */
static Bool         may_run_program;
static Bool         is_running;                       /* the profiled program */
static const HChar* system_directories[32];           /* with nothing of the program's own; NULL at the end */

/*--- The map ---*/

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
      ULong number = next_number(rest, False);
      rest->is_wrong |= number >= instance_number - object->first_instance;
      numbers[i] = object->first_instance + number;
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

static void read_instance(Rest* rest, InlinedObject* object)
{
   if (object->entries == NULL) {
      object->entries = VG_(HT_construct)("aprof.inlined.entries");
      object->ways    = VG_(HT_construct)("aprof.inlined.ways");
   }
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

static UWord key_of(Addr from, Addr to)
{
   return from * 31 + to;
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
   object->is_known       = True;
   object->first_routine  = routine_number;
   object->first_instance = instance_number;
   return object;
}

static void read_system_directory(Rest* rest)
{
   UInt i = 0;
   while (system_directories[i] != NULL) {
      i++;
   }
   rest->is_wrong |= i + 1 == sizeof system_directories / sizeof *system_directories;
   if (!rest->is_wrong) {
      system_directories[i] = VG_(strdup)("aprof.inlined.directory", rest->at);
   }
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
   } else if (line[0] == 's') {
      read_system_directory(&rest);
   } else if (line[0] == 'w') {
      VG_(umsg)("Warning: %s\n", rest.at);
   } else if (*object == NULL || ((*object)->entries == NULL && (line[0] == 'b' || line[0] == 'e'))) {
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

/*--- The program that makes it ---*/

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

static __attribute__((noreturn)) void fail(const HChar* why, const HChar* what)
{
   VG_(fmsg)("--inlined=%s: %s%s.\n", options.inlined == InlinedOwn ? "own" : "all", why, what);
   VG_(exit)(1);
}

/* The status of a child; -1: it is none, or was killed. */
static Int status_of(Word child)
{
   Int  status = 0;
   Word result;
   do {
      result = platform_system_call(__NR_wait4, child, (UWord)&status, WAIT_ALL, 0, 0, 0);
   } while (result == -VKI_EINTR);
   return child > 0 && result == child && (status & 0x7f) == 0 ? status >> 8 & 0xff : -1;
}

/* Runs the program; returns its status, or -1.  The profiled program does not notice: a child that was
   made so sends no signal when it ends, and wait does not find it.  But if it executes a program, it does,
   so it has a child do that.  QEMU's emulator of programs knows no such child; before the program runs,
   any will do. */
static Int run(const HChar* objects_wanted, const HChar* object, const HChar* map)
{
   const HChar* mode    = options.inlined == InlinedOwn ? "own" : "all";
   const HChar* words[] = { program_path, mode, objects_wanted, object, map, options.inlined_maps, NULL };
   Word         between = platform_system_call(__NR_clone, is_running ? 0 : VKI_SIGCHLD, 0, 0, 0, 0, 0);
   if (between == 0) {
      Word child = platform_system_call(__NR_clone, VKI_SIGCHLD, 0, 0, 0, 0, 0);
      if (child == 0) {
         VG_(execv)(program_path, words);
      }
      platform_system_call(__NR_exit_group, child == 0 ? 127 : status_of(child) & 0xff, 0, 0, 0, 0, 0);
   }
   Int status = status_of(between);
   return status == 0xff ? -1 : status;
}

/* Gets the map of the object, with those that it needs or "alone".  Whether there is one; otherwise, says
   why. */
static Bool get_map(const HChar* objects_wanted, const HChar* object)
{
   HChar map[40];
   Word  file = platform_system_call(__NR_memfd_create, (UWord)PROGRAM, 0, 0, 0, 0, 0);
   if (file < 0) {
      VG_(umsg)("Warning: inlined routines are not measured: there is no memory file (error %ld)\n", -file);
      return False;
   }
   VG_(sprintf)(map, "/proc/self/fd/%ld", file);
   Int    status = run(objects_wanted, object, map);
   HChar* text   = text_of(map);
   Bool   is_map = status == 0 && text != NULL && read_map(text);
   VG_(close)((Int)file);
   if (!is_map) {
      VG_(umsg)("Warning: inlined routines are not measured: this program failed%s:\n%s\n",
                status < 0 ? ", or took too long" : "", program_path);
   }
   if (text != NULL) {
      VG_(free)(text);
   }
   return is_map;
}

void inlined_init(void)
{
   const HChar* program;
   if (options.inlined == InlinedNo) {
      return;
   }
   if (!PLATFORM_HAS_INLINED) {
      fail("inlined routines cannot be measured on this processor", "");
   }
   if (!find_program(program_path, sizeof program_path)) {
      fail("the program " PROGRAM " is not where aprof's tool is",
           ": aprof was built without capstone or libdw");
   }
   may_run_program = VG_(resolve_filename)(VG_(cl_exec_fd), &program) && get_map("needed", program);
   if (!may_run_program) {
      program_path[0] = '\0';
   }
   is_running = True;
}

void inlined_keep_to_known(void)
{
   may_run_program = False;
}

/*--- Looking things up ---*/

static Bool is_in_system(const HChar* path)
{
   for (UInt i = 0; system_directories[i] != NULL; i++) {
      SizeT length = VG_(strlen)(system_directories[i]);
      if (VG_(strncmp)(path, system_directories[i], length) == 0 && path[length] == '/') {
         return True;
      }
   }
   return False;
}

/* A map that is wrong somewhere may be wrong everywhere. */
static void look_at_later_object(InlinedObject* object)
{
   if (!get_map("alone", object->path.text)) {
      object->entries = NULL;
   }
}

const InlinedObject* inlined_object(const HChar* image)
{
   if (program_path[0] == '\0') {
      return NULL;
   }
   InlinedObject* object = paths_kept(&objects, image, sizeof *object);
   if (!object->is_known) {
      object->is_known = True;
      if (may_run_program && !is_in_system(image)) {
         look_at_later_object(object);
      }
   }
   return object->entries == NULL ? NULL : object;
}

const InlinedEntry* inlined_entered_at(const InlinedObject* object, Addr address)
{
   const EntryNode* node = VG_(HT_lookup)(object->entries, address);
   return node == NULL ? NULL : &node->entry;
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
