# How configure finds an installed Valgrind and all that a tool built outside its tree needs: headers, libraries, load
# address, and the directory where `valgrind --tool=NAME` looks for tools.

# APROF_INSTALL_FIRST(MESSAGE, PACKAGES)
# Ends configure: says what is wrong and which Debian packages have what is missing.
AC_DEFUN([APROF_INSTALL_FIRST],
[AC_MSG_ERROR([$1
   On Debian and Ubuntu, as root: apt-get install $2
   ('./bootstrap run' installs all that is needed by itself.)])])

# APROF_MISSING(THING, PACKAGES)
AC_DEFUN([APROF_MISSING],
[APROF_INSTALL_FIRST([$1 is missing.], [$2])])

# APROF_BEGIN_NEEDED
# APROF_NEEDED(THING, PACKAGES)
# APROF_END_NEEDED
# The same for several things that are missing: the last one ends configure, if the second was used since the first.
AC_DEFUN([APROF_BEGIN_NEEDED],
[aprof_needed=
aprof_packages=])
AC_DEFUN([APROF_NEEDED],
[aprof_needed="${aprof_needed:+$aprof_needed, }$1"
aprof_packages="$aprof_packages $2"])
AC_DEFUN([APROF_END_NEEDED],
[AS_IF([test -n "$aprof_needed"],
   [AS_IF([test -z "$PKG_CONFIG"], [APROF_NEEDED([pkg-config], [pkg-config])])
    APROF_INSTALL_FIRST([not found: $aprof_needed.], [${aprof_packages# }])])])

# APROF_CHECK_MAKE
# Without make, Automake's own message at the end of configure would not say what to install.
AC_DEFUN([APROF_CHECK_MAKE],
[AC_MSG_CHECKING([for make])
AS_IF([command -v "${MAKE:-make}" > /dev/null], [AC_MSG_RESULT([${MAKE:-make}])],
  [AC_MSG_RESULT([no])
   APROF_MISSING([make], [make])])])

# APROF_CHECK_COMPILER
# Sets CC. AC_PROG_CC, which must follow, would not say what to install.
AC_DEFUN([APROF_CHECK_COMPILER],
[AC_CHECK_TOOLS([CC], [gcc cc clang])
echo 'int main(void) { return 0; }' > conftest.c
AS_IF([test -n "$CC" && $CC conftest.c -o conftest > /dev/null 2>&1], [],
      [APROF_MISSING([a C compiler with its library], [gcc libc6-dev])])
rm -f conftest conftest.c])

# APROF_CHECK_LIBRARY(NAME, MODULE, PACKAGE)
# Sets and substitutes NAME_CFLAGS and NAME_LIBS from pkg-config's MODULE.
AC_DEFUN([APROF_CHECK_LIBRARY],
[AC_MSG_CHECKING([for $2])
AS_IF([test -n "$PKG_CONFIG" && "$PKG_CONFIG" --exists $2],
  [$1_CFLAGS=$("$PKG_CONFIG" --cflags $2)
   $1_LIBS=$("$PKG_CONFIG" --libs $2)
   aprof_version=$("$PKG_CONFIG" --modversion $2)
   AC_MSG_RESULT([$aprof_version])],
  [AC_MSG_RESULT([no])
   APROF_NEEDED([$2], [$3])])
AC_SUBST([$1_CFLAGS])
AC_SUBST([$1_LIBS])])

# APROF_CHECK_OPTIONAL_LIBRARY(NAME, MODULE, PACKAGE, USE, [PROGRAM])
# The same of a library that may be missing: the automake conditional HAVE_NAME says whether it is there, with the PROGRAM
# that it needs. USE is what aprof cannot do without it.
AC_DEFUN([APROF_CHECK_OPTIONAL_LIBRARY],
[AC_MSG_CHECKING([for $2])
AS_IF([m4_ifval([$5], [test -n "$5" && ])test -n "$PKG_CONFIG" && "$PKG_CONFIG" --exists $2],
  [$1_CFLAGS=$("$PKG_CONFIG" --cflags $2)
   $1_LIBS=$("$PKG_CONFIG" --libs $2)
   aprof_have_$1=yes
   aprof_version=$("$PKG_CONFIG" --modversion $2)
   AC_MSG_RESULT([$aprof_version])
   APROF_WITH([$2])],
  [aprof_have_$1=no
   AC_MSG_RESULT([no])
   APROF_WITHOUT([$2], [$3], [$4])])
AC_SUBST([$1_CFLAGS])
AC_SUBST([$1_LIBS])
AM_CONDITIONAL([HAVE_$1], [test $aprof_have_$1 = yes])])

# APROF_WITH(LIBRARY)
# APROF_WITHOUT(LIBRARY, PACKAGES, USE)
# What the end of configure says of libraries that may be missing.
AC_DEFUN([APROF_WITH],
[aprof_with="${aprof_with:+$aprof_with, }$1"])
AC_DEFUN([APROF_WITHOUT],
[aprof_without="$aprof_without
   without $1, it cannot $3
      (Debian and Ubuntu: apt-get install $2)"])

# APROF_CHECK_DEMANGLER
# Sets and substitutes IBERTY_LIBS, and the automake conditional HAVE_IBERTY. pkg-config does not know libiberty.
AC_DEFUN([APROF_CHECK_DEMANGLER],
[aprof_have_IBERTY=no
AC_CHECK_HEADER([libiberty/demangle.h], [AC_CHECK_LIB([iberty], [cplus_demangle], [aprof_have_IBERTY=yes])])
AS_IF([test $aprof_have_IBERTY = yes],
  [IBERTY_LIBS=-liberty
   APROF_WITH([libiberty])],
  [IBERTY_LIBS=
   APROF_WITHOUT([libiberty], [libiberty-dev], [make names of C++ and Rust readable that come from debug files])])
AC_SUBST([IBERTY_LIBS])
AM_CONDITIONAL([HAVE_IBERTY], [test $aprof_have_IBERTY = yes])])

# APROF_FIRST_DIRECTORY(VARIABLE, FILE, DIRECTORIES)
# Sets VARIABLE to the first of the DIRECTORIES that holds FILE, or to nothing.
AC_DEFUN([APROF_FIRST_DIRECTORY],
[$1=
for aprof_directory in $3
do
   AS_IF([test -f "$aprof_directory/$2"], [$1=$aprof_directory; break])
done])

# APROF_IF_PROCESSOR(PROCESSOR, MACRO, CFLAGS)
# If the C compiler defines the macro, the processor is the one that Valgrind calls so: sets aprof_processor, and what
# the tool must be compiled with.
AC_DEFUN([APROF_IF_PROCESSOR],
[AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#if !defined $2 || !defined __LP64__ || !defined __linux__
#error
#endif
]])],
   [aprof_processor=$1
    PLATFORM_CFLAGS="$3"])])

# APROF_CHECK_PLATFORM
# Sets APROF_PLATFORM to Valgrind's name of the platform that the C compiler compiles for, TOOL to that of the tool,
# and PLATFORM_CPPFLAGS and PLATFORM_CFLAGS to what they must be compiled with. This is the list of processors; each has
# a file in aprof/platform/.
AC_DEFUN([APROF_CHECK_PLATFORM],
[AC_MSG_CHECKING([for a supported platform])
aprof_processor=
APROF_IF_PROCESSOR([amd64], [__x86_64__])
# The guest state is in x21 while generated code runs.
APROF_IF_PROCESSOR([arm64], [__aarch64__], [-ffixed-x21])
# It is in s0.
APROF_IF_PROCESSOR([riscv64], [__riscv], [-ffixed-x8])
AS_IF([test -z "$aprof_processor"],
   [AC_MSG_RESULT([no])
    AC_MSG_ERROR([this platform is not supported: aprof is for amd64-linux, arm64-linux and riscv64-linux (64-bit x86, ARM and RISC-V)])])
APROF_PLATFORM=$aprof_processor-linux
aprof_platform=${aprof_processor}_linux
TOOL=aprof-$APROF_PLATFORM
PLATFORM_CPPFLAGS="-DVGA_$aprof_processor=1 -DVGO_linux=1 -DVGP_$aprof_platform=1 -DVGPV_${aprof_platform}_vanilla=1"
AC_MSG_RESULT([$APROF_PLATFORM])
AC_SUBST([APROF_PLATFORM])
AC_SUBST([TOOL])
AC_SUBST([PLATFORM_CPPFLAGS])
AC_SUBST([PLATFORM_CFLAGS])])

# APROF_CHECK_VALGRIND
# Sets and substitutes what the build needs of Valgrind:
#
#    VALGRIND            the program                          VALGRIND_VERSION        its version, as in "3.28.0.GIT"
#    VALGRIND_CPPFLAGS   where the tool finds headers         VALGRIND_LIBDIR         the directory of libcoregrind
#    VALGRIND_H          valgrind.h, for programs             VALGRIND_LOAD_ADDRESS   where its tools are linked
#    VALGRIND_TOOLDIR    where it looks for installed tools   VALGRIND_IN_PLACE       where its tools are now
#    VALGRIND_PREFIX     the argument of --with-valgrind, empty without it
#
# and the automake conditional VALGRIND_TREE: this is not an installed Valgrind, but one built in its source tree.
AC_DEFUN([APROF_CHECK_VALGRIND],
[AC_ARG_WITH([valgrind],
   [AS_HELP_STRING([--with-valgrind=PREFIX],
                   [build against the Valgrind below PREFIX, or in the built source tree PREFIX
                    @<:@what pkg-config finds@:>@])],
   [AS_CASE([$withval], [/*], [VALGRIND_PREFIX=$(cd "$withval" 2> /dev/null && pwd || echo "$withval")],
            [AC_MSG_ERROR([--with-valgrind needs an absolute prefix, such as /usr/local, not '$withval'])])],
   [VALGRIND_PREFIX=])
AC_PATH_TOOL([PKG_CONFIG], [pkg-config])

AC_MSG_CHECKING([for Valgrind])
AS_IF([test -n "$VALGRIND_PREFIX" && test -f "$VALGRIND_PREFIX/coregrind/m_main.c"],
   [aprof_tree=yes
    APROF_PLACES_IN_TREE],
   [aprof_tree=no
    APROF_PLACES_INSTALLED])
AM_CONDITIONAL([VALGRIND_TREE], [test $aprof_tree = yes])

VALGRIND_VERSION=
VALGRIND_LOAD_ADDRESS=
AS_IF([test -f "$aprof_pc"],
  [VALGRIND_VERSION=$(sed -n 's/^Version: *//p' "$aprof_pc")
   VALGRIND_LOAD_ADDRESS=$(sed -n 's/^valt_load_address=//p' "$aprof_pc")])
AS_IF([test -z "$VALGRIND_VERSION"],
  [VALGRIND_VERSION=$(sed -nE 's/^#define __VALGRIND_(MAJOR|MINOR)__ *//p' "$VALGRIND_H" | paste -s -d .)])
AS_IF([test -z "$VALGRIND_LOAD_ADDRESS"], [VALGRIND_LOAD_ADDRESS=0x58000000])
AC_MSG_RESULT([$VALGRIND_VERSION, valgrind.h in ${VALGRIND_H%/*}, libraries in $VALGRIND_LIBDIR])
AS_VERSION_COMPARE([$VALGRIND_VERSION], [3.19],
  [AC_MSG_ERROR([Valgrind $VALGRIND_VERSION is too old: aprof needs 3.19 or later.
   Debian 12, Ubuntu 24.04 and later have it: apt-get install valgrind. To use another: --with-valgrind=PREFIX])])

AC_PATH_PROG([VALGRIND], [valgrind], [], [$aprof_path])
AS_IF([test -z "$VALGRIND"], [APROF_MISSING([the program 'valgrind' in $aprof_path], [valgrind])])

AC_SUBST([VALGRIND_PREFIX])
AC_SUBST([VALGRIND_VERSION])
AC_SUBST([VALGRIND_CPPFLAGS])
AC_SUBST([VALGRIND_H])
AC_SUBST([VALGRIND_LIBDIR])
AC_SUBST([VALGRIND_TOOLDIR])
AC_SUBST([VALGRIND_IN_PLACE])
AC_SUBST([VALGRIND_LOAD_ADDRESS])])

# APROF_PLACES_INSTALLED
# Where an installed Valgrind has what APROF_CHECK_VALGRIND looks for. A prefix given by the user wins over everything
# that a valgrind.pc below it says: unpacked or moved packages still name the prefix they were built for.
AC_DEFUN([APROF_PLACES_INSTALLED],
[AS_IF([test -z "$VALGRIND_PREFIX" && test -n "$PKG_CONFIG" && "$PKG_CONFIG" --exists valgrind],
  [aprof_prefix=$("$PKG_CONFIG" --variable=prefix valgrind)
   aprof_libdir=$("$PKG_CONFIG" --variable=libdir valgrind)
   aprof_include_places=$("$PKG_CONFIG" --variable=includedir valgrind)
   aprof_pc=$aprof_libdir/pkgconfig/valgrind.pc
   aprof_lib_places=$aprof_libdir/valgrind],
  [AS_IF([test -n "$VALGRIND_PREFIX"], [aprof_prefix=$VALGRIND_PREFIX],
     [APROF_FIRST_DIRECTORY([aprof_prefix], [include/valgrind/pub_tool_basics.h], [/usr/local /usr])])
   AS_IF([test -z "$aprof_prefix"],
     [AC_MSG_RESULT([no])
      APROF_MISSING([Valgrind, or its headers for tools (pub_tool_*.h)], [valgrind libc6-dbg pkg-config])])
   AS_IF([test -n "$VALGRIND_PREFIX" && test ! -d "$VALGRIND_PREFIX/include/valgrind"],
     [AC_MSG_RESULT([no])
      AC_MSG_ERROR([--with-valgrind=$VALGRIND_PREFIX: there is no Valgrind below it (include/valgrind),
   and it is not the source tree of one])])
   APROF_FIRST_DIRECTORY([aprof_pc], [valgrind.pc],
      ["$aprof_prefix"/lib*/pkgconfig "$aprof_prefix"/lib/*/pkgconfig])
   aprof_pc=$aprof_pc/valgrind.pc
   aprof_include_places=$aprof_prefix/include/valgrind
   aprof_lib_places="$aprof_prefix/lib*/valgrind $aprof_prefix/lib/*-linux-gnu/valgrind"])

APROF_FIRST_DIRECTORY([aprof_includedir], [pub_tool_basics.h], [$aprof_include_places])
AS_IF([test -z "$aprof_includedir"],
  [AC_MSG_RESULT([no])
   APROF_MISSING([Valgrind's header for tools (pub_tool_basics.h in $aprof_include_places)], [valgrind])])
VALGRIND_CPPFLAGS=-I$aprof_includedir
VALGRIND_H=$aprof_includedir/valgrind.h
APROF_FIRST_DIRECTORY([VALGRIND_LIBDIR], [libcoregrind-$APROF_PLATFORM.a], [$aprof_lib_places])
AS_IF([test -z "$VALGRIND_LIBDIR"],
  [AC_MSG_RESULT([no])
   APROF_MISSING([Valgrind's core (libcoregrind-$APROF_PLATFORM.a in $aprof_lib_places)], [valgrind])])
aprof_vexdir=$VALGRIND_LIBDIR
APROF_FIRST_DIRECTORY([VALGRIND_TOOLDIR], [none-$APROF_PLATFORM],
   ["$aprof_prefix/libexec/valgrind" "$VALGRIND_LIBDIR" "$aprof_prefix/lib/valgrind"])
AS_IF([test -z "$VALGRIND_TOOLDIR"],
  [AC_MSG_RESULT([no])
   APROF_MISSING([Valgrind's smallest tool (none-$APROF_PLATFORM below $aprof_prefix)], [valgrind])])
VALGRIND_IN_PLACE=$VALGRIND_TOOLDIR
AS_IF([test -n "$VALGRIND_PREFIX"], [aprof_path=$aprof_prefix/bin],
      [aprof_path=$aprof_prefix/bin$PATH_SEPARATOR$PATH])])

# APROF_PLACES_IN_TREE
# The same of a source tree in which Valgrind was built. As for Valgrind's own tools, the prefix is that of the tree,
# unless the user names one.
AC_DEFUN([APROF_PLACES_IN_TREE],
[VALGRIND_LIBDIR=$VALGRIND_PREFIX/coregrind
VALGRIND_IN_PLACE=$VALGRIND_PREFIX/.in_place
AS_IF([test -f "$VALGRIND_LIBDIR/libcoregrind-$APROF_PLATFORM.a" && test -d "$VALGRIND_IN_PLACE"], [],
  [AC_MSG_RESULT([no])
   AC_MSG_ERROR([the Valgrind in $VALGRIND_PREFIX is not built: run './configure && make' there first
   (in a git checkout, './autogen.sh' before)])])
VALGRIND_CPPFLAGS="-I$VALGRIND_PREFIX/include -I$VALGRIND_PREFIX/VEX/pub"
VALGRIND_H=$VALGRIND_PREFIX/include/valgrind.h
aprof_vexdir=$VALGRIND_PREFIX/VEX
aprof_pc=$VALGRIND_PREFIX/valgrind.pc
aprof_path=$VALGRIND_PREFIX/coregrind
AS_IF([test "$prefix" = NONE], [prefix=$(sed -n 's/^prefix=//p' "$aprof_pc")])
# Only make can expand what the tree's Makefile says.
VALGRIND_TOOLDIR=$(echo 'print-tooldir: ; @echo "$(pkglibexecdir)"' |
                   make -s --no-print-directory -C "$VALGRIND_PREFIX" -f Makefile -f - print-tooldir)])

# APROF_CHECK_TOOL_LINK
# Sets VALGRIND_LIBS to Valgrind's libraries for a tool and TOOL_LIBS to what it is linked with, and checks that the linker can place a program at
# VALGRIND_LOAD_ADDRESS, out of the way of the programs that run under Valgrind.
AC_DEFUN([APROF_CHECK_TOOL_LINK],
[VALGRIND_LIBS="$VALGRIND_LIBDIR/libcoregrind-$APROF_PLATFORM.a $aprof_vexdir/libvex-$APROF_PLATFORM.a"
# libgcc-sup holds what libgcc wants from a C library; Valgrind has had it since 3.19, where its compiler needs it.
AS_IF([test -f "$VALGRIND_LIBDIR/libgcc-sup-$APROF_PLATFORM.a"],
      [VALGRIND_LIBS="$VALGRIND_LIBS $VALGRIND_LIBDIR/libgcc-sup-$APROF_PLATFORM.a"])
# They and the compiler's library need each other.
TOOL_LIBS="-Wl,--start-group $VALGRIND_LIBS -lgcc -Wl,--end-group"
AC_SUBST([VALGRIND_LIBS])
AC_SUBST([TOOL_LIBS])

AC_MSG_CHECKING([whether the linker can place a tool at $VALGRIND_LOAD_ADDRESS])
aprof_saved_ldflags=$LDFLAGS
LDFLAGS="$LDFLAGS -no-pie -Wl,-Ttext-segment=$VALGRIND_LOAD_ADDRESS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])], [AC_MSG_RESULT([yes])],
  [AC_MSG_RESULT([no])
   APROF_MISSING([a linker that knows -Ttext-segment (GNU ld)], [binutils])])
LDFLAGS=$aprof_saved_ldflags])
