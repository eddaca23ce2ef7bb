/* Valgrind refuses system calls by variables of its own: an option, and its limit of open files.  So we
   change these for as long as such a system call takes. */

#include "surroundings/surroundings.h"

#include "files/files.h"
#include "memory.h"
#include "platform.h"
#include "valgrind_version.h"

/*--- Temporary files ---*/

/* From Linux' memfd.h: an execve closes the file. */
#define MFD_CLOEXEC  1

/* The files that the program sees as /proc/self/cmdline and /proc/self/auxv.  The core makes them, and
   removes their names at once. */
static const HChar prefix_of_nameless[] = "proc_";

/* The core's call of VG_(mkstemp) comes here, by an option of the linker. */
Int version_mkstemp(const HChar* part_of_name, HChar* full_name)
{
   if (VG_(strncmp)(part_of_name, prefix_of_nameless, sizeof prefix_of_nameless - 1) == 0) {
      Word file = platform_system_call(__NR_memfd_create, (UWord)part_of_name, MFD_CLOEXEC, 0, 0, 0, 0);
      if (file >= 0) {
         full_name[0] = '\0';
         return VG_(safe_fd)((Int)file);
      }
   }
   return version_core_mkstemp(part_of_name, full_name);
}

/* The core's call of VG_(unlink) comes here in the same way. */
Int version_unlink(const HChar* name)
{
   return name[0] == '\0' ? 0 : version_core_unlink(name);
}

/*--- vgdb ---*/

/* At least as long as what the core writes. */
static const HChar page[4096];

static Bool can_write(const HChar* name)
{
   SysRes file = VG_(open)(name, VKI_O_CREAT | VKI_O_EXCL | VKI_O_WRONLY, 0600);
   if (sr_isError(file)) {
      return False;
   }
   Bool written = VG_(write)(sr_Res(file), page, sizeof page) == sizeof page;
   VG_(close)(sr_Res(file));
   version_core_unlink(name);
   return written;
}

static Bool can_make_pipe(const HChar* name)
{
   Word result = platform_system_call(__NR_mknodat, VKI_AT_FDCWD, (UWord)name, VKI_S_IFIFO | 0600, 0, 0, 0);
   if (result == 0) {
      version_core_unlink(name);
   }
   return result == 0;
}

/* Tries what the core does where its files for vgdb will be: it ends if that fails. */
static Bool can_use_vgdb(const HChar* prefix)
{
   HChar* name = VG_(malloc)("aprof.surroundings.1", VG_(strlen)(prefix) + 40);
   VG_(sprintf)(name, "%s-aprof-%d", prefix, VG_(getpid)());
   Bool can = can_write(name) && can_make_pipe(name);
   VG_(free)(name);
   return can;
}

static void adapt_vgdb(void)
{
   if (VG_(clo_vgdb) != 0 && VG_(clo_vgdb_prefix) != NULL && !can_use_vgdb(VG_(clo_vgdb_prefix))) {
      VG_(clo_vgdb) = 0;
   }
}

/*--- Standard error ---*/

/* The core would keep the number 2 for its messages, and forbid the program to open a file that gets it. */
static void adapt_messages(void)
{
   if (VG_(log_output_sink).file == 2 && platform_system_call(__NR_fcntl, 2, VKI_F_GETFD, 0, 0, 0, 0) < 0) {
      VG_(log_output_sink).file = -1;
   }
}

void surroundings_adapt(void)
{
   adapt_messages();
   adapt_vgdb();
}

/*--- Programs with rights of their own ---*/

/* Linux follows so many. */
#define MAX_INTERPRETERS  5

#define MAX_FIRST_LINE  256

/* Valgrind asks its option whether it follows an execve.  If that succeeds, nothing comes after it. */
static Bool has_changed_option;

/* Decides by Valgrind's own rule. */
static Bool gives_rights(const HChar* file)
{
   struct vg_stat status;
   return !sr_isError(VG_(stat)(file, &status))
          && ((status.mode & (VKI_S_ISUID | VKI_S_ISGID)) != 0
              || platform_system_call(__NR_getxattr, (UWord)file, (UWord)"security.capability", 0, 0, 0, 0)
                 >= 0);
}

/* Reads the first line of a script; False if it is none. */
static Bool read_interpreter(const HChar* script, HChar line[MAX_FIRST_LINE], const HChar** path)
{
   files_read_text(VG_(fd_open)(script, VKI_O_RDONLY, 0), line, MAX_FIRST_LINE);
   if (line[0] != '#' || line[1] != '!') {
      return False;
   }
   HChar* begin = line + 2 + VG_(strspn)(line + 2, " \t");
   begin[VG_(strcspn)(begin, " \t\n")] = '\0';
   *path = begin;
   return True;
}

/* The script has no rights itself. */
static Bool interpreter_gives_rights(const HChar* file)
{
   HChar        lines[2][MAX_FIRST_LINE];
   const HChar* path = file;
   for (Int i = 0; i < MAX_INTERPRETERS; i++) {
      if (!read_interpreter(path, lines[i % 2], &path)) {
         return i > 0 && gives_rights(path);
      }
   }
   return False;
}

/* NULL if it is unknown. */
static const HChar* executed_path(UInt number, const UWord* arguments)
{
   const HChar* path = (const HChar*)arguments[number == __NR_execve ? 0 : 1];
   if ((number != __NR_execve && number != __NR_execveat)
       || !memory_is_readable((Addr)path, 1)) {
      return NULL;
   }
   return number == __NR_execve || path[0] == '/' || (Int)arguments[0] == VKI_AT_FDCWD ? path : NULL;
}

static void let_rights_be_given(UInt number, const UWord* arguments)
{
   if (files_are_forbidden || !VG_(clo_trace_children)) {
      return;
   }
   tl_assert(!has_changed_option);
   const HChar* path = executed_path(number, arguments);
   if (path != NULL && (gives_rights(path) || interpreter_gives_rights(path))) {
      VG_(umsg)("%s runs without Valgrind, and is not measured: it has rights of its own (setuid,\n"
                "setgid or capabilities), which Valgrind refuses.\n", path);
      VG_(clo_trace_children) = False;
      has_changed_option = True;
   }
}

static void follow_again(void)
{
   if (has_changed_option) {
      VG_(clo_trace_children) = True;
      has_changed_option = False;
   }
}

/*--- The hard limit of open files ---*/

/* The kernel's form of a limit, also for setrlimit and getrlimit on 64-bit platforms. */
typedef struct {
   ULong soft, hard;
} Limit;

/* Valgrind keeps files of its own above the hard limit, so this must stay. */
static Int  limit_of_valgrind = -1;   /* while a system call lowers it */
static Long lowered           = -1;   /* what the program has set; -1: nothing */

static Bool is_own(UWord process)
{
   return process == 0 || (Int)process == VG_(getpid)();
}

/* Returns the limit at an argument of a system call, if this is the call `of_own`, or one of prlimit64, which
   has it in the argument `of_any`; or NULL. */
static Limit* limit_at(UInt number, const UWord* arguments, UInt of_own, UInt of_any, UInt protection)
{
   Bool  is_any   = number == __NR_prlimit64 && is_own(arguments[0]);
   UWord resource = is_any ? arguments[1] : arguments[0];
   UWord address  = is_any ? arguments[of_any] : arguments[1];
   return (is_any || number == of_own) && resource == VKI_RLIMIT_NOFILE
          && memory_is_readable(address, sizeof(Limit))
          && VG_(am_is_valid_for_client)(address, sizeof(Limit), protection) ? (Limit*)address : NULL;
}

/* The limit that the system call sets, or NULL. */
static const Limit* new_limit(UInt number, const UWord* arguments)
{
   return limit_at(number, arguments, __NR_setrlimit, 2, VKI_PROT_READ);
}

/* Finds where the system call has written the limit; NULL: nowhere. */
static Limit* read_limit(UInt number, const UWord* arguments)
{
   return limit_at(number, arguments, __NR_getrlimit, 3, VKI_PROT_READ | VKI_PROT_WRITE);
}

static void let_limit_be_lowered(UInt number, const UWord* arguments)
{
   const Limit* limit = new_limit(number, arguments);
   if (limit != NULL && limit->soft <= limit->hard && limit->hard < (ULong)VG_(fd_hard_limit)) {
      limit_of_valgrind = VG_(fd_hard_limit);
      VG_(fd_hard_limit) = (Int)limit->hard;
   }
}

static void show_lowered_limit(UInt number, const UWord* arguments, Bool failed)
{
   Limit* before = failed ? NULL : read_limit(number, arguments);
   if (limit_of_valgrind >= 0) {
      VG_(fd_hard_limit) = limit_of_valgrind;
      limit_of_valgrind = -1;
   }
   if (before != NULL) {
      before->hard = (ULong)(lowered >= 0 ? lowered : VG_(fd_hard_limit));
   }
   const Limit* limit = failed ? NULL : new_limit(number, arguments);
   if (limit != NULL) {
      lowered = (Long)limit->hard;
   }
}

/*--- Both ---*/

void surroundings_before_system_call(UInt number, const UWord* arguments)
{
   let_rights_be_given(number, arguments);
   let_limit_be_lowered(number, arguments);
}

void surroundings_after_system_call(UInt number, const UWord* arguments, Bool failed)
{
   follow_again();
   show_lowered_limit(number, arguments, failed);
}
