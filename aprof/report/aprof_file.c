/* The aprof report: its header, and what it has of routines or calling contexts.  line.c writes its lines. */

#include "report/report.h"

#include "libvex.h"

#include "code/images.h"
#include "code/routine.h"
#include "code/unknown.h"
#include "files/files.h"
#include "files/output.h"
#include "files/text.h"
#include "options.h"
#include "profile/context.h"
#include "report/line.h"
#include "stack/cost.h"
#include "strands/given.h"
#include "valgrind_version.h"

/*--- The C library, and the processor ---*/

/* glibc has a text that says its version, "... stable release version 2.36.", somewhere in its file.  Nothing
   else that a tool can read without running the program's code has it. */
#define GLIBC_SONAME  "libc.so.6"
#define BANNER        " release version "
#define BANNER_SIZE   (sizeof BANNER - 1)
#define LONGEST       24    /* of a version */

/* aprof looks at so much of the file: the program may have put another one in its place. */
#define MOST_BYTES  (64 << 20)

/* Blocks of the file overlap, so that a text between two of them is found. */
#define OVERLAP  (BANNER_SIZE + LONGEST)

static const HChar* path_of_glibc(void)
{
   for (const DebugInfo* info = VG_(next_DebugInfo)(NULL); info != NULL; info = VG_(next_DebugInfo)(info)) {
      const HChar* soname = VG_(DebugInfo_get_soname)(info);
      if (soname != NULL && VG_(strcmp)(soname, GLIBC_SONAME) == 0) {
         return VG_(DebugInfo_get_filename)(info);
      }
   }
   return NULL;
}

/* Digits and dots, without the dot that ends the sentence. */
static void copy_version(const HChar* from, HChar* version)
{
   UInt length = 0;
   while (length < LONGEST - 1 && (VG_(isdigit)(from[length]) || from[length] == '.')) {
      version[length] = from[length];
      length++;
   }
   while (length > 0 && version[length - 1] == '.') {
      length--;
   }
   version[length] = '\0';
}

/* Leaves a text that is too near to the end of the block to the next one.  A file does not end with text. */
static Bool find_version(const HChar* block, UInt size, HChar* version)
{
   for (UInt i = 0; i + OVERLAP <= size; i++) {
      if (block[i] == BANNER[0] && VG_(memcmp)(block + i, BANNER, BANNER_SIZE) == 0) {
         copy_version(block + i + BANNER_SIZE, version);
         if (version[0] != '\0') {
            return True;
         }
      }
   }
   return False;
}

/* Empty if it is not known. */
static void read_version(const HChar* path, HChar* version)
{
   static HChar block[16384 + OVERLAP];
   Int const    file = files_open_regular(path);
   UInt         kept = 0;
   UInt         done = 0;
   Int          size;
   version[0] = '\0';
   if (file < 0) {
      return;
   }
   while (done < MOST_BYTES && (size = VG_(read)(file, block + kept, sizeof block - kept)) > 0) {
      done += size;
      UInt end = kept + size;
      if (find_version(block, end, version)) {
         break;
      }
      kept = end < OVERLAP ? end : OVERLAP;
      VG_(memmove)(block, block + end - kept, kept);
   }
   VG_(close)(file);
}

/* The program's, which does not change while it runs. */
static const HChar* glibc_version(void)
{
   static HChar version[LONGEST];
   static Bool  is_read;
   const HChar* path = is_read ? NULL : path_of_glibc();
   if (path != NULL) {
      read_version(path, version);
      is_read = True;
   }
   return version;
}

/* Writes comments on what costs depend on beside the program: the C library has variants of its routines for
   different processors, so reports of two machines can differ. */
static void write_environment(void)
{
   VexArch      arch;
   VexArchInfo  info;
   const HChar* version = glibc_version();
   if (version[0] != '\0') {
      line_text("c libc: glibc ", version, False, "");
   }
   VG_(machine_get_VexArchInfo)(&arch, &info);
   line_text("c processor: ", LibVEX_ppVexHwCaps(arch, info.hwcaps), False, "");
}

/*--- Header ---*/

/* The executable, as it was when the program started: it may be replaced meanwhile. */
static const HChar* program_path;
static ULong        program_date;

static ULong modification_time(const HChar* path)
{
   struct vg_stat status;
   return sr_isError(VG_(stat)(path, &status)) ? 0 : status.mtime;
}

/* UTC, as 2026-11-21T03:40:00Z.  Days to civil date: Howard Hinnant,
   "chrono-Compatible Low-Level Date Algorithms", days_from_civil's inverse. */
static void write_date(void)
{
   struct vki_timeval now;
   HChar text[64];
   VG_(gettimeofday)(&now, NULL);

   ULong days = now.tv_sec / 86400;
   UInt  secs = now.tv_sec % 86400;
   ULong z    = days + 719468;              /* days since 0000-03-01 */
   ULong era  = z / 146097;                 /* of 400 years */
   UInt  doe  = z % 146097;                 /* day of era */
   UInt  yoe  = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
   UInt  doy  = doe - (365 * yoe + yoe / 4 - yoe / 100);
   UInt  mp   = (5 * doy + 2) / 153;        /* month, from March */
   UInt  day  = doy - (153 * mp + 2) / 5 + 1;
   UInt  mon  = mp < 10 ? mp + 3 : mp - 9;
   ULong year = yoe + era * 400 + (mon <= 2);

   VG_(sprintf)(text, "%04llu-%02u-%02uT%02u:%02u:%02uZ", year, mon, day,
                secs / 3600, secs / 60 % 60, secs % 60);
   output_text(text);
}

/* Names the routines whose input sizes share points, by --max-points or because memory was short; with
   contexts, it may be in some of them only. */
static void write_rounded_routines(const Content* content)
{
   UInt  count = routine_count();
   UInt* lost  = VG_(calloc)("aprof.report.lost", count + 1, sizeof *lost);
   for (UInt number = 0; number < content->end; number++) {
      const PointTable* table = content->tables[number];
      if (table != NULL && table->lost_digits > lost[profile_routine(number)->number]) {
         lost[profile_routine(number)->number] = table->lost_digits;
      }
   }
   for (UInt number = 0; number < count; number++) {
      if (lost[number] > 0) {
         HChar before[64];
         VG_(sprintf)(before, "c input sizes rounded down to %u binary digits: ",
                      POINTS_ALL_DIGITS - lost[number]);
         line_text(before, routine_numbered(number)->name, False, "");
      }
   }
   VG_(free)(lost);
}

/* In the order in which they were given. */
static void write_input_arguments(const InputArgument* last)
{
   if (last != NULL) {
      write_input_arguments(last->next);
      HChar after[16];
      VG_(sprintf)(after, ":%u", last->number);
      line_text("c input-arg: ", last->pattern, False, after);
   }
}

static void write_unknown_instruction(const HChar* bytes, Addr offset, const HChar* path)
{
   HChar before[100];
   VG_(sprintf)(before, "c unknown-instruction: %s %#lx ", bytes, offset);
   line_text(before, path, False, "");
}

/* Writes the id by which the debug file of an object is found, later and elsewhere.  The path is cut as in r
   lines with a short name; a longer one is not found again. */
static void write_build_id(const HChar* path, const HChar* build_id)
{
   SizeT room = line_room_between("c build-id:  ", build_id);
   output_text("c build-id: ");
   output_text(build_id);
   output_char(' ');
   text_write_tail(path, room, True);
   output_char('\n');
}

/* Writes what measured, and how. */
static void write_way(void)
{
   output_text("c tool: aprof " PACKAGE_VERSION "\n");
   output_text("c valgrind: " VERSION_TEXT "\n");
   write_environment();
   line_field("c pid: ", VG_(getpid)());
   line_field("c memory-resolution: ", options.memory_resolution);
   if (!options.rms) {
      output_text("c rms: not measured\n");
   }
   if (options.inlined != InlinedNo) {
      output_text(options.inlined == InlinedOwn ? "c inlined: own\n" : "c inlined: all\n");
   }
   write_input_arguments(options.input_arguments);
   if (options.cost == CostBlocks && options.rep_cost == RepCostIteration) {
      output_text("c rep-cost: iteration\n");
   }
}

/* Writes which part of the run the report has, and what of its contexts. */
static void write_extent(const Content* content)
{
   if (content->occasion == OccasionCheckpoint) {
      output_text("c checkpoint: the program was still running\n");
   }
   if (content->part > 0) {
      line_field("c part: ", content->part_in_names);
   }
   if (content->profile->thread > 0) {
      line_field("c thread: ", content->profile->thread);
   }
   if (content->occasion == OccasionPart) {
      line_text("c trigger: ", content->trigger, False, "");
   }
   if (options.collect_cct) {
      output_text(options.cct_recursion == CctFold ? "c cct-recursion: fold\n" : "c cct-recursion: full\n");
   }
   if (content->beyond > 0) {
      line_field("c cct-limit: ", context_limit);
      line_field("c calls beyond cct-limit: ", content->beyond);
   }
}

/* Writes what is not as it was wanted. */
static void write_lacks(const Content* content)
{
   for (UInt i = 0; i < GivenUpCount; i++) {
      if (report_given_up[i] != NULL) {
         line_text("c given-up: ", report_given_up[i], False, "");
      }
   }
   unknown_for_each(write_unknown_instruction);
   if (points_limit > 0) {
      line_field("c max-points: ", points_limit);
   }
   write_rounded_routines(content);
}

static void write_file(const HChar* path, ULong bytes, Bool is_standard_input)
{
   HChar before[64];
   VG_(sprintf)(before, "c %s: %llu ", is_standard_input ? "standard-input" : "file", bytes);
   line_text(before, path, False, "");
}

static void write_port(UInt port)
{
   line_field("c port: ", port);
}

/* Writes where the input has come from. */
static void write_origins(const Content* content)
{
   line_field("c files: ", given_bytes());
   given_visit_files(write_file);
   given_visit_ports(write_port);
   if (options.drms) {
      line_field("c input-cells: ", content->profile->input.all);
      line_field("c input-cells-from-threads: ", content->profile->input.from_threads);
      line_field("c input-cells-from-kernel: ", content->profile->input.from_kernel);
   }
   if (options.rms) {
      line_field("c received: ", content->profile->received);
   }
}

static void write_comments(const Content* content)
{
   write_way();
   write_extent(content);
   write_lacks(content);
   write_origins(content);
   expected_write();
   images_visit(write_build_id);
}

static void write_header(const Content* content)
{
   HChar* command = text_of_command_line();
   write_comments(content);
   output_text("v 4\n");
   output_text("t ");
   write_date();
   output_char('\n');
   line_field("k ", content->cost);
   line_field("e ", program_date);
   output_text("m ");
   output_text(cost_name());
   output_text(options.drms ? "\ni drms\n" : "\ni rms\n");
   output_text("a ");
   text_write_tail(program_path, line_room_between("a ", ""), False);
   output_char('\n');
   line_text("f ", command, False, "");
   VG_(free)(command);
}

/*--- Body ---*/

/* In the order of their first calls.  Ids count the routines that have points. */
static void write_routines(const Content* content)
{
   UInt id = 0;
   for (UInt number = 0; number < content->end; number++) {
      if (content->tables[number] != NULL) {
         line_routine("", id, routine_numbered(number));
         line_points(id++, content->tables[number]);
      }
   }
}

/*--- Body, with --collect-cct=yes ---*/

/* The contexts that have points, and those on the path to them from the roots.  In a part, a context may have
   no points because its activations are still running.  Readers expect a point for each context that has an x
   line, so contexts without points are in comments. */
typedef struct {
   PointTable** tables;   /* by context; NULL: no points */
   UInt  end;
   UInt  root;            /* the first root */
   UInt  routines;        /* how many routines have an id */
   struct {
      UInt id;            /* from 1, in preorder, those with points first */
      UInt child;         /* its first child, or CONTEXT_NONE */
      UInt sibling;       /* the next child of its parent, or the next root */
      UInt ancestor;      /* its nearest ancestor with points, or CONTEXT_NONE */
      UInt next;          /* the next context of its routine with points */
   } *contexts;           /* by number */
   struct {
      UInt id;            /* NO_ID as long as it is not in the report */
      UInt first;         /* its first context with points */
   } *by_routine;         /* by number */
} Tree;

#define NO_ID  (~0u)

static Bool has_points(const Tree* tree, UInt context)
{
   return context < tree->end && tree->tables[context] != NULL;
}

/* Parents have smaller numbers than their children.  So this goes from the end: a context is
   done before its parent. */
static void link_contexts(Tree* tree)
{
   for (UInt context = context_count(); context-- > 0; ) {
      const Context* c = context_numbered(context);
      tl_assert(c->parent == CONTEXT_NONE || c->parent < context);
      if (has_points(tree, context) || tree->contexts[context].child != CONTEXT_NONE) {
         UInt* first = c->parent == CONTEXT_NONE ? &tree->root : &tree->contexts[c->parent].child;
         tree->contexts[context].sibling = *first;
         *first = context;
      }
      if (has_points(tree, context)) {
         UInt* first = &tree->by_routine[c->routine->number].first;
         tree->contexts[context].next = *first;
         *first = context;
      }
   }
}

/* Preorder, without recursion: a path may be long. */
static UInt next_in_preorder(const Tree* tree, UInt context)
{
   if (tree->contexts[context].child != CONTEXT_NONE) {
      return tree->contexts[context].child;
   }
   while (context != CONTEXT_NONE && tree->contexts[context].sibling == CONTEXT_NONE) {
      context = context_numbered(context)->parent;
   }
   return context == CONTEXT_NONE ? CONTEXT_NONE : tree->contexts[context].sibling;
}

/* Numbers the contexts that have points, or the others, from `first` on.  Returns the next number. */
static UInt number_contexts(Tree* tree, Bool with_points, UInt first)
{
   for (UInt context = tree->root; context != CONTEXT_NONE; context = next_in_preorder(tree, context)) {
      if (has_points(tree, context) == with_points) {
         tree->contexts[context].id = first++;
      }
   }
   return first;
}

/* Parents first. */
static void find_ancestors(Tree* tree)
{
   for (UInt context = 0; context < context_count(); context++) {
      UInt parent = context_numbered(context)->parent;
      tree->contexts[context].ancestor =
         parent == CONTEXT_NONE || has_points(tree, parent) ? parent : tree->contexts[parent].ancestor;
   }
}

static void for_each_in_preorder(Tree* tree, void (*visit)(Tree* tree, UInt context))
{
   for (UInt context = tree->root; context != CONTEXT_NONE; context = next_in_preorder(tree, context)) {
      visit(tree, context);
   }
}

static Tree make_tree(PointTable** tables, UInt end)
{
   Tree tree = { .tables = tables, .end = end, .root = CONTEXT_NONE };
   tree.contexts   = VG_(malloc)("aprof.report.contexts", (context_count() + 1) * sizeof *tree.contexts);
   tree.by_routine = VG_(malloc)("aprof.report.routines", (routine_count() + 1) * sizeof *tree.by_routine);
   VG_(memset)(tree.contexts, 0xff, context_count() * sizeof *tree.contexts);
   VG_(memset)(tree.by_routine, 0xff, routine_count() * sizeof *tree.by_routine);
   link_contexts(&tree);
   find_ancestors(&tree);
   number_contexts(&tree, False, number_contexts(&tree, True, 1));
   return tree;
}
_Static_assert(CONTEXT_NONE == ~0u && NO_ID == ~0u, "what make_tree fills in");

static void write_contexts_of_routines(Tree* tree)
{
   for (UInt number = 0; number < routine_count(); number++) {
      if (tree->by_routine[number].first == CONTEXT_NONE) {
         continue;
      }
      tree->by_routine[number].id = tree->routines++;
      line_routine("", tree->by_routine[number].id, routine_numbered(number));
      UInt context = tree->by_routine[number].first;
      for (; context != CONTEXT_NONE; context = tree->contexts[context].next) {
         line_points(tree->contexts[context].id, tree->tables[context]);
      }
   }
}

/* The parent of a root is CONTEXT_NONE. */
static void write_context_line(const HChar* comment, const Tree* tree, UInt context, UInt parent)
{
   output_text(comment);
   output_text("x ");
   output_number(tree->by_routine[context_numbered(context)->routine->number].id);
   line_add_number(tree->contexts[context].id);
   if (parent == CONTEXT_NONE) {
      output_text(" -1");
   } else {
      line_add_number(tree->contexts[parent].id);
   }
   output_char('\n');
}

static void write_context(Tree* tree, UInt context)
{
   if (has_points(tree, context)) {
      write_context_line("", tree, context, tree->contexts[context].ancestor);
   }
}

/* The comments for contexts without points, and for the contexts that they called. */
static void write_context_in_comment(Tree* tree, UInt number)
{
   const Context* context = context_numbered(number);
   UInt*          routine = &tree->by_routine[context->routine->number].id;
   if (*routine == NO_ID) {
      *routine = tree->routines++;
      line_routine(LINE_COMMENT, *routine, context->routine);
   }
   if (!has_points(tree, number) || context->parent != tree->contexts[number].ancestor) {
      write_context_line(LINE_COMMENT, tree, number, context->parent);
   }
}

/* A context may have an x line and another in the comments, which says what really called it. */
static void write_contexts(const Content* content)
{
   Tree tree = make_tree(content->tables, content->end);
   write_contexts_of_routines(&tree);
   for_each_in_preorder(&tree, write_context);
   for_each_in_preorder(&tree, write_context_in_comment);
   VG_(free)(tree.contexts);
   VG_(free)(tree.by_routine);
}

/*--- All ---*/

static void write_report(const Content* content)
{
   write_header(content);
   if (options.collect_cct) {
      write_contexts(content);
   } else {
      write_routines(content);
   }
}

/* The points of a profile are forgotten with the profile itself (report.c). */
static void forget(const Profile* profile)
{
}

static const ReportOutput report = {
   .option = "--aprof-out-file",
   .format = &options.out_file,
   .title  = "Report",
   .write  = write_report,
   .forget = forget,
};

void aprof_file_init(void)
{
   program_path = VG_(strdup)("aprof.report.path", text_of_client_path());
   program_date = modification_time(program_path);
   report_add_output(&report);
}
