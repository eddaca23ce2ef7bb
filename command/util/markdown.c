/* Texts of Markdown. */

#include "util/markdown.h"

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "util/text.h"

static size_t longest_run_of(char sign, const char* text)
{
   size_t longest = 0, run = 0;
   for (; *text != '\0'; text++) {
      run = *text == sign ? run + 1 : 0;
      longest = run > longest ? run : longest;
   }
   return longest;
}

/* The fence is longer than any run of its sign in the text. */
void markdown_print_code(FILE* out, const char* text)
{
   size_t longest = longest_run_of('`', text);
   bool   has_blanks = longest > 0 || *text == ' ' || *text == '\0';
   g_autofree char* fence = g_strnfill(longest + 1, '`');
   fprintf(out, "%s%s", fence, has_blanks ? " " : "");
   for (const char* at = text; *at != '\0';) {
      fputs(*at == '|' ? "\\" : "", out);
      at += text_print_character(out, at);
   }
   fprintf(out, "%s%s", has_blanks ? " " : "", fence);
}

void markdown_print_text(FILE* out, const char* text)
{
   while (*text != '\0') {
      if (*text == '@' || *text == '\n') {
         fputs(*text == '@' ? "&#64;" : " ", out);
         text++;
      } else {
         fputs(strchr("\\`*_{}[]<>#|~&!", *text) != NULL ? "\\" : "", out);
         text += text_print_character(out, text);
      }
   }
}
