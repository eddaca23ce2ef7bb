/* Everything that differs between versions of Valgrind, or that its core has
   but its public tool headers do not declare, stands here and nowhere else.
   Supported: 3.19 and later. */

#pragma once

#include "libvex.h"
#include "pub_tool.h"
#include "valgrind.h"

/* The Valgrind that this tool is linked with, as a text: "3.19". */
#define VERSION_TEXT_OF(major, minor)   #major "." #minor
#define VERSION_TEXT_EXPANDED(a, b)     VERSION_TEXT_OF(a, b)
#define VERSION_TEXT                    VERSION_TEXT_EXPANDED(__VALGRIND_MAJOR__, __VALGRIND_MINOR__)

static inline void* version_pages_of_pointer(void* pages)
{
   return pages;
}

static inline void* version_pages_of_result(SysRes mapped)
{
   return sr_isError(mapped) ? NULL : (void*)sr_Res(mapped);
}

/* Fresh zeroed pages that cost memory only where they are touched, or NULL
   when the address space is used up.  Valgrind's function returned a pointer
   at first (3.19) and a SysRes later: the type decides, not the number. */
#define version_map_pages(size)                        \
   _Generic(VG_(am_shadow_alloc)(size),                \
            void*:  version_pages_of_pointer,          \
            SysRes: version_pages_of_result)(VG_(am_shadow_alloc)(size))

static inline void version_set_core_errors(void (*set)(Bool), Bool reported)
{
   set(reported);
   if (reported) {
      VG_(needs_xml_output)();
   }
}

static inline void version_no_core_errors(void (*set)(Bool), Bool reported)
{
}

/* Whether the core reports errors that it finds itself, such as a file closed
   twice under --track-fds=yes, also as XML.  In later versions a tool without
   errors of its own can choose; with 3.19 nothing happens.  The type decides. */
#define version_report_core_errors(reported)                  \
   _Generic(&VG_(needs_core_errors),                          \
            void (*)(Bool): version_set_core_errors,          \
            void (*)(void): version_no_core_errors)((void (*)(Bool))VG_(needs_core_errors), reported)

/* From pub_core_options.h.  --trace-children. */
extern Bool VG_(clo_trace_children);

/* From pub_core_debuginfo.h.  The symbol's name as the object file has it,
   neither demangled nor renamed; False where no symbol covers the address. */
extern Bool VG_(get_fnname_raw)(DiEpoch ep, Addr a, const HChar** buf);

/* From pub_core_debuginfo.h.  Changes whenever debug information is loaded
   or dropped (dlopen, dlclose): what was looked up before is then stale. */
extern UInt VG_(debuginfo_generation)(void);

/* From pub_core_aspacemgr.h.  Whether Valgrind would find a place for so much memory of the program;
   and its books of what is mapped, which it does not compare with the kernel's at once. */
extern Addr VG_(am_get_advisory_client_simple)(Addr start, SizeT size, Bool* found);
extern Bool VG_(am_notify_client_mmap)(Addr start, SizeT size, UInt protection, UInt flags, Int file,
                                       Off64T offset);
extern Bool VG_(am_notify_munmap)(Addr start, SizeT size);

/* From pub_core_transtab.h.  Allowed where Valgrind itself does it, in the
   handling of system calls; the public VG_(discard_translations_safely) is for
   client requests only. */
extern void VG_(discard_translations)(Addr start, ULong range, const HChar* who);

/* From pub_core_options.h.  From 3 on, Valgrind compares all mappings with those that it knows. */
extern Int VG_(clo_sanity_level);
#define VERSION_SANITY_LEVEL_OF_MAPPINGS  3

/* From pub_core_options.h; later in pub_tool_options.h.  0 without --track-fds. */
extern UInt VG_(clo_track_fds);

/* From pub_core_options.h.  0 is no; and where the pipes for vgdb are. */
extern Int VG_(clo_vgdb);
extern const HChar* VG_(clo_vgdb_prefix);

/* From pub_core_libcfile.h: how many files the program may have open. */
extern Int VG_(fd_hard_limit);

/* From pub_core_libcprint.h, its first member: where messages go, or -1. */
extern struct { Int file; } VG_(log_output_sink);

/* From pub_core_libcfile.h.  By --wrap (Makefile.am), the linker lets the core call ours. */
extern Int version_mkstemp(const HChar* part_of_name, HChar* full_name)
   __asm__("__wrap_vgPlain_mkstemp");
extern Int version_core_mkstemp(const HChar* part_of_name, HChar* full_name)
   __asm__("__real_vgPlain_mkstemp");
extern Int version_unlink(const HChar* name) __asm__("__wrap_vgPlain_unlink");
extern Int version_core_unlink(const HChar* name) __asm__("__real_vgPlain_unlink");

/* From priv_image.h and priv_readdwarf.h, in the same way: what reads the line numbers of an object file,
   and what reads how to unwind its stacks.  A section is a part of a file. */
typedef struct {
   void* file;
   ULong begin;
   ULong size;
} VersionSection;

#define VERSION_READ_LINES(name, assembler)                                                            \
   extern void name(DebugInfo* object, VersionSection info, VersionSection types,                      \
                    VersionSection abbreviations, VersionSection lines, VersionSection strings,        \
                    VersionSection other_strings, VersionSection line_strings) __asm__(assembler)
VERSION_READ_LINES(version_read_lines, "__wrap_vgModuleLocal_read_debuginfo_dwarf3");
VERSION_READ_LINES(version_core_read_lines, "__real_vgModuleLocal_read_debuginfo_dwarf3");

#define VERSION_READ_FRAMES(name, assembler)                                           \
   extern void name(DebugInfo* object, VersionSection frames, Addr address,            \
                    Bool is_of_exceptions) __asm__(assembler)
VERSION_READ_FRAMES(version_read_frames, "__wrap_vgModuleLocal_read_callframe_info_dwarf3");
VERSION_READ_FRAMES(version_core_read_frames, "__real_vgModuleLocal_read_callframe_info_dwarf3");

/* From libvex_ir.h, in the same way: ends Valgrind if a block of code, or what a tool has made of it, breaks
   a rule of the representation. */
extern void version_check_code(const IRSB* block, const HChar* when, Bool is_flat, IRType word)
   __asm__("__wrap_sanityCheckIRSB");
extern void version_core_check_code(const IRSB* block, const HChar* when, Bool is_flat, IRType word)
   __asm__("__real_sanityCheckIRSB");

/* From host_riscv64_defs.h, in the same way: a jump from a block to another one, which is discarded, becomes
   again what asks for that block. */
#define VERSION_UNCHAIN(name, assembler)                                                     \
   extern VexInvalRange name(VexEndness order, void* place, const void* target,              \
                             const void* who_is_asked) __asm__(assembler)
VERSION_UNCHAIN(version_unchain, "__wrap_unchainXDirect_RISCV64");
VERSION_UNCHAIN(version_core_unchain, "__real_unchainXDirect_RISCV64");

/* From GCC's libiberty, which is a part of Valgrind.  VG_(demangle) does not use these two in all
   versions.  What they return is never freed; NULL or, for Ada, a text in angle brackets stands for
   an unknown name. */
extern HChar* dlang_demangle(const HChar* symbol, Int options);
extern HChar* ada_demangle(const HChar* symbol, Int options);

/* From the same, for C++ and Rust, with the name that Valgrind gives it.  What it returns is never freed;
   NULL: the symbol is of another language. */
extern HChar* version_cplus_demangle(const HChar* symbol, Int options)
   __asm__("vgModuleLocal_cplus_demangle");
#define VERSION_DEMANGLE_OPTIONS  3   /* DMGL_PARAMS | DMGL_ANSI, of demangle.h */
static inline const HChar* version_demangle(const HChar* symbol)
{
   return symbol[0] == '_' ? version_cplus_demangle(symbol, VERSION_DEMANGLE_OPTIONS) : NULL;
}

/* From pub_core_options.h. */
extern Bool VG_(clo_demangle);

/* From pub_core_libcsignal.h.  Takes one signal of the set that is pending, and returns its number; 0 or less
   if there is none. */
extern Int VG_(sigtimedwait_zero)(const vki_sigset_t* set, vki_siginfo_t* info);

/* From pub_core_libcfile.h.  Moves a file to a number that the program can neither have nor close; an execve
   closes it. */
extern Int VG_(safe_fd)(Int file);

/* From pub_core_clientstate.h and pub_core_libcfile.h: the executable of the
   program, and the path of an open file.  VG_(client_fname) gives the last
   part of the path only. */
extern Int VG_(cl_exec_fd);
extern Bool VG_(resolve_filename)(Int fd, const HChar** path);
