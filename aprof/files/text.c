/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Writing names: valid UTF-8, no control characters, cut to a length. */

#include "files/text.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

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

/* Writes characters while they fit into `max` bytes; returns what is left. */
static const HChar* write_fitting(const HChar* text, SizeT max, Bool quoted)
{
   while (*text != '\0') {
      Character c = character_at(text, quoted);
      if (c.written > max) {
         break;
      }
      write_character(c);
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

void text_write(const HChar* text)
{
   write_fitting(text, ~(SizeT)0, False);
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

void text_write_head(const HChar* text, SizeT max, Bool quoted)
{
   if (written_length(text, quoted) <= max) {
      write_fitting(text, max, quoted);
   } else {
      write_fitting(text, max - VG_(strlen)(CUT_MARK), quoted);
      output_text(CUT_MARK);
   }
}

/* Finds the end of the text that fits into `max` bytes, behind the mark if the text is longer, and how long
   that end is. */
static const HChar* fitting_tail(const HChar* text, SizeT max, Bool quoted, SizeT* length)
{
   *length = written_length(text, quoted);
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
   write_fitting(tail, length, quoted);
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
