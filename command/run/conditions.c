/* A word of a command that is the name of a file is an input, unless the file is a program, or the run has
   changed it, or nobody has read it. */

#define _GNU_SOURCE   /* O_NOATIME */

#include "run/conditions.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dwarf/compiler.h"
#include "dwarf/copies.h"
#include "dwarf/instruction.h"
#include "dwarf/prints.h"
#include "dwarf/sources.h"
#include "model/own.h"
#include "run/watch.h"
#include "util/text.h"

/* Digits of the SHA-256 of a file. */
#define HASH_DIGITS  16

/* The largest file whose contents count; of larger ones, only the size is recorded. */
#define MOST_HASHED  ((off_t)256 << 20)

/* A comment must fit in a line of a report. */
#define MOST_TEXT    900

typedef struct {
   char* name;    /* without directory; "standard input" */
   char* path;
   char* text;    /* "SIZE HASH NAME"; NULL: it is no input */
   guint watched; /* its number */
} ReadFile;

struct Conditions {
   const GArray* plan;
   GPtrArray**   files;    /* by run: of ReadFile */
   Watch*        watch;
};

/*--- Files ---*/

/* NULL: it cannot be read. */
static char* hash_of(int file)
{
   g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
   guchar  block[1 << 16];
   ssize_t count = 0;
   char*   hash = NULL;
   off_t   at = 0;
   while ((count = pread(file, block, sizeof block, at)) > 0) {
      g_checksum_update(sum, block, count);
      at += count;
   }
   if (count == 0) {
      hash = g_strndup(g_checksum_get_string(sum), HASH_DIGITS);
   }
   return hash;
}

static bool is_program(int file)
{
   char magic[SELFMAG];
   return pread(file, magic, SELFMAG, 0) == SELFMAG && memcmp(magic, ELFMAG, SELFMAG) == 0;
}

/* Opens a file so that it stays as it was, if we may: the watch looks at the time of the last access. */
static int open_quietly(const char* path)
{
   const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
   int file = open(path, flags | O_NOATIME);
   return file < 0 && errno == EPERM ? open(path, flags) : file;
}

/* NULL: it is no regular file that can be read, or it is a program. */
static char* describe(const char* name, const char* path)
{
   struct stat status;
   char*       text = NULL;
   int         file = open_quietly(path);
   if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) && !is_program(file)) {
      g_autofree char* hash = status.st_size <= MOST_HASHED ? hash_of(file) : g_strdup("-");
      text = hash == NULL ? NULL : g_strdup_printf("%lld %s %s", (long long)status.st_size, hash, name);
   }
   if (file >= 0) {
      close(file);
   }
   return text;
}

static void free_file(gpointer data)
{
   g_autofree ReadFile* file = data;
   g_free(file->name);
   g_free(file->path);
   g_free(file->text);
}

static void add_file(Conditions* conditions, guint run, const char* name, const char* path)
{
   char* text = describe(name, path);
   if (text != NULL) {
      ReadFile* file = g_new(ReadFile, 1);
      *file = (ReadFile){ g_strdup(name), g_strdup(path), text, watch_add(conditions->watch, path) };
      g_ptr_array_add(conditions->files[run], file);
   }
}

/* "input.txt", or "--file=input.txt". */
static void add_word(Conditions* conditions, guint run, const char* word)
{
   const char* equals = strchr(word, '=');
   const char* path = equals != NULL && access(word, F_OK) != 0 ? equals + 1 : word;
   if (*path != '\0') {
      g_autofree char* name = g_path_get_basename(path);
      add_file(conditions, run, name, path);
   }
}

/* Returns the file of the run with this path; NULL: there is none. */
static const ReadFile* find_file(const Conditions* conditions, guint run, const char* path)
{
   g_assert(run < conditions->plan->len);
   const GPtrArray* files = conditions->files[run];
   for (guint i = 0; i < files->len && path != NULL; i++) {
      const ReadFile* file = g_ptr_array_index(files, i);
      if (strcmp(file->path, path) == 0) {
         return file;
      }
   }
   return NULL;
}

static void add_files(Conditions* conditions, guint number)
{
   const Run* run = &g_array_index(conditions->plan, Run, number);
   for (size_t i = 1; run->words[i] != NULL; i++) {
      add_word(conditions, number, run->words[i]);
   }
   if (run->file != NULL) {
      add_word(conditions, number, run->file);
   } else if (conditions->plan->len == 1) {
      add_file(conditions, number, "standard input", "/dev/stdin");
   }
   if (run->input != NULL && find_file(conditions, number, run->input) == NULL) {
      add_word(conditions, number, run->input);   /* it is a part of a word, as in "sort {} | uniq" */
   }
}

Conditions* conditions_look(const GArray* plan)
{
   Conditions* conditions = g_new(Conditions, 1);
   *conditions = (Conditions){ plan, g_new0(GPtrArray*, plan->len), watch_new() };
   for (guint i = 0; i < plan->len; i++) {
      conditions->files[i] = g_ptr_array_new_with_free_func(free_file);
      add_files(conditions, i);
   }
   return conditions;
}

void conditions_look_again(Conditions* conditions)
{
   watch_end(conditions->watch);
   for (guint i = 0; i < conditions->plan->len; i++) {
      for (guint k = 0; k < conditions->files[i]->len; k++) {
         ReadFile* file = g_ptr_array_index(conditions->files[i], k);
         g_autofree char* text = watch_is_unread(conditions->watch, file->watched)
                                 ? NULL : describe(file->name, file->path);
         if (g_strcmp0(text, file->text) != 0) {
            g_clear_pointer(&file->text, g_free);
         }
      }
   }
}

bool conditions_input_is_unread(const Conditions* conditions, guint run)
{
   const ReadFile* file = find_file(conditions, run, g_array_index(conditions->plan, Run, run).input);
   return file != NULL && watch_is_unread(conditions->watch, file->watched);
}

void conditions_free(Conditions* conditions)
{
   watch_free(conditions->watch);
   for (guint i = 0; i < conditions->plan->len; i++) {
      g_ptr_array_unref(conditions->files[i]);
   }
   g_free(conditions->files);
   g_free(conditions);
}

/*--- Comments on runs ---*/

/* A comment that is there already is not written twice. */
static void add_comment(Report* report, const char* key, const char* text)
{
   const char* value;
   g_autofree char* kept = g_strdelimit(g_strndup(text, MOST_TEXT), "\n\r", ' ');
   for (size_t index = 0; (value = header_next_comment(report_header(report), key, &index)) != NULL;) {
      if (strcmp(value, kept) == 0) {
         return;
      }
   }
   g_autofree char* comment = g_strdup_printf("%s: %s", key, kept);
   report_add_comment(report, comment);
}

static char* text_of_command(const Run* run)
{
   g_autofree char* words = g_strjoinv(" ", run->words);
   return run->file == NULL ? g_strdup(words) : g_strdup_printf("%s < %s", words, run->file);
}

/* Returns the words as a shell takes them, if some of them need quotes. */
static char* text_of_words(const Run* run, const char* command)
{
   g_autoptr(GString) text = g_string_new(NULL);
   text_append_shell_words(text, run->words);
   bool is_plain = text->len == 0 || strcmp(text->str + 1, command) == 0;
   return is_plain || run->file != NULL || text->len > MOST_TEXT ? NULL : g_strdup(text->str + 1);
}

static char* text_of_end(const RunEnd* end)
{
   return end->timed_out       ? g_strdup("timed out")
          : !end->ended         ? g_strdup("left behind before its end")
          : WIFSIGNALED(end->status)
            ? g_strdup_printf("killed by signal %d (%s)", WTERMSIG(end->status),
                              g_strsignal(WTERMSIG(end->status)))
            : g_strdup_printf("exit status %d", WEXITSTATUS(end->status));
}

static void record_run(const Conditions* conditions, const RunEnd* ends, guint run, Report* report)
{
   const Run*       plan = &g_array_index(conditions->plan, Run, run);
   g_autofree char* command = text_of_command(plan);
   g_autofree char* words = text_of_words(plan, command);
   g_autofree char* end = text_of_end(&ends[run]);
   add_comment(report, HEADER_COMMAND, command);
   if (words != NULL) {
      add_comment(report, HEADER_WORDS, words);
   }
   add_comment(report, HEADER_ENDED, end);
   for (guint i = 0; i < conditions->files[run]->len; i++) {
      const ReadFile* file = g_ptr_array_index(conditions->files[run], i);
      if (file->text != NULL) {
         add_comment(report, HEADER_READ, file->text);
      }
   }
}

/*--- Instructions that Valgrind does not run ---*/

/* The longest instruction of x86. */
#define MOST_BYTES  15

static size_t bytes_of(const char* digits, uint8_t* bytes)
{
   size_t count = 0;
   while (count < MOST_BYTES && g_ascii_isxdigit(digits[2 * count])
          && g_ascii_isxdigit(digits[2 * count + 1])) {
      bytes[count] = (uint8_t)(16 * g_ascii_xdigit_value(digits[2 * count])
                               + g_ascii_xdigit_value(digits[2 * count + 1]));
      count++;
   }
   return count;
}

/* Returns why Valgrind does not run an instruction that it knows, and what helps: the end of a sentence. */
static char* why_not_run(const char* lacking)
{
   /* Valgrind tells programs that there is RDTSCP even if there is none; else, it tells the truth. */
   bool is_announced = strcmp(lacking, "RDTSCP") == 0;
   return g_strdup_printf(", because this processor says that it has no %s%s. A virtual machine can be told "
                          "to show %s%s", lacking,
                          is_announced ? ", while Valgrind tells programs that it has" : "", lacking,
                          is_announced ? ", and a program in Go does without it if GODEBUG=cpu.rdtscp=off"
                                       : "; else, compile that without it");
}

/* Returns how to do without an instruction that Valgrind does not know, likewise. */
static char* how_to_avoid(const char* processor, bool is_avx512)
{
   return g_strconcat(": compile that with ",
                      g_str_has_prefix(processor, "arm64")     ? "-march=armv8-a"
                      : g_str_has_prefix(processor, "riscv64") ? "-march=rv64gc"
                      : is_avx512 ? "-mno-avx512f, or -march=x86-64-v3" : "-march=x86-64-v3", NULL);
}

/* "BYTES 0x1149 PATH" becomes a sentence. */
static char* instruction_sentence(const char* found, const char* processor)
{
   uint8_t     bytes[MOST_BYTES];
   const char* lacking;
   g_auto(GStrv) words = g_strsplit(found, " ", 3);
   char* sentence = NULL;
   g_autofree char* text = g_strv_length(words) < 3
                           ? NULL : instruction_text(bytes, bytes_of(words[0], bytes), processor, &lacking);
   if (text != NULL) {
      bool is_avx512 = g_strcmp0(lacking, INSTRUCTION_AVX512) == 0;
      bool is_known = lacking != NULL && !is_avx512;
      g_autofree char* end = is_known ? why_not_run(lacking) : how_to_avoid(processor, is_avx512);
      sentence = g_strdup_printf("Valgrind does not %s %s, which is at %s of %s, and sent the signal "
                                 "SIGILL there%s.", is_known ? "run" : "know", text, words[1], words[2],
                                 end);
   }
   return sentence;
}

static void record_instructions(Report* report)
{
   const Header* header = report_header(report);
   const char*   said = header_comment(header, "processor");
   const char*   found;
   /* The sentences are other comments, which come behind. */
   for (size_t index = 0; (found = header_next_comment(header, HEADER_UNKNOWN, &index)) != NULL; ) {
      g_autofree char* sentence = instruction_sentence(found, said == NULL ? "amd64" : said);
      if (sentence != NULL) {
         add_comment(report, HEADER_INSTRUCTION, sentence);
      }
   }
}

/*--- Comments on code ---*/

/* The code of an object; the table of them owns it. */
typedef struct {
   Prints*     prints;     /* NULL: not known */
   Sources*    sources;    /* NULL: not known */
   GHashTable* keys;       /* that have been recorded */
} ObjectCode;

static void free_object(gpointer data)
{
   g_autofree ObjectCode* object = data;
   g_clear_pointer(&object->prints, prints_close);
   g_clear_pointer(&object->sources, sources_close);
   g_hash_table_unref(object->keys);
}

/* "KEY: PRINT WORDS" */
static void add_print(Report* report, const char* key, uint64_t print, const char* words)
{
   g_autofree char* text = g_strdup_printf("%s: %016" G_GINT64_MODIFIER "x %s", key, print, words);
   report_add_comment(report, text);
}

static ObjectCode* object_of(GHashTable* objects, const char* image, Report* report)
{
   ObjectCode* object = g_hash_table_lookup(objects, image);
   if (object == NULL) {
      g_autofree char* producer = debug_producer(image);
      object = g_new(ObjectCode, 1);
      *object = (ObjectCode){ prints_open(image), sources_open(image),
                              g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
      g_hash_table_insert(objects, g_strdup(image), object);
      if (object->prints != NULL) {
         add_print(report, HEADER_DATA, prints_data(object->prints), image);
         add_print(report, HEADER_TEXT, prints_text(object->prints), image);
      }
      uint64_t print;
      if (object->sources != NULL && sources_print(object->sources, &print)) {
         add_print(report, HEADER_SOURCES, print, image);
      }
      if (producer != NULL) {
         add_comment(report, HEADER_BUILD, producer);
      }
   }
   return object;
}

/* A routine that is inlined everywhere has no code, but may have a source. */
static void record_definition(const ObjectCode* object, const Routine* routine, const char* key,
                              bool has_source, Report* report)
{
   bool is_own_file = has_source;
   bool is_known = has_source
                   || (object->prints != NULL && prints_definition(object->prints, key, &is_own_file));
   g_autofree char* comment = is_known ? own_definition_comment(routine, key, is_own_file) : NULL;
   if (comment != NULL) {
      report_add_comment(report, comment);
   }
}

static void record_routine(GHashTable* objects, const Routine* routine, Report* report)
{
   ObjectCode*      object = object_of(objects, routine->image, report);
   g_autofree char* key = copies_key(routine->mangled != NULL ? routine->mangled : routine->name);
   uint64_t         print;
   SourcePrint      source;
   if (strlen(key) >= MOST_TEXT || !g_hash_table_add(object->keys, g_strdup(key))) {
      return;
   }
   if (object->prints != NULL && prints_find(object->prints, key, &print)) {
      add_print(report, HEADER_CODE, print, key);
   }
   bool has_source = object->sources != NULL && sources_find(object->sources, key, &source);
   record_definition(object, routine, key, has_source, report);
   if (has_source) {
      g_autofree char* definitions = g_strdup_printf("%016" G_GINT64_MODIFIER "x %s", source.definitions,
                                                     key);
      add_print(report, HEADER_SOURCE, source.text, definitions);
   }
}

static void record_code(Report* report)
{
   const OwnCode own = { .application = report_header(report)->application };
   g_autoptr(GHashTable) objects = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_object);
   for (uint32_t i = 0; i < report_routine_count(report); i++) {
      const Routine* routine = report_routine(report, i);
      if (routine->points > 0 && !own_is_of_system(routine->image) && !own_is_nameless(routine->name)
          && (own_has(&own, routine) || g_strcmp0(own.application, routine->image) == 0)) {
         record_routine(objects, routine, report);
      }
   }
}

void conditions_record(const Conditions* conditions, const RunEnd* ends, const bool* is_of_report,
                       Report* report)
{
   for (guint i = 0; i < conditions->plan->len; i++) {
      if (is_of_report[i]) {
         record_run(conditions, ends, i, report);
      }
   }
   record_instructions(report);
   record_code(report);
}
