#include "experiment/input_meant.h"

#include <glib.h>
#include <inttypes.h>

#include "model/conditions.h"
#include "model/interpreters.h"
#include "run/plan.h"
#include "util/number.h"

/* A smaller number among the arguments is hardly the size of an input. */
#define LEAST_SIZE    10

/* Sizes are proposed from this part of the number on. */
#define RANGE         10

/* Servers do not end by themselves, and their numbers are ports. */
static bool is_server(const Header* header)
{
   const char* end = header == NULL ? NULL : header_comment(header, HEADER_ENDED);
   return end != NULL && !g_str_has_prefix(end, "exit status");
}

static bool is_size(const char* word, const Header* header)
{
   uint64_t number;
   return number_parse(word, &number) && number >= LEAST_SIZE && !is_server(header);
}

static bool is_file(const char* word, const Header* header)
{
   return g_file_test(word, G_FILE_TEST_IS_REGULAR)
          && !(header != NULL && conditions_was_written(header, word));
}

/* Returns the last argument of this kind that is no script, whose size is that of a program; 0: there is
   none. */
static guint find_argument(char** words, bool (*is_of_kind)(const char* word, const Header* header),
                           const Header* header)
{
   guint script = interpreter_script(words);
   guint found = 0;
   for (guint i = 1; i < g_strv_length(words); i++) {
      found = is_of_kind(words[i], header) && i != script ? i : found;
   }
   return found;
}

static void put_place(char** words, guint index)
{
   g_assert(index > 0);   /* the program is no input */
   g_free(words[index]);
   words[index] = g_strdup(PLACE);
}

static char* take_number(char** words, const Header* header)
{
   guint    index = find_argument(words, is_size, header);
   uint64_t number;
   if (index == 0 || !number_parse(words[index], &number)) {
      return NULL;
   }
   put_place(words, index);
   return g_strdup_printf("--sizes=%" PRIu64 "..%" PRIu64, MAX(number / RANGE, 1), number);
}

char* input_meant_number(char** words)
{
   return take_number(words, NULL);
}

char* input_meant(char** words, const Header* header)
{
   guint index = find_argument(words, is_file, header);
   if (index == 0) {
      return take_number(words, header);
   }
   char* option = g_strconcat("--input=", words[index], NULL);
   put_place(words, index);
   return option;
}
