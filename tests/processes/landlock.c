/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A program that forbids itself, by Landlock, to open, make, remove and rename files, as xz does.

      landlock only      and ends
      landlock twice     once more, and ends
      landlock fork      and has a child, which ends first
      landlock supported status 0 if that can be done here

   before is called once before, and after twice behind. */

#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../common/expect.h"

ROUTINE int before(int number)
{
   return number;
}

ROUTINE int after(int number)
{
   return number;
}

/* Of the first version of Landlock, all accesses. */
static int forbid(void)
{
   struct landlock_ruleset_attr rules = { .handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1 };
   int file = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
   return file < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
          || syscall(SYS_landlock_restrict_self, file, 0) != 0 || close(file) != 0 ? -1 : 0;
}

int main(int argc, char** argv)
{
   if (argc != 2)
      die("usage: landlock only|twice|fork|supported");
   if (strcmp(argv[1], "supported") == 0)
      return forbid() != 0;
   before(0);
   if (forbid() != 0 || (strcmp(argv[1], "twice") == 0 && forbid() != 0))
      die("there is no Landlock");
   if (fopen(argv[0], "r") != NULL)
      die("it forbids nothing");
   if (strcmp(argv[1], "fork") == 0) {
      if (fork() == 0)
         exit(after(4));
      wait(NULL);
   }
   after(0);
   after(0);
   puts("done");
   return 3;
}
