/* The names of functions that allocate memory. */

#include "code/allocators.h"

/* The C library's, which other allocators have with a prefix of their own. */
static const Allocator of_c[] = {
   { "malloc",         .size = 1 },
   { "calloc",         .size = 2, .count = 1 },
   { "realloc",        .size = 2, .block = 1 },
   { "reallocarray",   .size = 3, .count = 2, .block = 1 },
   { "memalign",       .size = 2 },
   { "aligned_alloc",  .size = 2 },
   { "posix_memalign", .size = 3 },
   { "valloc",         .size = 1 },
   { "pvalloc",        .size = 1 },
};

/* glibc's other names for its own; jemalloc, also as Rust's crates and BSD build it; tcmalloc, mimalloc, Doug
   Lea's malloc, rpmalloc, TBB. */
static const HChar* const prefixes[] = {
   "", "__libc_", "__", "je_", "_rjem_", "tc_", "mi_", "dl", "rp", "scalable_"
};

static const Allocator others[] = {
   /* The operators new and new[] of C++: with nothrow, with an alignment, and with both. */
   { "_Znwm",                             .size = 1 },
   { "_Znam",                             .size = 1 },
   { "_ZnwmRKSt9nothrow_t",               .size = 1 },
   { "_ZnamRKSt9nothrow_t",               .size = 1 },
   { "_ZnwmSt11align_val_t",              .size = 1 },
   { "_ZnamSt11align_val_t",              .size = 1 },
   { "_ZnwmSt11align_val_tRKSt9nothrow_t", .size = 1 },
   { "_ZnamSt11align_val_tRKSt9nothrow_t", .size = 1 },

   /* Rust: what its code calls, the system's allocator, and one that the program has chosen. */
   { "__rust_alloc",        .size = 1 },
   { "__rust_alloc_zeroed", .size = 1 },
   { "__rust_realloc",      .size = 4, .block = 1 },
   { "__rdl_alloc",         .size = 1 },
   { "__rdl_alloc_zeroed",  .size = 1 },
   { "__rdl_realloc",       .size = 4, .block = 1 },
   { "__rg_alloc",          .size = 1 },
   { "__rg_alloc_zeroed",   .size = 1 },
   { "__rg_realloc",        .size = 4, .block = 1 },

   /* jemalloc */
   { "mallocx",         .size = 1 },
   { "rallocx",         .size = 2, .block = 1 },
   { "je_mallocx",      .size = 1 },
   { "je_rallocx",      .size = 2, .block = 1 },
   { "_rjem_mallocx",   .size = 1 },
   { "_rjem_rallocx",   .size = 2, .block = 1 },

   /* tcmalloc */
   { "tc_new",                      .size = 1 },
   { "tc_new_nothrow",              .size = 1 },
   { "tc_new_aligned",              .size = 1 },
   { "tc_new_aligned_nothrow",      .size = 1 },
   { "tc_newarray",                 .size = 1 },
   { "tc_newarray_nothrow",         .size = 1 },
   { "tc_newarray_aligned",         .size = 1 },
   { "tc_newarray_aligned_nothrow", .size = 1 },

   /* mimalloc */
   { "mi_zalloc",           .size = 1 },
   { "mi_malloc_small",     .size = 1 },
   { "mi_zalloc_small",     .size = 1 },
   { "mi_mallocn",          .size = 2, .count = 1 },
   { "mi_reallocn",         .size = 3, .count = 2, .block = 1 },
   { "mi_malloc_aligned",   .size = 1 },
   { "mi_zalloc_aligned",   .size = 1 },
   { "mi_calloc_aligned",   .size = 2, .count = 1 },
   { "mi_realloc_aligned",  .size = 2, .block = 1 },
   { "mi_new",              .size = 1 },
   { "mi_new_nothrow",      .size = 1 },
   { "mi_new_aligned",      .size = 1 },
   { "mi_new_n",            .size = 2, .count = 1 },
   { "mi_new_realloc",      .size = 2, .block = 1 },
   { "mi_heap_malloc",      .size = 2 },
   { "mi_heap_zalloc",      .size = 2 },
   { "mi_heap_calloc",      .size = 3, .count = 2 },
   { "mi_heap_realloc",     .size = 3, .block = 2 },

   { "rpaligned_alloc",          .size = 2 },
   { "scalable_aligned_malloc",  .size = 1 },

   { "mmap",     .size = 2, .is_mmap = True },
   { "mmap64",   .size = 2, .is_mmap = True },
   { "__mmap",   .size = 2, .is_mmap = True },
   { "__mmap64", .size = 2, .is_mmap = True },
};

#define COUNT(array)  (sizeof (array) / sizeof *(array))

static const Allocator* find_in(const Allocator* table, UInt count, const HChar* name)
{
   for (UInt i = 0; i < count; i++) {
      if (VG_STREQ(table[i].name, name)) {
         return &table[i];
      }
   }
   return NULL;
}

/* A crate of Rust's compiler has them in newer versions: __rustc::__rust_alloc. */
static const HChar* behind_crate(const HChar* name)
{
   static const HChar crate[] = "__rustc::";
   SizeT              length  = sizeof crate - 1;
   return VG_(strncmp)(name, crate, length) == 0 ? name + length : name;
}

/* musl's dynamic linker is its C library. */
Bool allocators_is_linker(const HChar* image)
{
   const HChar* slash = VG_(strrchr)(image, '/');
   return slash != NULL && VG_(string_match)("/ld-*.so*", slash) && !VG_(string_match)("/ld-musl*", slash);
}

const Allocator* allocators_find(const HChar* symbol, const HChar* name, const HChar* image)
{
   if (allocators_is_linker(image)) {
      return NULL;
   }
   for (UInt i = 0; i < COUNT(prefixes); i++) {
      SizeT length = VG_(strlen)(prefixes[i]);
      if (VG_(strncmp)(symbol, prefixes[i], length) == 0) {
         const Allocator* found = find_in(of_c, COUNT(of_c), symbol + length);
         if (found != NULL) {
            return found;
         }
      }
   }
   const Allocator* found = find_in(others, COUNT(others), symbol);
   return found != NULL ? found : find_in(others, COUNT(others), behind_crate(name));
}
