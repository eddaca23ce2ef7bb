/* Reads symbols.

   A C function may have a symbol that would be one of Ada or Fortran, too.  So the language must be known: by
   the source file or, without debug information, by symbols in the same object that only this language has.
   The runtime calls some of these before any other code. */

#include "code/symbols.h"

#include "code/paths.h"
#include "valgrind_version.h"

static Bool begins_with(const HChar* text, const HChar* beginning)
{
   return VG_(strncmp)(text, beginning, VG_(strlen)(beginning)) == 0;
}

Bool symbols_begin_with(const HChar* text, const HChar* const* beginnings)
{
   for (; *beginnings != NULL; beginnings++) {
      if (begins_with(text, *beginnings)) {
         return True;
      }
   }
   return False;
}

/* Whether a file's name ends with a dot and one of the endings, in small or capital letters. */
static Bool has_ending(const HChar* file, const HChar* const* endings)
{
   const HChar* dot = VG_(strrchr)(file, '.');
   for (; dot != NULL && *endings != NULL; endings++) {
      if (VG_(strcasecmp)(dot + 1, *endings) == 0) {
         return True;
      }
   }
   return False;
}

/*--- What compilers, linkers and demanglers add ---*/

/* Whether a dot in a symbol stands before a name, as in Go's main.cold: it does not begin a suffix of the
   compiler. */
static Bool separates_by_dots(const HChar* file)
{
   static const HChar* const endings[] = { "go", NULL };
   return has_ending(file, endings);
}

/* Suffixes by which GCC and Clang name parts and copies of a function, and other names of it.  A
   number follows each: foo.part.0.  (.cold and .localalias may have none.)  With any other suffix,
   it is a function of its own: the body of a coroutine (.actor, .resume) or a parallel region
   (._omp_fn.0). */
static const HChar* const numbered_suffixes[] = {
   ".part.", ".isra.", ".constprop.", ".lto_priv.", ".llvm.", ".specialized."
};

static Bool begins_with_suffix(const HChar* dot, const HChar* suffix)
{
   SizeT length = VG_(strlen)(suffix);
   return begins_with(dot, suffix) && (dot[length] == '\0' || dot[length] == '.');
}

static Bool is_clone_suffix(const HChar* dot)
{
   if (begins_with_suffix(dot, ".cold") || begins_with_suffix(dot, ".localalias")) {
      return True;
   }
   for (UInt i = 0; i < sizeof numbered_suffixes / sizeof *numbered_suffixes; i++) {
      SizeT length = VG_(strlen)(numbered_suffixes[i]);
      if (VG_(strncmp)(dot, numbered_suffixes[i], length) == 0 && VG_(isdigit)(dot[length])) {
         return True;
      }
   }
   return False;
}

/* A symbol does not begin with a suffix. */
const HChar* symbols_suffixes_of(const HChar* symbol, const HChar* file)
{
   for (const HChar* dot = VG_(strchr)(symbol + 1, '.'); dot != NULL; dot = VG_(strchr)(dot + 1, '.')) {
      if (is_clone_suffix(dot) && !separates_by_dots(file)) {
         return dot;
      }
   }
   return symbol + VG_(strlen)(symbol);
}

void symbols_cut_clone_notes(HChar* name, const HChar* cut_off)
{
   static const HChar begin[] = " [clone ";
   for (HChar* note = VG_(strstr)(name, begin); note != NULL; note = VG_(strstr)(note + 1, begin)) {
      const HChar* suffix = note + sizeof begin - 1;
      const HChar* end    = VG_(strchr)(suffix, ']');
      if (end != NULL && *cut_off != '\0' && VG_(strncmp)(suffix, cut_off, end - suffix) == 0) {
         *note = '\0';
         return;
      }
   }
}

void symbols_cut_version(HChar* name)
{
   HChar* at = VG_(strchr)(name, '@');
   if (at != NULL && at != name) {
      *at = '\0';
   }
}

Bool symbols_is_itself(const HChar* name, const HChar* symbol)
{
   SizeT length = VG_(strlen)(symbol);
   return VG_STREQ(name, symbol)
          || (name[0] == '<' && VG_(strncmp)(name + 1, symbol, length) == 0
              && VG_STREQ(name + 1 + length, ">"));
}

/*--- The languages of an object ---*/

/* The languages of an object file. */
typedef struct {
   KeptPath path;
   Bool     has_ada;
   Bool     has_fortran;
} Object;

static VgHashTable* objects;

/*--- Fortran ---*/

/* A procedure of a module: `__MODULE_MOD_PROCEDURE`. */
static const HChar* behind_module(const HChar* symbol)
{
   const HChar* mark = begins_with(symbol, "__") ? VG_(strstr)(symbol + 2, "_MOD_") : NULL;
   return mark == NULL || mark == symbol + 2 || mark[5] == '\0' ? NULL : mark + 5;
}

static Bool is_fortran(const HChar* symbol, const HChar* file, Object* object)
{
   static const HChar* const endings[] = {
      "f", "for", "ftn", "f77", "f90", "f95", "f03", "f08", "f18", NULL
   };
   object->has_fortran |= VG_STREQ(symbol, "MAIN__") || behind_module(symbol) != NULL;
   return *file != '\0' ? has_ending(file, endings) : object->has_fortran;
}

/* The length of a symbol without the underscore of a procedure outside modules, or the number of one inside
   another procedure. */
static SizeT length_of_procedure(const HChar* symbol)
{
   SizeT length = VG_(strlen)(symbol);
   SizeT digits = length;
   while (digits > 0 && VG_(isdigit)(symbol[digits - 1])) {
      digits--;
   }
   if (digits < length && digits > 1 && symbol[digits - 1] == '.') {
      return digits - 1;
   }
   return length > 1 && symbol[length - 1] == '_' && symbol[length - 2] != '_' ? length - 1 : length;
}

static const HChar* demangle_fortran(const HChar* symbol)
{
   const HChar* procedure = behind_module(symbol);
   const HChar* base      = procedure != NULL ? procedure : symbol;
   SizeT        length    = procedure != NULL ? VG_(strlen)(procedure) : length_of_procedure(symbol);
   SizeT        module    = procedure != NULL ? procedure - symbol - 7 : 0;
   if (length == VG_(strlen)(symbol)) {
      return NULL;
   }
   HChar* name = VG_(calloc)("aprof.languages", module + length + 3, 1);
   if (procedure != NULL) {
      VG_(memcpy)(name, symbol + 2, module);
      VG_(memcpy)(name + module, "::", 2);
      module += 2;
   }
   VG_(memcpy)(name + module, base, length);
   return name;
}

/*--- Ada and D ---*/

/* Packages that the language has itself. */
static const HChar* const ada_packages[] = { "system__", "ada__", "interfaces__", "gnat__", "_ada_", NULL };

static Bool is_ada(const HChar* symbol, const HChar* file, Object* object)
{
   static const HChar* const endings[] = { "adb", "ads", "ada", NULL };
   static const HChar* const runtime[] = { "adainit", "adafinal", "ada_main", "__gnat_", "_ada_", NULL };
   object->has_ada |= symbols_begin_with(symbol, runtime) || symbols_begin_with(symbol, ada_packages);
   return *file != '\0' ? has_ending(file, endings) : object->has_ada;
}

/* The demangler puts a name that it does not understand into angle brackets. */
static const HChar* demangle_ada(const HChar* symbol)
{
   if (VG_(strstr)(symbol, "__") == NULL && !begins_with(symbol, "_ada_")) {
      return NULL;
   }
   const HChar* name = ada_demangle(symbol, 0);
   return name == NULL || *name == '<' ? NULL : name;
}

const HChar* symbols_demangle(const HChar* symbol, const HChar* file, const HChar* image)
{
   Object* object = paths_kept(&objects, image, sizeof *object);
   if (!VG_(clo_demangle)) {
      return NULL;
   }
   if (symbol[0] == '_' && symbol[1] == 'D') {
      return dlang_demangle(symbol, 0);
   }
   Bool fortran = is_fortran(symbol, file, object);
   Bool ada     = is_ada(symbol, file, object);
   return fortran ? demangle_fortran(symbol) : ada ? demangle_ada(symbol) : NULL;
}

/*--- Runtime systems: V8, by symbols of C++, and Go ---*/

#define NAMESPACE_OF_V8  "_ZN2v88internal"

/* How names begin; before each, a symbol has its length.  The first ones are called by generated code. */
static const HChar* const work_of_v8[] = {
   "Runtime_Compile", "Runtime_InstallBaselineCode", "Runtime_BytecodeBudgetInterrupt", "Runtime_StackGuard",
   "Runtime_HealOptimizedCodeSlot", "Runtime_FunctionLogNextExecution", "Runtime_NotifyDeoptimized",
   "Deoptimizer3NewE", "Deoptimizer19ComputeOutputFramesE",
   "Heap14CollectGarbageE", "Heap17CollectAllGarbageE", NULL
};

Bool symbols_is_own_work(const HChar* symbol)
{
   if (!begins_with(symbol, NAMESPACE_OF_V8)) {
      return False;
   }
   const HChar* name = symbol + VG_(strlen)(NAMESPACE_OF_V8);
   while (VG_(isdigit)(*name)) {
      name++;
   }
   return symbols_begin_with(name, work_of_v8);
}

Bool symbols_copies_stack(const HChar* symbol)
{
   return VG_STREQ(symbol, "runtime.copystack");
}

Bool symbols_schedules(const HChar* symbol)
{
   return VG_STREQ(symbol, "runtime.mcall") || VG_STREQ(symbol, "runtime.goschedImpl")
          || VG_STREQ(symbol, "runtime.preemptPark") || VG_STREQ(symbol, "runtime.schedule");
}
