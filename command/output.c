/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Writing files: beside the final name, and renamed at the end.  What is there
   and no regular file (a device, a pipe) is written directly. */

#define _GNU_SOURCE   /* asprintf */

#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"

static bool refuse(const Output* output, Problem* problem)
{
   problem_set(problem, output->path, 0, "cannot be written: %s", strerror(errno));
   return false;
}

static bool is_special(const char* path)
{
   struct stat status;
   return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

bool output_open(Output* output, const char* path, Problem* problem)
{
   *output = (Output){ .path = path };
   if (strcmp(path, "-") == 0) {
      output->path = "<stdout>";
      output->file = stdout;
      return true;
   }
   if (is_special(path)) {
      output->file = fopen(path, "we");
   } else {
      if (asprintf(&output->part, "%s.%ld.part", path, (long)getpid()) < 0) {
         memory_exhausted("a file name");
      }
      output->file = fopen(output->part, "wxe");
   }
   if (output->file == NULL) {
      refuse(output, problem);
      free(output->part);
      return false;
   }
   return true;
}

bool output_close(Output* output, Problem* problem)
{
   bool written = !ferror(output->file) && fflush(output->file) == 0;
   if (!written) {
      refuse(output, problem);
   }
   if (output->file != stdout && fclose(output->file) != 0 && written) {
      written = refuse(output, problem);
   }
   if (output->part != NULL) {
      if (written && rename(output->part, output->path) != 0) {
         written = refuse(output, problem);
      }
      if (!written) {
         unlink(output->part);
      }
      free(output->part);
   }
   return written;
}
