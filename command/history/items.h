/* The items of records: their names, each looked at once, as in the next result most are the same; and the
   list of a record's items, which row each name has. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "model/report.h"

/*--- Names ---*/

/* The parts of a routine's name. */
typedef struct {
   const char* image;
   const char* name;
   const char* mangled;   /* NULL: there is none */
} ItemRoutine;

extern bool item_is_routine(const char* name);

/* The parts are in `texts`. */
extern ItemRoutine item_routine(const char* name, GStringChunk* texts);

/* A name, and what it tells by itself. */
typedef struct {
   const char* text;          /* as a snapshot has it */
   Routine     routine;       /* its names; `name` is NULL: the item is no routine */
   const char* canonical;     /* of a routine, as the next two */
   const char* object;
   unsigned*   alike;         /* how many of all names have this canonical one, in any object */
   bool        is_start_up;
   bool        is_standard;   /* of a language's library */
} ItemName;

typedef struct ItemNames ItemNames;

extern ItemNames* item_names_new(void);
extern void item_names_free(ItemNames* names);

/* Returns the same for the same text. */
extern const ItemName* item_names_find(ItemNames* names, const char* text);

/*--- Lists ---*/

/* Rows by name, both as numbers; a row of 0 says that the name is not there any more. */
typedef struct {
   int64_t name;
   int64_t row;
} ItemRow;

/* Sorts by ascending names, as all lists below are. */
extern void items_sort(GArray* items);

/* Applies changes to a list. The result is a new list. */
extern GArray* items_apply(const GArray* items, const GArray* changes);

/* The changes that make `now` of `before`. */
extern GArray* items_changes(const GArray* before, const GArray* now);
