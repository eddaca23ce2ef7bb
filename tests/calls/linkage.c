/* Calls into a shared library and back, by all kinds of linkage: what is called is a callee of the one that
   calls. Stubs are no routines, and the dynamic linker, when it binds a name at the first call, is nobody's
   callee.

   Each call reads another number of ints, so that a routine's points tell the callers apart.

   first      calls what is bound lazily for the first time: its cost, too, is its own and its callees'
   later      calls the same again: its cost is its own and its callees', to the block
   chosen     is an IFUNC of this program, library_chosen one of the library: calls run what the resolver
              chose

   LIBRARY is the name of the library's image, "" where its code is part of this program; IMPORT_CELLS are the
   cells of an address in its linkage table; LAZY says whether names are bound at the first call. NO_IFUNC:
   the compiler cannot make one here. */
// build ways: -fPIE -pie -Wl,-z,lazy
// build -lazy: $(calls) -O1 -fPIE -pie -Wl,-z,lazy
// build -now: $(calls) -O1 -fPIE -pie -Wl,-z,now
// build -ibt: $(calls) -O1 -fPIE -pie -Wl,-z,lazy $(landings)
// build -no-plt: $(calls) -O1 -fPIE -pie -fno-plt -Wl,-z,lazy
// build -no-pie: $(calls) -O1 -fno-pie -no-pie -Wl,-z,lazy
// build ways -lazy -now -ibt -no-plt -no-pie: -DLIBRARY='"linkage_library.so"' -DIMPORT_CELLS=2 -DLAZY=1
// build ways -lazy -now -ibt -no-plt -no-pie: linkage_library.so -Wl,-rpath,'$$ORIGIN'
// build -static -static-pie: $(calls) linkage_library.c -O1 -DLIBRARY='""' -DIMPORT_CELLS=0 -DLAZY=0
// build -static: -static
// build -static-pie: -fPIE -static-pie
// LLVM 14 cannot link an IFUNC of its own with -flto; and GNU ld not as Clang addresses it on arm64.
// build -clang-lto (amd64): -DNO_IFUNC
// build clang-ways (arm64): -DNO_IFUNC

#include "calls.h"

int library_sum(const volatile int* from, int count);
int library_outer(const volatile int* from, int count);
int library_back(const volatile int* from, int count);
int library_chosen(const volatile int* from, int count);

#define ROUNDS 20

static int values[64] OWN_PAGE;

SUM_ROUTINE(own_sum)
SUM_ROUTINE(called_back)
SUM_ROUTINE(chosen_now)

typedef int Sum(const volatile int* from, int count);

#ifdef NO_IFUNC
#define chosen chosen_now
#else
UNUSED static Sum* choose(void)
{
   return chosen_now;
}

int chosen(const volatile int* from, int count) __attribute__((ifunc("choose")));
#endif

ROUTINE void first(const int* from)
{
   library_sum(from, 1);
   library_outer(from, 2);
   library_back(from, 4);
   library_chosen(from, 5);
   chosen(from, 6);
}

ROUTINE void later(const int* from)
{
   Sum* volatile pointer;
   for (int i = 0; i < ROUNDS; i++) {
      own_sum(from, 11);
      library_sum(from, 21);
      library_outer(from, 31);
      library_back(from, 41);
      library_chosen(from, 51);
      chosen(from, 61);
      pointer = own_sum;
      pointer(from, 12);
      pointer = library_sum;
      pointer(from, 22);
      pointer = chosen;
      pointer(from, 62);
   }
}

static void expect_leaf(const char* routine, const int* counts)
{
   for (int i = 0; counts[i] != 0; i++)
      expect_calls(routine, counts[i], counts[i] < 10 ? 1 : ROUNDS);
   expect_line("cost %s.sum = %s.self", routine, routine);
   expect_line("cost %s.real = %s.self", routine, routine);
}

int main(int argc, char** argv)
{
   begin(argc, argv);
   first(values);
   later(values);

   expect_line("image library %s", *LIBRARY != '\0' ? LIBRARY : strrchr(argv[0], '/') + 1);
   expect_any("first", 1);
   expect_any("later", 1);
   expect_leaf("own_sum", (int[]){ 11, 12, 0 });
   expect_leaf("library:library_sum", (int[]){ 1, 2, 21, 22, 31, 0 });
   expect_leaf("library:library_static", (int[]){ 3, 32, 0 });
   expect_leaf("called_back", (int[]){ 4, 41, 0 });
   expect_leaf("library:library_chosen_now", (int[]){ 5, 51, 0 });
   expect_leaf("chosen_now", (int[]){ 6, 61, 62, 0 });
   expect_any("library:library_outer", 1 + ROUNDS);
   expect_any("library:library_back", 1 + ROUNDS);

   /* Beside the array, each reads the address of what it calls, if that is in its linkage table. */
   int outer = 32 + IMPORT_CELLS, back = 41 + IMPORT_CELLS;
   expect_line("cost later.sum = later.self + own_sum.sum + library:library_sum@21.sum + library:library_sum@22.sum"
               " + library:library_outer@%d.sum + library:library_back@%d.sum + library:library_chosen_now@51.sum"
               " + chosen_now@61.sum + chosen_now@62.sum",
               outer, back);
   expect_line("cost library:library_outer@%d.calls = %d", outer, ROUNDS);
   expect_line("cost library:library_outer@%d.sum = library:library_outer@%d.self + library:library_sum@31.sum"
               " + library:library_static@32.sum",
               outer, outer);
   expect_line("cost library:library_back@%d.calls = %d", back, ROUNDS);
   expect_line("cost library:library_back@%d.sum = library:library_back@%d.self + called_back@41.sum", back, back);
   if (LAZY && getenv("LD_BIND_NOW") == NULL) {
      expect_line("image dynamic_linker %s", INSTRUCTIONS("ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
                                                          "ld-linux-riscv64-lp64d.so.1"));
      expect_line("cost dynamic_linker:_dl_runtime_resolve*.calls > 0");
      expect_line("cost dynamic_linker:_dl_runtime_resolve*.sum = dynamic_linker:_dl_runtime_resolve*.self"
                  " + dynamic_linker:_dl_fixup.sum");
   }
   expect_line("cost first.sum = first.self + library:library_sum@1.sum + library:library_outer@%d.sum"
               " + library:library_back@%d.sum + library:library_chosen_now@5.sum + chosen_now@6.sum",
               3 + IMPORT_CELLS, 4 + IMPORT_CELLS);
   return end();
}
