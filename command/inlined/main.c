/* aprof-inlined: writes a map of what the compiler has inlined into a program.  The tool runs it when the
   program starts, with --inlined=own or --inlined=all, and when it loads another object; the tool has no C
   library, and so none that reads debug information and decodes instructions.

      aprof-inlined own|all needed PROGRAM MAP [DIRECTORY]    the program, and the libraries that it needs
      aprof-inlined own|all alone OBJECT MAP [DIRECTORY]      this object

   Maps of objects are kept in the directory (inlined/kept.h).  The map is a text; numbers without 0x are
   decimal, lists begin with their length:

      aprof inlined 3
      w WARNING                        for the user
      s DIRECTORY                      objects in this directory have nothing that is asked for
      o PATH                           an object; what follows is of it, if anything was inlined there
      r FILE SYMBOL                    a routine, which FILE defines ("-": not known); numbered from 0
      i ROUTINE                        an instance of that routine; numbered from 0
      b ADDRESS GOES-ON... BEGINS...   what goes on and begins where this block is entered
      e FROM TO ENDS...                what ends on the way from the instruction at FROM to the one at TO

   Addresses are hexadecimal, and those of the object file.  The status is 0, or 1 with a message.  Debug
   information that leads in circles ends by SIGALRM. */

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "inlined/kept.h"
#include "inlined/objects.h"
#include "inlined/rule.h"
#include "util/number.h"

/* In seconds: 65 MB of debug information, nearly all of it of the user's own templates, need one or two. */
#define MOST_TIME  300

/* The map of one object. */
typedef struct {
   FILE*       out;
   GHashTable* routines;    /* numbers + 1 by "FILE SYMBOL" */
   guint       instances;   /* written so far */
} Writing;

static bool is_any(G_GNUC_UNUSED const InlinedRoutine* routine)
{
   return true;
}

static bool is_own(const InlinedRoutine* routine)
{
   return routine->is_own;
}

/* The last part of the path: that is what Valgrind calls a file. */
static guint routine_of(Writing* writing, const InlinedRoutine* routine)
{
   g_autofree char* file = *routine->file == '\0' ? g_strdup("-") : g_path_get_basename(routine->file);
   g_autofree char* key = g_strconcat(g_strdelimit(file, " \n", '_'), " ", routine->symbol, NULL);
   guint            number = GPOINTER_TO_UINT(g_hash_table_lookup(writing->routines, key));
   if (number == 0) {
      number = g_hash_table_size(writing->routines) + 1;
      fprintf(writing->out, "r %s\n", key);
      g_hash_table_insert(writing->routines, g_strdup(key), GUINT_TO_POINTER(number));
   }
   return number - 1;
}

/* Writes a blank and the number. */
static void write_number(FILE* out, uint64_t number, unsigned base)
{
   NumberText digits;
   putc(' ', out);
   fputs(number_text(number, base, digits), out);
}

static void write_list(FILE* out, const GArray* list, const guint* numbers)
{
   write_number(out, list->len, 10);
   for (guint i = 0; i < list->len; i++) {
      write_number(out, numbers[g_array_index(list, int, i)], 10);
   }
}

static void write_changes(const Function* function, const Flow* flow, const Changes* changes, void* data)
{
   Writing*          writing = data;
   FILE*             out = writing->out;
   g_autofree guint* numbers = g_new0(guint, function->instances->len + 1);
   for (guint i = 0; i < function->instances->len; i++) {
      if (bits_has(changes->used, i)) {
         guint routine = routine_of(writing, g_array_index(function->instances, Instance, i).routine);
         putc('i', out);
         write_number(out, routine, 10);
         putc('\n', out);
         numbers[i] = writing->instances++;
      }
   }
   for (guint i = 0; i < changes->entering->len; i++) {
      const Entering* entering = &g_array_index(changes->entering, Entering, i);
      putc('b', out);
      write_number(out, flow_address(flow, entering->block), 16);
      write_list(out, entering->goes_on, numbers);
      write_list(out, entering->begins, numbers);
      putc('\n', out);
   }
   for (guint i = 0; i < changes->leaving->len; i++) {
      const Leaving* leaving = &g_array_index(changes->leaving, Leaving, i);
      const Step*    last = flow_step(flow, flow->blocks[leaving->from].end - 1);
      putc('e', out);
      write_number(out, last->decoded.address, 16);
      write_number(out, flow_address(flow, leaving->to), 16);
      write_list(out, leaving->ends, numbers);
      putc('\n', out);
   }
}

/* A request for maps: what they have, and where they are kept. */
typedef struct {
   const char* mode;
   bool        is_all;
   Kept        kept;
} Wish;

/* There is no memory for a map. */
static G_GNUC_NORETURN void give_up(void)
{
   fprintf(stderr, "aprof-inlined: %s\n", strerror(errno));
   exit(1);
}

static char* text_of_map(const DebugObject* object, Code* code, Wanted wanted, bool* is_whole)
{
   char*   text = NULL;
   size_t  length = 0;
   Writing writing = { .out = open_memstream(&text, &length),
                       .routines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
   if (writing.out == NULL) {
      give_up();
   }
   g_autoptr(Instances) instances = instances_read(object, code_symbols(code), wanted);
   *is_whole = instances->is_whole;
   work_through(code, instances, wanted, write_changes, &writing);
   g_hash_table_unref(writing.routines);
   if (ferror(writing.out) || fclose(writing.out) != 0) {
      give_up();
   }
   return text;
}

/* Returns the map of an object; NULL: it cannot be read, so that it has nothing inlined.  The caller frees
   it. */
static char* make_map(const char* path, Wanted wanted, bool* is_whole)
{
   g_auto(DebugObject) object = { 0 };
   g_autoptr(Code)     code = debug_open_path(&object, path) != NULL ? NULL : code_open(&object);
   return code == NULL ? NULL : text_of_map(&object, code, wanted, is_whole);
}

/* A file of debug information that is missing can be there the next time.  So only what is whole is kept. */
static void write_object(FILE* out, const char* path, Wish* wish)
{
   bool             is_whole = false;
   g_autofree char* key = wish->kept.directory == NULL ? NULL : kept_key(path, wish->mode);
   g_autofree char* map = kept_read(&wish->kept, key);
   if (map == NULL) {
      map = make_map(path, wish->is_all ? is_any : is_own, &is_whole);
   }
   if (is_whole) {
      kept_write(&wish->kept, key, map);
   }
   fprintf(out, "o %s\n", path);
   fputs(map == NULL ? "" : map, out);
}

static void write_map(FILE* out, const char* path, bool with_needed, Wish* wish)
{
   g_autoptr(GPtrArray) objects = with_needed ? objects_needed_by(path, wish->is_all) : g_ptr_array_new();
   fputs("aprof inlined 3\n", out);
   for (size_t i = 0; with_needed && !wish->is_all && objects_system[i] != NULL; i++) {
      fprintf(out, "s %s\n", objects_system[i]);
   }
   if (!with_needed) {
      g_ptr_array_add(objects, (gpointer)path);
   }
   for (guint i = 0; i < objects->len; i++) {
      write_object(out, g_ptr_array_index(objects, i), wish);
   }
   if (wish->kept.why_not != NULL) {
      fprintf(out, "w %s\n", g_strdelimit(wish->kept.why_not, "\n", '?'));
   }
}

static bool is_one_of(const char* word, const char* one, const char* other)
{
   return strcmp(word, one) == 0 || strcmp(word, other) == 0;
}

int main(int count, char** words)
{
   if (count < 5 || count > 6 || !is_one_of(words[1], "own", "all")
       || !is_one_of(words[2], "needed", "alone")) {
      fprintf(stderr, "usage: aprof-inlined own|all needed|alone OBJECT MAP [DIRECTORY]\n");
      return 1;
   }
   alarm(MOST_TIME);
   FILE* out = fopen(words[4], "w");
   if (out == NULL) {
      fprintf(stderr, "aprof-inlined: %s: %s\n", words[4], strerror(errno));
      return 1;
   }
   Wish wish = { .mode = words[1], .is_all = strcmp(words[1], "all") == 0, .kept = kept_open(words[5]) };
   write_map(out, words[3], strcmp(words[2], "needed") == 0, &wish);
   kept_close(&wish.kept);
   if (ferror(out) || fclose(out) != 0) {
      fprintf(stderr, "aprof-inlined: %s: %s\n", words[4], strerror(errno));
      return 1;
   }
   return 0;
}
