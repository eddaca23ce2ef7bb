/* Instructions for 64-bit x86, ARM and RISC-V, and whatever else differs between them. */

#ifndef APROF_TESTS_INSTRUCTIONS_H
#define APROF_TESTS_INSTRUCTIONS_H

#if defined __x86_64__
#define INSTRUCTIONS(amd64, arm64, riscv64) amd64
#elif defined __aarch64__
#define INSTRUCTIONS(amd64, arm64, riscv64) arm64
#elif defined __riscv
#define INSTRUCTIONS(amd64, arm64, riscv64) riscv64
#endif

#endif
