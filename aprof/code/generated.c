/* From names of generated code to routines.  A name of an unknown form is taken as it is. */

#include "code/generated.h"

static VgHashTable* names;
static VgHashTable* names_in_files;

static const HChar* behind(const HChar* text, const HChar* beginning)
{
   SizeT length = VG_(strlen)(beginning);
   return VG_(strncmp)(text, beginning, length) == 0 ? text + length : NULL;
}

static HChar* copy(const HChar* text, SizeT length)
{
   HChar* copied = VG_(calloc)("aprof.generated", length + 1, 1);
   VG_(memcpy)(copied, text, length);
   return copied;
}

/*--- V8: JavaScript ---*/

/* Skips the marks by which V8 says how it has compiled the function: not, simply, with little or with much
   optimisation; and in later versions, whether for one closure only. */
static const HChar* behind_mark(const HChar* name)
{
   if (*name == '~' || *name == '^' || *name == '+' || *name == '*') {
      name++;
      if (*name == '\'') {
         name++;
      }
   }
   return name;
}

/* The name of a function behind its kind and mark, or NULL if this is none. */
static const HChar* function_of_v8(const HChar* text)
{
   static const HChar* const kinds[] = { "JS:", "LazyCompile:", "Function:", "Script:", "Eval:" };
   for (UInt i = 0; i < sizeof kinds / sizeof *kinds; i++) {
      const HChar* name = behind(text, kinds[i]);
      if (name != NULL) {
         return behind_mark(name);
      }
   }
   return NULL;
}

/* Code that V8 has of its own. */
static Bool is_runtime_of_v8(const HChar* text)
{
   static const HChar* const kinds[] = { "Builtin:", "BytecodeHandler:", "Handler:", "Stub:" };
   for (UInt i = 0; i < sizeof kinds / sizeof *kinds; i++) {
      if (behind(text, kinds[i]) != NULL) {
         return True;
      }
   }
   return False;
}

/* Finds the file in `NAME FILE:LINE:COLUMN`.  Both may have blanks. */
static const HChar* file_of_v8(const HChar* function)
{
   static const HChar* const beginnings[] = { " /", " file:", " node:", " wasm:" };
   const HChar* first = NULL;
   for (UInt i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
      const HChar* found = VG_(strstr)(function, beginnings[i]);
      if (found != NULL && (first == NULL || found < first)) {
         first = found;
      }
   }
   const HChar* blank = first != NULL ? first : VG_(strrchr)(function, ' ');
   return blank == NULL ? NULL : blank + 1;
}

/* The length of a text without `:NUMBER` at its end. */
static SizeT without_number(const HChar* text, SizeT length)
{
   SizeT digits = length;
   while (digits > 0 && VG_(isdigit)(text[digits - 1])) {
      digits--;
   }
   return digits > 1 && digits < length && text[digits - 1] == ':' ? digits - 1 : length;
}

/* A function without a name is known by its place. */
static void set_function_of_v8(GeneratedName* generated, const HChar* function)
{
   const HChar* file = file_of_v8(function);
   generated->mangled = function;
   if (file == NULL) {
      generated->name = function;
      return;
   }
   const HChar* path   = behind(file, "file://") != NULL ? behind(file, "file://") : file;
   SizeT        length = without_number(path, without_number(path, VG_(strlen)(path)));
   generated->file = copy(path, length);
   if (file - 1 > function) {
      generated->name = copy(function, file - 1 - function);
   } else {
      HChar* name = VG_(malloc)("aprof.generated", VG_(strlen)(path + length) + 12);
      VG_(sprintf)(name, "(anonymous)%s", path + length);
      generated->name = name;
   }
}

/*--- Python and .NET ---*/

/* A name has no colon: `py::NAME:FILE`. */
static void set_function_of_python(GeneratedName* generated, const HChar* function)
{
   const HChar* colon = VG_(strchr)(function, ':');
   if (colon == NULL) {
      generated->name = function;
   } else {
      generated->name = copy(function, colon - function);
      generated->file = colon + 1;
   }
}

/* The length of a name without how .NET has compiled the method.  A name itself may end with brackets. */
static SizeT length_without_tier(const HChar* text)
{
   static const HChar* const tiers[] = {
      "[PreJIT]", "[MinOptJitted]", "[QuickJitted]", "[Optimized]", "[OptimizedTier1]", "[OptimizedTier1OSR]",
      "[InstrumentedTier]", "[InstrumentedTierOptimized]", "[Unknown]"
   };
   SizeT length = VG_(strlen)(text);
   for (UInt i = 0; i < sizeof tiers / sizeof *tiers; i++) {
      SizeT tier = VG_(strlen)(tiers[i]);
      if (length > tier && VG_STREQ(text + length - tier, tiers[i])) {
         return length - tier;
      }
   }
   return length;
}

/*--- Erlang and PHP ---*/

/* The name behind what marks all of Erlang's in a perf map: `$MODULE:FUNCTION/ARITY`. */
static const HChar* behind_mark_of_erlang(const HChar* text)
{
   return *text == '$' && VG_(strchr)(text, ':') != NULL ? text + 1 : text;
}

/* The length of a name without what marks the code in front of an Erlang function, through which others call
   it. */
static SizeT length_without_prologue(const HChar* text)
{
   static const HChar prologue[] = "-CodeInfoPrologue";
   SizeT length = VG_(strlen)(text);
   SizeT shorter = length - (sizeof prologue - 1);
   return length >= sizeof prologue && VG_STREQ(text + shorter, prologue) ? shorter : length;
}

/* The function in `JIT$FUNCTION`, or NULL if this is none: `JIT$$NAME` is PHP's own code. */
static const HChar* function_of_php(const HChar* text)
{
   const HChar* name = behind(text, "JIT$");
   return name != NULL && *name != '$' && *name != '\0' ? name : NULL;
}

/*--- Julia ---*/

/* The length of a name without `_NUMBER` at its end. */
static SizeT length_without_count(const HChar* text)
{
   SizeT length = VG_(strlen)(text);
   SizeT digits = length;
   while (digits > 0 && VG_(isdigit)(text[digits - 1])) {
      digits--;
   }
   return digits > 1 && digits < length && text[digits - 1] == '_' ? digits - 1 : length;
}

/* Each method has a name by how it takes its arguments, and a number by their types; and so has what unpacks
   them for it, which is a function of its own.  Returns NULL if this is none. */
static HChar* function_of_julia(const HChar* text)
{
   static const HChar* const kinds[] = { "julia_", "japi1_", "japi3_" };
   const HChar* name = behind(text, "jfptr_") != NULL ? text : NULL;
   for (UInt i = 0; i < sizeof kinds / sizeof *kinds && name == NULL; i++) {
      name = behind(text, kinds[i]);
   }
   SizeT length = name == NULL ? 0 : length_without_count(name);
   return name == NULL || name[length] == '\0' ? NULL : copy(name, length);
}

/*--- All ---*/

static void set_other_name(GeneratedName* generated, const HChar* text)
{
   const HChar* php    = function_of_php(text);
   const HChar* name   = php != NULL ? php : behind_mark_of_erlang(text);
   SizeT        length = length_without_tier(name);
   SizeT        shorter = length_without_prologue(name);
   generated->is_prologue = shorter < length;
   length = generated->is_prologue ? shorter : length;
   generated->name = generated->mangled = copy(name, length);
   generated->file = is_runtime_of_v8(text) ? "V8" : behind(text, "JIT$$") != NULL ? "PHP" : "";
}

static void set_names(GeneratedName* generated)
{
   const HChar* text       = generated->text.text;
   const HChar* javascript = function_of_v8(text);
   const HChar* python     = behind(text, "py::");
   const HChar* julia      = function_of_julia(text);
   generated->file      = "";
   generated->is_method = julia != NULL;
   if (javascript != NULL) {
      set_function_of_v8(generated, javascript);
   } else if (python != NULL) {
      generated->mangled = text;
      set_function_of_python(generated, python);
   } else if (julia != NULL) {
      generated->name = generated->mangled = julia;
   } else {
      set_other_name(generated, text);
   }
}

const GeneratedName* generated_name(const HChar* text)
{
   GeneratedName* generated = paths_kept(&names, text, sizeof *generated);
   if (generated->name == NULL) {
      set_names(generated);
   }
   return generated;
}

static void set_place(GeneratedName* generated, const GeneratedName* anywhere, const HChar* file, UInt line)
{
   KeptPath const text = generated->text;
   *generated      = *anywhere;
   generated->text = text;
   HChar* mangled  = VG_(malloc)("aprof.generated", VG_(strlen)(anywhere->name) + VG_(strlen)(file) + 13);
   VG_(sprintf)(mangled, "%s %s:%u", anywhere->name, file, line);
   generated->mangled = mangled;
   generated->file    = file;
}

const GeneratedName* generated_name_in(const HChar* text, const HChar* file, UInt line)
{
   const GeneratedName* anywhere = generated_name(text);
   if (*file == '\0' || !anywhere->is_method) {
      return anywhere;
   }
   HChar* place = VG_(malloc)("aprof.generated", VG_(strlen)(text) + VG_(strlen)(file) + 13);
   VG_(sprintf)(place, "%s:%u:%s", file, line, text);
   GeneratedName* generated = paths_kept(&names_in_files, place, sizeof *generated);
   if (generated->name == NULL) {
      set_place(generated, anywhere, file, line);
   }
   VG_(free)(place);
   return generated;
}

void generated_init(void)
{
   names = VG_(HT_construct)("aprof.generated");
}
