/* Accesses that straddle an address divisible by a large power of two, where the profiler's own tables may
   have their boundaries: 4 KiB, 1 MiB, 4 MiB, 16 MiB, 256 MiB, 4 GiB and 16 GiB.  Nothing about such an
   address is special: an access of s bytes has the cells of s bytes.

   Memory is mapped around each boundary; the pages between remain unmapped.  Also: memory that is unmapped
   and mapped again during one activation is the same cells again, by the definition: they count once, and not
   at all if they were first written. */
// build: $(closed_form) -static
#include <sys/mman.h>
#include "../common/call_kernel.h"
#include "../common/expect.h"

#define AROUND 65536ul
#define BASE 0x400000000ul

typedef short Short __attribute__((aligned(1), may_alias));
typedef int Int __attribute__((aligned(1), may_alias));
typedef long Word __attribute__((aligned(1), may_alias));
/* 16 bytes at any address. */
typedef long long Vector __attribute__((vector_size(16), aligned(1), may_alias));

ROUTINE long load_2(const char* p)
{
   return *(const Short*)p;
}

ROUTINE long load_4(const char* p)
{
   return *(const Int*)p;
}

ROUTINE long load_8(const char* p)
{
   return *(const Word*)p;
}

ROUTINE Vector load_16(const char* p)
{
   return *(const Vector*)p;
}

ROUTINE void load_10(const char* p)
{
#if defined __x86_64__
   __asm__ volatile("fldt (%0)\n\tjmp 1f\n1:\tfstp %%st(0)" : : "r"(p) : "memory");
#elif defined __aarch64__
   __asm__ volatile("ldr x9, [%0]; ldrh w10, [%0, 8]" : : "r"(p) : "memory", "x9", "x10");
#elif defined __riscv
   __asm__ volatile("ld t1, (%0); lhu t2, 8(%0)" : : "r"(p) : "memory", "t1", "t2");
#endif
}

ROUTINE long store_8_load_around(char* p)
{
   *(volatile Word*)p = 1;
   return *(volatile Word*)(p - 8) + *(volatile Word*)p + *(volatile Word*)(p + 8);
}

ROUTINE Vector store_16_load_around(char* p)
{
   *(Vector*)p = (Vector){ 0 };
   __asm__ volatile("" ::: "memory");
   return *(const Vector*)(p - 8) ^ *(const Vector*)(p + 8);
}

ROUTINE long sum_across(const char* p, long count)
{
   long total = 0;
   for (long i = 0; i < count; i++)
      total += p[i];
   return total;
}

ROUTINE void exchange_add(char* p)
{
#if defined __x86_64__
   long one = 1;
   __asm__ volatile("xaddq %0, (%1)" : "+r"(one) : "r"(p) : "memory", "cc");
#else
   ++*(volatile Word*)p;
#endif
}

ROUTINE void copy_across(char* to, const char* from, long n)
{
#if defined __x86_64__
   __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
#else
   for (long i = 0; i < n; i++)
      ((volatile char*)to)[i] = from[i];
#endif
}

/* The system calls are made in the routine itself: a library function would read memory of its own. */
PART long mapping_call(long number, void* address, long length)
{
   return system_call(number, (long)address, length, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

ROUTINE long read_remap_read(char* page)
{
   long total = *(volatile Word*)page;
   mapping_call(SYS_munmap, page, 4096);
   mapping_call(SYS_mmap, page, 4096);
   return total + *(volatile Word*)page;
}

ROUTINE long write_remap_read(char* page)
{
   *(volatile Word*)page = 1;
   mapping_call(SYS_munmap, page, 4096);
   mapping_call(SYS_mmap, page, 4096);
   return *(volatile Word*)page;
}

ROUTINE long map_and_sum(char* address, long length)
{
   long total = 0;
   mapping_call(SYS_mmap, address, length);
   for (long i = 0; i < length; i += 64)
      total += *(volatile Word*)(address + i);
   mapping_call(SYS_munmap, address, length);
   return total;
}

static void check_boundary(char* boundary)
{
   for (int offset = -24; offset <= 8; offset++) {
      char* p = boundary + offset;
      load_2(p);
      expect("load_2", cells(p, 2));
      load_4(p);
      expect("load_4", cells(p, 4));
      load_8(p);
      expect("load_8", cells(p, 8));
      load_10(p);
      expect("load_10", cells(p, 10));
      load_16(p);
      expect("load_16", cells(p, 16));
      exchange_add(p);
      expect("exchange_add", cells(p, 8));

      store_8_load_around(p);
      expect("store_8_load_around", cells(p - 8, 24) - cells(p, 8));
      store_16_load_around(p);
      expect("store_16_load_around", cells(p - 8, 32) - cells(p, 16));

      sum_across(p, 100);
      expect("sum_across", cells(p, 100));
      copy_across(boundary + 1000, p, 100);
      expect("copy_across", cells(p, 100));
      copy_across(p, boundary + 1000, 100);
      expect("copy_across", cells(boundary + 1000, 100));
   }
}

static char* map_around(unsigned long boundary)
{
   char* start = (char*)(boundary - AROUND);
   const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
   if (mmap(start, 2 * AROUND, PROT_READ | PROT_WRITE, flags, -1, 0) != start)
      die("cannot map memory around a boundary");
   return (char*)boundary;
}

int main(int argc, char** argv)
{
   start(argc, argv);
   static const unsigned long boundaries[] = {
      BASE,                                /* 16 GiB, and everything below */
      BASE + 0x00100000ul,                 /* 1 MiB */
      BASE + 0x00400000ul,                 /* 4 MiB */
      BASE + 0x01000000ul,                 /* 16 MiB */
      BASE + 0x10000000ul,                 /* 256 MiB */
      BASE + 0x100000000ul,                /* 4 GiB */
   };
   for (unsigned b = 0; b < sizeof boundaries / sizeof boundaries[0]; b++)
      check_boundary(map_around(boundaries[b]));
   check_boundary(map_around(BASE + 0x20000000ul) + 4096);

   char* page = map_around(BASE + 0x30000000ul);
   read_remap_read(page);
   expect("read_remap_read", cells(page, 8));
   write_remap_read(page);
   expect("write_remap_read", 0);
   for (long length = 4096; length <= 1 << 20; length *= 4) {
      map_and_sum((char*)BASE + 0x40000000ul, length);
      expect("map_and_sum", length / 64 * cells(page, 8));
   }
   return finish();
}
