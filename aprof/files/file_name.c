/* An option's next name is made ahead and kept until a file takes it, because making one counts %n up.  A
   checkpoint looks at the name and leaves it, so files have the same names with checkpoints as without. */

#include "files/file_name.h"

#include "files/characters.h"
#include "files/files.h"

HChar* file_name_joined(const HChar* a, const HChar* b, const HChar* c)
{
   c = c == NULL ? "" : c;
   HChar* text = VG_(malloc)("aprof.file_name", VG_(strlen)(a) + VG_(strlen)(b) + VG_(strlen)(c) + 1);
   VG_(sprintf)(text, "%s%s%s", a, b, c);
   return text;
}

static Bool begins_with(const HChar* name, const HChar* beginning)
{
   return VG_(strncmp)(name, beginning, VG_(strlen)(beginning)) == 0;
}

/* True for /dev/stdout and the like, which may lead to a regular file. */
static Bool is_open_file(const HChar* name)
{
   return begins_with(name, "/dev/std") || begins_with(name, "/dev/fd/") || begins_with(name, "/proc/");
}

Bool file_name_is_special(const HChar* name, Int* error)
{
   struct vg_stat status;
   SysRes found = VG_(stat)(name, &status);
   if (sr_isError(found)) {
      *error = sr_Err(found) == VKI_ENOENT ? 0 : sr_Err(found);
      return False;
   }
   *error = VKI_S_ISDIR(status.mode) ? VKI_EISDIR : 0;
   return !VKI_S_ISREG(status.mode) || is_open_file(name);
}

/*--- Reports of programs before an execve ---*/

/* The number behind the given count of spaces in a file of one short line, after
   the last parenthesis if there is one; 0 if it cannot be read. */
static ULong number_in_file(const HChar* name, UInt spaces)
{
   HChar text[1024];
   files_read_text(VG_(fd_open)(name, VKI_O_RDONLY, 0), text, sizeof text);
   const HChar* at = VG_(strrchr)(text, ')');
   for (at = at == NULL ? text : at; *at != '\0' && spaces > 0; at++) {
      spaces -= *at == ' ';
   }
   return VG_(strtoull10)(at, NULL);
}

/* In seconds since 1970, to the second.  proc(5): field 22 of stat, 20 behind the
   program's name in parentheses, has the hundredths of a second from the start of
   the machine to that of the process.  0 if it is not known: then all files are younger. */
static ULong process_start_time(void)
{
   struct vki_timeval now;
   ULong running = number_in_file("/proc/uptime", 0);
   ULong started = number_in_file("/proc/self/stat", 20) / 100;
   VG_(gettimeofday)(&now, NULL);
   return running == 0 || started == 0 ? 0 : now.tv_sec - running + started;
}

static Bool is_younger(const HChar* name, ULong time)
{
   struct vg_stat status;
   return !sr_isError(VG_(stat)(name, &status)) && VKI_S_ISREG(status.mode) && status.mtime + 1 >= time;
}

/* Returns the name with a number behind it. */
static HChar* numbered(const HChar* name, const HChar* format, UInt number)
{
   HChar suffix[16];
   VG_(sprintf)(suffix, format, number);
   return file_name_joined(name, suffix, NULL);
}

/* Looks for a report of a whole process, or of its first thread. */
static Bool has_report(const HChar* name, ULong time)
{
   HChar* of_thread = file_name_joined(name, "-01", NULL);
   Bool   has       = is_younger(name, time) || is_younger(of_thread, time);
   VG_(free)(of_thread);
   return has;
}

static void rename_report(const HChar* from, const HChar* to)
{
   if (VG_(rename)(from, to) != 0) {
      VG_(umsg)("Cannot rename '%s', the report of a program that this process ran before: "
                "it will be replaced.\n", characters_visible(from));
   }
}

static void rename_reports(const HChar* from, const HChar* to, ULong time)
{
   if (is_younger(from, time)) {
      rename_report(from, to);
   }
   Bool found = True;
   for (UInt thread = 1; found; thread++) {
      HChar* from_thread = numbered(from, "-%02u", thread);
      HChar* to_thread   = numbered(to, "-%02u", thread);
      found = is_younger(from_thread, time);
      if (found) {
         rename_report(from_thread, to_thread);
      }
      VG_(free)(from_thread);
      VG_(free)(to_thread);
   }
}

/* If the program was started by an execve of a program that was profiled, that
   one's reports have the names of ours: the process is the same.  They get the
   next number that is free.  Returns how many are not. */
static UInt keep_reports_of_same_process(const HChar* name)
{
   ULong  start  = process_start_time();
   HChar* kept   = NULL;
   UInt   number = 0;
   do {
      VG_(free)(kept);
      kept = numbered(name, ".%u", ++number);
   } while (has_report(kept, start));

   UInt taken = number - 1;
   if (has_report(name, start)) {
      rename_reports(name, kept, start);
      taken = number;
   }
   VG_(free)(kept);
   return taken;
}

/*--- Names ---*/

typedef struct {
   const HChar* option;
   HChar*       next;            /* the name of its next file; NULL: not made yet */
   Int          special;         /* see file_name_special; then `next` stays */
   UInt         numbers_taken;   /* see file_name_numbers_taken */
   Bool         is_parents;      /* see file_name_is_parents */
   HChar*       reserved;        /* see file_name_reserve; NULL: none */
   Int          reserved_fd;
} Names;

static Names all_names[FILE_NAME_MAX_OPTIONS];
static UInt  names_count;

static Bool is_of_process(const HChar* format)
{
   return VG_(strstr)(format, "%p") != NULL;
}

const HChar* file_name_prepare(const HChar* option, const HChar* format)
{
   HChar* name = VG_(expand_file_name)(option, format);
   UInt   i    = 0;
   while (i < names_count && !VG_STREQ(all_names[i].option, option)) {
      i++;
   }
   tl_assert(i < FILE_NAME_MAX_OPTIONS);
   names_count = i == names_count ? i + 1 : names_count;
   VG_(free)(all_names[i].next);
   all_names[i] = (Names){ .option = option, .next = name, .special = -1 };
   return name;
}

const HChar* file_name_taken_by(const HChar* option, const HChar* name)
{
   for (UInt i = 0; i < names_count; i++) {
      if (!VG_STREQ(all_names[i].option, option) && VG_STREQ(all_names[i].next, name)) {
         return all_names[i].option;
      }
   }
   return NULL;
}

static Names* names_of(const HChar* option)
{
   UInt i = 0;
   while (!VG_STREQ(all_names[i].option, option)) {
      i++;
      tl_assert(i < names_count);
   }
   return &all_names[i];
}

void file_name_keep_former(const HChar* option, const HChar* format)
{
   Names* names = names_of(option);
   names->numbers_taken = is_of_process(format) ? keep_reports_of_same_process(names->next) : 0;
}

UInt file_name_numbers_taken(const HChar* option)
{
   return names_of(option)->numbers_taken;
}

Bool file_name_is_parents(const OutputFile* file)
{
   return names_of(file->option)->is_parents && !is_of_process(file->format);
}

void file_name_keep_special(const HChar* option, Int fd)
{
   names_of(option)->special = fd;
}

Int file_name_special(const OutputFile* file)
{
   return names_of(file->option)->special;
}

Bool file_name_has_reserved(const HChar* option)
{
   return names_of(option)->reserved != NULL;
}

void file_name_reserve(const HChar* option, HChar* name, Int fd)
{
   tl_assert(fd >= 0 && !file_name_has_reserved(option));
   names_of(option)->reserved    = name;
   names_of(option)->reserved_fd = fd;
}

HChar* file_name_take_reserved(const HChar* option, Int* fd)
{
   Names* names = names_of(option);
   HChar* name  = names->reserved;
   if (name != NULL) {
      names->reserved = NULL;
      *fd = names->reserved_fd;
   }
   return name;
}

HChar* file_name_of(const OutputFile* file)
{
   Names* names = names_of(file->option);
   if (names->special >= 0) {
      return VG_(strdup)("aprof.file_name.special", names->next);
   }
   if (names->next == NULL) {
      names->next = VG_(expand_file_name)(file->option, file->format);
   }
   HChar* name = file_name_joined(names->next, file->suffix, NULL);
   if (!file->is_checkpoint) {
      VG_(free)(names->next);
      names->next = NULL;
   }
   return name;
}

/*--- Checkpoints ---*/

typedef struct Checkpoint {
   const HChar* option;
   UInt         thread;
   HChar*       name;
   struct Checkpoint* next;
} Checkpoint;

static Checkpoint* checkpoints;   /* that are there now */

/* The link to it, or to the end of the list. */
static Checkpoint** find_checkpoint(const OutputFile* file)
{
   Checkpoint** link = &checkpoints;
   while (*link != NULL && ((*link)->thread != file->thread || !VG_STREQ((*link)->option, file->option))) {
      link = &(*link)->next;
   }
   return link;
}

HChar* file_name_take_checkpoint(const OutputFile* file)
{
   Checkpoint** link  = find_checkpoint(file);
   Checkpoint*  taken = *link;
   if (taken == NULL) {
      return NULL;
   }
   HChar* name = taken->name;
   *link = taken->next;
   VG_(free)(taken);
   return name;
}

void file_name_note_checkpoint(const OutputFile* file, const HChar* name)
{
   VG_(free)(file_name_take_checkpoint(file));
   Checkpoint* noted = VG_(malloc)("aprof.file_name.checkpoint", sizeof *noted);
   *noted = (Checkpoint){
      .option = file->option,
      .thread = file->thread,
      .name   = VG_(strdup)("aprof.file_name.checkpoint", name),
      .next   = checkpoints,
   };
   checkpoints = noted;
}

/* The checkpoints, and what is reserved, are the parent's. */
void file_name_forked(void)
{
   while (checkpoints != NULL) {
      Checkpoint* parents = checkpoints;
      checkpoints = parents->next;
      VG_(free)(parents->name);
      VG_(free)(parents);
   }
   for (UInt i = 0; i < names_count; i++) {
      Names* names = &all_names[i];
      names->is_parents    = True;
      names->numbers_taken = 0;
      VG_(free)(names->reserved);
      names->reserved = NULL;
      if (names->special < 0) {
         VG_(free)(names->next);
         names->next = NULL;
      }
   }
}
