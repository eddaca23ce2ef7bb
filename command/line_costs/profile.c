/* Functions by object and name, whatever Callgrind keeps apart in their names. */

#include "line_costs/profile.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "model/own.h"
#include "util/number.h"

/*--- Functions ---*/

static guint hash_key(gconstpointer pointer)
{
   const ProfileKey* key = pointer;
   return g_str_hash(key->name) * 31 + g_str_hash(key->object);
}

static gboolean same_key(gconstpointer left, gconstpointer right)
{
   const ProfileKey* a = left;
   const ProfileKey* b = right;
   return strcmp(a->name, b->name) == 0 && strcmp(a->object, b->object) == 0;
}

static void free_function(gpointer value)
{
   ProfileFunction* function = value;
   g_array_unref(function->lines);
   g_array_unref(function->calls);
   g_free(function);
}

Profile* profile_new(void)
{
   Profile* profile = g_new0(Profile, 1);
   profile->functions = g_hash_table_new_full(hash_key, same_key, NULL, free_function);
   profile->known = g_hash_table_new_full(hash_key, same_key, NULL, g_free);
   profile->texts = g_string_chunk_new(64 * 1024);
   return profile;
}

void profile_free(Profile* profile)
{
   if (profile != NULL) {
      g_hash_table_unref(profile->functions);
      g_hash_table_unref(profile->known);
      g_string_chunk_free(profile->texts);
      g_free(profile);
   }
}

const ProfileFunction* profile_function(const Profile* profile, const char* object, const char* name)
{
   const ProfileKey key = { .object = object, .name = name };
   return g_hash_table_lookup(profile->functions, &key);
}

void profile_know(Profile* profile, const char* object, const char* name)
{
   ProfileKey* key = g_new(ProfileKey, 1);
   *key = (ProfileKey){ g_string_chunk_insert_const(profile->texts, object),
                        g_string_chunk_insert_const(profile->texts, name) };
   g_hash_table_add(profile->known, key);
}

/*--- Names ---*/

/* Returns where the digits of f'2 begin; NULL if the name does not end so. */
static char* digits_of_depth(char* name)
{
   char* digits = name + strlen(name);
   while (digits > name && isdigit((unsigned char)digits[-1])) {
      digits--;
   }
   return *digits != '\0' && digits > name + 1 && digits[-1] == '\'' ? digits : NULL;
}

/* f'2 is the second depth of f, f''2 a function that is called f'2, and f' '2 the second depth of f'
   (docs/formats.md, "Names"). */
static void remove_depth(char* name)
{
   char* digits = digits_of_depth(name);
   if (digits != NULL && digits[-2] != '\'') {
      digits[digits[-2] == ' ' && digits > name + 2 && digits[-3] == '\'' ? -2 : -1] = '\0';
      digits = digits_of_depth(name);
   }
   if (digits != NULL && digits > name + 2 && digits[-2] == '\'') {
      memmove(digits - 1, digits, strlen(digits) + 1);
   }
}

bool profile_knows(const Profile* profile, const ProfileKey* key)
{
   return g_hash_table_contains(profile->known, key);
}

/* f'main'start is what f costs if main calls it, and start main; and f'2'main the second depth of that.
   Names can have apostrophes themselves, so f must be known, or an address; main and start need not be. */
static void remove_callers(const Profile* profile, const char* object, char* name)
{
   bool found = profile_knows(profile, &(ProfileKey){ object, name });
   for (size_t end = strlen(name); end > 0 && !found; end--) {
      if (name[end] == '\'') {
         uint64_t         address;
         g_autofree char* function = g_strndup(name, end);
         remove_depth(function);
         found = own_parse_address(function, &address)
                 || profile_knows(profile, &(ProfileKey){ object, function });
         if (found) {
            strcpy(name, function);
         }
      }
   }
}

ProfileFunction* profile_add_function(Profile* profile, const char* object, const char* file,
                                      const char* name)
{
   g_autofree char* plain = g_strdup(name);
   remove_depth(plain);
   remove_callers(profile, object, plain);
   ProfileFunction* function = (ProfileFunction*)profile_function(profile, object, plain);
   if (function == NULL) {
      function = g_new0(ProfileFunction, 1);
      *function = (ProfileFunction){
         .key = { object, g_string_chunk_insert_const(profile->texts, plain) }, .file = file,
         .lines = g_array_new(FALSE, FALSE, sizeof(ProfileLine)),
         .calls = g_array_new(FALSE, FALSE, sizeof(ProfileCall)),
      };
      g_hash_table_add(profile->functions, function);
   }
   return function;
}

/*--- Order ---*/

static int compare_places(const char* file_a, uint32_t line_a, const char* file_b, uint32_t line_b)
{
   return file_a != file_b ? strcmp(file_a, file_b) : line_a < line_b ? -1 : line_a > line_b;
}

static int compare_lines(const void* left, const void* right)
{
   const ProfileLine* a = left;
   const ProfileLine* b = right;
   return compare_places(a->file, a->line, b->file, b->line);
}

/* Orders calls by place and callee, so that the same calls become neighbours. */
static int compare_calls(const void* left, const void* right)
{
   const ProfileCall* a = left;
   const ProfileCall* b = right;
   int order = compare_places(a->file, a->line, b->file, b->line);
   order = order == 0 ? strcmp(a->name, b->name) : order;
   return order == 0 ? strcmp(a->object, b->object) : order;
}

static int compare_costs(const void* left, const void* right)
{
   const ProfileCall* a = left;
   const ProfileCall* b = right;
   int order = compare_places(a->file, a->line, b->file, b->line);
   return order != 0 ? order
          : a->events.cost != b->events.cost ? (a->events.cost > b->events.cost ? -1 : 1)
          : compare_calls(a, b);
}

static void add_events(LineEvents* sum, const LineEvents* events)
{
   sum->cost = add_saturating(sum->cost, events->cost);
   sum->input = add_saturating(sum->input, events->input);
}

static void add_line(void* sum, const void* line)
{
   add_events(&((ProfileLine*)sum)->self, &((const ProfileLine*)line)->self);
   add_events(&((ProfileLine*)sum)->called, &((const ProfileLine*)line)->called);
}

static void add_call(void* sum, const void* call)
{
   ProfileCall* to = sum;
   to->calls = add_saturating(to->calls, ((const ProfileCall*)call)->calls);
   add_events(&to->events, &((const ProfileCall*)call)->events);
}

/* Sorts the elements, and makes one of those that are equal. */
static void sort_and_add_up(GArray* array, GCompareFunc compare, void (*add)(void* sum, const void* element))
{
   const gsize size = g_array_get_element_size(array);
   char*       last = NULL;
   guint       used = 0;
   g_array_sort(array, compare);
   for (guint i = 0; i < array->len; i++) {
      const char* element = array->data + i * size;
      if (last != NULL && compare(last, element) == 0) {
         add(last, element);
      } else {
         last = array->data + used++ * size;
         memmove(last, element, size);
      }
   }
   assert(used <= array->len);
   g_array_set_size(array, used);
}

void profile_sort(Profile* profile)
{
   GHashTableIter iterator;
   gpointer       value;
   g_hash_table_iter_init(&iterator, profile->functions);
   while (g_hash_table_iter_next(&iterator, NULL, &value)) {
      ProfileFunction* function = value;
      sort_and_add_up(function->lines, compare_lines, add_line);
      sort_and_add_up(function->calls, compare_calls, add_call);
      g_array_sort(function->calls, compare_costs);
   }
}
