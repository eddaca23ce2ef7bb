/* Writing names: valid UTF-8, no control characters, cut to a length. */

#include "files/text.h"

#include "files/characters.h"
#include "files/output.h"
#include "valgrind_version.h"

#define CUT_MARK  "..."
#define OPEN_BOX  "\xe2\x90\xa3"   /* U+2423 */

static const HChar* executable;   /* the name that the program was called by */

static void write_character(Character c)
{
   for (UInt i = 0; i < c.written; i++) {
      output_char(c.bytes[i]);
   }
}

static const HChar* end_of(const HChar* text)
{
   return text + VG_(strlen)(text);
}

/* Writes characters up to the end while they fit into `max` bytes. */
static void write_fitting(const HChar* text, const HChar* end, SizeT max, Bool quoted)
{
   while (text < end) {
      Character c = character_at(text, quoted);
      if (c.written > max) {
         break;
      }
      write_character(c);
      max  -= c.written;
      text += c.read;
   }
}

static SizeT written_length(const HChar* text, const HChar* end, Bool quoted)
{
   SizeT length = 0;
   while (text < end) {
      Character c = character_at(text, quoted);
      length += c.written;
      text   += c.read;
   }
   return length;
}

void text_write(const HChar* text)
{
   write_fitting(text, end_of(text), ~(SizeT)0, False);
}

static Bool is_blank(const HChar* text)
{
   return *character_at(text, False).bytes == ' ';
}

void text_write_untrimmed(const HChar* text)
{
   const HChar* end = text + VG_(strlen)(text);
   while (end > text && is_blank(end - 1)) {
      end--;
   }
   for (; *text != '\0' && is_blank(text); text++) {
      output_text(OPEN_BOX);
   }
   while (text < end) {
      Character c = character_at(text, False);
      write_character(c);
      text += c.read;
   }
   for (; *text != '\0'; text++) {
      output_text(OPEN_BOX);
   }
}

static void write_head(const HChar* text, const HChar* end, SizeT max, Bool quoted)
{
   if (written_length(text, end, quoted) <= max) {
      write_fitting(text, end, max, quoted);
   } else {
      write_fitting(text, end, max - VG_(strlen)(CUT_MARK), quoted);
      output_text(CUT_MARK);
   }
}

void text_write_head(const HChar* text, SizeT max, Bool quoted)
{
   write_head(text, end_of(text), max, quoted);
}

void text_write_inlined(const HChar* name, const HChar* between, SizeT max, Bool quoted)
{
   const HChar* end    = end_of(name);
   const HChar* suffix = VG_(strstr)(name, between);
   if (suffix == NULL || end[-1] != ']' || written_length(name, end, quoted) <= max) {
      write_head(name, end, max, quoted);
      return;
   }
   SizeT length  = written_length(name, suffix, quoted);
   SizeT further = written_length(suffix, end, quoted);
   SizeT left    = length < max / 2 ? max - length : max / 2;
   SizeT room    = further < left ? further : left;
   write_head(name, suffix, max - room, quoted);
   write_head(suffix, end - 1, room - 1, quoted);
   output_text(end - 1);
}

/* Finds the end of the text that fits into `max` bytes, behind the mark if the text is longer, and how long
   that end is. */
static const HChar* fitting_tail(const HChar* text, SizeT max, Bool quoted, SizeT* length)
{
   *length = written_length(text, end_of(text), quoted);
   if (*length > max) {
      while (*length > max - VG_(strlen)(CUT_MARK)) {
         Character c = character_at(text, quoted);
         *length -= c.written;
         text    += c.read;
      }
   }
   return text;
}

SizeT text_tail_length(const HChar* text, SizeT max, Bool quoted)
{
   SizeT length;
   Bool  is_cut = fitting_tail(text, max, quoted, &length) != text;
   return length + (is_cut ? VG_(strlen)(CUT_MARK) : 0);
}

void text_write_tail(const HChar* text, SizeT max, Bool quoted)
{
   SizeT        length;
   const HChar* tail = fitting_tail(text, max, quoted, &length);
   if (tail != text) {
      output_text(CUT_MARK);
   }
   write_fitting(tail, end_of(tail), length, quoted);
}

void text_init(void)
{
   executable = VG_(strdup)("aprof.text.executable", VG_(args_the_exename));
}

const HChar* text_of_client_path(void)
{
   const HChar* path;
   return VG_(resolve_filename)(VG_(cl_exec_fd), &path) ? path : executable;
}

HChar* text_of_command_line(void)
{
   SizeT size = VG_(strlen)(executable) + 1;
   for (Int i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
      size += VG_(strlen)(*(HChar**)VG_(indexXA)(VG_(args_for_client), i)) + 1;
   }
   HChar* text = VG_(malloc)("aprof.text.command", size);
   VG_(strcpy)(text, executable);
   for (Int i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
      VG_(strcat)(text, " ");
      VG_(strcat)(text, *(HChar**)VG_(indexXA)(VG_(args_for_client), i));
   }
   return text;
}
