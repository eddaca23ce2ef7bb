/* SPDX-License-Identifier: GPL-2.0-or-later
   Copyright (C) 2026 The aprof authors

   Headers, and how several become one.

   The result must not depend on the order of the reports, so every rule is associative
   and commutative.  Totals are added.  The newest date stays.  If texts differ, the first
   in the alphabet stays.  Comments stay that all reports have, and all comments that say
   what an input size is, or what a report lacks. */

#include "model/header.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util/memory.h"
#include "util/number.h"
#include "util/text.h"

/*------------------------------------------------------------------*/
/*--- Texts                                                      ---*/
/*------------------------------------------------------------------*/

void header_set_text(char** text, const char* bytes, size_t length)
{
   char* copy = memory_resize(NULL, length + 1, 1);
   memcpy(copy, bytes, length);
   copy[length] = '\0';
   free(*text);
   *text = copy;
}

static void set_string(char** text, const char* string)
{
   header_set_text(text, string, strlen(string));
}

static const char* or_none(const char* text)
{
   return text == NULL ? "not given" : text;
}

/*------------------------------------------------------------------*/
/*--- Comments                                                   ---*/
/*------------------------------------------------------------------*/

void header_add_comment(Header* header, const char* bytes, size_t length)
{
   header->comments = memory_grow(header->comments, header->comment_count, &header->comment_capacity,
                                  sizeof *header->comments);
   char** comment = &header->comments[header->comment_count++];
   *comment = NULL;
   header_set_text(comment, bytes, length);
}

static void remove_comment(Header* header, size_t index)
{
   free(header->comments[index]);
   header->comment_count--;
   memmove(&header->comments[index], &header->comments[index + 1],
           (header->comment_count - index) * sizeof *header->comments);
}

/* The text after `KEY: ` in a comment, or NULL if the comment has another key. */
static const char* comment_value(const char* comment, const char* key)
{
   size_t length = strlen(key);
   if (strncmp(comment, key, length) != 0 || comment[length] != ':') {
      return NULL;
   }
   return comment + length + 1 + strspn(comment + length + 1, " ");
}

const char* header_next_comment(const Header* header, const char* key, size_t* index)
{
   while (*index < header->comment_count) {
      const char* value = comment_value(header->comments[(*index)++], key);
      if (value != NULL) {
         return value;
      }
   }
   return NULL;
}

const char* header_comment(const Header* header, const char* key)
{
   size_t index = 0;
   return header_next_comment(header, key, &index);
}

static int compare_texts(const void* left, const void* right)
{
   return strcmp(*(char* const*)left, *(char* const*)right);
}

/* A comment that says what an input size is, or what a report lacks, stays if only one report has it. */
static bool is_for_all(const char* comment)
{
   return comment_value(comment, HEADER_INPUT_ARGUMENT) != NULL
          || comment_value(comment, HEADER_CHECKPOINT) != NULL
          || comment_value(comment, HEADER_GIVEN_UP) != NULL
          || comment_value(comment, HEADER_UNFINISHED) != NULL;
}

static void add_comments_for_all(Header* to, const Header* from)
{
   for (size_t i = 0; i < from->comment_count; i++) {
      if (is_for_all(from->comments[i])) {
         header_add_comment(to, from->comments[i], strlen(from->comments[i]));
      }
   }
}

/* Both lists are sorted, so one pass over them is enough. */
static void keep_common_comments(Header* to, const Header* from)
{
   add_comments_for_all(to, from);
   char** others = memory_resize(NULL, from->comment_count + 1, sizeof *others);
   for (size_t i = 0; i < from->comment_count; i++) {
      others[i] = from->comments[i];
   }
   qsort(others, from->comment_count, sizeof *others, compare_texts);
   if (to->comment_count > 0) {
      qsort(to->comments, to->comment_count, sizeof *to->comments, compare_texts);
   }
   size_t kept = 0;
   size_t other = 0;
   for (size_t i = 0; i < to->comment_count; i++) {
      char* comment = to->comments[i];
      while (other < from->comment_count && strcmp(others[other], comment) < 0) {
         other++;
      }
      bool is_common = other < from->comment_count && strcmp(others[other], comment) == 0;
      bool is_twice = kept > 0 && strcmp(to->comments[kept - 1], comment) == 0;
      if ((is_common || is_for_all(comment)) && !is_twice) {
         to->comments[kept++] = comment;
      } else {
         free(comment);
      }
   }
   to->comment_count = kept;
   free(others);
}

/*------------------------------------------------------------------*/
/*--- The header of one report                                   ---*/
/*------------------------------------------------------------------*/

/* 1, 2, 4, 8 or 16; 0 for any other text. */
static unsigned parse_memory_resolution(const char* text)
{
   for (unsigned resolution = 1; text != NULL && resolution <= 16; resolution *= 2) {
      char digits[4];
      snprintf(digits, sizeof digits, "%u", resolution);
      if (strcmp(text, digits) == 0) {
         return resolution;
      }
   }
   return 0;
}

/* Later writers of the published tool used the tag of the date for it. */
static void find_memory_resolution(Header* header)
{
   header->memory_resolution = parse_memory_resolution(header_comment(header, "memory-resolution"));
   if (header->memory_resolution == 0) {
      header->memory_resolution = parse_memory_resolution(header->date);
      if (header->memory_resolution != 0) {
         free(header->date);
         header->date = NULL;
      }
   }
}

/* Sorts the comments, and removes duplicates. */
static void find_input_arguments(Header* header)
{
   const char** values = memory_resize(NULL, header->comment_count + 1, sizeof *values);
   size_t count = 0;
   size_t length = 1;
   size_t index = 0;
   while ((values[count] = header_next_comment(header, HEADER_INPUT_ARGUMENT, &index)) != NULL) {
      length += strlen(values[count++]) + strlen(", ");
   }
   qsort(values, count, sizeof *values, compare_texts);
   free(header->input_arguments);
   header->input_arguments = NULL;
   if (count > 0) {
      char* end = header->input_arguments = memory_resize(NULL, length, 1);
      for (size_t i = 0; i < count; i++) {
         if (i == 0 || strcmp(values[i], values[i - 1]) != 0) {
            end = stpcpy(stpcpy(end, i == 0 ? "" : ", "), values[i]);
         }
      }
   }
   free(values);
}

/* The tool's patterns know * and ?, but no [. */
static bool has_pattern(const char* text, const char* pattern, size_t length)
{
   char*  shell_pattern = memory_resize(NULL, 2 * length + 1, 1);
   size_t used = 0;
   for (size_t i = 0; i < length; i++) {
      if (strchr("[\\", pattern[i]) != NULL) {
         shell_pattern[used++] = '\\';
      }
      shell_pattern[used++] = pattern[i];
   }
   shell_pattern[used] = '\0';
   bool has = text != NULL && fnmatch(shell_pattern, text, 0) == 0;
   free(shell_pattern);
   return has;
}

/* ROUTINE:K.  If several are for one routine, the tool takes the last. */
unsigned header_input_argument(const Header* header, const char* name, const char* mangled)
{
   unsigned    argument = 0;
   const char* value;
   for (size_t index = 0; (value = header_next_comment(header, HEADER_INPUT_ARGUMENT, &index)) != NULL; ) {
      const char* colon = strrchr(value, ':');
      uint64_t    number;
      if (colon != NULL && number_parse(colon + 1, &number) && number <= UINT_MAX
          && (has_pattern(name, value, (size_t)(colon - value))
              || has_pattern(mangled, value, (size_t)(colon - value)))) {
         argument = (unsigned)number;
      }
   }
   return argument;
}

/* The writer says it anew, so the comment itself goes. */
static void find_reports(Header* header)
{
   header->reports = 1;
   for (size_t i = 0; i < header->comment_count;) {
      const char* value = comment_value(header->comments[i], HEADER_REPORTS);
      uint64_t    reports;
      if (value != NULL && number_parse(value, &reports) && reports > 1) {
         header->reports = reports;
         remove_comment(header, i);
      } else {
         i++;
      }
   }
}

void header_complete(Header* header)
{
   if (header->metric == NULL) {
      set_string(&header->metric, "bb-count");
   }
   if (header->input == NULL) {
      set_string(&header->input, "rms");
   }
   find_memory_resolution(header);
   find_input_arguments(header);
   find_reports(header);
}

bool header_is_other_object(const Header* header, const char* object)
{
   uint64_t    modified;
   struct stat file;
   return header->reports == 1 && header->application != NULL && strcmp(header->application, object) == 0
          && header->modified != NULL && number_parse(header->modified, &modified)
          && stat(object, &file) == 0 && (uint64_t)file.st_mtime != modified;
}

void header_free(Header* header)
{
   free(header->date);
   free(header->modified);
   free(header->metric);
   free(header->input);
   free(header->input_arguments);
   free(header->application);
   free(header->command_line);
   for (size_t i = 0; i < header->comment_count; i++) {
      free(header->comments[i]);
   }
   free(header->comments);
   *header = (Header){ 0 };
}

/*------------------------------------------------------------------*/
/*--- Several reports                                            ---*/
/*------------------------------------------------------------------*/

/* A property as two reports give it. */
typedef struct {
   const char* what;
   const char* here;
   const char* there;
} Compared;

/* Says in `text` which of them differ, if any do. */
static bool one_differs(const Compared* compared, size_t count, char* text, size_t size)
{
   for (size_t i = 0; i < count; i++) {
      if (text_compare(compared[i].here, compared[i].there) != 0) {
         snprintf(text, size, "%s is %.150s, there %.150s", compared[i].what, or_none(compared[i].here),
                  or_none(compared[i].there));
         return true;
      }
   }
   return false;
}

bool header_measures_otherwise(const Header* header, const Header* from, char* text, size_t size)
{
   const Compared compared[] = {
      { "its metric (m)",       header->metric,          from->metric },
      { "its input metric (i)", header->input,           from->input },
      { "its --input-arg",      header->input_arguments, from->input_arguments },
      { "its --rep-cost",       header_comment(header, HEADER_REP_COST),
                                header_comment(from, HEADER_REP_COST) },
      { "its --input-size",     header_comment(header, HEADER_PROGRAM_INPUT),
                                header_comment(from, HEADER_PROGRAM_INPUT) },
   };
   if (one_differs(compared, sizeof compared / sizeof *compared, text, size)) {
      return true;
   }
   if (header->memory_resolution != from->memory_resolution) {
      snprintf(text, size, "its memory resolution is %u, there %u (0: not given)",
               header->memory_resolution, from->memory_resolution);
      return true;
   }
   return false;
}

bool header_differs(const Header* header, const Header* from, char* text, size_t size)
{
   const Compared compared[] = {
      { "its program (a)",             header->application, from->application },
      { "the date of its program (e)", header->modified,    from->modified },
   };
   return header_measures_otherwise(header, from, text, size)
          || one_differs(compared, sizeof compared / sizeof *compared, text, size);
}

/* A missing text comes after all others. */
static void keep_first(char** to, const char* from)
{
   if (from != NULL && (*to == NULL || strcmp(from, *to) < 0)) {
      set_string(to, from);
   }
}

static void keep_last(char** to, const char* from)
{
   if (from != NULL && (*to == NULL || strcmp(from, *to) > 0)) {
      set_string(to, from);
   }
}

void header_add(Header* to, const Header* from)
{
   to->version = from->version < to->version ? from->version : to->version;
   to->reports = add_saturating(to->reports, from->reports);
   to->total_is_too_large |= !add_checked(&to->total, from->total);
   to->has_total &= from->has_total;
   to->has_real_sums &= from->has_real_sums;
   to->has_self_costs &= from->has_self_costs;
   if (to->memory_resolution != from->memory_resolution) {
      to->memory_resolution = 0;
   }
   keep_last(&to->date, from->date);
   keep_last(&to->modified, from->modified);
   keep_first(&to->metric, from->metric);
   keep_first(&to->input, from->input);
   keep_first(&to->application, from->application);
   keep_first(&to->command_line, from->command_line);
   keep_common_comments(to, from);
   find_input_arguments(to);
}

/*------------------------------------------------------------------*/
/*--- What is missing                                            ---*/
/*------------------------------------------------------------------*/

/* Index 0 is for the checkpoint, 1 for a file that was being written; index n + 2 is where to go on in the
   comments from n on. */
const char* incomplete_next(const Header* header, size_t* index, IncompleteText text)
{
   text[0] = '\0';
   if (*index == 0) {
      ++*index;
      if (header_comment(header, HEADER_CHECKPOINT) != NULL) {
         snprintf(text, sizeof(IncompleteText), "The program ran on after this checkpoint%s; how long is not "
                  "known.", header->reports > 1 ? " of a process" : "");
         return text;
      }
   }
   if (*index == 1) {
      ++*index;
      if (header_comment(header, HEADER_UNFINISHED) != NULL) {
         snprintf(text, sizeof(IncompleteText), "%s", "By its name, a report was still being written: its "
                  "end may be missing.");
         return text;
      }
   }
   size_t      comment = *index - 2;
   const char* value = header_next_comment(header, HEADER_GIVEN_UP, &comment);
   *index = comment + 2;
   if (value != NULL) {
      snprintf(text, sizeof(IncompleteText), "Memory was short, so aprof gave up %.200s.", value);
   }
   return text;
}

void incomplete_warn(const Header* header, const char* command)
{
   IncompleteText text;
   for (size_t index = 0; *incomplete_next(header, &index, text) != '\0'; ) {
      fprintf(stderr, "%s: warning: a report is incomplete: ", command);
      text_print_cut(stderr, text, sizeof text);
      fputc('\n', stderr);
   }
}
