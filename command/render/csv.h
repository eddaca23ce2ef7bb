/* A list of an answer as a table, as RFC 4180 has it but for the ends of lines: a line of
   titles, and one for each item.  What is not known is an empty field. */

#pragma once

#include <stdio.h>

#include "util/tree.h"

typedef enum {
   CSV_VALUE,
   CSV_NAME_AT,      /* the value is the position of an item; the field is its name */
   CSV_DIRECTION,    /* 1 for "faster", -1 for "slower", 0 for neither */
   CSV_OF_OWNER,     /* the value is one of what has the list */
} CsvField;

typedef struct {
   const char* title;
   const char* name;    /* of the value in an item, as for tree_get */
   CsvField    field;
} CsvColumn;

#define CSV(title, name)  { title, name, CSV_VALUE }
#define CSV_SAME(name)    CSV(name, name)   /* its title is its name */

/* The line of titles, and the lines of the items of the owner's list. */
extern void render_csv_titles(FILE* out, const CsvColumn* columns, size_t count);
extern void render_csv_items(FILE* out, const Answer* owner, const Answer* list, const CsvColumn* columns,
                             size_t count);

/* Both. */
extern void render_csv(FILE* out, const Answer* list, const CsvColumn* columns, size_t count);
