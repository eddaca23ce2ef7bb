/* Writing files safely, through one buffer.

   A report must not be lost after an hour's run, even if it cannot be written where
   the user wants it (the disk is full, the directory has gone).  So if a write fails,
   the bytes that are on disk already are copied to a file in the temporary directory,
   and writing goes on there.  If a file is whole and only cannot get its name, it keeps
   the one that it has.

   Devices, pipes and open files such as /dev/stdout are open from the beginning to the end.
   The program cannot close them.  If they were opened when something is to be written,
   /dev/stdout could be any file that the program has opened under that number, and nobody
   might read the pipe any more.

   A file that replaces a checkpoint, and a checkpoint itself, is brought to the disk before it is
   renamed: else a power cut could leave neither.

   If the program is about to forbid itself, and so aprof, to make files, the incomplete file is made in
   advance.  It may not get its final name then. */

#include "files/output.h"

#include "files/characters.h"
#include "files/files.h"
#include "platform.h"
#include "valgrind_version.h"

#define BUFFER_SIZE  65536

/* The room that the file system must have before the program may start, and what may follow a name. */
#define TRIAL_SIZE    4096
#define TRIAL_SUFFIX  ".9999999-9999"

/* How long a pipe may be without a reader, in milliseconds. */
#define READER_PATIENCE  5000

/* How many names an incomplete file may have. */
#define MAX_PARTIAL_NAMES  1000

typedef struct {
   OutputFile   file;
   WriteSignals signals;   /* before it was opened */
   Int    fd;              /* -1: not open */
   HChar* wanted;          /* the final name */
   HChar* partial;         /* the name while incomplete; NULL: it is special (file_name.h), or not open */
   HChar* former;          /* the checkpoint that it replaces, or NULL */
   Bool   is_elsewhere;    /* it does not get the name that the user wants */
   Int    lost;            /* why it could not be written anywhere, as an errno; 0: it could */
   ULong  flushed;         /* bytes that have left the buffer */
   UInt   used;            /* bytes in the buffer */
   HChar  buffer[BUFFER_SIZE];
} Output;

static Output out;

/*--- Opening ---*/

/* PROCESS.NAME.part.  It does not begin with the final name: who looks for that and what belongs to it
   (NAME.1, NAME-01), as KCachegrind and many a shell command do, must not find what is incomplete. */
static HChar* partial_name(const HChar* final, Int process, UInt number)
{
   const HChar* last = files_last_part(final);
   HChar*       name = VG_(malloc)("aprof.output.partial", VG_(strlen)(final) + 40);
   HChar*       end  = name + (last - final);
   VG_(memcpy)(name, final, last - final);
   end += VG_(sprintf)(end, "%d.", process);
   if (number > 1) {
      end += VG_(sprintf)(end, "%u.", number);
   }
   VG_(sprintf)(end, "%s.part", last);
   return name;
}

/* 0 or an errno. */
static Int open_with(const HChar* name, Int flags)
{
   UInt const mode = VKI_S_IRUSR | VKI_S_IWUSR | VKI_S_IRGRP | VKI_S_IROTH;
   Int const  opened = files_open(name, VKI_O_WRONLY | flags, mode);
   out.fd = opened < 0 ? -1 : opened;
   return opened < 0 ? -opened : 0;
}

static void forget_partial(void)
{
   VG_(free)(out.partial);
   out.partial = NULL;
}

/* The file is new, so nobody else can have made it: no link leads elsewhere, and nobody has it open.  One
   that is there stays: a process of the same number may be writing it, in another container.  0 or an errno;
   on success out.fd is open. */
static Int create_for(const HChar* final)
{
   Int error = VKI_EEXIST;
   for (UInt number = 1; error == VKI_EEXIST && number <= MAX_PARTIAL_NAMES; number++) {
      forget_partial();
      out.partial = partial_name(final, VG_(getpid)(), number);
      error = open_with(out.partial, VKI_O_CREAT | VKI_O_EXCL | PLATFORM_O_NOFOLLOW);
   }
   if (error != 0) {
      forget_partial();
   }
   return error;
}

/* 0 or an errno.  Some file systems say only now that they had no room. */
static Int close_file(void)
{
   Word result = 0;
   if (out.partial != NULL && out.fd >= 0) {
      result = platform_system_call(__NR_close, out.fd, 0, 0, 0, 0, 0);
   }
   out.fd = -1;
   return result == -VKI_EINTR ? 0 : -result;
}

static void drop_partial(void)
{
   if (out.partial != NULL) {
      files_remove(out.partial);
      forget_partial();
   }
}

/*--- The way out when something fails ---*/

/* Copies from a file what has left the buffer, and no more: the failed write itself may have left a part of
   the buffer there.  What a device or a pipe has taken cannot be read again. */
static Int copy_to_tmpdir(const HChar* failed_partial)
{
   if (failed_partial == NULL && out.flushed > 0) {
      return VKI_EIO;
   }
   Int error = create_for(out.wanted);
   return error != 0 || failed_partial == NULL ? error : -files_copy(failed_partial, out.flushed, out.fd);
}

static HChar* in_directory(const HChar* directory, const HChar* name, const HChar* suffix)
{
   HChar* last  = file_name_joined(files_last_part(name), suffix, NULL);
   HChar* moved = file_name_joined(directory, "/", last);
   VG_(free)(last);
   return moved;
}

/* Goes on in the temporary directory, or gives up. */
static void move_to_tmpdir(Int error)
{
   if (out.is_elsewhere || out.file.is_checkpoint) {
      out.lost = error;
      return;
   }
   files_tell_failure("", out.wanted, error, "");
   HChar* failed_partial = out.partial;
   Int    failed_fd      = out.fd;
   /* The name of a special file has no suffix yet. */
   HChar* fallback       = in_directory(VG_(tmpdir)(), out.wanted,
                                        file_name_special(&out.file) >= 0 ? out.file.suffix : "");

   VG_(free)(out.wanted);
   out.is_elsewhere = True;
   out.wanted  = fallback;
   out.partial = NULL;
   out.fd      = -1;
   out.lost    = copy_to_tmpdir(failed_partial);
   if (failed_partial != NULL) {
      if (failed_fd >= 0) {
         VG_(close)(failed_fd);
      }
      files_remove(failed_partial);
      VG_(free)(failed_partial);
   }
}

static void flush(void)
{
   if (out.lost == 0 && out.used > 0) {
      Int error = -files_write(out.fd, out.buffer, out.used);
      if (error != 0) {
         move_to_tmpdir(error);
         if (out.lost == 0) {
            out.lost = -files_write(out.fd, out.buffer, out.used);
         }
      }
   }
   out.flushed += out.used;
   out.used = 0;
}

/*--- The end ---*/

/* 0 or an errno.  Not all file systems know how. */
static Int bring_to_disk(void)
{
   if (out.partial == NULL || (out.former == NULL && !out.file.is_checkpoint)) {
      return 0;
   }
   Word result;
   do {
      result = platform_system_call(__NR_fsync, out.fd, 0, 0, 0, 0, 0);
   } while (result == -VKI_EINTR);
   return result == -VKI_EINVAL || result == -VKI_ENOSYS ? 0 : -result;
}

/* All is written: 0 or an errno. */
static Int finish(void)
{
   Int error  = bring_to_disk();
   Int closed = close_file();
   return error != 0 ? error : closed;
}

static void finish_somewhere(void)
{
   Int error = finish();
   if (error != 0) {
      move_to_tmpdir(error);
      if (out.lost == 0) {
         out.lost = finish();
      }
   }
}

/* Keeps a whole file under its partial name, because the final one cannot be given to it.  A checkpoint,
   which comes again, is removed. */
static void keep_partial_name(Int error)
{
   Bool has_vanished = error == VKI_ENOENT;   /* with its directory */
   if (!out.file.is_checkpoint) {
      files_tell_failure("", out.wanted, error, "");
   }
   if (out.file.is_checkpoint || has_vanished) {
      out.lost = error;
   } else {
      VG_(free)(out.wanted);
      out.wanted  = out.partial;
      out.partial = NULL;
      out.is_elsewhere = True;
   }
}

/* Nobody has asked for a file in the temporary directory, so it replaces none. */
static void give_final_name(void)
{
   if (out.partial != NULL) {
      Int error = -files_rename(out.partial, out.wanted, !out.is_elsewhere);
      if (error != 0) {
         keep_partial_name(error);
      } else {
         forget_partial();
      }
   }
}

static void tell_where(const HChar* what)
{
   if (out.is_elsewhere || (VG_(clo_verbosity) > 0 && !VG_(clo_xml))) {
      VG_(umsg)("%s: %s\n", what, characters_visible(out.wanted));
   }
}

/* If the file has another name than wanted, a checkpoint of it stays where it was. */
static void drop_former_checkpoint(void)
{
   if (out.former != NULL && !out.is_elsewhere && !VG_STREQ(out.former, out.wanted)) {
      files_remove(out.former);
   }
}

/* Tells of a failure once: the program may go on for long, and so may what is in the way. */
static void end_checkpoint(void)
{
   static Bool told;
   if (out.lost == 0) {
      file_name_note_checkpoint(&out.file, out.wanted);
   } else if (!told) {
      told = True;
      files_tell_failure("a checkpoint to ", out.wanted, out.lost,
                         "  The program goes on, and aprof tries again.");
   }
}

static void end_file(const HChar* what, const HChar* first_choice)
{
   if (out.lost != 0) {
      VG_(umsg)("'%s' could not be written: the profile is lost%s.\n", characters_visible(first_choice),
                out.former != NULL ? ", except for its last checkpoint" : "");
   } else {
      drop_former_checkpoint();
      tell_where(what);
   }
}

static HChar* closed_name;

const HChar* output_closed_name(void)
{
   return closed_name;
}

void output_close(const HChar* what)
{
   tl_assert(out.wanted != NULL);
   HChar* first_choice = VG_(strdup)("aprof.output.wanted", out.wanted);
   flush();
   if (out.lost == 0) {
      finish_somewhere();
   }
   if (out.lost == 0) {
      give_final_name();
   }
   close_file();
   drop_partial();
   if (out.file.is_checkpoint) {
      end_checkpoint();
   } else {
      end_file(what, first_choice);
   }
   VG_(free)(closed_name);
   closed_name = out.lost == 0 ? VG_(strdup)("aprof.output.closed", out.wanted) : NULL;
   VG_(free)(first_choice);
   VG_(free)(out.wanted);
   VG_(free)(out.former);
   out.wanted = out.former = NULL;
   files_drop_signals(&out.signals);
}

/*--- The beginning ---*/

/* Two files cannot have one name; only devices take both. */
static void exit_if_taken(const HChar* option, const HChar* name)
{
   const HChar* taken_by = file_name_taken_by(option, name);
   Int          error;
   if (taken_by != NULL && !file_name_is_special(name, &error)) {
      VG_(fmsg)("%s and %s name the same file, '%s'.\n", taken_by, option, characters_visible(name));
      VG_(umsg)("Nothing was run.  Choose another place with %s=FILE.\n", option);
      VG_(exit)(1);
   }
}

/* The reader of a pipe may start at the same time, and need a while.  0 or an errno: nobody has come, or
   something else is wrong. */
static Int open_with_reader(const HChar* name)
{
   struct vki_timespec const pause = { .tv_nsec = 10000000 };
   UInt const start = VG_(read_millisecond_timer)();
   Int  error;
   while ((error = open_with(name, VKI_O_APPEND | VKI_O_NONBLOCK)) == VKI_ENXIO
          && VG_(read_millisecond_timer)() - start < READER_PATIENCE) {
      platform_system_call(__NR_nanosleep, (UWord)&pause, 0, 0, 0, 0, 0);
   }
   return error;
}

/* 0 or an errno. */
static Int open_special(const HChar* option, const HChar* name)
{
   Int error = open_with_reader(name);
   if (error == 0) {
      platform_system_call(__NR_fcntl, out.fd, VKI_F_SETFL, VKI_O_APPEND, 0, 0, 0);
      file_name_keep_special(option, VG_(safe_fd)(out.fd));
   }
   return error;
}

/* 0 or an errno.  `end` ends the file. */
static Int try_to_write(const HChar* name, Int (*end)(void))
{
   HChar* longest = file_name_joined(name, TRIAL_SUFFIX, NULL);
   Int    error   = create_for(longest);
   if (error == 0) {
      VG_(memset)(out.buffer, ' ', TRIAL_SIZE);
      error = -files_write(out.fd, out.buffer, TRIAL_SIZE);
      Int ended = end();
      error = error != 0 ? error : ended;
      drop_partial();
   }
   VG_(free)(longest);
   return error;
}

/* 0 or an errno. */
static Int prepare(const HChar* option, const HChar* name)
{
   WriteSignals before;
   Int          error;
   Bool         is_special = file_name_is_special(name, &error);
   if (error == 0) {
      files_hold_signals(&before);
      error = is_special ? open_special(option, name) : try_to_write(name, close_file);
      files_drop_signals(&before);
   }
   return error;
}

/* The format that stands for this name. */
static HChar* as_format(const HChar* name)
{
   HChar* format = VG_(malloc)("aprof.output.format", 2 * VG_(strlen)(name) + 1);
   UInt   length = 0;
   for (; *name != '\0'; name++) {
      format[length++] = *name;
      if (*name == '%') {
         format[length++] = '%';
      }
   }
   format[length] = '\0';
   return format;
}

/* Others use that directory, too, so each process has a name of its own. */
static HChar* format_in_tmpdir(const HChar* format)
{
   Bool   has_number = VG_(strstr)(files_last_part(format), "%p") != NULL;
   HChar* directory  = as_format(VG_(tmpdir)());
   HChar* moved      = in_directory(directory, format, has_number ? "" : ".%p");
   VG_(free)(directory);
   return moved;
}

/* The format of a name in the temporary directory, or NULL if that cannot be written. */
static const HChar* another_place(const HChar* option, const HChar* format)
{
   HChar*       other = format_in_tmpdir(format);
   const HChar* name  = file_name_prepare(option, other);
   if (file_name_taken_by(option, name) != NULL || prepare(option, name) != 0) {
      VG_(free)(other);
      return NULL;
   }
   VG_(umsg)("The program runs, and aprof will write '%s'.\n", characters_visible(name));
   return other;
}

const HChar* output_check(const HChar* option, const HChar* format)
{
   const HChar* name = file_name_prepare(option, format);
   exit_if_taken(option, name);
   Int error = prepare(option, name);
   if (error != 0) {
      files_tell_failure("", name, error, "");
      format = VG_(clo_trace_children) ? another_place(option, format) : NULL;
      if (format == NULL) {
         VG_(umsg)("Nothing was run.  Choose another place with %s=FILE.\n", option);
         VG_(exit)(1);
      }
   }
   file_name_keep_former(option, format);
   return format;
}

/* Does all that comes at the end, except giving the file its name. */
static Int complete_trial(void)
{
   Int error = finish();
   return error != 0 ? error : -files_rename(out.partial, out.partial, True);
}

/* To open a pipe could wait for ever. */
static HChar* trial_name(const OutputFile* file)
{
   Int    error;
   HChar* name = file_name_of(file);
   if (file_name_is_special(name, &error)) {
      VG_(free)(name);
      name = file_name_joined(VG_(tmpdir)(), "/aprof", NULL);
   }
   return name;
}

Bool output_try(const OutputFile* file)
{
   tl_assert(out.wanted == NULL);
   out.file   = *file;
   out.former = NULL;
   HChar* name  = trial_name(file);
   Int    error = try_to_write(name, complete_trial);
   VG_(free)(name);
   return error == 0;
}

void output_remove_trial_of(const OutputFile* file, Int process)
{
   HChar* name    = trial_name(file);
   HChar* longest = file_name_joined(name, TRIAL_SUFFIX, NULL);
   HChar* partial = partial_name(longest, process, 1);
   files_remove(partial);
   VG_(free)(partial);
   VG_(free)(longest);
   VG_(free)(name);
}

void output_keep_directory(const OutputFile* file)
{
   tl_assert(file->is_checkpoint);
   if (file_name_special(file) < 0) {
      HChar* name = file_name_of(file);
      files_keep_directory(name);
      VG_(free)(name);
   }
}

void output_reserve(const OutputFile* file)
{
   tl_assert(out.wanted == NULL && file->is_checkpoint);
   if (file_name_special(file) >= 0 || file_name_has_reserved(file->option)) {
      return;
   }
   HChar* name = file_name_of(file);
   if (create_for(name) == 0) {
      file_name_reserve(file->option, out.partial, VG_(safe_fd)(out.fd));
      out.partial = NULL;
      out.fd      = -1;
   }
   VG_(free)(name);
}

Bool output_open(const OutputFile* file)
{
   Int const special = file_name_special(file);
   if (file->is_checkpoint && (special >= 0 || file_name_is_parents(file))) {
      return False;
   }
   tl_assert(out.wanted == NULL && out.partial == NULL);   /* none is open */
   files_hold_signals(&out.signals);
   out.file    = *file;
   out.fd      = special;
   out.partial = file->is_checkpoint ? NULL : file_name_take_reserved(file->option, &out.fd);
   out.is_elsewhere = False;
   out.lost    = 0;
   out.flushed = 0;
   out.used    = 0;
   out.wanted  = file_name_of(file);
   out.former  = file->is_checkpoint ? NULL : file_name_take_checkpoint(file);
   if (out.fd < 0) {
      Int error = create_for(out.wanted);
      if (error != 0) {
         move_to_tmpdir(error);
      }
   }
   return True;
}

/*--- Contents ---*/

void output_char(HChar c)
{
   if (out.used == BUFFER_SIZE) {
      flush();
   }
   out.buffer[out.used++] = c;
}

void output_text(const HChar* text)
{
   for (; *text != '\0'; text++) {
      output_char(*text);
   }
}

void output_number(ULong number)
{
   HChar digits[20];
   UInt  count = 0;
   do {
      digits[count++] = '0' + number % 10;
      number /= 10;
   } while (number > 0);
   while (count > 0) {
      output_char(digits[--count]);
   }
}
