/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Writing files safely, through one buffer.

   A report must not be lost after an hour's run, even if it cannot be written where
   the user wants it (the disk is full, the directory has gone).  So if a write fails,
   the bytes that are on disk already are copied to a file in the temporary directory,
   and writing goes on there. */

#include "report/output.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

#define BUFFER_SIZE  65536

/* The room that the file system must have before the program may start. */
#define TRIAL_SIZE   4096

typedef struct {
   Int    fd;
   HChar* wanted;      /* the final name */
   HChar* partial;     /* the name while incomplete; NULL for a device or pipe */
   Bool   in_tmpdir;
   Bool   lost;        /* it could not be written anywhere */
   ULong  flushed;     /* bytes that have left the buffer */
   UInt   used;        /* bytes in the buffer */
   HChar  buffer[BUFFER_SIZE];
} Output;

static Output out;

/* The names that output_check tried, for the first file of each in the same
   process: expanding them again would count %n up. */
#define MAX_CHECKED  2

static struct {
   const HChar* option;
   HChar*       name;
   Int          process;
   UInt         numbers_taken;   /* see output_numbers_taken */
} checked[MAX_CHECKED];
static UInt checked_count;

/*------------------------------------------------------------*/
/*--- Names and errors                                     ---*/
/*------------------------------------------------------------*/

static const HChar* error_text(Int error)
{
   switch (error) {
      case VKI_EACCES: return "permission denied";
      case VKI_EISDIR: return "it is a directory";
      case VKI_ENOENT: return "the directory does not exist";
      case VKI_ENOSPC: return "no space left on device";
      case VKI_ENOTDIR: return "a part of the path is not a directory";
      case VKI_EROFS:  return "the file system is read-only";
      case VKI_EFBIG:  return "the file would be larger than allowed";
      case VKI_EIO:    return "input/output error";
      default:         return NULL;
   }
}

static void tell_failure(const HChar* name, Int error)
{
   const HChar* text = error_text(error);
   if (text != NULL) {
      VG_(umsg)("Cannot write '%s': %s.\n", name, text);
   } else {
      VG_(umsg)("Cannot write '%s': error %d.\n", name, error);
   }
}

static HChar* joined(const HChar* a, const HChar* b, const HChar* c)
{
   HChar* text = VG_(malloc)("aprof.output.name", VG_(strlen)(a) + VG_(strlen)(b) + VG_(strlen)(c) + 1);
   VG_(sprintf)(text, "%s%s%s", a, b, c);
   return text;
}

static HChar* partial_name(const HChar* final)
{
   HChar pid[24];
   VG_(sprintf)(pid, ".%d", VG_(getpid)());
   return joined(final, pid, ".part");
}

/* Devices and pipes are written directly: nothing can be renamed over them. */
static Bool is_special_file(const HChar* name, Int* error)
{
   struct vg_stat status;
   *error = 0;
   if (sr_isError(VG_(stat)(name, &status))) {
      return False;
   }
   if (VKI_S_ISDIR(status.mode)) {
      *error = VKI_EISDIR;
   }
   return !VKI_S_ISREG(status.mode);
}

/*------------------------------------------------------------*/
/*--- Opening                                              ---*/
/*------------------------------------------------------------*/

/* 0 or an errno; on success out.fd is open. */
static Int open_for(const HChar* final)
{
   Int error;
   if (is_special_file(final, &error)) {
      if (error != 0) {
         return error;
      }
      out.partial = NULL;
   } else {
      out.partial = partial_name(final);
   }
   SysRes opened = VG_(open)(out.partial == NULL ? final : out.partial,
                             VKI_O_CREAT | VKI_O_TRUNC | VKI_O_WRONLY,
                             VKI_S_IRUSR | VKI_S_IWUSR | VKI_S_IRGRP | VKI_S_IROTH);
   if (sr_isError(opened)) {
      VG_(free)(out.partial);
      out.partial = NULL;
      return sr_Err(opened);
   }
   out.fd = sr_Res(opened);
   return 0;
}

/* 0 or an errno. */
static Int write_fully(Int fd, const HChar* data, UInt size)
{
   while (size > 0) {
      Int written = VG_(write)(fd, data, size);
      if (written == -VKI_EINTR) {
         continue;
      }
      if (written <= 0) {
         return written == 0 ? VKI_EIO : -written;
      }
      data += written;
      size -= written;
   }
   return 0;
}

static void drop_partial(void)
{
   if (out.partial != NULL) {
      VG_(unlink)(out.partial);
      VG_(free)(out.partial);
      out.partial = NULL;
   }
}

/*------------------------------------------------------------*/
/*--- The way out when something fails                     ---*/
/*------------------------------------------------------------*/

/* Copies what has left the buffer from the failed file to the new one; the
   failed write itself may have left a part of the buffer there.  0 or an
   errno. */
static Int copy_flushed(const HChar* from, Int to)
{
   static HChar block[4096];
   SysRes opened = VG_(open)(from, VKI_O_RDONLY, 0);
   if (sr_isError(opened)) {
      return sr_Err(opened);
   }
   Int   error = 0;
   ULong left  = out.flushed;
   while (error == 0 && left > 0) {
      Int size = VG_(read)(sr_Res(opened), block, left < sizeof block ? (Int)left : (Int)sizeof block);
      error = size <= 0 ? VKI_EIO : write_fully(to, block, size);
      left -= size > 0 ? size : 0;
   }
   VG_(close)(sr_Res(opened));
   return error;
}

/* Goes on in the temporary directory, or gives up. */
static void move_to_tmpdir(Int error)
{
   if (out.in_tmpdir) {
      out.lost = True;
      return;
   }
   tell_failure(out.wanted, error);
   HChar* failed_partial = out.partial;
   Int    failed_fd      = out.fd;
   const HChar* slash    = VG_(strrchr)(out.wanted, '/');
   HChar* fallback       = joined(VG_(tmpdir)(), "/", slash == NULL ? out.wanted : slash + 1);

   out.in_tmpdir = True;
   out.wanted    = fallback;
   if (open_for(fallback) != 0) {
      out.lost = True;
   } else if (failed_partial != NULL && copy_flushed(failed_partial, out.fd) != 0) {
      out.lost = True;
   }
   if (failed_fd >= 0) {
      VG_(close)(failed_fd);
   }
   if (failed_partial != NULL) {
      VG_(unlink)(failed_partial);
      VG_(free)(failed_partial);
   }
}

static void flush(void)
{
   if (!out.lost && out.used > 0) {
      Int error = write_fully(out.fd, out.buffer, out.used);
      if (error != 0) {
         move_to_tmpdir(error);
         if (!out.lost && write_fully(out.fd, out.buffer, out.used) != 0) {
            out.lost = True;
         }
      }
   }
   out.flushed += out.used;
   out.used = 0;
}

/*------------------------------------------------------------*/
/*--- Files of the same process                            ---*/
/*------------------------------------------------------------*/

/* The number behind the given count of spaces in a file of one short line, after
   the last parenthesis if there is one; 0 if it cannot be read. */
static ULong number_in_file(const HChar* name, UInt spaces)
{
   HChar  text[1024];
   SysRes opened = VG_(open)(name, VKI_O_RDONLY, 0);
   if (sr_isError(opened)) {
      return 0;
   }
   Int size = VG_(read)(sr_Res(opened), text, sizeof text - 1);
   VG_(close)(sr_Res(opened));
   text[size < 0 ? 0 : size] = '\0';

   const HChar* at = VG_(strrchr)(text, ')');
   for (at = at == NULL ? text : at; *at != '\0' && spaces > 0; at++) {
      spaces -= *at == ' ';
   }
   return VG_(strtoull10)(at, NULL);
}

/* In seconds since 1970, to the second.  proc(5): field 22 of stat, 20 behind the
   program's name in parentheses, has the hundredths of a second from the start of
   the machine to that of the process. */
static ULong process_start_time(void)
{
   struct vki_timeval now;
   VG_(gettimeofday)(&now, NULL);
   return now.tv_sec - number_in_file("/proc/uptime", 0)
          + number_in_file("/proc/self/stat", 20) / 100;
}

static Bool is_younger(const HChar* name, ULong time)
{
   struct vg_stat status;
   return !sr_isError(VG_(stat)(name, &status)) && VKI_S_ISREG(status.mode) && status.mtime + 1 >= time;
}

/* That of a whole process, or of its first thread. */
static Bool has_report(const HChar* name, ULong time)
{
   HChar* of_thread = joined(name, "-01", "");
   Bool   has       = is_younger(name, time) || is_younger(of_thread, time);
   VG_(free)(of_thread);
   return has;
}

static void rename_reports(const HChar* from, const HChar* to, ULong time)
{
   if (is_younger(from, time)) {
      VG_(rename)(from, to);
   }
   Bool found = True;
   for (UInt thread = 1; found; thread++) {
      HChar suffix[16];
      VG_(sprintf)(suffix, "-%02u", thread);
      HChar* from_thread = joined(from, suffix, "");
      HChar* to_thread   = joined(to, suffix, "");
      found = is_younger(from_thread, time);
      if (found) {
         VG_(rename)(from_thread, to_thread);
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
      HChar suffix[16];
      VG_(sprintf)(suffix, ".%u", ++number);
      VG_(free)(kept);
      kept = joined(name, suffix, "");
   } while (has_report(kept, start));

   UInt taken = number - 1;
   if (has_report(name, start)) {
      rename_reports(name, kept, start);
      taken = number;
   }
   VG_(free)(kept);
   return taken;
}

/*------------------------------------------------------------*/
/*--- Public functions                                     ---*/
/*------------------------------------------------------------*/

/* Two files cannot have one name; only devices take both. */
static void exit_if_taken(const HChar* option, const HChar* name)
{
   Int error;
   for (UInt i = 0; i < checked_count; i++) {
      if (VG_STREQ(checked[i].name, name) && !is_special_file(name, &error)) {
         VG_(fmsg)("%s and %s name the same file, '%s'.\n", checked[i].option, option, name);
         VG_(umsg)("Nothing was run.  Choose another place with %s=FILE.\n", option);
         VG_(exit)(1);
      }
   }
}

void output_check(const HChar* option, const HChar* format)
{
   HChar* name  = VG_(expand_file_name)(option, format);
   exit_if_taken(option, name);
   Int    error = open_for(name);
   if (error == 0) {
      if (out.partial != NULL) {
         VG_(memset)(out.buffer, ' ', TRIAL_SIZE);
         error = write_fully(out.fd, out.buffer, TRIAL_SIZE);
      }
      VG_(close)(out.fd);
      drop_partial();
   }
   if (error != 0) {
      tell_failure(name, error);
      VG_(umsg)("Nothing was run.  Choose another place with %s=FILE.\n", option);
      VG_(exit)(1);
   }
   tl_assert(checked_count < MAX_CHECKED);
   checked[checked_count].numbers_taken =
      VG_(strstr)(format, "%p") != NULL ? keep_reports_of_same_process(name) : 0;
   checked[checked_count].option  = option;
   checked[checked_count].name    = name;
   checked[checked_count].process = VG_(getpid)();
   checked_count++;
}

static HChar* next_name(const HChar* option, const HChar* format)
{
   for (UInt i = 0; i < checked_count; i++) {
      if (VG_STREQ(checked[i].option, option) && checked[i].name != NULL
          && checked[i].process == VG_(getpid)()) {
         HChar* name = checked[i].name;
         checked[i].name = NULL;
         return name;
      }
   }
   return VG_(expand_file_name)(option, format);
}

UInt output_numbers_taken(const HChar* option)
{
   for (UInt i = 0; i < checked_count; i++) {
      if (VG_STREQ(checked[i].option, option) && checked[i].process == VG_(getpid)()) {
         return checked[i].numbers_taken;
      }
   }
   return 0;
}

void output_open(const HChar* option, const HChar* format, const HChar* suffix)
{
   out.fd        = -1;
   out.partial   = NULL;
   out.in_tmpdir = False;
   out.lost      = False;
   out.flushed   = 0;
   out.used      = 0;
   out.wanted    = next_name(option, format);
   Int error;
   if (*suffix != '\0' && !is_special_file(out.wanted, &error)) {
      HChar* name = out.wanted;
      out.wanted = joined(name, suffix, "");
      VG_(free)(name);
   }
   error = open_for(out.wanted);
   if (error != 0) {
      move_to_tmpdir(error);
   }
}

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

void output_close(const HChar* what)
{
   const HChar* first_choice = out.wanted;
   flush();
   if (out.fd >= 0) {
      VG_(close)(out.fd);
   }
   if (!out.lost && out.partial != NULL && VG_(rename)(out.partial, out.wanted) != 0) {
      out.lost = True;
   }
   if (out.lost) {
      drop_partial();
      VG_(umsg)("'%s' could not be written: the profile is lost.\n", first_choice);
      return;
   }
   if (out.in_tmpdir || (VG_(clo_verbosity) > 0 && !VG_(clo_xml))) {
      VG_(umsg)("%s: %s\n", what, out.wanted);
   }
   VG_(free)(out.partial);
   VG_(free)(out.wanted);
}
