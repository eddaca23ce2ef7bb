/* Instructions that save and restore the processor's state.  Valgrind runs them by helper functions that
   declare which memory they read or write, partly under a condition.

   fnstenv/fldenv        28 bytes
   fnsave/frstor         108 bytes
   fxsave/fxrstor        416 bytes: x87 state and MXCSR in the first 160, then 16 registers of 16 bytes
   xsave/xrstor          the components named in rax: x87 (bit 0) the first 160 bytes, SSE (bit 1) the 256
                         after them and MXCSR in bytes 24 to 31, AVX (bit 2) 256 bytes at 576.  Byte 512 says
                         which components are there: xsave reads and writes it, xrstor reads it and, as the
                         architecture has it, the header around it
   A save writes only: 0 (xsave 1, for byte 512).  A restore in another activation has the bytes saved; in the
   same activation, 0, but for the header's bytes that xsave did not write.

   Argument 3, if it is "xsave", adds the last pair: the processor must have it. */
// build (amd64): $(closed_form) -static
#include "../common/expect.h"

static char image[1024] OWN_PAGE;

ROUTINE void save_environment(void* p)
{
   __asm__ volatile("fnstenv (%0)" : : "D"(p) : "memory");
}

ROUTINE void load_environment(const void* p)
{
   __asm__ volatile("fldenv (%0)" : : "D"(p) : "memory");
}

ROUTINE void save_and_load_environment(void* p)
{
   __asm__ volatile("fnstenv (%0)\n\tfldenv (%0)" : : "D"(p) : "memory");
}

ROUTINE void save_x87(void* p)
{
   __asm__ volatile("fnsave (%0)" : : "D"(p) : "memory");
}

ROUTINE void load_x87(const void* p)
{
   __asm__ volatile("frstor (%0)" : : "D"(p) : "memory");
}

ROUTINE void save_fx(void* p)
{
   __asm__ volatile("fxsave (%0)" : : "D"(p) : "memory");
}

ROUTINE void load_fx(const void* p)
{
   __asm__ volatile("fxrstor (%0)" : : "D"(p) : "memory");
}

ROUTINE void save_and_load_fx(void* p)
{
   __asm__ volatile("fxsave (%0)\n\tfxrstor (%0)" : : "D"(p) : "memory");
}

ROUTINE void save_extended(void* p, unsigned components)
{
   __asm__ volatile("xsave (%0)" : : "D"(p), "a"(components), "d"(0) : "memory");
}

ROUTINE void load_extended(const void* p, unsigned components)
{
   __asm__ volatile("xrstor (%0)" : : "D"(p), "a"(components), "d"(0) : "memory");
}

static void model_components(const char* p, unsigned components)
{
   if (components & 1)
      model_read(p, 160);
   if (components & 6)
      model_read(p + 24, 8);
   if (components & 2)
      model_read(p + 160, 256);
   if (components & 4)
      model_read(p + 576, 256);
}

static void check_extended(void)
{
   for (unsigned asked = 0; asked < 8; asked++)
      for (unsigned present = 0; present < 8; present++) {
         memset(image, 0, sizeof image);
         save_extended(image, 7);
         expect("save_extended", 1);
         image[512] = (char)present;
         load_extended(image, asked);
         model_begin();
         model_read(image + 512, 24);
         model_components(image, asked & present);
         expect("load_extended", model_rms());
      }
   memset(image, 0, sizeof image);
   save_extended(image, 0);
   expect("save_extended", 1);
}

int main(int argc, char** argv)
{
   start(argc, argv);
   for (int offset = 0; offset < 32; offset++) {
      save_environment(image + offset);
      expect("save_environment", 0);
      load_environment(image + offset);
      expect("load_environment", cells(image + offset, 28));
      save_and_load_environment(image + offset);
      expect("save_and_load_environment", 0);
      save_x87(image + offset);
      expect("save_x87", 0);
      load_x87(image + offset);
      expect("load_x87", cells(image + offset, 108));
   }
   save_fx(image);
   expect("save_fx", 0);
   load_fx(image);
   expect("load_fx", cells(image, 416));
   save_and_load_fx(image);
   expect("save_and_load_fx", 0);
   if (argc > 3 && strcmp(argv[3], "xsave") == 0)
      check_extended();
   return finish();
}
