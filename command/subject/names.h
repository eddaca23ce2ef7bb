/* Names that stay the same from one version of a program to the next.

   Compilers copy routines and name the copies after them, linkers bind one of several
   variants of a library's routine by the processor, and names contain hashes and
   versions.  Here, all of these have one name, the canonical one:

      sum.constprop.0, sum.isra.0.cold, sum(int) [clone .part.1]   sum, sum, sum(int)
      parse::h0123456789abcdef (Rust)                              parse
      __memcpy_avx_unaligned_erms, __strlen_sse2                   memcpy, strlen
      malloc@@GLIBC_2.2.5                                          malloc
      /usr/lib/libfoo.so.1.2.3, libc-2.31.so                       libfoo.so, libc.so

   And names that have changed, as the user says: s/old/new/, as sed has it. `old` is a
   POSIX extended regular expression; in `new`, & is what it matched, and \1 to \9 are its
   groups. Any character may stand for the slash. g at the end replaces all matches and
   not only the first. Renames apply to the canonical names of the old side, each to
   what the ones before it have made. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

/* The canonical name of a routine: the name itself, or one in `texts`. */
extern const char* compare_name(const char* name, GStringChunk* texts);

/* The canonical name up to the parameters of a C++ routine; the name itself if it has none. */
extern const char* compare_name_without_parameters(const char* name, GStringChunk* texts);

/* The canonical name of an object file: its base name without version. */
extern const char* compare_object(const char* path, GStringChunk* texts);

/* The program is the same object in all its versions, whatever its file is called: its canonical name. */
#define COMPARE_PROGRAM  ""

/* The name is that of a variant of the C library or the dynamic linker, for some processors. */
extern bool compare_is_variant(const char* name);

/* The name as it stands in a sentence, in `texts`: of a function of the C library that is there several
   times, what programs call it; else as its language writes it, in at most SENTENCE_NAME characters.
   `mangled` is the symbol, or NULL. */
extern const char* name_in_sentence(const char* name, const char* mangled, GStringChunk* texts);

/*--- Renames of the user ---*/

typedef struct Renames Renames;

extern Renames* renames_new(void);

extern void renames_free(Renames* renames);

/* False if it is no s/old/new/: `why` says what is wrong. */
extern bool renames_add(Renames* renames, const char* text, char* why, size_t size);

/* The name, or a new one in `texts`. */
extern const char* renames_apply(Renames* renames, const char* name, GStringChunk* texts);

/* The next one, from this index on, that has matched no name yet; NULL: there is none.  The index moves
   behind it. */
extern const char* renames_next_unused(const Renames* renames, size_t* index);

/* The s/old/new/ that renames this name and no other, in `texts`. */
extern const char* renames_text(const char* before, const char* now, GStringChunk* texts);
