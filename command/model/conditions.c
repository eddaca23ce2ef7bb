/* A version of a program is in another directory than the one before, and so may be its inputs: of paths, the
   last name counts.  The program is the first word of a command; what it is called does not matter. */

#include "model/conditions.h"

#include <string.h>

#include "util/text.h"

/*--- Texts of a side ---*/

/* "--file=/tmp/a/b.txt" as "--file=b.txt". */
static char* without_directory(const char* word)
{
   const char* slash = strrchr(word, '/');
   const char* equals = slash == NULL ? NULL : memchr(word, '=', (size_t)(slash - word));
   size_t      kept = equals == NULL ? 0 : (size_t)(equals - word + 1);
   return slash == NULL || slash[1] == '\0' ? g_strdup(word)
                                           : g_strdup_printf("%.*s%s", (int)kept, word, slash + 1);
}

/* The words of a command, to be freed.  If some of them have blanks, only the comment tells that has the same
   words as a shell takes them. */
static char** words_of(const char* command, const Header* header)
{
   const char* quoted;
   for (size_t index = 0; header != NULL
                          && (quoted = header_next_comment(header, HEADER_WORDS, &index)) != NULL;) {
      g_auto(GStrv) words = NULL;
      bool             are_words = g_shell_parse_argv(quoted, NULL, &words, NULL);
      g_autofree char* joined = are_words ? g_strjoinv(" ", words) : NULL;
      if (g_strcmp0(joined, command) == 0) {
         return g_steal_pointer(&words);
      }
   }
   return g_strsplit(command, " ", -1);
}

static char* arguments_of(const char* command, const Header* header)
{
   g_auto(GStrv)        words = words_of(command, header);
   g_autoptr(GPtrArray) kept = g_ptr_array_new_with_free_func(g_free);
   for (size_t i = 1; words[0] != NULL && words[i] != NULL; i++) {
      g_ptr_array_add(kept, without_directory(words[i]));
   }
   g_ptr_array_add(kept, NULL);
   return g_strjoinv(" ", (char**)kept->pdata);
}

/*--- Both sides ---*/

/* Takes the texts over.  NULL: they are equal. */
static char* difference(const char* what, char* before, char* now)
{
   char* text = strcmp(before, now) == 0 ? NULL
                : g_strdup_printf("%s \"%.200s\" now, and \"%.200s\" before", what, now, before);
   g_free(before);
   g_free(now);
   return text;
}

static bool both_have(const Header* before, const Header* now, const char* key)
{
   return header_comment(before, key) != NULL && header_comment(now, key) != NULL;
}

char* conditions_other_end(const Header* before, const Header* now)
{
   bool was_running = header_comment(before, HEADER_CHECKPOINT) != NULL;
   bool is_running = header_comment(now, HEADER_CHECKPOINT) != NULL;
   if (was_running != is_running) {
      return g_strdup_printf("the report %s is only a checkpoint, and not the end of the run",
                             is_running ? "now" : "before");
   }
   if (!both_have(before, now, HEADER_ENDED)) {
      return NULL;
   }
   g_autofree char* end_before = conditions_end(before);
   g_autofree char* end_now = conditions_end(now);
   return strcmp(end_before, end_now) == 0 ? NULL
          : g_strdup_printf("%s now, and %s before", end_now, end_before);
}

char* conditions_other_command(const char* before, const char* now)
{
   return difference("the arguments are", arguments_of(before, NULL), arguments_of(now, NULL));
}

/* Returns which processes were measured; to be freed. */
static char* sample_text(const Header* header)
{
   return header->begun == 0 ? g_strdup("all processes")
          : g_strdup_printf("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " processes", header->measured,
                            header->begun);
}

/* Compares digests, if both were made in the same way. */
static char* other_digest(const char* before, const Header* now)
{
   g_autofree char* work = conditions_work(now);
   bool             is_other = work != NULL && work[0] == before[0] && strcmp(work, before) != 0;
   return is_other ? g_strdup("the arguments, or what was read, are not those of the baseline") : NULL;
}

char* conditions_other_work(const Header* before, const Header* now)
{
   const char* digest = header_comment(before, HEADER_WORK);
   if (digest != NULL) {
      return other_digest(digest, now);
   }
   bool  are_recorded = both_have(before, now, HEADER_COMMAND);   /* then, what was read is as well */
   char* text = NULL;
   if (are_recorded) {
      text = difference("the arguments are", header_joined(before, HEADER_COMMAND, arguments_of),
                        header_joined(now, HEADER_COMMAND, arguments_of));
   } else if (before->command_line != NULL && now->command_line != NULL) {
      text = conditions_other_command(before->command_line, now->command_line);
   }
   if (text == NULL && are_recorded) {
      text = difference("what was read is", header_joined(before, HEADER_READ, NULL),
                        header_joined(now, HEADER_READ, NULL));
   }
   if (text == NULL && (before->measured != now->measured || before->begun != now->begun)) {
      text = difference("what was measured is", sample_text(before), sample_text(now));
   }
   if (text == NULL && before->reports != now->reports) {
      text = g_strdup_printf("%" G_GUINT64_FORMAT " processes ran now, and %" G_GUINT64_FORMAT " before",
                             now->reports, before->reports);
   }
   return text;
}

/* Whether a comment of this key has the text, with a blank or an end on both sides. */
static bool has_word(const Header* header, const char* key, const char* word)
{
   size_t      length = strlen(word);
   const char* value;
   for (size_t index = 0; (value = header_next_comment(header, key, &index)) != NULL;) {
      for (const char* at = value; (at = strstr(at, word)) != NULL; at++) {
         if ((at == value || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
            return true;
         }
      }
   }
   return false;
}

bool conditions_was_written(const Header* header, const char* path)
{
   return has_word(header, HEADER_COMMAND, path) && !has_word(header, HEADER_READ, text_file_name(path));
}

char* conditions_end(const Header* header)
{
   return header_comment(header, HEADER_ENDED) == NULL ? NULL : header_joined(header, HEADER_ENDED, NULL);
}

/* Digits of the digest. */
#define WORK_DIGITS  16

/* Takes the texts that conditions_other_work() compares, which are others if aprof run has not recorded
   them. */
char* conditions_work(const Header* header)
{
   bool  is_recorded = header_comment(header, HEADER_COMMAND) != NULL;
   if (!is_recorded && header->command_line == NULL) {
      return NULL;
   }
   g_autofree char* commands = is_recorded ? header_joined(header, HEADER_COMMAND, arguments_of)
                                           : arguments_of(header->command_line, NULL);
   g_autofree char* reads = header_joined(header, HEADER_READ, NULL);
   g_autofree char* sample = header->begun == 0 ? g_strdup("") : sample_text(header);
   g_autofree char* all = g_strdup_printf("%s\n%s\n%" G_GUINT64_FORMAT "%s", commands, reads,
                                          header->reports, sample);
   g_autofree char* sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, all, -1);
   return g_strdup_printf("%s-%.*s", is_recorded ? "run" : "arguments", WORK_DIGITS, sum);
}

void conditions_copy(Header* to, const Header* from)
{
   static const char* const keys[] = {
      HEADER_COMMAND, HEADER_WORDS, HEADER_READ, HEADER_ENDED, HEADER_CHECKPOINT, HEADER_BUILD_ID
   };
   *to = (Header){ .reports = from->reports, .begun = from->begun, .measured = from->measured,
                   .command_line = g_strdup(from->command_line),
                   .comments = g_ptr_array_new_with_free_func(g_free) };
   for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
      const char* value;
      for (size_t index = 0; (value = header_next_comment(from, keys[i], &index)) != NULL;) {
         g_ptr_array_add(to->comments, g_strdup_printf("%s: %s", keys[i], value));
      }
   }
}
