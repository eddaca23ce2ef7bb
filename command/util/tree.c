/* Implements answers by json-c, which tells of a lack of memory by NULL, or not at all.  A long list is an
   empty array of json-c that has the list as its user data. */

#include "util/tree.h"

#include <assert.h>
#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/text.h"

static void __attribute__((noreturn)) no_room(void)
{
   memory_exhausted("a value of JSON");
}

static Answer* checked(Answer* value)
{
   if (value == NULL) {
      no_room();
   }
   return value;
}

/*--- Making ---*/

/* Whether each byte is a character that is no control: as of most names, and of all packed numbers. */
static bool is_plain(const char* text, size_t length)
{
   bool is_plain = true;
   for (size_t i = 0; i < length; i++) {
      is_plain &= text[i] >= ' ' && text[i] < 0x7f;
   }
   return is_plain;
}

Answer* tree_text(const char* text)
{
   if (text == NULL) {
      return NULL;
   }
   size_t length = strlen(text);
   if (is_plain(text, length)) {
      return checked(json_object_new_string_len(text, (int)length));
   }
   g_autoptr(GString) valid = g_string_sized_new(64);
   for (size_t at = 0; at < length;) {
      size_t character = text_character_length(text + at, length - at);
      /* json-c escapes only the control characters below U+0020. */
      bool is_raw = text_is_control(text + at, character) && (unsigned char)text[at] >= 0x7f;
      if (character == 0 || is_raw) {
         g_string_append_c(valid, '?');
      } else {
         g_string_append_len(valid, text + at, (gssize)character);
      }
      at += character == 0 ? 1 : character;
   }
   Answer* value = json_object_new_string_len(valid->str, (int)valid->len);
   return checked(value);
}

int tree_digits(char* text, size_t room, double number)
{
   int length = 0;
   if (number == floor(number) && fabs(number) < 1e15) {
      return snprintf(text, room, "%.0f", number);
   }
   for (int digits = 15; digits <= 17; digits++) {
      length = snprintf(text, room, "%.*g", digits, number);
      if (strtod(text, NULL) == number) {
         break;
      }
   }
   return length;
}

/* json-c itself prints 17 digits, and ".0" behind whole numbers. */
static int print_digits(Answer* value, struct printbuf* to, int level, int flags)
{
   char text[TREE_DIGITS_ROOM];
   int  length = tree_digits(text, sizeof text, json_object_get_double(value));
   (void)level;
   (void)flags;
   return printbuf_memappend(to, text, length);
}

Answer* tree_number(double number, const char* digits)
{
   if (!isfinite(number)) {
      return NULL;
   }
   if (digits != NULL) {
      return checked(json_object_new_double_s(number, digits));
   }
   Answer* value = checked(json_object_new_double(number));
   json_object_set_serializer(value, print_digits, NULL, NULL);
   return value;
}

/* Prints the text of a value, which is JSON already. */
static int print_as_it_is(Answer* value, struct printbuf* to, int level, int flags)
{
   (void)level;
   (void)flags;
   return printbuf_memappend(to, json_object_get_string(value), json_object_get_string_len(value));
}

Answer* tree_printed_list(const double* numbers, size_t count, int digits)
{
   g_autoptr(GString) text = g_string_sized_new(2 + count * (size_t)(digits + 8));
   for (size_t i = 0; i < count; i++) {
      char number[TREE_DIGITS_ROOM] = "null";
      if (isfinite(numbers[i])) {
         snprintf(number, sizeof number, "%.*g", digits, numbers[i]);
      }
      g_string_append_c(text, i == 0 ? '[' : ',');
      g_string_append(text, number);
   }
   g_string_append(text, count == 0 ? "[]" : "]");
   Answer* value = checked(json_object_new_string_len(text->str, (int)text->len));
   json_object_set_serializer(value, print_as_it_is, NULL, NULL);
   return value;
}

Answer* tree_count(uint64_t count)
{
   return checked(json_object_new_uint64(count));
}

Answer* tree_whole(int64_t number)
{
   return checked(json_object_new_int64(number));
}

Answer* tree_list(void)
{
   return checked(json_object_new_array());
}

void tree_append(Answer* list, Answer* value)
{
   if (json_object_array_add(list, value) != 0) {
      no_room();
   }
}

void tree_append_text(Answer* list, char* text)
{
   tree_append(list, tree_text(text));
   g_free(text);
}

Answer* tree_texts(const char* const* texts)
{
   Answer* list = tree_list();
   for (size_t i = 0; texts[i] != NULL; i++) {
      tree_append(list, tree_text(texts[i]));
   }
   return list;
}

typedef struct {
   size_t      count;
   TreeLength  length;     /* NULL: it is the count */
   TreeItem    item;
   const void* owner;
   void*       kept;
   void (*free_kept)(void* kept);
} LongList;

static void free_long_list(Answer* value, void* user_data)
{
   LongList* list = user_data;
   (void)value;
   if (list->free_kept != NULL) {
      list->free_kept(list->kept);
   }
   free(list);
}

static Answer* long_list(LongList wanted)
{
   LongList* list = memory_resize(NULL, 1, sizeof *list);
   *list = wanted;
   Answer* value = tree_list();
   json_object_set_userdata(value, list, free_long_list);
   return value;
}

Answer* tree_long_list(size_t count, TreeItem item, const void* owner)
{
   return long_list((LongList){ .count = count, .item = item, .owner = owner });
}

Answer* tree_growing_list(TreeLength length, TreeItem item, const void* owner)
{
   return long_list((LongList){ .length = length, .item = item, .owner = owner });
}

/* Not of any object: json-c 0.19 frees what belongs to an object or array twice, unless that is empty. */
void tree_keep(Answer* long_list, void* data, void (*free_data)(void* data))
{
   LongList* list = json_object_get_userdata(long_list);
   assert(tree_is_long_list(long_list) && list->free_kept == NULL);
   list->kept = data;
   list->free_kept = free_data;
}

Answer* tree_share(Answer* value)
{
   return json_object_get(value);
}

Answer* tree_object(void)
{
   return checked(json_object_new_object());
}

void tree_set(Answer* object, const char* name, Answer* value)
{
   if (json_object_object_add(object, name, value) != 0) {
      no_room();
   }
}

void tree_set_text(Answer* object, const char* name, const char* text)
{
   tree_set(object, name, tree_text(text));
}

void tree_set_number(Answer* object, const char* name, double number)
{
   tree_set(object, name, tree_number(number, NULL));
}

void tree_set_count(Answer* object, const char* name, uint64_t count)
{
   tree_set(object, name, tree_count(count));
}

void tree_set_flag(Answer* object, const char* name, bool is_true)
{
   tree_set(object, name, checked(json_object_new_boolean(is_true)));
}

Answer* tree_interval(double value, double low, double high)
{
   Answer* interval = tree_object();
   tree_set_number(interval, "value", value);
   tree_set_number(interval, "low", low);
   tree_set_number(interval, "high", high);
   return interval;
}

/*--- Reading ---*/

/* The member whose name is the first `length` bytes. */
static Answer* member_of(const Answer* object, const char* name, size_t length)
{
   char    key[40];
   Answer* value = NULL;
   assert(length < sizeof key);
   memcpy(key, name, length);
   key[length] = '\0';
   if (!json_object_object_get_ex(object, key, &value)) {
      g_error("an answer has no member \"%s\"", name);
   }
   return value;
}

Answer* tree_get(const Answer* object, const char* name)
{
   const Answer* at = object;
   while (at != NULL && *name != '\0') {
      size_t length = strcspn(name, ".");
      at = member_of(at, name, length);
      name += length + (name[length] == '.');
   }
   return (Answer*)at;
}

bool tree_has(const Answer* object, const char* name)
{
   return json_object_object_get_ex(object, name, NULL);
}

const char* tree_get_text(const Answer* object, const char* name)
{
   Answer* value = tree_get(object, name);
   assert(value == NULL || json_object_is_type(value, json_type_string));
   return value == NULL ? NULL : json_object_get_string(value);
}

double tree_get_number(const Answer* object, const char* name)
{
   Answer* value = tree_get(object, name);
   return value == NULL ? NAN : json_object_get_double(value);
}

uint64_t tree_get_count(const Answer* object, const char* name)
{
   return json_object_get_uint64(tree_get(object, name));
}

bool tree_get_flag(const Answer* object, const char* name)
{
   return json_object_get_boolean(tree_get(object, name));
}

/* NULL if it is not one. */
static const LongList* long_list_of(const Answer* value)
{
   return json_object_is_type(value, json_type_array) ? json_object_get_userdata((Answer*)value) : NULL;
}

bool tree_is_equal(Answer* value, Answer* other)
{
   return json_object_equal(value, other);
}

bool tree_is_long_list(const Answer* value)
{
   return long_list_of(value) != NULL;
}

size_t tree_length(const Answer* list)
{
   const LongList* items = long_list_of(list);
   return items == NULL         ? json_object_array_length(list)
        : items->length != NULL ? items->length(items->owner) : items->count;
}

Answer* tree_item(const Answer* list, size_t index)
{
   const LongList* items = long_list_of(list);
   assert(index < tree_length(list));
   return items != NULL ? items->item(items->owner, index)
                        : json_object_get(json_object_array_get_idx(list, index));
}

Answer* tree_at(const Answer* list, size_t index)
{
   assert(long_list_of(list) == NULL && index < tree_length(list));
   return json_object_array_get_idx(list, index);
}

const char* tree_text_at(const Answer* list, size_t index)
{
   return json_object_get_string(tree_at(list, index));
}

size_t tree_position(const Answer* list, size_t index)
{
   return json_object_get_uint64(tree_at(list, index));
}

void tree_free(Answer* answer)
{
   json_object_put(answer);
}
