/* A file is its lines, and which of them are wanted. */

#include "answer/page/source_text.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "answer/page/row.h"
#include "input/file.h"
#include "util/memory.h"
#include "util/number.h"

#define MOST_LINES         200    /* of a definition */
#define MOST_OF_ALL       2000    /* of a routine */
#define AROUND               3    /* on each side */

/* Bytes of all files: a profile may name any number of large ones. */
#define MOST_OF_ALL_FILES  50000000

struct SourceTexts {
   GHashTable* files;    /* of SourceText, by path */
   size_t      bytes;    /* of all */
};

struct SourceText {
   char*     bytes;      /* NULL: not to be shown; each line ends with a NUL */
   uint32_t* starts;     /* of the lines, in the bytes */
   uint32_t  count;
   bool*     wanted;     /* by line, from 1 */
   uint32_t  wanted_count;
};

static void free_text(gpointer value)
{
   SourceText* text = value;
   free(text->bytes);
   free(text->starts);
   g_free(text->wanted);
   g_free(text);
}

SourceTexts* source_texts_new(void)
{
   SourceTexts* texts = g_new0(SourceTexts, 1);
   texts->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_text);
   return texts;
}

void source_texts_free(SourceTexts* texts)
{
   g_hash_table_destroy(texts->files);
   g_free(texts);
}

static bool is_as_built(const File* file, const char* built)
{
   uint64_t time;
   return built == NULL || !number_parse(built, &time) || (uint64_t)file_modified(file) <= time;
}

/* NULL: it is not to be shown, whatever the reason. */
static char* read_bytes(const SourceTexts* texts, const char* path, const char* built, size_t* length)
{
   Problem ignored;
   File*   file = file_open(path, FILE_SOURCE, &ignored);
   bool    is_wanted = file != NULL && is_as_built(file, built)
                       && texts->bytes + file_size(file) <= MOST_OF_ALL_FILES;
   char*   bytes = is_wanted ? file_read_all(file, length, &ignored) : NULL;
   if (file != NULL) {
      file_close(file);
   }
   return bytes;
}

/* Also the one behind the last newline, which may be empty. */
static void find_lines(SourceText* text, size_t length)
{
   text->count = 1;
   for (size_t i = 0; i < length; i++) {
      text->count += text->bytes[i] == '\n';
   }
   text->starts = memory_resize(NULL, text->count, sizeof *text->starts);
   text->starts[0] = 0;
   for (uint32_t line = 1, i = 0; line < text->count; i++) {
      if (text->bytes[i] == '\n') {
         text->bytes[i] = '\0';
         text->starts[line++] = i + 1;
      }
   }
}

static SourceText* read_text(SourceTexts* texts, const char* path, const char* built)
{
   SourceText* text = g_new0(SourceText, 1);
   size_t      length = 0;
   text->bytes = read_bytes(texts, path, built, &length);
   if (text->bytes != NULL) {
      texts->bytes += length;
      find_lines(text, length);
   }
   text->wanted = g_new0(bool, text->count + 1);
   return text;
}

SourceText* source_text_open(SourceTexts* texts, const char* path, const char* built)
{
   SourceText* text = g_hash_table_lookup(texts->files, path);
   if (text == NULL) {
      text = read_text(texts, path, built);
      g_hash_table_insert(texts->files, g_strdup(path), text);
   }
   memset(text->wanted, 0, (text->count + 1) * sizeof *text->wanted);
   text->wanted_count = 0;
   return text->bytes == NULL ? NULL : text;
}

static void want_line(SourceText* text, uint32_t line)
{
   if (line >= 1 && line <= text->count && !text->wanted[line] && text->wanted_count < MOST_OF_ALL) {
      text->wanted[line] = true;
      text->wanted_count++;
   }
}

void source_text_want(SourceText* text, uint32_t first, uint32_t last)
{
   for (uint32_t line = first; line <= last && line - first < MOST_LINES; line++) {
      want_line(text, line);
   }
}

void source_text_want_around(SourceText* text, uint32_t line)
{
   for (uint32_t i = line > AROUND ? line - AROUND : 1; i <= line + AROUND && i <= text->count; i++) {
      want_line(text, i);
   }
}

Answer* source_text_runs(const SourceText* text)
{
   Answer* runs = tree_list();
   Answer* lines = NULL;
   for (uint32_t line = 1; line <= text->count; line++) {
      if (text->wanted[line]) {
         if (!text->wanted[line - 1]) {
            Answer* run = tree_list();
            lines = tree_list();
            row_whole(run, line);
            tree_append(run, lines);
            tree_append(runs, run);
         }
         tree_append(lines, tree_text(text->bytes + text->starts[line - 1]));
      }
   }
   return runs;
}

/* The texts are mostly the same.  A profile may have `../` in a path, and debug information not. */
bool source_is_file(const char* path, const char* other)
{
   if (strcmp(path, other) == 0) {
      return true;
   }
   if (path[0] == '/' && other[0] == '/') {
      char* plain = g_canonicalize_filename(other, NULL);
      bool  same = strcmp(path, plain) == 0;
      g_free(plain);
      return same;
   }
   const char* longer = strlen(path) > strlen(other) ? path : other;
   const char* shorter = longer == path ? other : path;
   size_t      before = strlen(longer) - strlen(shorter);
   return before > 0 && longer[before - 1] == '/' && strcmp(longer + before, shorter) == 0;
}
