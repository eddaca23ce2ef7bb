/* The tool tells what the program has read.  Reports of older tools do not have it: then a file among the
   arguments is its input, unless the run has changed it. */

#include "experiment/input_meant.h"

#include <glib.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "model/conditions.h"
#include "model/interpreters.h"
#include "model/own.h"
#include "run/plan.h"
#include "util/caller.h"
#include "util/number.h"
#include "util/text.h"

/* A smaller number among the arguments is hardly the size of an input. */
#define LEAST_SIZE    10

/* Sizes are proposed from this part of the number on. */
#define RANGE         10

/* For a command in which somebody has written {} already. */
#define ANY_SIZES     "--sizes=16.."

/* Who has read less of a file that no argument names has read how to work, and not on what. */
#define LEAST_READ    4096

/*--- What was read ---*/

/* Whether the report says what was read. */
static bool is_known(const Header* header)
{
   return header != NULL && header_comment(header, HEADER_FILES) != NULL;
}

/* Takes the next comment "KEY: BYTES PATH" from this index on. */
static const char* next_file(const Header* header, const char* key, size_t* index, uint64_t* bytes)
{
   const char* value;
   while (header != NULL && (value = header_next_comment(header, key, index)) != NULL) {
      char* end;
      *bytes = g_ascii_strtoull(value, &end, 10);
      if (*end == ' ') {
         return end + 1;
      }
   }
   return NULL;
}

/* How many bytes were read of the file.  A program may open it as standard input itself, as dd does. */
static uint64_t bytes_of(const Header* header, const char* path)
{
   static const char* const keys[] = { HEADER_FILE, HEADER_STANDARD_INPUT };
   uint64_t    bytes;
   const char* read;
   for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
      for (size_t index = 0; (read = next_file(header, keys[i], &index, &bytes)) != NULL;) {
         if (file_is_same(read, path)) {
            return bytes;
         }
      }
   }
   return 0;
}

/* Whether a file was read that no argument names, and that is no part of a script. */
static bool has_read_others(const Header* header)
{
   const char*        program = header == NULL ? NULL : header->application;
   const Interpreter* interpreter = program == NULL ? NULL : interpreter_named(text_file_name(program));
   uint64_t           bytes;
   const char*        read;
   for (size_t index = 0; (read = next_file(header, HEADER_FILE, &index, &bytes)) != NULL;) {
      bool is_script = interpreter != NULL && interpreter_has_ending(interpreter, read);
      if (bytes >= LEAST_READ && !is_script && !own_is_of_system(read)) {
         return true;
      }
   }
   return false;
}

/*--- Arguments ---*/

/* A file among the arguments. */
typedef struct {
   guint       word;    /* 0: there is none */
   const char* path;    /* the word, or its end, as in --file=PATH */
   uint64_t    bytes;   /* read of it; 0: not known */
} Named;

static bool is_regular(const char* path)
{
   return g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

static const char* path_in(const char* word)
{
   const char* equals = strchr(word, '=');
   return equals == NULL || is_regular(word) ? word : equals + 1;
}

/* Returns the file from which most was read, or else the last one; the script is none. */
static Named find_file(char** words, const Header* header)
{
   guint script = interpreter_script(words);
   Named found = { 0 };
   for (guint i = 1; i < g_strv_length(words); i++) {
      const char* path = path_in(words[i]);
      uint64_t    bytes = bytes_of(header, path);
      bool        is_input = i != script && is_regular(path)
                             && (is_known(header) ? bytes > 0
                                 : header == NULL || !conditions_was_written(header, path));
      if (is_input && bytes >= found.bytes) {
         found = (Named){ i, path, bytes };
      }
   }
   return found;
}

/* Servers do not end by themselves, as a rule, and their numbers are ports. */
static bool is_server(const Header* header)
{
   const char* end = header == NULL ? NULL : header_comment(header, HEADER_ENDED);
   return end != NULL && !g_str_has_prefix(end, "exit status");
}

static bool is_port(const char* word, const Header* header)
{
   const char* port;
   for (size_t index = 0; header != NULL
        && (port = header_next_comment(header, HEADER_PORT, &index)) != NULL;) {
      if (strcmp(port, word) == 0) {
         return true;
      }
   }
   return false;
}

/* Returns which word is the largest number that may be a size; 0: none is. */
static guint find_number(char** words, const Header* header, uint64_t* largest)
{
   guint    found = 0;
   uint64_t number;
   *largest = LEAST_SIZE;
   for (guint i = 1; i < g_strv_length(words); i++) {
      if (number_parse(words[i], &number) && number >= *largest && !is_port(words[i], header)) {
         *largest = number;
         found = i;
      }
   }
   return found;
}

/*--- The option ---*/

/* `path` is the end of the word. */
static void put_place(char** words, guint index, const char* path)
{
   g_assert(index > 0);   /* the program is no input */
   char* word = g_strdup_printf("%.*s" PLACE, (int)(path - words[index]), words[index]);
   g_free(words[index]);
   words[index] = word;
}

static char* take_number(char** words, const Header* header)
{
   uint64_t number;
   guint    index = is_server(header) || has_read_others(header) ? 0 : find_number(words, header, &number);
   if (index == 0) {
      return NULL;
   }
   put_place(words, index, words[index]);
   return g_strdup_printf("--sizes=%" PRIu64 "..%" PRIu64, MAX(number / RANGE, 1), number);
}

char* input_meant_number(char** words)
{
   return take_number(words, NULL);
}

/* Returns the path as it is from here. */
static const char* from_here(const char* path)
{
   g_autofree char* here = g_get_current_dir();
   size_t           length = strlen(here);
   return g_str_has_prefix(path, here) && path[length] == '/' ? path + length + 1 : path;
}

/* Returns the file that is our own standard input, if it was read, as by a program that was not measured. */
static char* standard_input(void)
{
   g_autofree char* path = g_file_read_link("/proc/self/fd/0", NULL);
   bool is_read = path != NULL && is_regular(path) && lseek(STDIN_FILENO, 0, SEEK_CUR) > 0;
   return is_read ? g_steal_pointer(&path) : NULL;
}

char* input_meant(char** words, const Header* header)
{
   Named       file = find_file(words, header);
   uint64_t    bytes = 0;
   size_t      index = 0;
   const char* standard = next_file(header, HEADER_STANDARD_INPUT, &index, &bytes);
   g_autofree char* own = header == NULL && file.word == 0 ? standard_input() : NULL;
   if (own != NULL) {
      return g_strconcat("--input=", from_here(own), NULL);
   }
   if (standard != NULL && bytes > file.bytes && is_regular(standard)) {
      return g_strconcat("--input=", from_here(standard), NULL);
   }
   if (file.word == 0) {
      return plan_has_place(words, PLACE) ? g_strdup(ANY_SIZES) : take_number(words, header);
   }
   char* option = g_strconcat("--input=", file.path, NULL);
   put_place(words, file.word, file.path);
   return option;
}

char* input_meant_line(const GPtrArray* options, const char* option, char* const* words)
{
   GString* line = caller_line("grow");
   for (guint i = 0; options != NULL && i < options->len; i++) {
      g_string_append_c(line, ' ');
      text_append_shell_word(line, g_ptr_array_index(options, i));
   }
   if (option != NULL) {
      g_string_append_c(line, ' ');
      text_append_shell_word(line, option);
   }
   g_string_append(line, " --");
   text_append_shell_words(line, words);
   return g_string_free(line, FALSE);
}
