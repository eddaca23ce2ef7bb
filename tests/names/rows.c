/* Code at addresses from 0x1000 on, a piece each 16 bytes: functions, and what compilers make of them. */

#define BEGIN(name)   ".balign 16\n.type " name ", %function\n" name ":\n"
#define END(name)     ".size " name ", . - " name "\n"
#define PIECE         ".fill 8, 1, 0\n"
#define CODE(name)    BEGIN(name) PIECE END(name)

__asm__(".text\n"
        CODE("f")                      /* 0x1000 */
        CODE("f.part.0")               /* 0x1010: beside f */
        CODE("g.constprop.0")          /* 0x1020: all that is left of g */
        BEGIN("longer_name") BEGIN("name") PIECE END("longer_name") END("name")   /* 0x1030: one function */
        ".balign 16\nlabel:\n" PIECE   /* 0x1040 */
        CODE("_ZN4shop4Cart4findEi")   /* 0x1050 */
        CODE("h.isra.0")               /* 0x1060, 0x1070: two copies, and no h */
        CODE("h.isra.1")
        CODE("quoted"));               /* 0x1080: with objcopy, a name that a report cannot have */
