#include "answer/page/row.h"

#include <assert.h>
#include <glib.h>

void row_text(Answer* row, const char* text)
{
   tree_append(row, text == NULL ? tree_count(0) : tree_text(text));
}

void row_whole(Answer* row, int64_t number)
{
   tree_append(row, tree_whole(number));
}

Answer* row_of_numbers(const double* numbers, size_t count)
{
   return tree_printed_list(numbers, count, 7);
}

struct SharedTexts {
   GHashTable* numbers;     /* by text, counted from 1 */
   GPtrArray*  texts;
};

SharedTexts* shared_texts_new(void)
{
   SharedTexts* texts = g_new(SharedTexts, 1);
   texts->numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
   texts->texts = g_ptr_array_new();
   return texts;
}

void shared_texts_free(SharedTexts* texts)
{
   g_hash_table_destroy(texts->numbers);
   g_ptr_array_free(texts->texts, TRUE);
   g_free(texts);
}

void row_shared(Answer* row, SharedTexts* texts, const char* text)
{
   guint number = text == NULL ? 0 : GPOINTER_TO_UINT(g_hash_table_lookup(texts->numbers, text));
   if (text != NULL && number == 0) {
      char* copy = g_strdup(text);
      g_ptr_array_add(texts->texts, copy);
      number = texts->texts->len;
      g_hash_table_insert(texts->numbers, copy, GUINT_TO_POINTER(number));
   }
   row_whole(row, (int64_t)number - 1);
}

static size_t count_texts(const void* owner)
{
   return ((const SharedTexts*)owner)->texts->len;
}

static Answer* shared_text(const void* owner, size_t index)
{
   assert(index < ((const SharedTexts*)owner)->texts->len);
   return tree_text(g_ptr_array_index(((const SharedTexts*)owner)->texts, index));
}

Answer* shared_texts_list(const SharedTexts* texts)
{
   return tree_growing_list(count_texts, shared_text, texts);
}
