/* AVX.  A vector load reads its 16 or 32 bytes at any alignment.  A masked load reads the lanes whose mask
   bit is set and no other; a masked store writes those and leaves the rest to be read.  With argument 3
   "gather" (AVX2): a gather reads an element for each enabled lane, wherever it lies.

   The routines load masks and indices from memory of their own cells, which counts: 32 bytes each, or 16. */
// build (amd64): $(closed_form) -static
#include "../common/expect.h"

#define AREA 192

static char area[AREA] OWN_PAGE;
static char target[AREA] OWN_PAGE;
static int mask[8] OWN_CELL;
static int indices[8] OWN_CELL;
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
   __asm__ volatile("vinsertf128 $0, (%0), %%ymm0, %%ymm0" : : "r"(p) : "memory", "xmm0");
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

AVX ROUTINE void masked_load_floats(const char* p, const int* lanes)
{
   __asm__ volatile("vmovups (%1), %%ymm2\n\tvmaskmovps (%0), %%ymm2, %%ymm1" : : "r"(p), "r"(lanes)
                    : "memory", "xmm1", "xmm2");
}

AVX ROUTINE void masked_load_doubles(const char* p, const int* lanes)
{
   __asm__ volatile("vmovups (%1), %%ymm2\n\tvmaskmovpd (%0), %%ymm2, %%ymm1" : : "r"(p), "r"(lanes)
                    : "memory", "xmm1", "xmm2");
}

AVX ROUTINE void masked_load_4_floats(const char* p, const int* lanes)
{
   __asm__ volatile("vmovups (%1), %%xmm2\n\tvmaskmovps (%0), %%xmm2, %%xmm1" : : "r"(p), "r"(lanes)
                    : "memory", "xmm1", "xmm2");
}

AVX ROUTINE long masked_store(char* p, const int* lanes)
{
   long total = 0;
   __asm__ volatile("vmovups (%1), %%ymm2\n\tvmaskmovps %%ymm1, %%ymm2, (%0)\n\tvzeroupper"
                    : : "r"(p), "r"(lanes) : "memory", "xmm1", "xmm2");
   for (const volatile char* q = area; q < area + AREA; q++)
      total += *q;
   return total;
}

AVX2 ROUTINE void masked_load_ints(const char* p, const int* lanes)
{
   __asm__ volatile("vmovups (%1), %%ymm2\n\tvpmaskmovd (%0), %%ymm2, %%ymm1" : : "r"(p), "r"(lanes)
                    : "memory", "xmm1", "xmm2");
}

AVX2 ROUTINE void masked_load_longs(const char* p, const int* lanes)
{
   __asm__ volatile("vmovups (%1), %%ymm2\n\tvpmaskmovq (%0), %%ymm2, %%ymm1" : : "r"(p), "r"(lanes)
                    : "memory", "xmm1", "xmm2");
}

/* Valgrind translates a disabled lane of a gather into a load from the top of the stack (VEX, dis_VGATHER),
   which no tool can tell from the program's own.  So the routine writes there first. */
AVX2 ROUTINE void gather_ints(const int* base, const int* from, const int* lanes)
{
   __asm__ volatile("vmovups (%1), %%ymm2\n\tvmovups (%2), %%ymm3\n\tpush %0\n\t"
                    "vpgatherdd %%ymm3, (%0,%%ymm2,4), %%ymm4\n\tpop %0"
                    : : "r"(base), "r"(from), "r"(lanes) : "memory", "xmm2", "xmm3", "xmm4");
}

/* Enables the lanes whose bits are set; a lane has the size of one or two ints. */
static const int* lanes_of(unsigned bits, int lane_ints)
{
   for (int i = 0; i < 8; i++)
      mask[i] = bits >> (i / lane_ints) & 1 ? -1 : 0;
   return mask;
}

static unsigned long lane_cells(const char* p, unsigned bits, int lane_size, int lanes)
{
   model_begin();
   model_read(mask, lanes * lane_size);
   for (int i = 0; i < lanes; i++)
      if (bits >> i & 1)
         model_read(p + i * lane_size, lane_size);
   return model_rms();
}

static unsigned long surroundings_of_lanes(const char* p, unsigned bits)
{
   model_begin();
   model_read(mask, 32);
   for (int i = 0; i < 8; i++)
      if (bits >> i & 1)
         model_write(p + i * 4, 4);
   model_read(area, AREA);
   return model_rms();
}

static void check_loads(void)
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

static void check_masks(void)
{
   for (int offset = 0; offset < 20; offset++)
      for (unsigned bits = 0; bits < 256; bits += 1 + offset % 16) {
         char* p = area + offset;
         masked_load_floats(p, lanes_of(bits, 1));
         expect("masked_load_floats", lane_cells(p, bits, 4, 8));
         masked_load_doubles(p, lanes_of(bits & 15, 2));
         expect("masked_load_doubles", lane_cells(p, bits & 15, 8, 4));
         masked_load_4_floats(p, lanes_of(bits & 15, 1));
         expect("masked_load_4_floats", lane_cells(p, bits & 15, 4, 4));
         masked_store(p, lanes_of(bits, 1));
         expect("masked_store", surroundings_of_lanes(p, bits));
      }
}

static void check_gathers(void)
{
   for (int offset = 0; offset < 20; offset++)
      for (unsigned bits = 0; bits < 256; bits += 1 + offset % 16) {
         char* p = area + offset;
         masked_load_ints(p, lanes_of(bits, 1));
         expect("masked_load_ints", lane_cells(p, bits, 4, 8));
         masked_load_longs(p, lanes_of(bits & 15, 2));
         expect("masked_load_longs", lane_cells(p, bits & 15, 8, 4));

         model_begin();
         model_read(mask, 32);
         model_read(indices, 32);
         for (int i = 0; i < 8; i++) {
            indices[i] = (i * 7919 * (offset + 1)) % (64 * 1024);
            if (bits >> i & 1)
               model_read(&far_apart[indices[i]], 4);
         }
         gather_ints(far_apart, indices, lanes_of(bits, 1));
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
