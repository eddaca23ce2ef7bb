/* Structs.  The assignment of a struct reads its bytes at the source, by whatever instructions the compiler
   chooses, and writes the target.

   pass_by_value     copies the struct onto the stack for its callee: the source's cells; the copy is written
                     first
   take_value        finds that copy above its return address and reads it: the copy's cells, as its own input
   return_by_value   fills the space its caller names: 0
   update            reads one member and writes two others */
// build: $(closed_form) -static
#include "../common/expect.h"

#if defined __riscv
/* GCC calls it to copy a struct. The C library's reads whole words around what it copies. */
void* memcpy(void* restrict to, const void* restrict from, size_t size)
{
   for (size_t i = 0; i < size; i++) {
      ((char*)to)[i] = ((const char*)from)[i];
      __asm__ volatile("" : : : "memory");
   }
   return to;
}
#endif

#define SIZED(size)                                                                                \
   struct Sized##size { char bytes[size]; };                                                       \
   ROUTINE void copy_struct_##size(struct Sized##size* restrict to, const struct Sized##size* from) \
   {                                                                                               \
      *to = *from;                                                                                 \
   }

SIZED(1)
SIZED(2)
SIZED(3)
SIZED(4)
SIZED(7)
SIZED(8)
SIZED(12)
SIZED(16)
SIZED(24)
SIZED(33)
SIZED(40)
SIZED(64)
SIZED(100)
SIZED(128)

struct Large { long member[5]; };

static char source[256] OWN_PAGE;
static char target[256] OWN_PAGE;
static const void* volatile place_of_copy;

ROUTINE long take_value(struct Large large)
{
   place_of_copy = &large;
   return large.member[0] + large.member[1] + large.member[2] + large.member[3] + large.member[4];
}

ROUTINE long pass_by_value(const struct Large* large)
{
   return take_value(*large) + 1;
}

ROUTINE struct Large return_by_value(long first)
{
   return (struct Large) { { first, first, first, first, first } };
}

ROUTINE void update(volatile struct Large* large)
{
   large->member[0] = 1;
   large->member[1] += 2;
   large->member[4] = 3;
}

#define CHECK_SIZED(size)                                                                          \
   for (int offset = 0; offset < 16; offset++) {                                                   \
      copy_struct_##size((struct Sized##size*)(target + (offset * 3) % 16),                        \
                         (struct Sized##size*)(source + offset));                                  \
      expect("copy_struct_" #size, cells(source + offset, size));                                  \
   }

int main(int argc, char** argv)
{
   start(argc, argv);
   CHECK_SIZED(1)
   CHECK_SIZED(2)
   CHECK_SIZED(3)
   CHECK_SIZED(4)
   CHECK_SIZED(7)
   CHECK_SIZED(8)
   CHECK_SIZED(12)
   CHECK_SIZED(16)
   CHECK_SIZED(24)
   CHECK_SIZED(33)
   CHECK_SIZED(40)
   CHECK_SIZED(64)
   CHECK_SIZED(100)
   CHECK_SIZED(128)

   for (int offset = 0; offset < 16; offset += 8) {
      struct Large* large = (struct Large*)(source + offset);
      pass_by_value(large);
      expect("pass_by_value", cells(large, sizeof *large));
      expect("take_value", cells((const void*)place_of_copy, sizeof *large));

      *(struct Large*)target = return_by_value(offset);
      expect("return_by_value", 0);

      /* At resolution 16 member 1 may share a cell with member 0, which is written first. */
      update(large);
      model_begin();
      model_write(&large->member[0], 8);
      model_read(&large->member[1], 8);
      model_write(&large->member[1], 8);
      model_write(&large->member[4], 8);
      expect("update", model_rms());
   }
   return finish();
}
