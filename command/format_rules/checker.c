/* Prints violations, and answers questions of several rules. */

#include "format_rules/rules.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/progress.h"
#include "util/text.h"

#define PRINTED_OF_A_KIND  10
#define MOST_KINDS        100

/* Violations whose texts differ in numbers only. */
typedef struct {
   guint    number;  /* of the kind, in the order in which they were found */
   uint64_t line;    /* of the first one */
   uint64_t count;
} Complaint;

/* The text with 0 for each number. */
static char* kind_of(const char* text)
{
   char* kind = g_malloc(strlen(text) + 1);
   char* to = kind;
   for (const char* at = text; *at != '\0'; at++) {
      if (!isdigit((unsigned char)*at)) {
         *to++ = *at;
      } else if (to == kind || to[-1] != '0') {
         *to++ = '0';
      }
   }
   *to = '\0';
   return kind;
}

/* Counts a complaint; whether it is to be printed, too. */
static bool count_complaint(Checker* checker, uint64_t line, const char* text)
{
   if (checker->complaints == NULL) {
      checker->complaints = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
   }
   char*      kind = kind_of(text);
   Complaint* complaint = g_hash_table_lookup(checker->complaints, kind);
   if (complaint != NULL) {
      g_free(kind);
      return ++complaint->count <= PRINTED_OF_A_KIND;
   }
   if (g_hash_table_size(checker->complaints) == MOST_KINDS) {
      g_free(kind);
      checker->other_complaints++;
      return false;
   }
   complaint = g_new(Complaint, 1);
   *complaint = (Complaint){ g_hash_table_size(checker->complaints), line, 1 };
   g_hash_table_insert(checker->complaints, kind, complaint);
   return true;
}

void violation(Checker* checker, uint64_t line, const char* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   g_autofree char* text = g_strdup_vprintf(format, arguments);
   va_end(arguments);
   checker->violations++;
   if (checker->prints_all || count_complaint(checker, line, text)) {
      progress_hide();
      text_print(stdout, checker->file);
      printf(":%" PRIu64 ": %s\n", line, text);
   }
}

static int by_number(gconstpointer left, gconstpointer right)
{
   return (int)((const Complaint*)left)->number - (int)((const Complaint*)right)->number;
}

void print_counted_violations(const Checker* checker)
{
   GroupedText count;
   GList*      complaints = checker->complaints == NULL ? NULL : g_hash_table_get_values(checker->complaints);
   complaints = g_list_sort(complaints, by_number);
   for (const GList* at = complaints; at != NULL; at = at->next) {
      const Complaint* complaint = at->data;
      if (complaint->count > PRINTED_OF_A_KIND) {
         text_print(stdout, checker->file);
         printf(":%" PRIu64 ": %s more like this one\n", complaint->line,
                text_grouped_number(complaint->count - PRINTED_OF_A_KIND, count));
      }
   }
   g_list_free(complaints);
   if (checker->other_complaints > 0) {
      text_print(stdout, checker->file);
      printf(": %s more, of other kinds than the first %d\n",
             text_grouped_number(checker->other_complaints, count), MOST_KINDS);
   }
}

CheckedContext* checker_context(Checker* checker, uint32_t id)
{
   bool     is_new;
   uint32_t index = id_map_find_or_add(&checker->context_ids, id, &is_new);
   if (is_new) {
      MEMORY_GROW(checker->contexts, index, &checker->context_capacity);
      checker->contexts[index] = (CheckedContext){
         .id = id, .points_routine = NONE, .routine = NONE, .parent = NONE
      };
   }
   assert(index < checker->context_ids.count);
   return &checker->contexts[index];
}

void checker_free(Checker* checker)
{
   g_clear_pointer(&checker->complaints, g_hash_table_destroy);
   free(checker->routines);
   free(checker->contexts);
   id_map_free(&checker->routine_ids);
   id_map_free(&checker->context_ids);
   id_map_free(&checker->commented_routines);
   id_map_free(&checker->commented_contexts);
}
