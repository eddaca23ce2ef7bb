/* 100,000 routines for curves.c, unsigned routine_N(const unsigned* numbers, unsigned count): N plus the sum
   of the numbers, of which there must be at least one. No compiler makes as many in reasonable time. */

#define COUNT 100000

        .altmacro

        .macro define number
        .type   routine_\number, @function
routine_\number:
        movl    $\number, %eax
1:      addl    (%rdi), %eax
        addq    $4, %rdi
        decl    %esi
        jnz     1b
        ret
        .size   routine_\number, . - routine_\number
        .endm

        .macro point_to number
        .quad   routine_\number
        .endm

        .text
        .set    next, 0
        .rept   COUNT
        define  %next
        .set    next, next + 1
        .endr

        .section .data.rel.ro, "aw"
        .balign 8
        .globl  routines, routines_count
routines:
        .set    next, 0
        .rept   COUNT
        point_to %next
        .set    next, next + 1
        .endr
routines_count:
        .quad   COUNT

        .section .note.GNU-stack, "", @progbits
