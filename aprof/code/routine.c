/* From code addresses to routines.

   There are two levels.  A cache has the addresses that were asked for (Code).  It is
   emptied whenever debug information comes or goes, or generated code gets another name.
   The routines themselves live as long as the process, and are found again by image and name.
   Invariant: generated code has pointers to routines, and none into the cache. */

#include "code/routine.h"

#include "code/allocators.h"
#include "code/images.h"
#include "code/named_code.h"
#include "code/paths.h"
#include "code/perf_map.h"
#include "code/stubs.h"
#include "code/symbols.h"
#include "files/characters.h"
#include "options.h"
#include "platform.h"
#include "valgrind_version.h"

#define NO_IMAGE  "NONE"

/* The offset of a region that the program has made, which has no symbol, and of generated code, which
   may be anywhere. */
#define REGION_OFFSET     (~(Addr)0)
#define GENERATED_OFFSET  (~(Addr)0 - 1)

/* The offset of a routine for what was inlined into another one: it may be in many places. */
#define INLINED_OFFSET    (~(Addr)0 - 2)

Routine routine_in_plt = {
   .name = "(linkage)", .mangled = "(linkage)", .image = NO_IMAGE, .number = ROUTINE_NOT_CALLED,
};

/* Called routines, by number. */
static XArray* called_routines;

/* True if the cache of addresses is to be emptied. */
static Bool cache_is_stale;

/*--- Routines by image and name ---*/

/* A function symbol, or a call target without a symbol, that is a routine.  Symbols of one
   name in one image share a hash chain. */
typedef struct RoutineKey {
   struct RoutineKey* next;        /* VgHashNode */
   UWord              hash;        /* VgHashNode: of image and mangled name */
   Addr               offset;      /* offset of the symbol in its image */
   const HChar*       file;        /* source file, or "" where unknown */
   Bool               clone_only;  /* so far only a split or cloned part was seen */
   Routine            routine;
} RoutineKey;

static VgHashTable* keys;

static UWord hash_names(const HChar* image, const HChar* mangled)
{
   return paths_hash(paths_hash(PATHS_NO_HASH, image) * 31, mangled);
}

/* The symbol at an address, before its routine is found. */
typedef struct {
   const HChar* image;     /* by images_kept */
   UWord        module;    /* see Code */
   const HChar* mangled;   /* without the compiler's suffixes */
   const HChar* name;      /* without the compiler's suffixes */
   const HChar* file;
   Addr         offset;
   Bool         is_clone;  /* a suffix was cut off */
} Symbol;

static Word compare_keys(const void* left, const void* right)
{
   const Routine* a = &((const RoutineKey*)left)->routine;
   const Routine* b = &((const RoutineKey*)right)->routine;
   return !VG_STREQ(a->mangled, b->mangled) || !VG_STREQ(a->image, b->image);
}

static Bool is_skipped_image(const HChar* image)
{
   return options_select_path(options.skipped_objects, image)
          || (options.objects != NULL && !options_select_path(options.objects, image));
}

static Bool is_named_in(const Selection* selection, const Routine* routine)
{
   return options_select(selection, routine->name) || options_select(selection, routine->mangled);
}

/* A signal handler returns to Valgrind's code where the kernel's or the library's is not used.  That is no
   callee of the handler. */
static Bool is_trampoline(const Routine* routine)
{
   return VG_(string_match)("vgPlain_*_SUBST_FOR_rt_sigreturn", routine->mangled);
}

static Bool is_skipped(const Routine* routine)
{
   return is_named_in(options.skipped_routines, routine) || is_skipped_image(routine->image)
          || is_trampoline(routine);
}

static UInt input_argument_of(const Routine* routine)
{
   for (const InputArgument* argument = options.input_arguments; argument != NULL;
        argument = argument->next) {
      if (is_named_in(argument->routines, routine)) {
         return argument->number;
      }
   }
   return 0;
}

/* Returns what calls of the routine request, if that is the cost.  What the program names, or generates, or
   has inlined, has no arguments where the C library's functions have them. */
static const Allocator* allocator_of(const Symbol* symbol, const Routine* routine)
{
   return options_cost_is_requested() && symbol->offset < INLINED_OFFSET
          ? allocators_find(routine->mangled, routine->name, routine->image) : NULL;
}

static void watch(Routine* routine)
{
   static UInt toggling;
   routine->is_apart           = is_named_in(options.separate_routines, routine)
                                 || (options.separate_runtime && symbols_is_own_work(routine->mangled));
   routine->toggles_collecting = is_named_in(options.toggled_routines, routine) ? ++toggling : 0;
   routine->dumps_before       = is_named_in(options.dump_before, routine);
   routine->dumps_after        = is_named_in(options.dump_after, routine);
   routine->copies_stack       = symbols_copies_stack(routine->mangled);
   routine->schedules          = symbols_schedules(routine->mangled);
   routine->watched = routine->is_apart || routine->toggles_collecting != 0 || routine->dumps_before
                      || routine->dumps_after || routine->copies_stack || routine->schedules
                      || routine->allocator != NULL;
}

static const HChar* name_in_language(const Symbol* symbol)
{
   const HChar* name = NULL;
   if (VG_STREQ(symbol->name, symbol->mangled) && symbol->offset < GENERATED_OFFSET) {
      name = symbols_demangle(symbol->mangled, symbol->file, symbol->image);
   }
   return name != NULL ? name : VG_(strdup)("aprof.routine.name", symbol->name);
}

static RoutineKey* new_key(const Symbol* symbol)
{
   RoutineKey* key = VG_(calloc)("aprof.routine", 1, sizeof *key);
   key->hash       = hash_names(symbol->image, symbol->mangled);
   key->offset     = symbol->offset;
   key->file       = VG_(strdup)("aprof.routine.file", symbol->file);
   key->clone_only = symbol->is_clone;
   key->routine.name    = name_in_language(symbol);
   key->routine.mangled = VG_(strdup)("aprof.routine.mangled", symbol->mangled);
   key->routine.image   = symbol->image;
   key->routine.module  = symbol->module;
   key->routine.input_argument = input_argument_of(&key->routine);
   key->routine.number  = ROUTINE_NOT_CALLED;
   key->routine.allocator = allocator_of(symbol, &key->routine);
   watch(&key->routine);
   key->routine.skipped = is_skipped(&key->routine) && !key->routine.is_apart
                          && key->routine.allocator == NULL;
   VG_(HT_add_node)(keys, key);
   return key;
}

static Addr distance(Addr a, Addr b)
{
   return a > b ? a - b : b - a;
}

/* Whether a clone and a symbol of its name may come from one definition. */
static Bool same_file(const RoutineKey* key, const Symbol* symbol)
{
   return *key->file == '\0' || *symbol->file == '\0' || VG_STREQ(key->file, symbol->file);
}

/* The routine of a symbol.  A plain symbol has its own routine.  If clones of it came
   first, it takes over their routine.  A clone has the routine of the plain symbol of its
   name.  If several static functions have that name, it is the function from the clone's
   source file, and among those the nearest. */
static Routine* routine_of_symbol(const Symbol* symbol)
{
   RoutineKey  probe = { .hash = hash_names(symbol->image, symbol->mangled),
                         .routine = { .mangled = symbol->mangled, .image = symbol->image } };
   RoutineKey* best  = NULL;

   for (RoutineKey* key = VG_(HT_gen_lookup)(keys, &probe, compare_keys); key != NULL; key = key->next) {
      if (key->hash != probe.hash || compare_keys(key, &probe) != 0
          || (key->offset == REGION_OFFSET) != (symbol->offset == REGION_OFFSET)) {
         continue;   /* a region's routine is nobody else's */
      }
      if (key->offset == symbol->offset) {
         return &key->routine;
      }
      if ((symbol->is_clone || key->clone_only) && same_file(key, symbol)
          && (best == NULL
              || distance(key->offset, symbol->offset) < distance(best->offset, symbol->offset))) {
         best = key;
      }
   }
   if (best == NULL) {
      best = new_key(symbol);
   } else if (!symbol->is_clone) {
      best->offset     = symbol->offset;
      best->clone_only = False;
   }
   return &best->routine;
}

/*--- Symbols at an address ---*/

/* The offset of an address in its symbol.  Valgrind tells it only in a text, "name+offset", and would
   demangle the name for that, in each block: C++ has many. */
static Addr offset_in_symbol(DiEpoch epoch, Addr address)
{
   const HChar* text;
   HChar*       end;
   Bool         demangles = VG_(clo_demangle);
   VG_(clo_demangle) = False;
   Bool is_there = VG_(get_fnname_w_offset)(epoch, address, &text);
   VG_(clo_demangle) = demangles;
   if (!is_there) {
      return 0;
   }
   const HChar* plus = VG_(strrchr)(text, '+');
   if (plus == NULL) {
      return 0;
   }
   Long offset = VG_(strtoll10)(plus + 1, &end);
   return end == plus + 1 || *end != '\0' ? 0 : (Addr)offset;
}

/* Sets the symbol's image (the path of the object at the address), module and offset in the
   image.  In memory of no object, the offset is the start of the mapped region. */
static void locate(Symbol* symbol, DiEpoch epoch, Addr address)
{
   const HChar*     path;
   const DebugInfo* object  = VG_(find_DebugInfo)(epoch, address);
   const NSegment*  segment = VG_(am_find_nsegment)(address);
   if (object != NULL) {
      symbol->image  = images_of_object(object);
      symbol->module = (UWord)symbol->image;
      symbol->offset = address - VG_(DebugInfo_get_text_bias)(object);
   } else if (segment != NULL && VG_(get_objname)(epoch, address, &path)) {
      symbol->image  = images_of_mapping(path, address, &symbol->offset);
      symbol->module = (UWord)symbol->image;
   } else {
      symbol->image  = images_kept(NO_IMAGE);
      symbol->offset = segment == NULL ? address : segment->start;
      symbol->module = symbol->offset;
   }
}

/* A symbol, and the name that Valgrind shows; "" if that is the symbol itself. */
typedef struct {
   KeptPath symbol;
   HChar*   shown;
} ShownName;

static VgHashTable* shown_names;

/* The name of the symbol at this address, demangled once.  Valgrind shows what runs before main as "(below
   main)". */
static const HChar* shown_name(DiEpoch epoch, Addr address, const HChar* raw)
{
   const HChar* text;
   ShownName*   name = paths_kept(&shown_names, raw, sizeof *name);
   if (name->shown == NULL) {
      Bool named = VG_(get_fnname)(epoch, address, &text) && !VG_STREQ(text, "(below main)");
      name->shown = VG_(strdup)("aprof.symbol.shown", named && !symbols_is_itself(text, raw) ? text : "");
   }
   return name->shown;
}

static Routine* routine_with_symbol(DiEpoch epoch, Addr address, Addr in_symbol, const HChar* raw,
                                    const HChar** suffixes)
{
   const HChar* text;
   HChar*       mangled = VG_(strdup)("aprof.symbol", raw);
   Symbol       symbol  = { .mangled = mangled };
   symbol.file     = VG_(get_filename)(epoch, address - in_symbol, &text) ? text : "";
   *suffixes       = symbols_suffixes_of(raw, symbol.file);
   symbol.is_clone = **suffixes != '\0';
   mangled[*suffixes - raw] = '\0';

   const HChar* shown = shown_name(epoch, address, raw);
   HChar*       name  = VG_(strdup)("aprof.symbol", *shown != '\0' ? shown : mangled);
   symbols_cut_clone_notes(name, *suffixes);
   symbols_cut_version(name);

   symbol.name  = name;
   locate(&symbol, epoch, address - in_symbol);

   Routine* routine = routine_of_symbol(&symbol);
   if (!symbol.is_clone || routine->entry == 0) {
      routine->entry = address - in_symbol;
   }
   VG_(free)(name);
   VG_(free)(mangled);
   return routine;
}

/* The name of a call target without a symbol is its address in its object.  In memory that
   belongs to no object, each mapped region is one routine. */
static Routine* routine_without_symbol(Addr address)
{
   HChar  name[64];
   Symbol symbol = { .mangled = name, .name = name, .file = "" };

   locate(&symbol, VG_(current_DiEpoch)(), address);
   Bool in_object = symbol.module == (UWord)symbol.image;
   VG_(sprintf)(name, in_object ? "%#lx" : "code at %#lx", symbol.offset);
   Routine* routine = routine_of_symbol(&symbol);
   routine->entry = address;
   return routine;
}

void routine_warn_of_clone(const Code* code)
{
   Routine*     routine = code->routine;
   const HChar* symbol;
   if (!routine->warned && VG_(get_fnname_raw)(VG_(current_DiEpoch)(), code->address, &symbol)) {
      routine->warned = True;
      VG_(umsg)("Warning: --input-arg=%s:%u: the compiler cloned it as %s, "
                "which may take\nother arguments; its input sizes may be wrong\n",
                characters_visible(routine->name), routine->input_argument, characters_visible(symbol));
   }
}

Addr routine_offset_in_object(Addr address, const HChar** path)
{
   Symbol symbol;
   locate(&symbol, VG_(current_DiEpoch)(), address);
   if (symbol.module == (UWord)symbol.image) {
      *path = symbol.image;
      return symbol.offset;
   }
   const Routine* generated = routine_code_at(address)->routine;
   *path = generated == NULL || VG_STREQ(generated->image, NO_IMAGE) ? NULL : generated->image;
   return address;
}

Routine* routine_of_region(const HChar* name, Addr code)
{
   Symbol symbol = { .mangled = name, .name = name, .file = "" };
   locate(&symbol, VG_(current_DiEpoch)(), code);
   symbol.offset = REGION_OFFSET;
   Routine* routine = routine_of_symbol(&symbol);
   routine->is_region = True;
   if (routine->entry == 0) {
      routine->entry = code;
   }
   return routine;
}

/* "contains", or "contains [inlined in main]". */
static HChar* name_in_host(const HChar* name, const HChar* host)
{
   SizeT  more = host == NULL ? 0 : VG_(strlen)(ROUTINE_INLINED_IN "]") + VG_(strlen)(host);
   HChar* text = VG_(malloc)("aprof.routine.inlined", VG_(strlen)(name) + more + 1);
   VG_(sprintf)(text, host == NULL ? "%s" : "%s" ROUTINE_INLINED_IN "%s]", name, host);
   return text;
}

Routine* routine_of_inlined(const HChar* symbol, const HChar* file, Addr code, const Routine* host)
{
   const HChar* demangled = VG_(clo_demangle) ? version_demangle(symbol) : NULL;
   HChar*       mangled   = name_in_host(symbol, host == NULL ? NULL : host->mangled);
   HChar*       name      = name_in_host(demangled != NULL ? demangled : symbol,
                                         host == NULL ? NULL : host->name);
   Symbol       of        = { .mangled = mangled, .name = name, .file = file, .is_clone = host == NULL };
   if (host == NULL) {   /* a clone of the symbol is the same routine */
      mangled[symbols_suffixes_of(symbol, file) - symbol] = '\0';
   }
   locate(&of, VG_(current_DiEpoch)(), code);
   if (host != NULL) {
      of.offset = INLINED_OFFSET;
   }
   Routine* routine = routine_of_symbol(&of);
   if (routine->entry == 0) {
      routine->entry = code;
   }
   VG_(free)(mangled);
   VG_(free)(name);
   return routine;
}

void routine_warn_of_inlined(Routine* routine)
{
   if (routine->input_argument != 0 && !routine->warned) {
      routine->warned = True;
      VG_(umsg)("Warning: --input-arg=%s:%u: the compiler has inlined it, and then it has no\n"
                "arguments; its input size there is what it reads\n", characters_visible(routine->name),
                routine->input_argument);
   }
}

/* Blocks that know a former name have been discarded. */
void routine_after_system_call(UInt number)
{
   cache_is_stale |= perf_map_after_system_call(number);
}

/* The range of cached code without a symbol. */
static Addr lowest_nameless  = ~(Addr)0;
static Addr highest_nameless = 0;

static void note_nameless(Addr address)
{
   lowest_nameless  = address < lowest_nameless ? address : lowest_nameless;
   highest_nameless = address > highest_nameless ? address : highest_nameless;
}

static void examine_generated(Code* code, DiEpoch epoch, const NamedCode* named)
{
   Symbol symbol = { .name = named->name->name, .mangled = named->name->mangled, .file = "" };
   locate(&symbol, epoch, code->address);
   note_nameless(code->address);
   code->module  = symbol.module;
   symbol.offset = GENERATED_OFFSET;
   if (*named->name->file != '\0') {
      symbol.image = images_kept(named->name->file);
   }
   code->called         = routine_of_symbol(&symbol);
   code->called->entry  = named->entry;
   code->called->is_generated = True;
   code->called->module = symbol.module;
   code->is_skipped     = code->called->skipped;
   if (!code->is_skipped) {
      code->routine  = code->called;
      code->is_entry = code->address == named->entry || named->name->is_prologue;
   }
}

static void examine_symbol(Code* code, DiEpoch epoch, const HChar* raw)
{
   HChar*       symbol    = VG_(strdup)("aprof.symbol", raw);
   Addr         in_symbol = offset_in_symbol(epoch, code->address);
   const HChar* suffixes;
   code->called     = routine_with_symbol(epoch, code->address, in_symbol, symbol, &suffixes);
   code->module     = code->called->module;
   code->is_skipped = code->called->skipped;
   if (!code->is_skipped) {
      code->routine  = code->called;
      code->is_entry = in_symbol == 0 && VG_(strstr)(suffixes, ".cold") == NULL;
      code->is_part  = VG_(strstr)(suffixes, ".part.") != NULL;
      code->is_clone = VG_(strstr)(suffixes, ".isra.") != NULL
                       || VG_(strstr)(suffixes, ".constprop.") != NULL;
   }
   VG_(free)(symbol);
}

static void examine_nameless(Code* code, DiEpoch epoch)
{
   Symbol symbol;
   locate(&symbol, epoch, code->address);
   code->module     = symbol.module;
   code->is_stub     = stubs_is_one(code->address);
   code->undoes_call = stubs_undoes_call(code->address);
   code->is_skipped = !code->is_stub && is_skipped_image(symbol.image);
   note_nameless(code->address);
}

static void examine(Code* code)
{
   DiEpoch      epoch = VG_(current_DiEpoch)();
   const HChar* raw;

   if (VG_(get_fnname_raw)(epoch, code->address, &raw) && *raw != '\0'
       && !stubs_has_name(code->address, raw)) {
      examine_symbol(code, epoch, raw);
      return;
   }
   Bool             in_object = VG_(find_DebugInfo)(epoch, code->address) != NULL;
   const NamedCode* named     = in_object ? NULL : perf_map_find(code->address);
   if (named != NULL) {
      examine_generated(code, epoch, named);
   } else {
      examine_nameless(code, epoch);
   }
}

/*--- Cache of addresses ---*/

typedef struct CachedCode {
   struct CachedCode* next;     /* VgHashNode */
   UWord              address;  /* VgHashNode */
   Code               code;
} CachedCode;

static VgHashTable* cache;
static UInt         cache_generation;

/* A smaller cache in front of the cache, for the targets of indirect calls and jumps. */
#define RECENT_LOG2 10
static Code* recent[1 << RECENT_LOG2];

void routine_drop_stale_addresses(void)
{
   if (cache_is_stale || cache_generation != VG_(debuginfo_generation)()) {
      VG_(HT_destruct)(cache, VG_(free));
      cache = VG_(HT_construct)("aprof.code");
      VG_(memset)(recent, 0, sizeof recent);
      cache_generation = VG_(debuginfo_generation)();
      cache_is_stale   = False;
      lowest_nameless  = ~(Addr)0;
      highest_nameless = 0;
   }
}

void routine_memory_changed(Addr address, SizeT size)
{
   if (address <= highest_nameless && address + size > lowest_nameless) {
      cache_is_stale = True;
   }
}

void routine_memory_gone(Addr address, SizeT size)
{
   named_code_memory_gone(address, size);
   routine_memory_changed(address, size);
}

static Code* find_or_examine(Addr address)
{
   CachedCode* found = VG_(HT_lookup)(cache, address);
   if (found == NULL) {
      found = VG_(calloc)("aprof.code", 1, sizeof *found);
      found->address = found->code.address = address;
      VG_(HT_add_node)(cache, found);
      examine(&found->code);
   }
   return &found->code;
}

Code* routine_code_at(Addr address)
{
   Code** slot = &recent[(address * 0x9e3779b97f4a7c15ULL) >> (64 - RECENT_LOG2)];
   if (*slot == NULL || (*slot)->address != address) {
      *slot = find_or_examine(address);
   }
   return *slot;
}

Routine* routine_called_at(Code* code)
{
   if (code->called == NULL) {
      code->called      = code->is_stub ? &routine_in_plt : routine_without_symbol(code->address);
      code->is_skipped |= code->called->skipped;
   }
   return code->called;
}

/*--- Called routines ---*/

void routine_note_call(Routine* routine)
{
   if (routine->number == ROUTINE_NOT_CALLED) {
      routine->number = VG_(addToXA)(called_routines, &routine);
   }
}

UInt routine_count(void)
{
   return VG_(sizeXA)(called_routines);
}

Routine* routine_numbered(UInt number)
{
   return *(Routine**)VG_(indexXA)(called_routines, number);
}

void routine_forget_all_calls(void)
{
   for (UInt i = 0; i < routine_count(); i++) {
      routine_numbered(i)->number = ROUTINE_NOT_CALLED;
   }
   VG_(dropTailXA)(called_routines, routine_count());
}

void routine_init(void)
{
   keys             = VG_(HT_construct)("aprof.routines");
   cache            = VG_(HT_construct)("aprof.code");
   cache_generation = VG_(debuginfo_generation)();
   called_routines  = VG_(newXA)(VG_(malloc), "aprof.called", VG_(free), sizeof(Routine*));
   perf_map_init();
}
