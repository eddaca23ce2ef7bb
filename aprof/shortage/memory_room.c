/* The files are described in proc(5), and in Linux' admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst. */

#include "shortage/shortage.h"

#include "files/files.h"

#define MB  (1ULL << 20)

/* Valgrind takes up to some 30 MB at once, for code. */
#define FEWEST_LEFT  (64 * MB)
#define MOST_LEFT    (512 * MB)

static MemoryRoom room_of(const HChar* what, ULong limit, ULong left)
{
   ULong part   = limit / 16;
   ULong enough = part < 2 * FEWEST_LEFT ? 2 * FEWEST_LEFT : part < MOST_LEFT ? part : MOST_LEFT;
   return (MemoryRoom){ what, limit, left, enough, enough / 2 };
}

/* If what is left is less than `room` has, in relation to what should be. */
static void take_if_less(MemoryRoom* room, const HChar* what, ULong limit, ULong left)
{
   MemoryRoom other = room_of(what, limit, left);
   if (room->what == NULL
       || (left >> 20) * (room->enough >> 20) < (room->left >> 20) * (other.enough >> 20)) {
      *room = other;
   }
}

/*--- Files of the kernel ---*/

#define LONGEST_FILE  8192

/* Until the next file is read.  Closes it. */
static const HChar* text_in_file(Int file)
{
   static HChar text[LONGEST_FILE];
   files_read_text(file, text, sizeof text);
   return text;
}

static const HChar* text_of(const HChar* name)
{
   return text_in_file(VG_(fd_open)(name, VKI_O_RDONLY, 0));
}

/* The number behind the word that begins a line; 0 if there is none. */
static ULong number_after(const HChar* text, const HChar* word)
{
   SizeT length = VG_(strlen)(word);
   while (text != NULL && VG_(strncmp)(text, word, length) != 0) {
      text = VG_(strchr)(text, '\n');
      text = text == NULL ? NULL : text + 1;
   }
   if (text == NULL) {
      return 0;
   }
   for (text += length; *text == ' '; text++) {
   }
   return VG_(strtoull10)(text, NULL);
}

/*--- Control groups ---*/

/* The files of a version. */
typedef struct {
   const HChar* line;            /* how its line in /proc/self/cgroup begins, behind the number */
   const HChar* mounted_at;
   const HChar* limit;
   const HChar* used;
   const HChar* cached[2];       /* in memory.stat: what of it would be given back */
} Version;

static const Version versions[] = {
   { "::", "/sys/fs/cgroup", "memory.max", "memory.current", { "inactive_file", "active_file" } },
   { ":memory:", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
     { "total_inactive_file", "total_active_file" } },
};

/* A group that has a limit. */
typedef struct Group {
   const Version* version;
   ULong          limit;
   HChar*         directory;
   struct Group*  next;
} Group;

static Group* groups;

static const HChar* text_in(const HChar* directory, const HChar* file)
{
   HChar* name = VG_(malloc)("aprof.memory.name", VG_(strlen)(directory) + VG_(strlen)(file) + 2);
   VG_(sprintf)(name, "%s/%s", directory, file);
   const HChar* text = text_of(name);
   VG_(free)(name);
   return text;
}

/* A file without a limit says `max`, or a number near 2^63. */
#define NO_LIMIT  (1ULL << 60)

static void add_group(const Version* version, const HChar* directory)
{
   ULong limit = VG_(strtoull10)(text_in(directory, version->limit), NULL);
   if (limit > 0 && limit < NO_LIMIT) {
      Group* group = VG_(malloc)("aprof.memory.group", sizeof *group);
      *group = (Group){ version, limit, VG_(strdup)("aprof.memory.group", directory), groups };
      groups = group;
   }
}

/* And those around it.  In a container, the path may be one that only the machine outside has; then the group
   of the container is where they are mounted. */
static void add_groups(const Version* version, const HChar* path, SizeT length)
{
   SizeT  mounted   = VG_(strlen)(version->mounted_at);
   HChar* directory = VG_(malloc)("aprof.memory.directory", mounted + length + 1);
   HChar* root      = directory + mounted;
   HChar* end       = root + length;
   VG_(memcpy)(directory, version->mounted_at, mounted);
   VG_(memcpy)(root, path, length);
   while (end > root) {
      *end = '\0';
      add_group(version, directory);
      while (end > root && *--end != '/') {
      }
   }
   *root = '\0';
   add_group(version, directory);
   VG_(free)(directory);
}

/* Lines as 0::/path, and 4:memory:/path.  The numbers have a single digit, or two. */
static void find_groups(void)
{
   HChar* text = VG_(strdup)("aprof.memory.groups", text_in_file(files_open_own("cgroup")));
   for (HChar* line = text; line != NULL && *line != '\0'; ) {
      const HChar* rest = line;
      while (VG_(isdigit)(*rest)) {
         rest++;
      }
      HChar* end    = VG_(strchr)(line, '\n');
      SizeT  length = end == NULL ? VG_(strlen)(rest) : (SizeT)(end - rest);
      for (UInt i = 0; i < sizeof versions / sizeof *versions; i++) {
         SizeT begins = VG_(strlen)(versions[i].line);
         if (length >= begins && VG_(strncmp)(rest, versions[i].line, begins) == 0) {
            add_groups(&versions[i], rest + begins, length - begins);
         }
      }
      line = end == NULL ? NULL : end + 1;
   }
   VG_(free)(text);
}

static void take_group(MemoryRoom* room, const Group* group)
{
   const Version* version = group->version;
   ULong used = VG_(strtoull10)(text_in(group->directory, version->used), NULL);
   const HChar* statistics = text_in(group->directory, "memory.stat");
   ULong cached = number_after(statistics, version->cached[0]) + number_after(statistics, version->cached[1]);
   used = used > cached ? used - cached : 0;
   take_if_less(room, "its control group", group->limit, group->limit > used ? group->limit - used : 0);
}

/*--- The process, and the machine ---*/

/* From Linux' asm-generic/resource.h. */
#define RLIMIT_DATA  2
#define RLIMIT_AS    9

static void take_resource(MemoryRoom* room, const HChar* what, Int resource, ULong used)
{
   struct vki_rlimit limit;
   if (VG_(getrlimit)(resource, &limit) == 0 && limit.rlim_cur != VKI_RLIM_INFINITY) {
      take_if_less(room, what, limit.rlim_cur, limit.rlim_cur > used ? limit.rlim_cur - used : 0);
   }
}

/* proc(5): the first number of statm is the size of the process, and the sixth that of its data, in pages. */
static void take_process(MemoryRoom* room)
{
   HChar* rest  = NULL;
   ULong  pages[6];
   const HChar* at = text_in_file(files_open_own("statm"));
   for (UInt i = 0; i < sizeof pages / sizeof *pages; i++) {
      pages[i] = VG_(strtoull10)(at, &rest);
      at = rest;
   }
   take_resource(room, "ulimit -v", RLIMIT_AS, pages[0] * VKI_PAGE_SIZE);
   take_resource(room, "ulimit -d", RLIMIT_DATA, pages[5] * VKI_PAGE_SIZE);
}

/* In units of 1,024 bytes. */
static void take_machine(MemoryRoom* room)
{
   const HChar* text  = text_of("/proc/meminfo");
   ULong        total = number_after(text, "MemTotal:") + number_after(text, "SwapTotal:");
   if (total > 0) {
      ULong left = number_after(text, "MemAvailable:") + number_after(text, "SwapFree:");
      take_if_less(room, "the machine", total << 10, left << 10);
   }
}

void memory_room_init(void)
{
   find_groups();
}

MemoryRoom memory_room(void)
{
   MemoryRoom room = room_of(NULL, ~0ULL, ~0ULL);
   if (files_are_forbidden) {
      return room;
   }
   take_process(&room);
   for (const Group* group = groups; group != NULL; group = group->next) {
      take_group(&room, group);
   }
   take_machine(&room);
   return room;
}
