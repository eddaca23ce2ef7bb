/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   A program that makes an empty directory its root, as some servers do.

      chroot DIRECTORY only        and ends
      chroot DIRECTORY fork        and has a child, which ends first
      chroot DIRECTORY supported   status 0 if that can be done here: root may

   before is called once before, and after behind, twice by the program and once by the child. */

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

int main(int argc, char** argv)
{
   if (argc != 3)
      die("usage: chroot DIRECTORY only|fork|supported");
   before(0);
   if (chroot(argv[1]) != 0 || chdir("/") != 0)
      return 1;
   if (strcmp(argv[2], "supported") == 0)
      return 0;
   if (strcmp(argv[2], "fork") == 0) {
      if (fork() == 0)
         exit(after(4));
      wait(NULL);
   }
   after(0);
   after(0);
   puts("done");
   return 3;
}
