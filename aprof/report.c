/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Writing the aprof report, version 1.4.

   Its readers have no escaping, and read lines into buffers of 1,024 bytes, so
   names are adjusted here and nowhere else: quotes become two single quotes,
   control characters spaces, and what is too long is cut. */

#include "report.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_xarray.h"

#include "options.h"
#include "output.h"
#include "strand.h"
#include "valgrind_version.h"

#define OUT_FILE_OPTION  "--aprof-out-file"

/* Longest texts in a line, so that the line stays below 1,024 bytes:
   an r line has a name, an image and at most 20 bytes more. */
#define MAX_NAME   600
#define MAX_IMAGE  380
#define MAX_LINE   1000

#define CUT_MARK   "..."

void report_prepare(void)
{
   output_check(OUT_FILE_OPTION, options.out_file);
}

/*------------------------------------------------------------*/
/*--- Texts                                                ---*/
/*------------------------------------------------------------*/

/* The bytes of the UTF-8 character at `text`, or 0 if there is none: what the
   file system or the compiler gives need not be UTF-8.  (The Unicode Standard,
   table 3-7.) */
static UInt utf8_length(const UChar* text)
{
   static const struct { UChar first, last, low, high, length; } forms[] = {
      { 0x00, 0x7f, 0x00, 0xff, 1 }, { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
      { 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
      { 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
   };
   for (UInt form = 0; form < sizeof forms / sizeof *forms; form++) {
      if (text[0] >= forms[form].first && text[0] <= forms[form].last) {
         UInt length = forms[form].length;
         if (length > 1 && (text[1] < forms[form].low || text[1] > forms[form].high)) {
            return 0;
         }
         for (UInt i = 2; i < length; i++) {
            if ((text[i] & 0xc0) != 0x80) {
               return 0;
            }
         }
         return length;
      }
   }
   return 0;
}

/* One character as it is written: in how many bytes, and from how many. */
typedef struct {
   const HChar* bytes;
   UInt         written;
   UInt         read;
} Character;

static Character character_at(const HChar* text, Bool quoted)
{
   UInt length = utf8_length((const UChar*)text);
   if (length == 0) {
      return (Character){ "?", 1, 1 };
   }
   if (quoted && *text == '"') {
      return (Character){ "''", 2, 1 };
   }
   if ((UChar)*text < ' ' || *text == 0x7f) {
      return (Character){ " ", 1, 1 };
   }
   return (Character){ text, length, length };
}

/* Writes characters while they fit into `max` bytes; returns what is left. */
static const HChar* write_fitting(const HChar* text, SizeT max, Bool quoted)
{
   while (*text != '\0') {
      Character c = character_at(text, quoted);
      if (c.written > max) {
         break;
      }
      for (UInt i = 0; i < c.written; i++) {
         output_char(c.bytes[i]);
      }
      max  -= c.written;
      text += c.read;
   }
   return text;
}

static SizeT written_length(const HChar* text, Bool quoted)
{
   SizeT length = 0;
   while (*text != '\0') {
      Character c = character_at(text, quoted);
      length += c.written;
      text   += c.read;
   }
   return length;
}

/* The text from its beginning, cut where it is longer than `max` bytes. */
static void write_head(const HChar* text, SizeT max, Bool quoted)
{
   if (written_length(text, quoted) <= max) {
      write_fitting(text, max, quoted);
   } else {
      write_fitting(text, max - VG_(strlen)(CUT_MARK), quoted);
      output_text(CUT_MARK);
   }
}

/* Likewise from its end: that of a path tells more than its beginning. */
static void write_tail(const HChar* text, SizeT max, Bool quoted)
{
   SizeT length = written_length(text, quoted);
   if (length > max) {
      output_text(CUT_MARK);
      while (length > max - VG_(strlen)(CUT_MARK)) {
         Character c = character_at(text, quoted);
         length -= c.written;
         text   += c.read;
      }
   }
   write_fitting(text, length, quoted);
}

static void write_quoted_name(const HChar* name)
{
   output_char('"');
   write_head(*name == '\0' ? "NONE" : name, MAX_NAME, True);
   output_char('"');
}

/*------------------------------------------------------------*/
/*--- Header                                               ---*/
/*------------------------------------------------------------*/

/* UTC, as 2026-11-21T03:40:00Z.  Days to civil date: Howard Hinnant,
   "chrono-Compatible Low-Level Date Algorithms", days_from_civil's inverse. */
static void write_date(void)
{
   struct vki_timeval now;
   HChar text[64];
   VG_(gettimeofday)(&now, NULL);

   ULong days = now.tv_sec / 86400;
   UInt  secs = now.tv_sec % 86400;
   ULong z    = days + 719468;              /* days since 0000-03-01 */
   ULong era  = z / 146097;                 /* of 400 years */
   UInt  doe  = z % 146097;                 /* day of era */
   UInt  yoe  = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
   UInt  doy  = doe - (365 * yoe + yoe / 4 - yoe / 100);
   UInt  mp   = (5 * doy + 2) / 153;        /* month, from March */
   UInt  day  = doy - (153 * mp + 2) / 5 + 1;
   UInt  mon  = mp < 10 ? mp + 3 : mp - 9;
   ULong year = yoe + era * 400 + (mon <= 2);

   VG_(sprintf)(text, "%04llu-%02u-%02uT%02u:%02u:%02uZ", year, mon, day, secs / 3600, secs / 60 % 60, secs % 60);
   output_text(text);
}

static void write_field(const HChar* tag, ULong value)
{
   output_text(tag);
   output_number(value);
   output_char('\n');
}

/* Path of the executable; as it was called where that is not known. */
static const HChar* client_path(void)
{
   const HChar* path;
   return VG_(resolve_filename)(VG_(cl_exec_fd), &path) ? path : VG_(args_the_exename);
}

static ULong modification_time(const HChar* path)
{
   struct vg_stat status;
   return sr_isError(VG_(stat)(path, &status)) ? 0 : status.mtime;
}

/* The command line as one text; an argument may have any length. */
static HChar* command_line(void)
{
   SizeT size = VG_(strlen)(VG_(args_the_exename)) + 1;
   for (Int i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
      size += VG_(strlen)(*(HChar**)VG_(indexXA)(VG_(args_for_client), i)) + 1;
   }
   HChar* text = VG_(malloc)("aprof.report.command", size);
   VG_(strcpy)(text, VG_(args_the_exename));
   for (Int i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
      VG_(strcat)(text, " ");
      VG_(strcat)(text, *(HChar**)VG_(indexXA)(VG_(args_for_client), i));
   }
   return text;
}

static void write_header(void)
{
   const HChar* path    = client_path();
   HChar*       command = command_line();

   output_text("c tool: aprof " PACKAGE_VERSION "\n");
   output_text("c valgrind: " VERSION_TEXT "\n");
   write_field("c pid: ", VG_(getpid)());
   write_field("c memory-resolution: ", options.memory_resolution);
   output_text("v 4\n");
   output_text("t ");
   write_date();
   output_char('\n');
   write_field("k ", strand_total_blocks());
   write_field("e ", modification_time(path));
   output_text("m bb-count\n"
               "i rms\n");
   output_text("a ");
   write_tail(path, MAX_LINE, False);
   output_text("\nf ");
   write_head(command, MAX_LINE, False);
   output_char('\n');

   VG_(free)(command);
}

/*------------------------------------------------------------*/
/*--- Routines                                             ---*/
/*------------------------------------------------------------*/

static void write_number_field(ULong value)
{
   output_char(' ');
   output_number(value);
}

static void write_point(UInt id, const Point* point)
{
   output_text("p ");
   output_number(id);
   write_number_field(point->rms);
   write_number_field(point->min);
   write_number_field(point->max);
   write_number_field(point->sum);
   write_number_field(point->squares);
   write_number_field(point->calls);
   write_number_field(point->real_sum);
   write_number_field(point->self_sum);
   write_number_field(point->self_min);
   write_number_field(point->self_max);
   write_number_field(point->self_squares);
   output_char('\n');
}

static void write_routine(UInt id, const Routine* routine, PointTable* points)
{
   output_text("r ");
   write_quoted_name(routine->name);
   output_text(" \"");
   write_tail(*routine->image == '\0' ? "NONE" : routine->image, MAX_IMAGE, True);
   output_text("\" ");
   output_number(id);
   output_text("\nu ");
   output_number(id);
   output_text(" \"");
   write_head(*routine->mangled == '\0' ? "NONE" : routine->mangled, MAX_LINE - 20, True);
   output_text("\"\n");

   points_sort(points);
   for (UInt i = 0; i < points->used; i++) {
      write_point(id, &points->points[i]);
   }
}

/* Endings of living activations, by routine number. */
static Int compare_endings(const void* left, const void* right)
{
   UInt a = ((const Ending*)left)->routine->number;
   UInt b = ((const Ending*)right)->routine->number;
   return a < b ? -1 : a > b;
}

static void collect_ending(const Ending* ending, void* endings)
{
   routine_note_call(ending->routine);
   VG_(addToXA)(endings, ending);
}

/* The next of the sorted endings if it is the routine's, or NULL. */
static const Ending* next_ending(XArray* endings, Word* next, const Routine* routine)
{
   if (*next < VG_(sizeXA)(endings)) {
      const Ending* ending = VG_(indexXA)(endings, *next);
      if (ending->routine == routine) {
         (*next)++;
         return ending;
      }
   }
   return NULL;
}

/* Routines in order of their first call; ids count those that have points. */
static void write_routines(void)
{
   XArray* endings = VG_(newXA)(VG_(malloc), "aprof.report.endings", VG_(free), sizeof(Ending));
   strand_for_each_ending(collect_ending, endings);
   VG_(setCmpFnXA)(endings, compare_endings);
   VG_(sortXA)(endings);

   UInt id   = 0;
   Word next = 0;
   for (UInt number = 0; number < routine_count(); number++) {
      Routine*      routine = routine_numbered(number);
      const Ending* ending  = next_ending(endings, &next, routine);
      if (ending == NULL) {
         if (routine->points.used > 0) {
            write_routine(id++, routine, &routine->points);
         }
         continue;
      }
      PointTable points;
      points_copy(&points, &routine->points);
      for (; ending != NULL; ending = next_ending(endings, &next, routine)) {
         points_add(&points, ending->rms, ending->cost, ending->self, ending->outermost);
      }
      write_routine(id++, routine, &points);
      points_clear(&points);
   }
   VG_(deleteXA)(endings);
}

void report_write(void)
{
   output_open(OUT_FILE_OPTION, options.out_file);
   write_header();
   write_routines();
   Bool   moved;
   HChar* name = output_close(&moved);
   if (name != NULL) {
      if (moved || VG_(clo_verbosity) > 0) {
         VG_(umsg)("Report: %s\n", name);
      }
      VG_(free)(name);
   }
}
