/* dlopen and dlclose. Two libraries are loaded one after the other at the same address, several times; what
   is called there is a routine of the library that is loaded then, also where it has no symbol (STRIPPED), and
   where it is called through a PLT stub, or by a jump that stays within a routine of the other library.
   The same for memory that holds code written at run time, then a library, then such code again.

   The libraries stand beside the program, as LIBRARY_1.so and LIBRARY_2.so. */
// build ways: -DSTRIPPED=0 -DLIBRARY='"reload"'
// build -stripped: $(calls) -O1 -DSTRIPPED=1 -DLIBRARY='"reload_stripped"'

#include <dlfcn.h>
#include <sys/mman.h>
#include "calls.h"

#define ROUNDS  6

static int values[64] OWN_PAGE;

typedef int Work(const volatile int* from, int count);

static uintptr_t first_address;
static int same_address;

static const char* beside(const char* program, const char* library)
{
   static char path[4096];
   const char* slash = strrchr(program, '/');
   snprintf(path, sizeof path, "%.*s/%s", slash == NULL ? 1 : (int)(slash - program), slash == NULL ? "." : program, library);
   return path;
}

ROUTINE void use_library(const char* path, const char* name, int count)
{
   void* library = dlopen(path, RTLD_NOW);
   if (library == NULL)
      die(dlerror());
   Work* work = (Work*)dlsym(library, name);
   if (work == NULL)
      die(dlerror());
   work(values, count);
   Work* call_exported = (Work*)dlsym(library, "call_exported");
   call_exported(values, count);
   ((Work*)dlsym(library, "leap"))(values, count);
   Dl_info info;
   void* (*address_of_hidden)(void) = (void* (*)(void))dlsym(library, "address_of_hidden");
   void* hidden = address_of_hidden();
   if (STRIPPED && dladdr(hidden, &info) != 0)
      expect_line("alias hidden 0x%lx", (unsigned long)((char*)hidden - (char*)info.dli_fbase));
   same_address += (uintptr_t)work == first_address;
   first_address = (uintptr_t)work;
   dlclose(library);
}

ROUTINE void use_memory(int count)
{
   unsigned char* page = (unsigned char*)(first_address & -4096ul);
   page = mmap(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
   if (page == MAP_FAILED)
      die("a library is still where it was");
#if defined __x86_64__
   unsigned char* to = (unsigned char*)first_address;
   for (int i = 0; i < count; i++) {
      *to++ = 0x03;                     /* add 4*i(%rdi), %eax */
      *to++ = 0x47;
      *to++ = (unsigned char)(4 * i);
   }
   *to++ = 0xc3;                        /* ret */
#elif defined __aarch64__
   unsigned* to = (unsigned*)first_address;
   for (unsigned i = 0; i < (unsigned)count; i++) {
      *to++ = 0xb9400009 | i << 10;     /* ldr w9, [x0, 4*i] */
      *to++ = 0x0b09014a;               /* add w10, w10, w9 */
   }
   *to++ = 0xd65f03c0;                  /* ret */
   __builtin___clear_cache((char*)first_address, (char*)to);
#elif defined __riscv
   unsigned short* to = (unsigned short*)first_address;   /* where the library's code was is aligned to two */
   for (unsigned i = 0; i < (unsigned)count; i++) {
      to = mempcpy(to, (const unsigned[]){ 0x00052303 | 4 * i << 20, 0x006383b3 }, 8);   /* lw t1, 4*i(a0); add t2, t2, t1 */
   }
   *to++ = 0x8082;                      /* ret */
   __builtin___clear_cache((char*)first_address, (char*)to);
#endif
   ((Work*)first_address)(values, count);
   munmap(page, 4096);
   if (count == 20)
      expect_line("alias memory code at 0x%lx", (unsigned long)(uintptr_t)page);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   for (int i = 0; i < ROUNDS; i++) {
      use_library(beside(argv[0], LIBRARY "_1.so"), "work_1", 1 + i);
      use_library(beside(argv[0], LIBRARY "_2.so"), "work_2", 11 + i);
      use_memory(20 + i);
   }
   require(same_address == 2 * ROUNDS - 1, "the libraries must be loaded at one address");

   expect_line("image 1 %s", LIBRARY "_1.so");
   expect_line("image 2 %s", LIBRARY "_2.so");
   for (int i = 0; i < ROUNDS; i++) {
      expect("1:work_1", 21 + i);
      expect("1:hidden", 21 + i);
      expect("1:exported", 41 + i);
      expect("1:leap", 1 + i);
      expect("2:work_2", 31 + i);
      expect("2:hidden", 31 + i);
      expect("2:exported", 51 + i);
      expect("2:leap", 11 + i);
      expect("2:landing", 11 + i);
      expect("NONE:memory", 20 + i);
   }
   expect_line("cost 1:work_1.sum = 1:work_1.self + 1:hidden.sum");
   expect_line("cost 2:work_2.sum = 2:work_2.self + 2:hidden.sum");
   expect_line("routines 1:work_1 1");
   expect_line("routines 1:hidden 1");
   expect_line("routines 1:exported 1");
   expect_line("routines 2:exported 1");
   expect_line("cost 1:call_exported.sum = 1:call_exported.self + 1:exported.sum");
   expect_line("cost 2:call_exported.sum = 2:call_exported.self + 2:exported.sum");
   expect_line("routines 2:work_2 1");
   expect_line("routines 2:hidden 1");
   expect_line("absent 1:work_2");
   expect_line("absent 2:work_1");
   expect_any("use_library", 2 * ROUNDS);
   return end();
}
