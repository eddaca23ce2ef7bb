/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) The aprof authors

   AVX.  A vector load reads its 16 or 32 bytes at any alignment.  A masked load reads the lanes whose mask bit is
   set and no other; a masked store writes those and leaves the rest to be read.  With argument 3 "gather" (AVX2):
   a gather reads an element for each enabled lane, wherever it lies. */

#include <immintrin.h>
#include "expect.h"

#define AREA 192

static char area[AREA] OWN_PAGE;
static char target[AREA] OWN_PAGE;
static int far_apart[64 * 1024] OWN_PAGE;

#define AVX __attribute__((target("avx")))
#define AVX2 __attribute__((target("avx2")))

AVX ROUTINE void load_32(const char* p)
{
   __asm__ volatile("vmovdqu (%0), %%ymm0" : : "r"(p) : "memory", "xmm0");
}

AVX ROUTINE void load_16(const char* p)
{
   __asm__ volatile("vmovups (%0), %%xmm0" : : "r"(p) : "memory", "xmm0");
}

AVX ROUTINE void broadcast_4(const char* p)
{
   __asm__ volatile("vbroadcastss (%0), %%ymm0" : : "r"(p) : "memory", "xmm0");
}

AVX ROUTINE void broadcast_16(const char* p)
{
   __asm__ volatile("vbroadcastf128 (%0), %%ymm0" : : "r"(p) : "memory", "xmm0");
}

AVX ROUTINE void insert_16(const char* p)
{
   __asm__ volatile("vinsertf128 $1, (%0), %%ymm0, %%ymm0" : : "r"(p) : "memory", "xmm0");
}

AVX ROUTINE long store_32(char* p)
{
   long total = 0;
   __asm__ volatile("vmovups %%ymm0, (%0)\n\tvzeroupper" : : "r"(p) : "memory");
   for (const volatile char* q = area; q < area + AREA; q++)
      total += *q;
   return total;
}

AVX ROUTINE void copy_avx(char* restrict to, const char* restrict from, long n)
{
   long i = 0;
   for (; i + 32 <= n; i += 32)
      __asm__ volatile("vmovdqu (%0), %%ymm0\n\tvmovdqu %%ymm0, (%1)" : : "r"(from + i), "r"(to + i)
                       : "memory", "xmm0");
   for (; i < n; i++)
      to[i] = from[i];
}

/* The mask arrives in registers, made from the immediate bits outside the routine. */
AVX ROUTINE void masked_load_floats(const char* p, __m256 mask)
{
   __asm__ volatile("vmaskmovps (%0), %1, %%ymm1" : : "r"(p), "x"(mask) : "memory", "xmm1");
}

AVX ROUTINE void masked_load_doubles(const char* p, __m256 mask)
{
   __asm__ volatile("vmaskmovpd (%0), %1, %%ymm1" : : "r"(p), "x"(mask) : "memory", "xmm1");
}

AVX ROUTINE void masked_load_4_floats(const char* p, __m128 mask)
{
   __asm__ volatile("vmaskmovps (%0), %1, %%xmm1" : : "r"(p), "x"(mask) : "memory", "xmm1");
}

AVX ROUTINE long masked_store(char* p, __m256 mask)
{
   long total = 0;
   __asm__ volatile("vmaskmovps %%ymm1, %1, (%0)" : : "r"(p), "x"(mask) : "memory");
   for (const volatile char* q = area; q < area + AREA; q++)
      total += *q;
   return total;
}

AVX2 ROUTINE void masked_load_ints(const char* p, __m256 mask)
{
   __asm__ volatile("vpmaskmovd (%0), %1, %%ymm1" : : "r"(p), "x"(mask) : "memory", "xmm1");
}

AVX2 ROUTINE void masked_load_longs(const char* p, __m256 mask)
{
   __asm__ volatile("vpmaskmovq (%0), %1, %%ymm1" : : "r"(p), "x"(mask) : "memory", "xmm1");
}

/* Valgrind translates a disabled lane of a gather into a load from the top of the stack (VEX, dis_VGATHER), which no
   tool can tell from the program's own.  So the routine writes there first. */
AVX2 ROUTINE void gather_ints(const int* base, __m256i indices, __m256 mask)
{
   __asm__ volatile("vmovaps %2, %%ymm3\n\tpush %0\n\tvpgatherdd %%ymm3, (%0,%1,4), %%ymm4\n\tpop %0"
                    : : "r"(base), "x"(indices), "x"(mask) : "memory", "xmm3", "xmm4");
}

AVX static __m256 mask_of_lanes(unsigned bits, int lane_ints)
{
   int lanes[8];
   for (int i = 0; i < 8; i++)
      lanes[i] = bits >> (i / lane_ints) & 1 ? -1 : 0;
   return _mm256_loadu_ps((float*)lanes);
}

static unsigned long lane_cells(const char* p, unsigned bits, int lane_size, int lanes)
{
   model_begin();
   for (int i = 0; i < lanes; i++)
      if (bits >> i & 1)
         model_read(p + i * lane_size, lane_size);
   return model_rms();
}

AVX static unsigned long surroundings_of_lanes(const char* p, unsigned bits)
{
   model_begin();
   for (int i = 0; i < 8; i++)
      if (bits >> i & 1)
         model_write(p + i * 4, 4);
   model_read(area, AREA);
   return model_rms();
}

AVX static void check_loads(void)
{
   for (int offset = 0; offset < 80; offset++) {
      char* p = area + offset;
      load_32(p);
      expect("load_32", cells(p, 32));
      load_16(p);
      expect("load_16", cells(p, 16));
      broadcast_4(p);
      expect("broadcast_4", cells(p, 4));
      broadcast_16(p);
      expect("broadcast_16", cells(p, 16));
      insert_16(p);
      expect("insert_16", cells(p, 16));
      store_32(p);
      expect("store_32", cells(area, AREA) - cells(p, 32));
   }
}

static void check_copies(void)
{
   static const int counts[] = { 0, 1, 31, 32, 33, 63, 64, 65, 96, 150 };
   for (unsigned c = 0; c < sizeof counts / sizeof counts[0]; c++)
      for (int from = 0; from < 32; from++) {
         for (int to = 0; to < 32; to += 3)
            copy_avx(target + to, area + from, counts[c]);
         expect_calls("copy_avx", cells(area + from, counts[c]), 11);
      }
}

AVX static void check_masks(void)
{
   for (int offset = 0; offset < 20; offset++)
      for (unsigned bits = 0; bits < 256; bits += 1 + offset % 16) {
         char* p = area + offset;
         masked_load_floats(p, mask_of_lanes(bits, 1));
         expect("masked_load_floats", lane_cells(p, bits, 4, 8));
         masked_load_doubles(p, mask_of_lanes(bits & 15, 2));
         expect("masked_load_doubles", lane_cells(p, bits & 15, 8, 4));
         masked_load_4_floats(p, _mm256_castps256_ps128(mask_of_lanes(bits & 15, 1)));
         expect("masked_load_4_floats", lane_cells(p, bits & 15, 4, 4));
         masked_store(p, mask_of_lanes(bits, 1));
         expect("masked_store", surroundings_of_lanes(p, bits));
      }
}

AVX2 static void check_gathers(void)
{
   for (int offset = 0; offset < 20; offset++)
      for (unsigned bits = 0; bits < 256; bits += 1 + offset % 16) {
         char* p = area + offset;
         masked_load_ints(p, mask_of_lanes(bits, 1));
         expect("masked_load_ints", lane_cells(p, bits, 4, 8));
         masked_load_longs(p, mask_of_lanes(bits & 15, 2));
         expect("masked_load_longs", lane_cells(p, bits & 15, 8, 4));

         int indices[8];
         model_begin();
         for (int i = 0; i < 8; i++) {
            indices[i] = (i * 7919 * (offset + 1)) % (64 * 1024);
            if (bits >> i & 1)
               model_read(&far_apart[indices[i]], 4);
         }
         gather_ints(far_apart, _mm256_loadu_si256((__m256i*)indices), mask_of_lanes(bits, 1));
         expect("gather_ints", model_rms());
      }
}

int main(int argc, char** argv)
{
   start(argc, argv);
   check_loads();
   check_copies();
   check_masks();
   if (argc > 3 && strcmp(argv[3], "gather") == 0)
      check_gathers();
   return finish();
}
