/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Two functions whose debug information goes round in circles: an inlined routine that is its own origin, and
   is declared by what declares itself; and, with DEPTH, blocks in blocks. */

#ifndef DEPTH
#define DEPTH 1
#endif
#define TEXT(number)    TEXT_OF(number)
#define TEXT_OF(number) #number

#define CODE(name) \
   ".balign 16\n.type " name ", %function\n" name ":\n.fill 16, 1, 0\n.size " name ", . - " name "\n"

#define ABBREVIATION(number, tag, children, attributes) \
   ".uleb128 " #number ", " #tag "\n.byte " #children "\n.uleb128 " attributes ", 0, 0\n"

#define ROUTINE(name, number)   /* its name, place, and what is inlined there */ \
   "1" #number ": .uleb128 2\n.asciz \"" name "\"\n.quad " name "\n.quad 16\n.byte 1, 3\n" \
   "2" #number ": .uleb128 3\n.long 2" #number "b - unit\n.byte 1, 3\n" \
   "3" #number ": .uleb128 5\n.long 3" #number "b - unit\n.long 2" #number "b - unit\n" \
   ".rept " TEXT(DEPTH) "\n.uleb128 4\n.endr\n.fill " TEXT(DEPTH) ", 1, 0\n.byte 0\n"

__asm__(".text\nbegin:\n" CODE("sum_up") CODE("sum_all") "end:\n"
        ".section .debug_abbrev, \"\"\nabbreviations:\n"
        ABBREVIATION(1, 0x11, 1, "3, 8, 0x11, 1, 0x12, 7")                     /* unit: name, low, high */
        ABBREVIATION(2, 0x2e, 1, "3, 8, 0x11, 1, 0x12, 7, 0x3a, 11, 0x3b, 11") /* and file and line */
        ABBREVIATION(3, 0x1d, 0, "0x31, 0x13, 0x58, 11, 0x59, 11")             /* origin, file and line of the call */
        ABBREVIATION(4, 0x0b, 1, "0x34, 0x19")                                 /* a block */
        ABBREVIATION(5, 0x1d, 0, "0x31, 0x13, 0x47, 0x13")                     /* origin and declaration */
        ".byte 0\n"
        ".section .debug_info, \"\"\nunit: .long 9f - 8f\n8: .short 4\n.long 0\n.byte 8\n"
        ".uleb128 1\n.asciz \"loops.c\"\n.quad begin\n.quad end - begin\n"
        ROUTINE("sum_up", 1) ROUTINE("sum_all", 2) ".byte 0\n9:\n");
