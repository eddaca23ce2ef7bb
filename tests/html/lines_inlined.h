/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   What lines.c inlines. */

static inline int twice(int number)
{
   return number > 7 ? number
                     : number + number;
}
