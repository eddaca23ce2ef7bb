/* An answer: what a subcommand has found out, as a tree of named values.  A folder of
   answer/ makes it, and a file of render/ prints it: as JSON as it is, as text or a table
   by reading it by name.

   What is not known is NULL: a text that is NULL, a number that is not finite.  If there
   is not enough memory, the command ends with a message (memory.h). */

#pragma once

#include <glib.h>
#include <json.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct json_object Answer;

/*--- Making ---*/

/* Answers are UTF-8, so bytes that are none become question marks. */
extern Answer* tree_text(const char* text);

/* Writes as few digits as say just this finite number, and returns how long that is. */
#define TREE_DIGITS_ROOM 32
extern int tree_digits(char* text, size_t room, double number);

/* `digits`: the number as it is to be printed; NULL: by tree_digits. */
extern Answer* tree_number(double number, const char* digits);

/* A list of numbers of so many digits each, which is only printed: not a value for each. */
extern Answer* tree_printed_list(const double* numbers, size_t count, int digits);
extern Answer* tree_count(uint64_t count);
extern Answer* tree_whole(int64_t number);

extern Answer* tree_list(void);
extern void tree_append(Answer* list, Answer* value);

/* Takes the text over, which g_free frees. */
extern void tree_append_text(Answer* list, char* text);

/* Makes a list of the texts up to NULL. */
extern Answer* tree_texts(const char* const* texts);

/* A list that need not be in memory: each item is made when it is read.  The owner must stay. */
typedef Answer* (*TreeItem)(const void* owner, size_t index);
extern Answer* tree_long_list(size_t count, TreeItem item, const void* owner);

/* A long list that grows while what stands before it in the answer is read: `length` says how long it is when
   it is read itself. */
typedef size_t (*TreeLength)(const void* owner);
extern Answer* tree_growing_list(TreeLength length, TreeItem item, const void* owner);

/* Calls `free_data` with the data when the long list is freed: its owner, say. */
extern void tree_keep(Answer* long_list, void* data, void (*free_data)(void* data));

/* Returns the value again, for another place in the same answer. */
extern Answer* tree_share(Answer* value);

/* Takes the value over. */
extern Answer* tree_object(void);
extern void tree_set(Answer* object, const char* name, Answer* value);

extern void tree_set_text(Answer* object, const char* name, const char* text);
extern void tree_set_number(Answer* object, const char* name, double number);
extern void tree_set_count(Answer* object, const char* name, uint64_t count);
extern void tree_set_flag(Answer* object, const char* name, bool is_true);

/* An object of a value and its interval. */
extern Answer* tree_interval(double value, double low, double high);

/*--- Reading ---*/

/* Returns a member by its name, or by names with dots between: "growth.mean.class". NULL if it, or an object
   on the way to it, is not known. If a name is missing, the command has a bug and ends. */
extern Answer* tree_get(const Answer* object, const char* name);

extern bool tree_has(const Answer* object, const char* name);

/* Getters of values; NULL, NAN, 0 or false if the value is not known. */
extern const char* tree_get_text(const Answer* object, const char* name);
extern double tree_get_number(const Answer* object, const char* name);
extern uint64_t tree_get_count(const Answer* object, const char* name);
extern bool tree_get_flag(const Answer* object, const char* name);

/* Whether both say the same; of values without long lists. */
extern bool tree_is_equal(Answer* value, Answer* other);

extern bool tree_is_long_list(const Answer* value);

/* The length of a list of either kind, and an item. The item is to be freed. */
extern size_t tree_length(const Answer* list);
extern Answer* tree_item(const Answer* list, size_t index);

/* The item of a list in memory, which need not be freed, or the text or position that it is. */
extern Answer* tree_at(const Answer* list, size_t index);
extern const char* tree_text_at(const Answer* list, size_t index);
extern size_t tree_position(const Answer* list, size_t index);

extern void tree_free(Answer* answer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Answer, tree_free)
