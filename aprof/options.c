/* The command line options of the tool: one table, which feeds the parser, --help, and what the options are
   as long as nobody gives them.  A test compares --help with docs/reference.md. */

#include "options.h"

#include "hot.h"

#define MAX_TIMESTAMP  ((1u << HOT_STAMP_BITS) - 1)
_Static_assert(MAX_TIMESTAMP == 2147483647, "as --timestamp-limit says");

/* Room for the bottom activation, the running one and one more. */
#define MIN_TIMESTAMP_LIMIT  4

#define MAX_SECONDS  1000000

Options options;

typedef struct Option {
   const HChar* name;
   const HChar* argument;    /* as --help has it; of choices, all that there are: "no|yes" */
   const HChar* initially;   /* the value without the option; NULL: none */
   const HChar* help;        /* lines; [] stands for the value without the option */

   /* Takes `text`, the value in `arg`, into `target`.  Does not return if it is wrong. */
   void (*parse)(const struct Option* option, const HChar* arg, const HChar* text);
   void*        target;      /* a member of `options` */
   const HChar* what;        /* of a choice, what is chosen; of a file, a usual name */
   ULong        low;         /* of a number: the least, ... */
   ULong        high;        /* ... and the greatest */
   Bool         for_debugging;   /* --help-debug shows it, and --help does not */
} Option;

/*--- Selections of names by patterns ---*/

struct Selection {
   HChar*     pattern;
   Selection* next;
};

static void add_part(Selection** selection, const HChar* begin, SizeT length)
{
   Selection* added = VG_(malloc)("aprof.selection", sizeof *added);
   added->pattern = VG_(calloc)("aprof.selection.pattern", length + 1, 1);
   VG_(memcpy)(added->pattern, begin, length);
   added->next = *selection;
   *selection  = added;
}

static void add_pattern(Selection** selection, const HChar* pattern)
{
   add_part(selection, pattern, VG_(strlen)(pattern));
}

/* Adds the patterns of a list that is separated by commas.  False if one is empty. */
static Bool add_list(Selection** selection, const HChar* list)
{
   for (;;) {
      const HChar* comma  = VG_(strchr)(list, ',');
      SizeT        length = comma != NULL ? (SizeT)(comma - list) : VG_(strlen)(list);
      if (length == 0) {
         return False;
      }
      add_part(selection, list, length);
      if (comma == NULL) {
         return True;
      }
      list = comma + 1;
   }
}

Bool options_select(const Selection* selection, const HChar* name)
{
   for (; selection != NULL; selection = selection->next) {
      if (VG_(string_match)(selection->pattern, name)) {
         return True;
      }
   }
   return False;
}

Bool options_select_path(const Selection* selection, const HChar* path)
{
   const HChar* slash = VG_(strrchr)(path, '/');
   return options_select(selection, path) || (slash != NULL && options_select(selection, slash + 1));
}

/*--- Values ---*/

/* Returns a decimal number from low to high, or gives the kind of error that Valgrind's own options give. */
static ULong number_in(const HChar* arg, const HChar* text, ULong low, ULong high)
{
   ULong value    = 0;
   Bool  overflow = *text == '\0';
   for (const HChar* digit = text; *digit != '\0'; digit++) {
      overflow |= *digit < '0' || *digit > '9' || __builtin_mul_overflow(value, 10, &value)
                  || __builtin_add_overflow(value, *digit - '0', &value);
   }
   if (overflow || value < low || value > high) {
      VG_(fmsg_bad_option)(arg, "'%s' is not a number from %llu to %llu\n", text, low, high);
   }
   return value;
}

static void parse_number(const Option* option, const HChar* arg, const HChar* text)
{
   *(UInt*)option->target = (UInt)number_in(arg, text, option->low, option->high);
}

static void parse_long_number(const Option* option, const HChar* arg, const HChar* text)
{
   *(ULong*)option->target = number_in(arg, text, option->low, option->high);
}

static void parse_max_points(const Option* option, const HChar* arg, const HChar* text)
{
   parse_number(option, arg, text);
   if (options.max_points > 0 && options.max_points < OPTIONS_FEWEST_POINTS) {
      VG_(fmsg_bad_option)(arg, "A routine needs %d points at least; 0 is no limit\n",
                           OPTIONS_FEWEST_POINTS);
   }
}

/* Takes seconds as milliseconds; the text has at most three digits behind the point. */
static void parse_seconds(const Option* option, const HChar* arg, const HChar* text)
{
   UInt         digits[] = { 100, 10, 1 };
   ULong        value    = 0;
   const HChar* at       = text;
   for (; VG_(isdigit)(*at) && value <= MAX_SECONDS; at++) {
      value = 10 * value + (*at - '0');
   }
   value *= 1000;
   if (at > text && *at == '.') {
      at++;
      for (UInt i = 0; i < sizeof digits / sizeof *digits && VG_(isdigit)(*at); i++) {
         value += digits[i] * (*at++ - '0');
      }
   }
   if (at == text || *at != '\0' || value > 1000 * MAX_SECONDS) {
      VG_(fmsg_bad_option)(arg, "'%s' is not a number of seconds from 0 to %d, such as 60 or 0.5\n", text,
                           MAX_SECONDS);
   }
   *(UInt*)option->target = value;
}

static void parse_checkpoint(const Option* option, const HChar* arg, const HChar* text)
{
   parse_seconds(option, arg, text);
   options.checkpoint_is_asked_for = True;
}

static void parse_flag(const Option* option, const HChar* arg, const HChar* text)
{
   Bool is_yes = VG_(strcmp)(text, "yes") == 0;
   if (!is_yes && VG_(strcmp)(text, "no") != 0) {
      VG_(fmsg_bad_option)(arg, "Invalid boolean value '%s' (should be 'yes' or 'no')\n", text);
   }
   *(Bool*)option->target = is_yes;
}

/* Writes "64-bytes|iteration" as "64-bytes or iteration", and more choices with commas. */
static void write_choices(const HChar* choices, HChar* words)
{
   for (; *choices != '\0'; choices++) {
      if (*choices == '|') {
         words += VG_(sprintf)(words, VG_(strchr)(choices + 1, '|') != NULL ? ", " : " or ");
      } else {
         *words++ = *choices;
      }
   }
   *words = '\0';
}

/* Returns which of the choices it is, from 0. */
static UInt choice_of(const Option* option, const HChar* arg, const HChar* text)
{
   SizeT const length = VG_(strlen)(text);
   UInt        number = 0;
   for (const HChar* at = option->argument; at != NULL; number++) {
      const HChar* end = VG_(strchr)(at, '|');
      if (VG_(strncmp)(at, text, length) == 0 && (at[length] == '|' || at[length] == '\0') && length > 0) {
         return number;
      }
      at = end == NULL ? NULL : end + 1;
   }
   HChar* words = VG_(malloc)("aprof.options.choices", 4 * VG_(strlen)(option->argument));
   write_choices(option->argument, words);
   VG_(fmsg_bad_option)(arg, "unknown %s '%s'; use %s\n", option->what, text, words);
   return 0;
}

/* The choices are in the order of the enumeration. */
static void parse_choice(const Option* option, const HChar* arg, const HChar* text)
{
   *(UInt*)option->target = choice_of(option, arg, text);
}
_Static_assert(sizeof(CostMetric) == sizeof(UInt) && sizeof(RepCost) == sizeof(UInt)
               && sizeof(CctRecursion) == sizeof(UInt)
               && sizeof(Inlined) == sizeof(UInt), "parse_choice sets them");

/* The choices are 1, 2, 4 and so on. */
static void parse_power(const Option* option, const HChar* arg, const HChar* text)
{
   *(UInt*)option->target = 1u << choice_of(option, arg, text);
}

static void parse_file(const Option* option, const HChar* arg, const HChar* text)
{
   if (*text == '\0') {
      VG_(fmsg_bad_option)(arg, "A file name is needed, for example %s=%s\n", option->name, option->what);
   }
   *(const HChar**)option->target = text;
}

/* Programs that the program starts may be in another directory. */
static void parse_directory(const Option* option, const HChar* arg, const HChar* text)
{
   if (*text != '/') {
      VG_(fmsg_bad_option)(arg, "'%s' is not the path of a directory that begins with /\n", text);
   }
   *(const HChar**)option->target = text;
}

static void parse_routine(const Option* option, const HChar* arg, const HChar* text)
{
   if (*text == '\0') {
      VG_(fmsg_bad_option)(arg, "The name of a routine, or a pattern with * and ?, is needed\n");
   }
   add_pattern(option->target, text);
}

static void parse_toggle(const Option* option, const HChar* arg, const HChar* text)
{
   parse_routine(option, arg, text);
   options.collect_at_start = False;
}

static void parse_objects(const Option* option, const HChar* arg, const HChar* text)
{
   if (!add_list(option->target, text)) {
      VG_(fmsg_bad_option)(arg, "expected a comma-separated list of object files, e.g. libc.so*,ld-linux*\n");
   }
}

/* ROUTINE:NUMBER, where the routine's name may have colons. */
static void parse_input_argument(const Option* option, const HChar* arg, const HChar* text)
{
   const HChar* colon = VG_(strrchr)(text, ':');
   if (colon == NULL || colon == text) {
      VG_(fmsg_bad_option)(arg, "A routine and the number of its argument are needed, as in fib:1\n");
   }
   InputArgument* added = VG_(calloc)("aprof.options.argument", 1, sizeof *added);
   added->pattern = VG_(strdup)("aprof.options.argument", text);
   added->pattern[colon - text] = '\0';
   add_pattern(&added->routines, added->pattern);
   added->number           = number_in(arg, colon + 1, option->low, option->high);
   added->next             = options.input_arguments;
   options.input_arguments = added;
}

/*--- The options ---*/

#define FLAG(option, value, member) \
   .name = (option), .argument = "no|yes", .initially = (value), \
   .parse = parse_flag, .target = &options.member

/* In the order of --help. */
static const Option table[] = {
   { .name = "--aprof-out-file", .argument = "<file>", .initially = "aprof.out.%p",
     .parse = parse_file, .target = &options.out_file, .what = "aprof.out.%p",
     .help =
        "write the report to this file  []\n"
        "(%p: process id; %q{VAR}: environment variable;\n"
        "%n: number of the file)" },
   { .name = "--memory-resolution", .argument = "1|2|4|8|16", .initially = "4",
     .parse = parse_power, .target = &options.memory_resolution, .what = "size of memory cells",
     .help =
        "bytes in a memory cell; input sizes are counted in\n"
        "cells  []" },
   { FLAG("--rms", "yes", rms),
     .help =
        "measure input sizes; with no, the program runs\n"
        "faster, and only calls and costs are measured  []" },
   { FLAG("--drms", "no", drms),
     .help =
        "count a cell again if another thread or a system\n"
        "call has written it since the last access  []" },
   { .name = "--input-arg", .argument = "<routine>:<k>",
     .parse = parse_input_argument, .target = &options.input_arguments, .low = 1, .high = 64,
     .help =
        "take the value of the routine's k-th argument (an\n"
        "integer or a pointer) as its input size, instead\n"
        "of what it reads" },
   { .name = "--cost", .argument = "bb-count|instr|time-usec|alloc-bytes|alloc-count",
     .initially = "bb-count",
     .parse = parse_choice, .target = &options.cost, .what = "cost",
     .help =
        "count this as cost: executed basic blocks,\n"
        "executed instructions, microseconds, or bytes or\n"
        "blocks requested of malloc and its like  []" },
   { FLAG("--separate-binding", "yes", separate_binding),
     .help =
        "leave the dynamic linker's work at the first call of\n"
        "a function out of the caller's cost and input\n"
        "[]" },
   { .name = "--separate-routine", .argument = "<routine>",
     .parse = parse_routine, .target = &options.separate_routines,
     .help =
        "leave the routine, with all that it calls, out of its\n"
        "callers' cost and input" },
   { FLAG("--separate-runtime", "yes", separate_runtime),
     .help =
        "do so with what V8 does for itself: it compiles, and\n"
        "collects garbage  []" },
   { FLAG("--perf-map", "yes", perf_map),
     .help =
        "take the names of code that the program generates from\n"
        "its perf map, /tmp/perf-PID.map  []" },
   { .name = "--rep-cost", .argument = "64-bytes|iteration", .initially = "64-bytes",
     .parse = parse_choice, .target = &options.rep_cost, .what = "cost of a repeated instruction",
     .help =
        "count a repeated string instruction (such as rep\n"
        "movs) as one basic block for each 64 bytes, or as\n"
        "one for each iteration  []" },
   { .name = "--checkpoint", .argument = "<seconds>", .initially = "60",
     .parse = parse_checkpoint, .target = &options.checkpoint,
     .help =
        "write the report so far, every so many seconds, in\n"
        "case the program is killed; 0: never  []" },
   { .name = "--progress", .argument = "<seconds>", .initially = "0",
     .parse = parse_seconds, .target = &options.progress,
     .help =
        "print how far the program is, every so many\n"
        "seconds; 0: never  []" },
   { FLAG("--collect-atstart", "yes", collect_at_start),
     .help =
        "count cost and input from the beginning  []" },
   { FLAG("--instr-atstart", "yes", instrument_at_start),
     .help =
        "measure from the beginning; with no, the program\n"
        "runs fast until it, or vgdb, starts measuring\n"
        "[]" },
   { .name = "--toggle-collect", .argument = "<routine>",
     .parse = parse_toggle, .target = &options.toggled_routines,
     .help =
        "start to count cost and input when the routine is\n"
        "entered, and stop when it is left; implies\n"
        "--collect-atstart=no" },
   { .name = "--fn-skip", .argument = "<routine>",
     .parse = parse_routine, .target = &options.skipped_routines,
     .help =
        "add the routine's cost and input to its callers',\n"
        "as if it had been inlined (*: any text, ?: any\n"
        "character)" },
   { .name = "--skip-objects", .argument = "<list>",
     .parse = parse_objects, .target = &options.skipped_objects,
     .help =
        "do the same for all routines of these object\n"
        "files: paths or file names, separated by commas" },
   { .name = "--objects", .argument = "<list>",
     .parse = parse_objects, .target = &options.objects,
     .help =
        "do the same for the routines of all other object\n"
        "files" },
   { .name = "--inlined", .argument = "no|own|all", .initially = "no",
     .parse = parse_choice, .target = &options.inlined, .what = "choice of inlined routines",
     .help =
        "measure what the compiler has inlined as routines:\n"
        "those of your own code, or all; they need debug\n"
        "information  []" },
   { .name = "--inlined-maps", .argument = "<dir>",
     .parse = parse_directory, .target = &options.inlined_maps,
     .help =
        "keep in this directory what was found out for\n"
        "--inlined, for other processes and runs" },
   { FLAG("--separate-inlined", "no", separate_inlined),
     .help =
        "measure them separately for each routine that they\n"
        "were inlined into  []" },
   { FLAG("--collect-cct", "no", collect_cct),
     .help =
        "measure a routine separately for each path of\n"
        "calls that leads to it (calling context)  []" },
   { .name = "--cct-recursion", .argument = "fold|full", .initially = "fold",
     .parse = parse_choice, .target = &options.cct_recursion, .what = "recursion mode",
     .help =
        "give a recursive call the context that the routine\n"
        "already has on the path, or a new one  []" },
   { .name = "--cct-limit", .argument = "<n>", .initially = "1000000",
     .parse = parse_number, .target = &options.cct_limit, .low = 1, .high = 1000000000,
     .help =
        "make at most n contexts; calls beyond the limit\n"
        "share a marked context of their caller  []" },
   { .name = "--max-points", .argument = "<n>", .initially = "0",
     .parse = parse_max_points, .target = &options.max_points, .high = ~0u,
     .help =
        "keep at most n input sizes for each routine or\n"
        "context; if there are more, neighbouring sizes\n"
        "count as one; 0: no limit  []" },
   { FLAG("--separate-threads", "no", separate_threads),
     .help =
        "write a report for each thread, FILE-01 and so on\n"
        "[]" },
   { .name = "--dump-before", .argument = "<routine>",
     .parse = parse_routine, .target = &options.dump_before,
     .help =
        "write an intermediate report (FILE.1, FILE.2, ...)\n"
        "when the routine is entered" },
   { .name = "--dump-after", .argument = "<routine>",
     .parse = parse_routine, .target = &options.dump_after,
     .help =
        "do the same when the routine has returned" },
   { .name = "--dump-every-bb", .argument = "<n>", .initially = "0",
     .parse = parse_long_number, .target = &options.dump_every_bb, .high = ~0ULL >> 1,
     .help =
        "do the same every n basic blocks or somewhat\n"
        "later; 0: never  []" },
   { .name = "--callgrind-out-file", .argument = "<file>",
     .parse = parse_file, .target = &options.callgrind_file, .what = "callgrind.out.%p",
     .help =
        "also write a Callgrind profile of the same run\n"
        "(%p, %q and %n as above)" },
   { FLAG("--dump-instr", "no", dump_instr),
     .help =
        "Callgrind profile: add the addresses of\n"
        "instructions  []" },
   { FLAG("--dump-line", "yes", dump_line),
     .help =
        "Callgrind profile: give each source line its own\n"
        "cost  []" },
   { .name = "--separate-recs", .argument = "<n>", .initially = "2",
     .parse = parse_number, .target = &options.separate_recursions, .low = 1, .high = 1000000,
     .help =
        "Callgrind profile: keep n levels of recursion\n"
        "apart  []" },
   { .name = "--separate-callers", .argument = "<n>", .initially = "0",
     .parse = parse_number, .target = &options.separate_callers, .high = 1000,
     .help =
        "Callgrind profile: keep routines apart by their\n"
        "last n callers  []" },
   { FLAG("--check-rms", "no", check_rms), .for_debugging = True,
     .help =
        "compute every input size again by a simple, slow\n"
        "method, and report differences  []" },
   { .name = "--timestamp-limit", .for_debugging = True, .argument = "<n>", .initially = "2147483647",
     .parse = parse_number, .target = &options.timestamp_limit,
     .low = MIN_TIMESTAMP_LIMIT, .high = MAX_TIMESTAMP,
     .help =
        "renumber all timestamps when they reach n, a number\n"
        "from 4 to 2147483647  []" },
};

/*--- The command line, and --help ---*/

#define OPTION_COUNT  (sizeof table / sizeof *table)

/* Does as VG_STR_CLO for each, which takes nothing but a literal name. */
Bool options_process(const HChar* arg)
{
   for (UInt i = 0; i < OPTION_COUNT; i++) {
      const Option* option = &table[i];
      SizeT const   length = VG_(strlen)(option->name);
      Bool const    is_it  = VG_(strncmp)(arg, option->name, length) == 0 && arg[length] == '=';
      if (VG_(check_clom)(cloP, arg, option->name, is_it)) {
         option->parse(option, arg, arg + length + 1);
         return True;
      }
   }
   return False;
}

void options_check(void)
{
   const HChar* needing = options.drms ? "--drms=yes" : options.check_rms ? "--check-rms=yes" : NULL;
   if (!options.rms && needing != NULL) {
      VG_(fmsg)("%s needs input sizes, and --rms=no leaves them out: give only one of both.\n", needing);
      VG_(exit)(1);
   }
}

void options_init(void)
{
   for (UInt i = 0; i < OPTION_COUNT; i++) {
      if (table[i].initially != NULL) {
         table[i].parse(&table[i], table[i].name, table[i].initially);
      }
   }
   options.checkpoint_is_asked_for = False;
}

/* Help begins in this column. */
#define HELP_COLUMN  30

static void print_option(const Option* option)
{
   UInt used = VG_(printf)("    %s=%s", option->name, option->argument);
   if (used >= HELP_COLUMN) {
      VG_(printf)("\n");
      used = 0;
   }
   for (const HChar* at = option->help; *at != '\0'; at++) {
      for (; used < HELP_COLUMN; used++) {
         VG_(printf)(" ");
      }
      VG_(printf)("%c", *at);
      if (*at == '[' && at[1] == ']') {
         VG_(printf)("%s", option->initially);
      } else if (*at == '\n') {
         used = 0;
      }
   }
   VG_(printf)("\n");
}

static void print_options(Bool for_debugging)
{
   for (UInt i = 0; i < OPTION_COUNT; i++) {
      if (table[i].for_debugging == for_debugging) {
         print_option(&table[i]);
      }
   }
}

void options_print_usage(void)
{
   print_options(False);
}

void options_print_debug_usage(void)
{
   print_options(True);
}
