/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Programs whose measurements need more memory than they may have.

      memory sizes    4,000,000 calls of take, each with another input (--input-arg=take:1)
      memory touch    writes 220 MB, so that shadow memory would have as much */

#include "../common/expect.h"

ROUTINE int take(int number)
{
   return number;
}

ROUTINE void touch(int* block, size_t count)
{
   for (size_t i = 0; i < count; i++)
      block[i] = 1;
}

#define MB (1 << 20)

int main(int argc, char** argv)
{
   if (argc != 2)
      die("usage: memory sizes|touch");
   if (strcmp(argv[1], "sizes") == 0) {
      for (int i = 0; i < 4000000; i++)
         take(i);
   } else {
      for (int i = 0; i < 220; i++) {
         int* block = malloc(MB);
         if (block == NULL)
            die("no memory for the program itself");
         touch(block, MB / sizeof *block);
      }
   }
   puts("done");
   return 3;
}
