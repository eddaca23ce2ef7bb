/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Launchers are known by their names, because many of them are also installed below home directories. */

#include "run/programs.h"

#include <elf.h>
#include <fnmatch.h>
#include <glib.h>
#include <string.h>

#include "input/file.h"
#include "model/own.h"
#include "util/pattern.h"
#include "util/text.h"

/* A script of a script of a script: more would be a circle. */
#define MAX_INTERPRETERS  4

/* Shells, and interpreters of test suites. */
static const char* const interpreters[] = {
   "sh", "bash", "rbash", "dash", "ash", "ksh*", "mksh", "zsh*", "fish", "csh", "tcsh", "busybox*",
   "perl*", "python*", "pypy*", "ruby*", "tclsh*", "expect", "gawk", "mawk", "awk", NULL
};

static const char* const other_launchers[] = {
   /* what builds and tests */
   "make", "gmake", "ninja*", "samu", "cmake*", "ctest*", "meson*", "cargo*", "rustc", "rustdoc", "rustup*",
   "build-script-build", "go", "scons", "bazel*", "libtool",
   /* compilers and linkers, of toolchains below home directories */
   "cc", "gcc*", "g++*", "c++*", "clang*", "cc1*", "collect2", "as", "ld", "ld.*", "lld*", "rust-lld",
   "ccache", "sccache",
   /* what starts a program in some way */
   "env", "timeout", "nice", "ionice", "nohup", "setsid", "stdbuf", "time", "xargs", "find", "flock",
   "chroot", "taskset", "numactl", "setarch", "unshare", "nsenter", "prlimit", "chrt", "choom", "setpriv",
   "runuser", "dbus-run-session", "git",
   /* ... or on many processors */
   "mpirun*", "mpiexec*", "orterun", "orted", "prterun", "prted", "prte", "hydra_*", "srun", "parallel", NULL
};

static bool has_name_of(const char* path, const char* const* patterns)
{
   const char* name = text_file_name(path);
   for (size_t i = 0; patterns[i] != NULL; i++) {
      if (fnmatch(patterns[i], name, 0) == 0) {
         return true;
      }
   }
   return false;
}

bool program_is_interpreter(const char* path)
{
   return has_name_of(path, interpreters);
}

static bool has_name_of_launcher(const char* path)
{
   return program_is_interpreter(path) || has_name_of(path, other_launchers);
}

/* The path in a first line such as "#! /bin/sh -e", or NULL. */
static char* interpreter_of(const char* path)
{
   char   line[256];
   size_t length = file_beginning(path, line, sizeof line - 1);
   line[length] = '\0';
   if (length < 3 || strncmp(line, "#!", 2) != 0) {
      return NULL;
   }
   const char* begin = line + 2 + strspn(line + 2, " \t");
   return g_strndup(begin, strcspn(begin, " \t\r\n"));
}

char* program_executable(const char* path)
{
   char* program = g_strdup(path);
   char* interpreter;
   for (int i = 0; i < MAX_INTERPRETERS && (interpreter = interpreter_of(program)) != NULL; i++) {
      g_free(program);
      program = interpreter;
   }
   return program;
}

bool program_is_launcher(const char* path)
{
   char* executable = program_executable(path);
   bool  is_launcher = has_name_of_launcher(path) || has_name_of_launcher(executable);
   g_free(executable);
   return is_launcher;
}

bool program_is_measured(const ProgramChoice* choice, const char* path)
{
   if (choice->only != NULL) {
      return pattern_list_matches(choice->only, path);
   }
   return !has_name_of_launcher(path) && !(choice->by_launcher && own_is_of_system(path));
}

bool program_fits_tool(const char* path)
{
   Elf64_Ehdr header;
   return file_beginning(path, (char*)&header, sizeof header) == sizeof header
          && memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64
          && header.e_machine == EM_X86_64;
}
