/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   glibc has a text that says its version, "... stable release version 2.36.", somewhere in
   its file.  Nothing else that a tool can read without running the program's code has
   it. */

#include "report/environment.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_machine.h"
#include "libvex.h"

#include "files/files.h"
#include "files/output.h"

#define GLIBC_SONAME  "libc.so.6"
#define BANNER        " release version "
#define BANNER_SIZE   (sizeof BANNER - 1)
#define LONGEST       24    /* of a version */

/* aprof looks at so much of the file: the program may have put another one in its place. */
#define MOST_BYTES  (64 << 20)

/* Blocks of the file overlap, so that a text between two of them is found. */
#define OVERLAP  (BANNER_SIZE + LONGEST)

static const HChar* path_of_glibc(void)
{
   for (const DebugInfo* info = VG_(next_DebugInfo)(NULL); info != NULL; info = VG_(next_DebugInfo)(info)) {
      const HChar* soname = VG_(DebugInfo_get_soname)(info);
      if (soname != NULL && VG_(strcmp)(soname, GLIBC_SONAME) == 0) {
         return VG_(DebugInfo_get_filename)(info);
      }
   }
   return NULL;
}

/* Digits and dots, without the dot that ends the sentence. */
static void copy_version(const HChar* from, HChar* version)
{
   UInt length = 0;
   while (length < LONGEST - 1 && (VG_(isdigit)(from[length]) || from[length] == '.')) {
      version[length] = from[length];
      length++;
   }
   while (length > 0 && version[length - 1] == '.') {
      length--;
   }
   version[length] = '\0';
}

/* Leaves a text that is too near to the end of the block to the next one.  A file does not end with text. */
static Bool find_version(const HChar* block, UInt size, HChar* version)
{
   for (UInt i = 0; i + OVERLAP <= size; i++) {
      if (block[i] == BANNER[0] && VG_(memcmp)(block + i, BANNER, BANNER_SIZE) == 0) {
         copy_version(block + i + BANNER_SIZE, version);
         if (version[0] != '\0') {
            return True;
         }
      }
   }
   return False;
}

/* Empty if it is not known. */
static void read_version(const HChar* path, HChar* version)
{
   static HChar block[16384 + OVERLAP];
   Int const    file = files_open_regular(path);
   UInt         kept = 0;
   UInt         done = 0;
   Int          size;
   version[0] = '\0';
   if (file < 0) {
      return;
   }
   while (done < MOST_BYTES && (size = VG_(read)(file, block + kept, sizeof block - kept)) > 0) {
      done += size;
      UInt end = kept + size;
      if (find_version(block, end, version)) {
         break;
      }
      kept = end < OVERLAP ? end : OVERLAP;
      VG_(memmove)(block, block + end - kept, kept);
   }
   VG_(close)(file);
}

/* The program's, which does not change while it runs. */
static const HChar* glibc_version(void)
{
   static HChar version[LONGEST];
   static Bool  is_read;
   const HChar* path = is_read ? NULL : path_of_glibc();
   if (path != NULL) {
      read_version(path, version);
      is_read = True;
   }
   return version;
}

void environment_write(void)
{
   VexArch      arch;
   VexArchInfo  info;
   const HChar* version = glibc_version();
   if (version[0] != '\0') {
      output_text("c libc: glibc ");
      output_text(version);
      output_char('\n');
   }
   VG_(machine_get_VexArchInfo)(&arch, &info);
   output_text("c processor: ");
   output_text(LibVEX_ppVexHwCaps(arch, info.hwcaps));
   output_char('\n');
}
