/* The names of items, each looked at once: in the next result, most are the same. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "model/report.h"

/* The parts of a routine's name, in `texts`; false: the item is no routine. */
typedef struct {
   const char* image;
   const char* name;
   const char* mangled;   /* NULL: there is none */
} ItemRoutine;

extern bool item_is_routine(const char* name);
extern ItemRoutine item_routine(const char* name, GStringChunk* texts);

/*--- Each once ---*/

/* A name, and what it tells by itself. */
typedef struct {
   const char* text;          /* as a snapshot has it */
   Routine     routine;       /* its names; `name` is NULL: the item is no routine */
   const char* canonical;     /* of a routine */
   unsigned*   alike;         /* how many of all names have this canonical one, in any object */
   bool        is_start_up;
   bool        is_standard;   /* of a language's library */
} ItemName;

typedef struct ItemNames ItemNames;

extern ItemNames* item_names_new(void);
extern void item_names_free(ItemNames* names);

/* Returns the same for the same text. */
extern const ItemName* item_names_find(ItemNames* names, const char* text);
